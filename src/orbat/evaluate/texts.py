"""The texts of an ORBAT that players write, as cases for text rules."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.evaluate.quote import CommanderLine, ExactPoints, FormationLine, Quote, UnitLine
from orbat.evaluate.rule import TextCase, TextField
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.path import OrbatPath


class _Texts:
    """Makes cases for one army. Empty texts have no case."""

    def __init__(self, book: Book, date: Date | None, list_id: str) -> None:
        self.book = book
        self.date = date
        self.list_id = list_id

    def case(
        self,
        field: TextField,
        text: str,
        path: OrbatPath,
        record: Orbat | Formation | Commander | Unit,
        points: ExactPoints,
        list_id: str = "",
    ) -> Iterator[TextCase]:
        if text:
            yield TextCase(field, text, path, record, points, list_id or self.list_id, self.date, self.book)

    def named(
        self,
        path: OrbatPath,
        record: Formation | Commander | Unit,
        points: ExactPoints,
        list_id: str = "",
    ) -> Iterator[TextCase]:
        yield from self.case("name", record.name, (*path, "name"), record, points, list_id)
        yield from self.case("note", record.note, (*path, "note"), record, points, list_id)

    def commander(self, line: CommanderLine | None) -> Iterator[TextCase]:
        if line:
            yield from self.named(line.path, line.commander, line.points)

    def units(self, lines: tuple[UnitLine, ...]) -> Iterator[TextCase]:
        for line in lines:
            yield from self.named(line.path, line.unit, line.points, line.list_id)


def texts_of_head(orbat: Orbat, quote: Quote, book: Book, date: Date | None) -> Iterator[TextCase]:
    """The texts at the head of an ORBAT, and those of its independent units."""
    texts = _Texts(book, date, orbat.army_list.id if orbat.army_list else "")
    yield from texts.case("title", orbat.title, ("title",), orbat, quote.total)
    yield from texts.case("player", orbat.player, ("player",), orbat, quote.total)
    yield from texts.case("note", orbat.note, ("note",), orbat, quote.total)
    for number, tag in enumerate(orbat.tags):
        yield from texts.case("tags", tag, ("tags", number), orbat, quote.total)
    yield from texts.commander(quote.commander)
    yield from texts.units(quote.units)


def texts_of_formation(line: FormationLine, book: Book, date: Date | None) -> Iterator[TextCase]:
    """The texts of a formation, its commander and its own units, but not of formations inside it."""
    texts = _Texts(book, date, line.list_id)
    yield from texts.named(line.path, line.formation, line.points)
    yield from texts.commander(line.commander)
    yield from texts.units(line.units)
