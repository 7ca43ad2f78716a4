"""Reports as lines for a terminal or a pipe. No information is given by colour alone.

With a width, lines are wrapped with a hanging indent.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from orbat.model.finding import Finding, format_cites
from orbat.model.points import show
from orbat.model.text_words import visible
from orbat.model.wording import phrase
from orbat.report.basis_item import unusual_details, usual_details
from orbat.report.finding_groups import FindingGroup, place_prefix, with_headings
from orbat.report.prices import signed_points
from orbat.report.report import Report
from orbat.report.rows import Row
from orbat.report.verdict import Verdict

if TYPE_CHECKING:
    from orbat.report.sums import CheckedSum

Role = Literal["error", "warning", "note", "good", "title", "faint"]
Painter = Callable[[str, Role], str]
"""A function that colours a text for the terminal, or returns it unchanged for a pipe."""

WITH_CARET = ("SRC", "TXT", "LST")
"""The first letters of the codes of findings about the text of a file. Below such a finding, the line of the file is
quoted, with a caret under the position."""

HANG = " " * 10
"""The hanging indent of a finding."""
MARGIN = f"{HANG}| "
"""The indent of a line that is quoted from a file."""


def unpainted(text: str, role: Role) -> str:
    """Return the text unchanged."""
    return text


def wrapped(line: str, width: int | None = None, hang: str | None = None) -> list[str]:
    """Wrap a line to a width, and replace control and invisible characters.

    `hang` is the indent of all lines after the first. The default is the first line's indent plus two spaces.
    """
    line = visible(line)
    if width is None or len(line) <= width:
        return [line]
    if hang is None:
        hang = line[: len(line) - len(line.lstrip(" "))] + "  "
    return textwrap.wrap(line, width, subsequent_indent=hang, break_on_hyphens=False) or [""]


def check_lines(
    report: Report,
    paint: Painter = unpainted,
    width: int | None = None,
    fix_hint: str = "",
    *,
    explain_reading: bool = False,
) -> Iterator[str]:
    """Yield a complete report: verdict, title, check code, findings, army traits and breaking point.

    For a typed list, a table compares the typed numbers with the correct numbers. With `explain_reading`, the roles of
    lines and numbers come before the table. `fix_hint` is added to the help of errors with an automatic fix.
    """
    yield from _verdict_lines(report, paint, width)
    yield from header_lines(report, paint, width)
    for line in _basis_lines(report):
        yield from (paint(one, "faint") for one in wrapped(line, width))
    if report.reading:
        if explain_reading:
            yield from reading_lines(report, width)
        for line in sum_lines(report):
            yield from wrapped(line, width)
    yield from findings_lines(report.findings, paint, report.text, width, fix_hint)
    for line in _army_lines(report):
        yield from (paint(one, "faint") for one in wrapped(line, width))


def _verdict_lines(report: Report, paint: Painter, width: int | None) -> Iterator[str]:
    verdict, sums = report.verdict, ""
    if report.reading or verdict.wrong_is_error:
        from orbat.report.sums import sums_sentence

        sums = sums_sentence(report)
    parts = (verdict.headline, sums, report.points, report.at_home, report.other_counts)
    words = ". ".join(part for part in parts if part) + "."
    first, *others = wrapped(words, width)
    headline = first[: len(visible(verdict.headline))]
    yield paint(headline, verdict_role(verdict)) + first.removeprefix(headline)
    yield from others


def verdict_role(verdict: Verdict) -> Role:
    """The role that selects the colour of a verdict: `good`, `warning` or `error`."""
    # A legal army with doubts or house limits that are not kept has the role `warning`.
    return "good" if verdict.plain else "warning" if verdict.legal or verdict.rules == "partial" else "error"


def _basis_lines(report: Report) -> Iterator[str]:
    if report.orbat:
        yield "; ".join([phrase("Check code {code}", code=report.check_code), *usual_details(report.basis)])
    # those that come from findings are listed with the findings
    yield from unusual_details(report.basis)


def _army_lines(report: Report) -> Iterator[str]:
    if report.book is None or not (report.book.ruleset.flags or report.book.ruleset.breaking_point):
        return
    from orbat.report.breaking_point import army_flags, breaking_point

    if flags := army_flags(report):
        yield phrase("Army: {flags}.", flags="; ".join(flag.label for flag in flags))
    if found := breaking_point(report):
        point = f"{found.words} {found.cites}".rstrip()
        yield phrase("Breaking point: {point}.", point=point)


def verdict_line(report: Report) -> str:
    """The verdict and the points in one line: `Legal. 788 of 800 points, 12 left.`"""
    return ". ".join(part for part in (report.verdict.headline, report.points, report.at_home) if part) + "."


def header_lines(report: Report, paint: Painter, width: int | None) -> Iterator[str]:
    for line in wrapped(report.heading if report.readable else report.source, width):
        yield paint(line, "title")
    if report.subtitle:
        for line in wrapped(report.subtitle, width):
            yield paint(line, "faint")


def findings_lines(
    findings: Iterable[Finding],
    paint: Painter = unpainted,
    source: str = "",
    width: int | None = None,
    fix_hint: str = "",
) -> Iterator[str]:
    """Yield findings in groups. Each group has a severity, position, message, citations, code and help.

    If `source` (the text of the file) is given, the lines of the file are quoted. `fix_hint` is added to the help of
    errors with an automatic fix.
    """
    for heading, group in with_headings(findings):
        if heading:
            yield f"  {heading}:"
        yield from _group_lines(group, paint, source, width, fix_hint)


def _group_lines(group: FindingGroup, paint: Painter, source: str, width: int | None, fix_hint: str) -> Iterator[str]:
    label = f"  {group.severity:<8}"
    hang = f"{HANG}  " if group.listed else HANG
    first = group.first
    place, message = (place_prefix(first), first.message) if group.listed else (group.place, group.text)
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
            yield from wrapped(f"{HANG}{place_prefix(finding)}{finding.message} {cites}".rstrip(), width, hang)
        yield from _caret(finding, source, width)
        if not group.help:
            yield from _help(finding.help, (finding,), hang, width, fix_hint)
    yield from _help(group.help, group.findings, HANG, width, fix_hint)


def _help(help: str, findings: Sequence[Finding], hang: str, width: int | None, fix_hint: str) -> Iterator[str]:
    if help:
        can_fix = any(one.fix and one.severity == "error" for one in findings)
        yield from wrapped(f"{hang}{help} ({fix_hint})" if fix_hint and can_fix else f"{hang}{help}", width, hang)


def _caret(finding: Finding, text: str, width: int | None) -> Iterator[str]:
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
    """Yield the points of units and generals with calculations, then the army's total."""
    yield from header_lines(report, paint, width)
    # A formation has a line with its subtotal, which also says if the formation is off the board.
    for row in report.rows:
        for line in _price_row(row):
            yield from wrapped(line, width)
    yield from wrapped(f"{report.points}.", width)


