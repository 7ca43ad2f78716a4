"""The points of each arm as a bar, with figures and shares. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.finding import SEVERITIES, format_cites
from orbat.model.points import percent, show
from orbat.model.sheet import Block
from orbat.render.pdf.blocks.forms import BEFORE, headed
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fills import FILLS, filled
from orbat.render.pdf.fonts import measure, measure_figures
from orbat.render.pdf.marks import Panel
from orbat.render.pdf.setter import THIN, Setter
from orbat.report.check_code import check_code
from orbat.report.finding_groups import FindingGroup, grouped
from orbat.report.rules_used import RuleUsed, rules_used
from orbat.report.scouting import scouting
from orbat.report.strength import by_arm

_GAP = 8.0


def arms(press: BlockContext, block: Block) -> tuple[Panel, ...]:
    """A bar divided by arm, and below it a line for each: its fill, points and share. Nothing where points are hidden
    or there are none."""
    report = press.report
    shares = by_arm(report.book, report.quote) if report.book and report.quote else ()
    if press.hide_points or not shares or report.quote is None:
        return ()
    setter, style = headed(press, block.title or "Points by arm", show(report.quote.total)), press.styles.detail
    tall = style.size
    x = 0.0
    for number, share in enumerate(shares):
        width = float(share.share) * press.width
        setter.marks += filled(FILLS[number % len(FILLS)], x, setter.y, width, tall)
        x += width
    setter.y += tall + 4
    percents = [percent(share.points, report.quote.total) for share in shares]
    points_right = press.width - max(measure_figures(words, style) for words in percents) - _GAP
    for number, share in enumerate(shares):
        baseline = setter.baseline(style)
        swatch = 0.7 * style.size
        setter.marks += filled(FILLS[number % len(FILLS)], 0.0, baseline - swatch, 2 * swatch, swatch)
        figures_left = points_right - measure_figures(show(share.points), style)
        setter.fit(share.label, 2 * swatch + _GAP, figures_left - _GAP - 2 * swatch - _GAP, style, 1, style.size)
        setter.figures(show(share.points), points_right, baseline, style)
        setter.figures(percents[number], press.width, baseline, style)
    return (setter.panel(before=BEFORE),)


# The scouting points of the army, with their sum.


def scouting_points(press: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The sum with the units that scout and the reading in force; nothing where the ruleset has no scouting, or where
    no sum may be seen."""
    found = scouting(press.report)
    if found is None or press.hide_points:
        return ()
    setter, styles = headed(press, block.title or "Scouting points", show(found.points)), press.styles
    setter.lines(found.sum, 0.0, press.width, styles.detail)
    for scouts in reversed(found.scouts):
        words = f"{found.rating_word} {scouts.rating}: {', '.join(scouts.units)}"
        setter.lines(words, 0.0, press.width, styles.small)
    setter.lines(found.remark, 0.0, press.width, styles.note)
    return (setter.panel(before=BEFORE),)


# The rules that the ORBAT uses, once, in words.


_INSET = 9.0


def rules_notes(press: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Each option, ability and reading in use with its sections; nothing where the player does not want them."""
    used = rules_used(press.report) if press.printing.rules_notes else ()
    if not used:
        return ()
    head = headed(press, block.title or "The rules used").panel(before=BEFORE, keep=True)
    return (head, *(_note(press, rule) for rule in used))


def _note(press: BlockContext, rule: RuleUsed) -> Panel:
    setter, style = Setter(), press.styles.detail
    price = "" if press.hide_points else rule.price
    says = "; ".join(part for part in (rule.says, price) if part)
    setter.lines(rule.term, 0.0, press.width, style.bold)
    setter.lines(f"{says} {press.rests(format_cites(rule.cites))}", _INSET, press.width - _INSET, style)
    return setter.panel(before=3)


# The check code, to be compared with that of a file.


_SAYS = "orbat check shows the code of a file: the same code, the same army."


def check_code_block(press: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The check code of what is printed, and what it is for."""
    if press.report.orbat is None:
        return ()
    setter = headed(press, block.title or "Check code", check_code(press.report.orbat))
    setter.lines(_SAYS, 0.0, press.width, press.styles.note)
    return (setter.panel(before=BEFORE),)


# The findings on an ORBAT, worst first.


_FINDINGS_GAP = 9.0


def findings(press: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Every finding with what it rests on; nothing where there is none, or where points are hidden, which they
    quote."""
    found = press.report.findings
    if not found or press.hide_points:
        return ()
    groups = sorted(grouped(found), key=lambda group: SEVERITIES.index(group.severity))
    return (_heading(press, block.title or "Findings"), *(panel for group in groups for panel in _group(press, group)))


def _heading(press: BlockContext, text: str) -> Panel:
    setter = Setter()
    setter.lines(text, 0.0, press.width, press.styles.heading)
    setter.y += 1
    setter.rule(0.0, press.width, THIN)
    return setter.panel(before=14, keep=True, below=2)


def _group(press: BlockContext, group: FindingGroup) -> Iterator[Panel]:
    """A panel with severity, code and text; one for each further message where the group has no common text."""
    style = press.styles.detail
    code = max(measure(word, style.bold) for word in SEVERITIES) + _FINDINGS_GAP
    message = code + max(measure("ARM000", style), measure(group.code, style)) + _FINDINGS_GAP
    for number, finding in enumerate(group.listed or (group.first,)):
        setter = Setter(0.5)
        baseline = setter.baseline(style)
        if not number:
            setter.words(group.severity, 0.0, baseline, style.bold)
            setter.words(group.code, code, baseline, style)
        text = finding.message if group.listed else group.text
        cites = "" if number and group.cites else format_cites(finding.cites)
        setter.lines(f"{text} {cites}".rstrip(), message, press.width - message, style)
        yield setter.panel(below=1)
