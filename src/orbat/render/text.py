"""Reports as lines for a terminal or a pipe. Colour only repeats what the words say.

With a width the lines are broken to fit it, what follows set in under what began; without one they stay whole.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Literal

from orbat.model.finding import Finding, format_cites
from orbat.model.points import exact, show
from orbat.model.text_words import visible
from orbat.report.check_code import check_code
from orbat.report.finding_groups import FindingGroup, grouped, place_words
from orbat.report.report import SUM_CODES, Report
from orbat.report.rows import Row
from orbat.report.verdict import CheckedSum, checked_sums

Role = Literal["error", "warning", "note", "good", "title", "faint"]
Painter = Callable[[str, Role], str]
"""Dresses a piece of text for the terminal; in a pipe it gives the text back."""

WITH_CARET = ("SRC", "TXT", "LST")
"""The families of findings that are about the text itself and show its line."""

HANG = " " * 10
"""What the lines of a finding are set in by after the first."""
MARGIN = f"{HANG}| "
"""What a line shown from a file is set in by."""


def unpainted(text: str, role: Role) -> str:
    """The text as it is."""
    return text


def wrapped(line: str, width: int | None = None, hang: str | None = None) -> list[str]:
    """A line made safe to show, broken to a width; what follows is set in by two more than the line, or by `hang`."""
    line = visible(line)
    if width is None or len(line) <= width:
        return [line]
    if hang is None:
        hang = line[: len(line) - len(line.lstrip(" "))] + "  "
    return textwrap.wrap(line, width, subsequent_indent=hang, break_on_hyphens=False) or [""]


def check_lines(report: Report, paint: Painter = unpainted, width: int | None = None, offer: str = "") -> Iterator[str]:
    """A whole report: what it is of with its check code, the findings with their cures, and the verdict last.

    `offer` is said of each error that can be mended by itself. Before all else stands what to make of the sums, where
    somebody typed some in a list of his own or they are wrong; those of a typed list are shown beside ours.
    """
    yield from _on_sums(report, paint, width)
    yield from _head(report, paint, width)
    if report.orbat:
        yield paint(f"Check code {check_code(report.orbat)}", "faint")
    if report.reading:
        for line in sum_lines(report):
            yield from wrapped(line, width)
    yield from findings_lines(report.findings, paint, report.text, width, offer)
    for line in _of_army(report):
        yield from (paint(one, "faint") for one in wrapped(line, width))
    role: Role = "good" if report.legal else "error"
    words = ". ".join(part for part in (report.verdict, report.points, report.other_counts) if part) + "."
    first, *others = wrapped(words, width)
    if first.startswith(report.verdict):
        first = paint(report.verdict, role) + first.removeprefix(report.verdict)
    yield from (first, *others)


def _of_army(report: Report) -> Iterator[str]:
    """The flags of the army and its breaking point, where its ruleset has such."""
    if report.book is None or not (report.book.ruleset.flags or report.book.ruleset.breaking_point):
        return
    from orbat.report.breaking_point import army_flags, breaking_point

    if raised := army_flags(report):
        yield f"Army flags: {'; '.join(trait.label for trait in raised)}."
    if found := breaking_point(report):
        yield f"Breaking point: {found.words} {found.cites}".rstrip() + "."


def _on_sums(report: Report, paint: Painter, width: int | None) -> Iterator[str]:
    wrong = any(finding.severity == "error" and finding.code in SUM_CODES for finding in report.findings)
    if report.readable and (report.reading or wrong):
        from orbat.report.verdict import verdict_summary

        for line in wrapped(verdict_summary(report), width):
            yield paint(line, "good" if report.legal else "error")


def verdict_line(report: Report) -> str:
    """`Legal. 788 of 800 points, 12 left.`, for the end of what a command says it has done."""
    return ". ".join(part for part in (report.verdict, report.points) if part) + "."


def _head(report: Report, paint: Painter, width: int | None) -> Iterator[str]:
    for line in wrapped(report.title if report.readable else report.source, width):
        yield paint(line, "title")
    if report.subtitle:
        for line in wrapped(report.subtitle, width):
            yield paint(line, "faint")


def findings_lines(
    findings: Iterable[Finding], paint: Painter = unpainted, source: str = "", width: int | None = None, offer: str = ""
) -> Iterator[str]:
    """Findings in groups: severity, place, what is wrong with its citation, the code, and what to do.

    With a source text a finding about the text itself shows the line in question, with a caret under the place. `offer`
    is added to the help of errors that have a fix.
    """
    for group in grouped(findings):
        yield from _group_lines(group, paint, source, width, offer)


def finding_lines(finding: Finding) -> Iterator[str]:
    """One finding, as `findings_lines` shows it."""
    return findings_lines((finding,))


def _group_lines(group: FindingGroup, paint: Painter, source: str, width: int | None, offer: str) -> Iterator[str]:
    label = f"  {group.severity:<8}"
    hang = f"{HANG}  " if group.listed else HANG
    first = group.first
    place, message = (place_words(first), first.message) if group.listed else (group.place, group.text)
    words = " ".join(part for part in (message, format_cites(first.cites), group.code) if part)
    lines = wrapped(f"{label}{place}{words}", width, hang)
    if lines[0].startswith(label):
        lines[0] = f"  {paint(label[2:], group.severity)}{lines[0].removeprefix(label)}"
    if lines[-1].endswith(group.code):
        lines[-1] = lines[-1].removesuffix(group.code) + paint(group.code, "faint")
    yield from lines
    for number, finding in enumerate(group.listed or group.findings[:1]):
        if number:
            cites = "" if group.cites else format_cites(finding.cites)
            yield from wrapped(f"{HANG}{place_words(finding)}{finding.message} {cites}".rstrip(), width, hang)
        yield from _caret(finding, source, width)
        if not group.help:
            yield from _help(finding.help, (finding,), hang, width, offer)
    yield from _help(group.help, group.findings, HANG, width, offer)


def _help(help: str, findings: Sequence[Finding], hang: str, width: int | None, offer: str) -> Iterator[str]:
    if help:
        can_fix = any(one.fix and one.severity == "error" for one in findings)
        yield from wrapped(f"{hang}{help} ({offer})" if offer and can_fix else f"{hang}{help}", width, hang)


def _caret(finding: Finding, text: str, width: int | None) -> Iterator[str]:
    """The line that a finding about the text is about, cut so that its place is in sight, and a caret under that."""
    if not finding.code.startswith(WITH_CARET) or finding.line is None or finding.column is None:
        return
    lines = text.splitlines()
    if not 0 < finding.line <= len(lines):
        return
    line = lines[finding.line - 1]
    room = 100 if width is None else max(20, width - len(MARGIN))
    start = max(0, finding.column - 1 - room * 3 // 5)
    yield f"{MARGIN}{visible(line[start : start + room])}"
    yield f"{MARGIN}{' ' * (finding.column - 1 - start)}^"


def price_lines(report: Report, paint: Painter = unpainted, width: int | None = None) -> Iterator[str]:
    """Every line's sum with its reason, subtotals of formations, what is off the board and what is left."""
    yield from _head(report, paint, width)
    for row in report.rows:
        for line in _price_row(row):
            yield from wrapped(line, width)
    yield from wrapped(f"{report.points}.", width)


