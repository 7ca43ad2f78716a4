"""A list that was handed over, as lines: its own text with what was made of each line, its rows, and its findings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from orbat.model.claims import ReadLine
from orbat.model.finding import SEVERITIES, Finding, format_cites
from orbat.model.points import exact, show
from orbat.model.text_words import visible
from orbat.report.report import Report
from orbat.report.rows import Row
from orbat.report.verdict import CheckedSum, checked_sums
from orbat.tui.views.findings import SEVERITY_SIGNS
from orbat.tui.widgets.lines import Line

MARKS = {
    "unread": ("?", "unread", "warning"),
    "differs": ("≠", "differs", "error"),
    "follows": ("≠", "follows", "warning"),
    "unsure": ("~", "unsure", "warning"),
    "read": ("✓", "read", "plain"),
    "left out": ("·", "left out", "faint"),
    "nothing": ("·", "", "faint"),
}
"""How a line of a text is marked: the sign, the word and the role."""


def text_lines(report: Report, text: str) -> Iterator[Line]:
    """The text as it was handed over, each line with its number and a mark; a line's key is its number.

    A line stands as the file's `text` has it, as far as that is a text.
    """
    if report.reading is None:
        return
    original = dict(enumerate(text.splitlines(), 1))
    sums: dict[int, list[CheckedSum]] = {}
    for one in checked_sums(report):
        sums.setdefault(one.claim.line, []).append(one)
    widest = max((len(str(line.number)) for line in report.reading.lines), default=1)
    for line in report.reading.lines:
        sign, word, role = MARKS[_mark(line, sums.get(line.number, []))]
        whole = original.get(line.number, "").rstrip()
        words = whole if line.text.strip() in whole else line.text
        yield Line(key=line.number, name=f"{line.number:>{widest}} {words}", symbol=sign, columns=(word,), role=role)


def _mark(line: ReadLine, sums: list[CheckedSum]) -> str:
    """What is most to be said of a line."""
    wrong = [one.difference for one in sums if one.difference]
    if line.unread:
        return "unread"
    if wrong:
        return "differs" if any(one.is_cause for one in wrong) else "follows"
    if line.alternatives and line.paths:
        return "unsure"
    if line.paths or sums:
        return "read"
    return "left out" if line.explanation else "nothing"


def row_lines(report: Report) -> Iterator[Line]:
    """The list as it was read: every formation and unit with what is written and what it comes to."""
    word = report.book.ruleset.rating_word if report.book else ""
    for place, row in enumerate(report.rows):
        differs = bool(row.claimed) and row.claimed != row.points
        yield Line(
            key=("row", place),
            name=row_name(row),
            depth=row.depth,
            columns=(
                row.options,
                f"{word} {row.rating}" if row.rating else "",
                size_words(row),
                row.claimed,
                f"{'≠ ' if differs else ''}{row.points}",
            ),
            role="plain" if row.sort == "unit" else "head",
        )


def row_name(row: Row) -> str:
    """What a unit is called, or a formation with its general."""
    if row.sort == "unit":
        return row.name
    name = row.name or f"unnamed {row.level}"
    return f"{name} · {row.commander}, {row.quality}" if row.commander else name


def size_words(row: Row) -> str:
    """`15 stands`; of a formation, whether it is off the board."""
    if row.off_board and row.sort == "formation":
        return "off board"
    return row.size_text


def row_words(row: Row) -> str:
    """How a row's points are made up, and what is written."""
    claimed = f"\nThe list says {row.claimed}." if row.claimed else ""
    return f"{visible(row.reason or f'{row.points} points')}{claimed}"


def ranked(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings, the worst first."""
    return tuple(sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity)))


def report_lines(findings: tuple[Finding, ...]) -> Iterator[Line]:
    """A line for each finding, with where it stands in the file."""
    for place, finding in enumerate(findings):
        yield Line(
            key=("finding", place),
            name=f"{finding.severity}: {finding.message} {format_cites(finding.cites)}",
            symbol=SEVERITY_SIGNS[finding.severity],
            columns=(f"line {finding.line}" if finding.line else "",),
            role=finding.severity if finding.severity != "note" else "plain",
        )


# What was made of one line of a typed list, in words: a label and a text on each line.


Told = tuple[str, str]
"""A label, and what it is of."""

WIDE = 15
"""The cells from a label to its text."""

_LABELS = {
    "piece": "points each",
    "each": "points each",
    "line": "points",
    "subtotal": "subtotal",
    "total": "total",
    "left": "points left",
    "size": "agreed size",
    "count": "units",
}


def line_details(report: Report, number: int) -> str:
    """All that was made of the line of that number."""
    line = next((one for one in report.reading.lines if one.number == number), None) if report.reading else None
    return "\n".join(f"  {label:<{WIDE}}{text}" for label, text in _told(report, line)) if line else ""


def _told(report: Report, line: ReadLine) -> Iterator[Told]:
    sums = [one for one in checked_sums(report) if one.claim.line == line.number]
    if line.unread:
        yield "not read", "Nothing was made of it. Enter says what it buys."
    elif not line.paths and not sums:
        yield "no purchase", "It buys nothing and says no points."
    rows = [row for row in report.rows if row.sort == "unit" and row.path in line.paths]
    if rows:
        yield from _unit(report, rows)
    generals = [row for row in report.rows if (*row.path, "commander") in line.paths]
    for row in generals:
        yield "general", f"{row.commander}, {row.quality}"
    for one in sums:
        yield from _sum(one)
    if not any(one.difference and one.difference.reason for one in sums):
        yield from _ours(rows, generals, sums)
    if line.explanation:
        yield "how", line.explanation
    for typed, meant in line.misspelt if line.paths else ():
        yield "spelling", f"{typed} is taken for {meant}"
    for rival in line.alternatives if line.paths else ():
        yield "may be", f"{rival.name} ({rival.similarity} of 100 near)"


def _unit(report: Report, rows: list[Row]) -> Iterator[Told]:
    row = rows[0]
    word = report.book.ruleset.rating_word if report.book else ""
    yield ("unit", row.name) if len(rows) == 1 else (f"{len(rows)} units", f"{row.name} to {rows[-1].name}")
    yield "read as", row.entry or "no entry of the list"
    rating = f"{word} {row.rating}" if row.rating else ""
    yield "made up of", ", ".join(filter(None, (size_words(row) or "size not said", rating, row.options)))


def _sum(one: CheckedSum) -> Iterator[Told]:
    ours = "what it comes to cannot be said" if one.comes_to is None else f"comes to {show(one.comes_to)}"
    yield _LABELS[one.claim.claim_type], f"{show(one.claim.typed)} typed, {ours}"
    if one.difference is None:
        return
    by = show(exact(abs(Fraction(one.shortfall))))
    yield "difference", f"≠ {by} too {'little' if one.shortfall > 0 else 'much'} is typed"
    if one.difference.reason:
        yield "our sum", one.difference.reason
    if one.difference.explained_by:
        yield "it follows", f"from line {', '.join(map(str, one.difference.explained_by))}"


def _ours(rows: list[Row], generals: list[Row], sums: list[CheckedSum]) -> Iterator[Told]:
    """Our price of what no number was typed for, and the sum behind it."""
    if rows and not sums:
        yield "points", f"none typed, comes to {rows[0].points}"
    if rows:
        yield "our sum", rows[0].reason
    for row in generals:
        yield "our sum", row.commander_reason
