"""A raised army before it is taken: in a sentence, and as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from orbat.generator.raise_army import RaisedArmy
from orbat.generator.request import Style
from orbat.model.book import Book
from orbat.model.failure import failures_in
from orbat.model.orbat import units_of
from orbat.report.report import Report
from orbat.report.rows import Row
from orbat.tui.widgets.lines import Line

STYLE_NOTES: Mapping[Style, str] = {
    "balanced": "something of every arm",
    "infantry": "mostly foot",
    "cavalry": "as much horse as foot",
    "guns": "many batteries",
    "elite": "few and good",
    "horde": "many and cheap",
    "historical": "what the army had most of",
}
"""What each style leans to, in words."""


def raised_words(raised: RaisedArmy) -> str:
    """What it comes to, of how many units and when, and what is proved."""
    count = sum(1 for _ in units_of(raised.orbat))
    when = f" in {raised.orbat.date.in_words}" if raised.orbat.date else ""
    unfinished = " Unfinished: an internal error stopped the check." if failures_in(raised.findings) else ""
    return f"{raised.orbat.title}{when}: {count} units, {raised.proof}.{unfinished}"


def raised_lines(raised: RaisedArmy, book: Book) -> tuple[Line, ...]:
    """Its formations and units, and what it does not heed."""
    report = Report("", raised.orbat, book, raised.quote, raised.findings)
    return (*(_line(row, book) for row in report.rows), *_unheeded(raised))


def _line(row: Row, book: Book) -> Line:
    rated = f"{book.ruleset.rating_word} {row.rating}" if row.rating.isdecimal() else row.rating
    facts = (row.name or f"unnamed {row.level}", row.size_text, rated, row.points)
    role = "plain" if row.sort == "unit" else "head"
    return Line(key=row.path, name=", ".join(filter(None, facts)), depth=row.depth, role=role)


def _unheeded(raised: RaisedArmy) -> Iterator[Line]:
    """The advice that it does not heed, and what an army that does would come to."""
    for number, finding in enumerate(raised.ignored_advice):
        yield Line(key=number, name=f"not heeded: {finding.message}", role="warning")
    if raised.advice_note:
        yield Line(key="heeding", name=raised.advice_note, role="warning")
