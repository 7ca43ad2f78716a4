"""A raised army before it is taken: in a sentence, and as lines."""

from __future__ import annotations

from collections.abc import Mapping

from orbat.model.book import Book
from orbat.model.orbat import units_of
from orbat.muster.raising import Raised
from orbat.muster.wish import Style
from orbat.report.report import Report
from orbat.tui.widgets.lines import Line

LEANINGS: Mapping[Style, str] = {
    "balanced": "something of every arm",
    "infantry": "mostly foot",
    "cavalry": "as much horse as foot",
    "guns": "many batteries",
    "elite": "few and good",
    "horde": "many and cheap",
    "historical": "what the army had most of",
}
"""What each style leans to, in words."""


def raised_words(raised: Raised) -> str:
    """What it comes to, of how many units, and what is proved."""
    count = sum(1 for _ in units_of(raised.orbat))
    return f"{raised.orbat.title}: {count} units, {raised.proof}."


def raised_lines(raised: Raised, book: Book) -> tuple[Line, ...]:
    """Its formations and units."""
    report = Report("", raised.orbat, book, raised.quote, raised.findings)
    return tuple(
        Line(
            key=row.path,
            name=f"{row.name or f'unnamed {row.level}'}, {row.points}",
            depth=row.depth,
            role="plain" if row.sort == "unit" else "head",
        )
        for row in report.rows
    )
