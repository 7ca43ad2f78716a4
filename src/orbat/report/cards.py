"""The contents of unit and general cards."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.applicability import alternatives
from orbat.model.book import Book
from orbat.model.path import OrbatPath
from orbat.model.play import PlayNote
from orbat.model.record import Value
from orbat.model.reference import Reference, ReferenceTable
from orbat.model.sourced import Mark
from orbat.model.subject import Subject, is_relevant
from orbat.model.wording import phrase
from orbat.report.abilities import notes_of
from orbat.report.deployment import INDEPENDENT
from orbat.report.included import included_with, included_words, notes_for
from orbat.report.reference import flags_of, subject_of_commander, subject_of_unit, tables_for_card
from orbat.report.report import Report
from orbat.report.roster import Ticks, ticks_of
from orbat.report.rows import Row, formation_heading
from orbat.report.service import service_notes


class Card(Value):
    """The card of a unit or a general."""

    name: str
    details: tuple[str, ...]
    """Short descriptions, such as `12 stands`."""
    formations: tuple[str, ...]
    """The headings of the formations that contain the unit or general, innermost first."""
    points: str
    subject: Subject | None
    """The properties that decide which parts of the reference tables are on the card."""
    tables: tuple[ReferenceTable, ...]
    """The parts of the reference tables."""
    mark: Mark = ""
    """`house` or `inferred` if the points include a house or inferred price, otherwise ""."""
    ticks: Ticks | None = None
    """The boxes to tick on the card, or None."""
    path: OrbatPath = ()
    notes: tuple[PlayNote, ...] = ()
    """The ruleset's notes for such units."""
    abilities: tuple[str, ...] = ()
    """What the unit may and cannot do."""
    history: tuple[str, ...] = ()
    """What the army list's records say about the regiment or general, the most important first."""


def cards_of(report: Report, reference: Reference) -> tuple[Card, ...]:
    """Make the cards of an army, in document order.

    A general has a card only if a part of the reference tables applies.
    """
    if report.book is None or report.orbat is None or report.quote is None:
        return ()
    return tuple(_CardBuilder(report, reference, report.book).cards())


class _CardBuilder:
    def __init__(self, report: Report, reference: Reference, book: Book) -> None:
        assert report.orbat is not None
        assert report.quote is not None
        self.report = report
        self.reference = reference
        self.book = book
        self.rulings = book.rulings(report.orbat)
        flags = flags_of(report)
        entries = {line.path: book.entry(line.list_id, line.unit.entry) for line in report.quote.all_units}
        self.notes = notes_for(report, "cards")
        self.kinds = {path: book.kind(entry) for path, entry in entries.items() if entry}
        self.subjects: dict[tuple[object, ...], Subject | None] = {
            line.path: subject_of_unit(line, book, report.orbat, flags) for line in report.quote.all_units
        }
        self.subjects |= {line.path: subject_of_commander(line, book, flags) for line in report.quote.all_commanders}
        self.tables: dict[Subject, tuple[ReferenceTable, ...]] = {}
        self.history = service_notes(report.orbat, book, report.quote)

    def cards(self) -> Iterator[Card]:
        around: list[str] = []
        for row in self.report.rows:
            if row.sort == "unit":
                depth = len(row.path) // 2 - 1
                yield self._unit(row, around[:depth] or [INDEPENDENT])
                continue
            around = around[: max(0, row.depth - 1)]
            if row.sort == "formation":
                around.append(formation_heading(row.level, row.name))
            subject = self.subjects.get((*row.path, "commander"))
            if row.commander and self._tables(subject):
                yield self._general(row, around or [self.report.title], subject)

    def _tables(self, subject: Subject | None) -> tuple[ReferenceTable, ...]:
        if subject is None:
            return ()
        if subject not in self.tables:
            self.tables[subject] = tables_for_card(self.reference, subject)
        return self.tables[subject]

    def _unit(self, row: Row, around: list[str]) -> Card:
        ruleset = self.book.ruleset
        label = next((one.label for one in ruleset.ratings if one.id == row.rating), "")
        grade = f"{ruleset.rating_word} {row.rating}" if row.rating else ""
        subject = self.subjects[row.path]
        included = included_words(included_with(subject, ruleset)) if subject else ""
        details = (
            row.entry if row.entry != row.name else row.arm,
            f"{grade} ({label})" if label and label != row.rating else grade,
            row.size_text,
            row.options,
            phrase("with {included}", included=included) if included else "",
            row.off_board_text,
        )
        tables, ticks = self._tables(subject), ticks_of(self.kinds[row.path]) if row.path in self.kinds else None
        formations, path = tuple(reversed(around)), row.path
        notes = tuple(note for note in self.notes if subject and is_relevant(alternatives(note.for_), subject))
        facts = (row.name, _without_empty(details), formations, row.points)
        abilities = tuple(one.short for one in notes_of(subject, ruleset, self.rulings)) if subject else ()
        return Card(*facts, subject, tables, row.mark, ticks, path, notes, abilities, self.history.get(path, ()))

    def _general(self, row: Row, around: list[str], subject: Subject | None) -> Card:
        radius = self.book.ruleset.command_radius
        reach = ""
        if radius:
            reach = phrase("command radius {number} {length}", number=radius.number, length=radius.what)
        dice = f"{row.quality} ({row.dice})" if row.dice else row.quality
        details = _without_empty((self.book.ruleset.commander_word, dice, reach, row.off_board_text))
        tables, formations = self._tables(subject), tuple(reversed(around))
        history = self.history.get((*row.path, "commander"), ())
        points = row.commander_points
        return Card(row.commander, details, formations, points, subject, tables, row.mark, history=history)


def _without_empty(details: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(detail for detail in details if detail)
