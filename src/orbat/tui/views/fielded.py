"""The formations and units that may take the field, as lines to tick."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.evaluate.quote import FormationLine, Quote
from orbat.model.book import Book
from orbat.model.orbat import Orbat
from orbat.model.wording import phrase
from orbat.report.report import Report
from orbat.report.rows import Row, RowBuilder
from orbat.tui.steps.fielded import Ticked, tickable
from orbat.tui.widgets.lines import Line


def fielded_lines(orbat: Orbat, quote: Quote, book: Book, ticked: Ticked) -> tuple[Line, ...]:
    """A line for every formation and unit, with points.

    `orbat` must be the result of `with_ticked`, and `quote` must have the prices of this ORBAT.
    """
    return tuple(_lines(quote, RowBuilder(orbat, quote, book), ticked))


def _lines(quote: Quote, rows: RowBuilder, ticked: Ticked) -> Iterator[Line]:
    def within(line: FormationLine, depth: int) -> Iterator[Line]:
        inside = tickable(line.formation, line.path)
        yield _line(rows.formation(line, depth), depth, inside, ticked)
        for unit in line.written.units:
            yield _line(rows.unit(unit, depth + 1), depth + 1, frozenset((unit.path,)), ticked)
        for inner in line.written.formations:
            yield from within(inner, depth + 1)

    for line in quote.written.formations:
        yield from within(line, 0)
    for unit in quote.written.units:
        yield _line(rows.unit(unit, 0), 0, frozenset((unit.path,)), ticked)


def _line(row: Row, depth: int, inside: Ticked, ticked: Ticked) -> Line:
    name = row.name or phrase("unnamed {level}", level=row.level)
    sign = "x" if inside <= ticked else " " if inside.isdisjoint(ticked) else "-"
    return Line(
        key=row.path,
        name=f"[{sign}] {name}",
        depth=depth,
        columns=(row.code, row.named_size or row.size, row.points),
        role="faint" if sign == " " else "head" if row.sort == "formation" else "plain",
    )


def fielded_words(orbat: Orbat, quote: Quote, book: Book) -> str:
    """The total against the agreed size, and the number of units that stay at home."""
    report = Report("", orbat, book, quote, ())
    return ". ".join(filter(None, (report.points, report.at_home)))
