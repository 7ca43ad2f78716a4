"""The findings on an ORBAT, worst first. All lengths are typographic points."""

from __future__ import annotations

from orbat.model.finding import SEVERITIES, Finding, cited
from orbat.model.sheet import Block
from orbat.outputs.pdf.fonts import measure
from orbat.outputs.pdf.marks import Panel
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import THIN, Setter

_GAP = 9.0


def findings(press: Press, block: Block) -> tuple[Panel, ...]:
    """Every finding with what it rests on; nothing where there is none, or where points are hidden, which they
    quote."""
    found = press.report.findings
    if not found or press.hide_points:
        return ()
    ordered = [finding for severity in SEVERITIES for finding in found if finding.severity == severity]
    return (_heading(press, block.title or "Findings"), *(_finding(press, finding) for finding in ordered))


def _heading(press: Press, text: str) -> Panel:
    setter = Setter()
    setter.lines(text, 0.0, press.width, press.styles.heading)
    setter.y += 1
    setter.rule(0.0, press.width, THIN)
    return setter.panel(before=14, keep=True, below=2)


def _finding(press: Press, finding: Finding) -> Panel:
    setter, style = Setter(0.5), press.styles.detail
    baseline = setter.baseline(style)
    code = max(measure(word, style.bold) for word in SEVERITIES) + _GAP
    message = code + max(measure("ARM000", style), measure(finding.code, style)) + _GAP
    setter.words(finding.severity, 0.0, baseline, style.bold)
    setter.words(finding.code, code, baseline, style)
    setter.lines(f"{finding.message} {cited(finding.cites)}", message, press.width - message, style)
    return setter.panel(below=1)
