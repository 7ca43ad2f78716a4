"""An ORBAT as Markdown: a heading, nested bullets and bold totals."""

from __future__ import annotations

import re

from orbat.formats.text import (
    TextLine,
    army_lines,
    finding_lines,
    header_lines,
    settings_line,
    total_line,
    verdict_line,
)
from orbat.model import text_words as notation
from orbat.report.report import Report

_SPECIAL = re.compile(r"[\\`*_\[\]<>&~|#$]")
_NUMBERED = re.compile(r"\A([0-9]{1,9})([.)])")
_BULLET = re.compile(r"\A[-+=:]")


def markdown(report: Report) -> str:
    """The report's ORBAT as Markdown. `orbat.formats.text_reader` can read the Markdown back."""
    title = notation.title(report.orbat.title if report.orbat else report.title)
    parts = [[f"# {escape_markdown(title)}"]]
    if report.orbat is not None:
        parts.append([escape_markdown(notation.name(report.subtitle, "no details"))])
        parts.append([f"`{settings_line(report.orbat)}`"])
        parts.append([_bullet(line) for line in header_lines(report.orbat)])
        parts.append(["## Order of battle"])
        parts.append([_bullet(line) for line in army_lines(report)])
        parts.append([f"**{escape_markdown(total_line(report))}**"])
    parts.append([f"**{escape_markdown(verdict_line(report))}**"])
    if report.findings:
        parts.append(["## Findings"])
        parts.append([f"- {escape_markdown(line)}" for line in finding_lines(report.findings)])
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _bullet(line: TextLine) -> str:
    strong = f"**{escape_markdown(line.strong)}**" if line.strong else ""
    return f"{'  ' * line.depth}- {strong}{escape_markdown(line.rest)}"


def escape_markdown(text: str) -> str:
    """Escape characters that are special in Markdown."""
    text = _SPECIAL.sub(r"\\\g<0>", text)
    text = _NUMBERED.sub(r"\1\\\2", text)
    return "\\" + text if _BULLET.match(text) else text