def _price_row(row: Row) -> Iterator[str]:
    indent = "  " * max(0, row.depth - 1)
    if row.sort == "unit":
        fields = {"name": row.name, "sum": row.reason, "claimed": row.claimed}
        if row.claimed and row.claimed != row.points:
            yield indent + phrase("{name}: {sum} (written points: {claimed})", **fields)
        else:
            yield indent + phrase("{name}: {sum}", **fields)
        return
    if row.sort == "formation":
        fields = {"level": row.level.capitalize(), "name": row.name, "points": row.points}
        if row.off_board:
            yield indent + phrase("{level} {name}, off the board: {points}", **fields)
        else:
            yield indent + phrase("{level} {name}: {points}", **fields)
    if row.commander:
        inner = indent + ("  " if row.sort == "formation" else "")
        yield inner + phrase("{name}: {sum}", name=row.commander, sum=row.commander_reason)


# The roles of lines and numbers.


_TABLE_WIDTH = 80
"""The maximum width of the table without a terminal, in columns."""


def reading_lines(report: Report, width: int | None = None) -> Iterator[str]:
    """Yield a table that shows how each line of a typed list, and each number in the line, was read.

    `width` is the width of the terminal in characters. None means at most 80 characters.
    """
    from orbat.report.read_roles import line_roles

    rows = list(line_roles(report))
    if not rows:
        return
    certain = any(row.confidence for row in rows)
    heads = ("line", "read as", *(("certain",) if certain else ()))
    cells = [(str(row.number), row.role, *((row.confidence or "sure",) if certain else ())) for row in rows]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    margin = " " * (sum(widths) + 2 * len(widths) + 2)

    def line(left: tuple[str, ...], text: str) -> list[str]:
        words = (f"{one:<{room}}" for one, room in zip(left[1:], widths[1:], strict=True))
        start = "  ".join(["", f"{left[0]:>{widths[0]}}", *words, ""])
        return textwrap.wrap(start + text, width or _TABLE_WIDTH, subsequent_indent=margin)

    yield from line(heads, "text, and its numbers")
    for row, left in zip(rows, cells, strict=True):
        yield from line(left, visible(row.text))
        roles = "; ".join(phrase("{number} {role}", number=typed, role=word) for typed, word in row.numbers)
        if roles:
            yield from textwrap.wrap(
                visible(roles), width or _TABLE_WIDTH, initial_indent=f"{margin}= ", subsequent_indent=f"{margin}  "
            )


# A table of typed and right numbers.


MAX_DESCRIPTION = 50
"""The maximum length of a description in the table of typed numbers, in characters."""
_COLUMNS = ("line", "typed", "right", "difference", "item")


def sum_lines(report: Report) -> Iterator[str]:
    """Yield a table that compares typed numbers with the correct numbers.

    The columns are the line, the typed number, the correct number, the difference and a description.
    """
    from orbat.report.sums import checked_sums

    rows = [_COLUMNS, *(_row(one) for one in checked_sums(report))]
    if len(rows) == 1:
        return
    widest = [max(len(row[place]) for row in rows) for place in range(4)]
    for row in rows:
        figures = "  ".join(f"{cell:>{wide}}" for cell, wide in zip(row[:4], widest, strict=True))
        yield f"  {figures}  {row[4]}"


def _row(one: CheckedSum) -> tuple[str, ...]:
    what = visible(one.what)
    what = what if len(what) <= MAX_DESCRIPTION else f"{what[:MAX_DESCRIPTION]}..."
    if one.difference and not one.difference.is_cause:
        what = phrase("{what}  (caused by another wrong number)", what=what)
    right = "?" if one.calculated is None else show(one.calculated)
    difference = signed_points(one.shortfall) if one.shortfall else ""
    return (str(one.claim.line or ""), show(one.claim.typed), right, difference, what)
