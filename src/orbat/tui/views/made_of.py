"""What was made of one line of a typed list, in words: a label and a text on each line."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from orbat.model.claims import ReadLine
from orbat.model.points import exact, show
from orbat.report.judging import Sum, sums_of
from orbat.report.report import Report
from orbat.report.rows import Row
from orbat.tui.views.checked import size_words

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


def made_of(report: Report, number: int) -> str:
    """All that was made of the line of that number."""
    line = next((one for one in report.reading.lines if one.number == number), None) if report.reading else None
    return "\n".join(f"  {label:<{WIDE}}{text}" for label, text in _told(report, line)) if line else ""


def _told(report: Report, line: ReadLine) -> Iterator[Told]:
    sums = [one for one in sums_of(report) if one.claim.line == line.number]
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
    if line.how:
        yield "how", line.how
    for typed, meant in line.misspelt if line.paths else ():
        yield "spelling", f"{typed} is taken for {meant}"
    for rival in line.rivals if line.paths else ():
        yield "may be", f"{rival.name} ({rival.nearness} of 100 near)"


def _unit(report: Report, rows: list[Row]) -> Iterator[Told]:
    row = rows[0]
    word = report.book.ruleset.rating_word if report.book else ""
    yield ("unit", row.name) if len(rows) == 1 else (f"{len(rows)} units", f"{row.name} to {rows[-1].name}")
    yield "read as", row.entry or "no entry of the list"
    rating = f"{word} {row.rating}" if row.rating else ""
    yield "made up of", ", ".join(filter(None, (size_words(row) or "size not said", rating, row.options)))


def _sum(one: Sum) -> Iterator[Told]:
    ours = "what it comes to cannot be said" if one.comes_to is None else f"comes to {show(one.comes_to)}"
    yield _LABELS[one.claim.sort], f"{show(one.claim.typed)} typed, {ours}"
    if one.difference is None:
        return
    by = show(exact(abs(Fraction(one.by))))
    yield "difference", f"≠ {by} too {'little' if one.by > 0 else 'much'} is typed"
    if one.difference.reason:
        yield "our sum", one.difference.reason
    if one.difference.echo_of:
        yield "it follows", f"from line {', '.join(map(str, one.difference.echo_of))}"


def _ours(rows: list[Row], generals: list[Row], sums: list[Sum]) -> Iterator[Told]:
    """Our price of what no number was typed for, and the sum behind it."""
    if rows and not sums:
        yield "points", f"none typed, comes to {rows[0].points}"
    if rows:
        yield "our sum", rows[0].reason
    for row in generals:
        yield "our sum", row.commander_reason