def _price_row(row: Row) -> Iterator[str]:
    indent = "  " * max(0, row.depth - 1)
    if row.sort == "unit":
        claimed = f" (written: {row.claimed})" if row.claimed and row.claimed != row.points else ""
        yield f"{indent}{row.name}: {row.reason}{claimed}"
        return
    if row.sort == "formation":
        off = ", off the board" if row.off_board else ""
        yield f"{indent}{row.level.capitalize()} {row.name}{off}: {row.points}"
    if row.commander:
        inner = indent + ("  " if row.sort == "formation" else "")
        yield f"{inner}{row.commander}: {row.commander_reason}"


# Every number that somebody typed beside ours, as lines.


LONGEST = 50
"""So much of what a number is of is shown."""
_HEAD = ("line", "typed", "comes to", "difference", "of")


def sum_lines(report: Report) -> Iterator[str]:
    """A table: the line of the text, what was typed, what it comes to, the difference, and what it is of."""
    rows = [_HEAD, *(_row(one) for one in checked_sums(report))]
    if len(rows) == 1:
        return
    widest = [max(len(row[place]) for row in rows) for place in range(4)]
    for row in rows:
        figures = "  ".join(f"{cell:>{wide}}" for cell, wide in zip(row[:4], widest, strict=True))
        yield f"  {figures}  {row[4]}"


def _row(one: CheckedSum) -> tuple[str, ...]:
    what = visible(one.what)
    ours = "?" if one.comes_to is None else show(one.comes_to)
    by = f"{'+' if one.shortfall > 0 else '-'}{show(exact(abs(Fraction(one.shortfall))))}" if one.shortfall else ""
    echo = "  (follows)" if one.difference and not one.difference.is_cause else ""
    what = what if len(what) <= LONGEST else f"{what[:LONGEST]}..."
    return (str(one.claim.line or ""), show(one.claim.typed), ours, by, what + echo)
