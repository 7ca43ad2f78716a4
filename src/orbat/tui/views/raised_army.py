"""The preview of a generated army: a summary and lines."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.generator.raise_army import RaisedArmy
from orbat.model.book import Book
from orbat.model.failure import failures_in
from orbat.model.orbat import units_of
from orbat.model.wording import phrase, plural
from orbat.report.report import Report
from orbat.report.rows import Row
from orbat.tui.widgets.lines import Line


def raised_words(raised: RaisedArmy, book: Book) -> str:
    """A summary of a generated army: title, date, theatre, number of units, total and style."""
    count = sum(1 for _ in units_of(raised.orbat))
    title, date, proof = raised.orbat.title, raised.orbat.date, raised.proof
    army_list = book.lists[raised.orbat.army_list.id] if raised.orbat.army_list else None
    theatre = army_list.theatre_of(raised.orbat.theatre) if army_list else None
    if date and theatre:
        title = phrase("{title} in {date} ({theatre})", title=title, date=date.in_words, theatre=theatre.name)
    elif date:
        title = phrase("{title} in {date}", title=title, date=date.in_words)
    words = plural(
        count, "{title}: {count} unit, {proof}.", "{title}: {count} units, {proof}.", title=title, proof=proof
    )
    if raised.style_note:
        words = phrase("{summary} {style_note}", summary=words, style_note=raised.style_note)
    if failures_in(raised.findings):
        return phrase("{summary} Unfinished: an internal error stopped the check.", summary=words)
    return words


def raised_lines(raised: RaisedArmy, book: Book) -> tuple[Line, ...]:
    """The formations and units of a generated army, then warnings."""
    report = Report("", raised.orbat, book, raised.quote, raised.findings)
    return (*(_line(row, book) for row in report.rows), *_ignored_advice(raised))


def _line(row: Row, book: Book) -> Line:
    rated = f"{book.ruleset.rating_word} {row.rating}" if row.rating.isdecimal() else row.rating
    details = (row.name or phrase("unnamed {level}", level=row.level), row.size_text, rated, row.points)
    role = "plain" if row.sort == "unit" else "head"
    return Line(key=row.path, name=", ".join(filter(None, details)), depth=row.depth, role=role)


def _ignored_advice(raised: RaisedArmy) -> Iterator[Line]:
    for number, finding in enumerate(raised.warnings):
        yield Line(key=number, name=phrase("Ignored: {advice}", advice=finding.message), role="warning")
    if raised.advice_note:
        yield Line(key="advice", name=raised.advice_note, role="warning")
