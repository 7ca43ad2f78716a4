"""Reports as lines for a terminal or a pipe. Colour only repeats what the words say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from orbat.model.finding import Finding, cited
from orbat.outputs.safe import visible
from orbat.report.report import Report, number
from orbat.report.rows import Row

Role = Literal["error", "warning", "note", "good", "title", "faint"]
Painter = Callable[[str, Role], str]
"""Dresses a piece of text for the terminal; in a pipe it gives the text back."""

WITH_CARET = ("SRC", "TXT", "LST")
"""The families of findings that are about the text itself and show its line."""


def unpainted(text: str, role: Role) -> str:
    """The text as it is."""
    return text


def check_lines(report: Report, paint: Painter = unpainted) -> Iterator[str]:
    """A whole report: what it is of, the findings with their cures, and the verdict last."""
    yield paint(visible(report.title), "title")
    if report.head:
        yield paint(visible(report.head), "faint")
    for finding in report.findings:
        yield from finding_lines(finding, paint, report.text if finding.code.startswith(WITH_CARET) else "")
    role: Role = "good" if report.legal else "error"
    verdict = paint(report.verdict, role)
    yield ". ".join(part for part in (verdict, report.points, report.tally) if part) + "."


def finding_lines(finding: Finding, paint: Painter = unpainted, source: str = "") -> Iterator[str]:
    """One finding: severity, place, what is wrong with its citation, its code, and what to do.

    With a source text the line in question is shown, with a caret under the place.
    """
    place = f"line {finding.line}, column {finding.column}: " if finding.line else ""
    label = paint(f"{finding.severity:<8}", finding.severity)
    yield f"  {label}{place}{visible(finding.message)} {cited(finding.cites)} {paint(finding.code, 'faint')}"
    if source and finding.line:
        yield from _caret(finding, source)
    if finding.help:
        fix = " (a fix is offered)" if finding.fix else ""
        yield f"          {visible(finding.help)}{fix}"


def _caret(finding: Finding, text: str) -> Iterator[str]:
    lines = text.splitlines()
    if finding.line is None or finding.column is None or not 0 < finding.line <= len(lines):
        return
    line = lines[finding.line - 1]
    start = max(0, finding.column - 61)
    shown = visible(line[start : start + 100].replace("\t", " "))
    yield f"          | {shown}"
    yield f"          | {' ' * (finding.column - 1 - start)}^"


def price_lines(report: Report, paint: Painter = unpainted) -> Iterator[str]:
    """Every line's sum with its reason, subtotals of formations, what is off the board and what is left."""
    yield paint(visible(report.title), "title")
    if report.head:
        yield paint(visible(report.head), "faint")
    for row in report.rows:
        yield from _price_row(row, report)
    yield f"{report.points}."


def _price_row(row: Row, report: Report) -> Iterator[str]:
    indent = "  " * max(0, row.depth - 1)
    if row.sort == "unit":
        claimed = f" (written: {row.claimed})" if row.claimed and row.claimed != row.points else ""
        yield f"{indent}{visible(row.name)}: {visible(row.reason)}{claimed}"
        return
    if row.sort == "formation":
        off = ", off the board" if row.off_board else ""
        yield f"{indent}{row.level.capitalize()} {visible(row.name)}{off}: {row.points}"
    if row.commander and report.quote:
        line = next(one for one in report.quote.all_commanders() if one.path == (*row.path, "commander"))
        inner = indent + ("  " if row.sort == "formation" else "")
        yield f"{inner}{visible(row.commander)}: {visible(line.reason)}"


def summary_line(reports: int, legal: int, illegal: int, unread: int) -> str:
    """The last line of a check of several files."""
    return f"{number(reports, 'file')}: {legal} legal, {illegal} not legal, {unread} not read."
