"""The contents of unit and general cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from orbat.evaluate.pricing import size_of
from orbat.model.applicability import alternatives
from orbat.model.book import Book
from orbat.model.kinds import Symbol
from orbat.model.path import OrbatPath
from orbat.model.play import PlayNote
from orbat.model.record import Value
from orbat.model.reference import Reference, ReferenceTable
from orbat.model.ruleset import Ruleset
from orbat.model.sourced import Mark
from orbat.model.subject import Subject, is_relevant
from orbat.model.wording import phrase
from orbat.report.abilities import notes_of
from orbat.report.deployment import INDEPENDENT
from orbat.report.included import included_with, included_words
from orbat.report.reference import flags_of, subject_of_commander, subject_of_unit, tables_for_card
from orbat.report.report import Report
from orbat.report.roster import Ticks, UnitStrength, counted_strength, labels_for, thresholds, ticks_of
from orbat.report.rows import Row, formation_heading
from orbat.report.service import service_notes


class CardUnit(Value):
    """A unit or general on a card, with boxes."""

    name: str
    formation: str
    """The heading of the innermost formation around them."""
    path: OrbatPath


class Card(Value):
    """The card of a general, of a unit, or of identical units."""

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
    more_tables: tuple[ReferenceTable, ...] = ()
    """The tables with the rows that are printed only if there is room. Empty without such rows."""
    mark: Mark = ""
    """`house` or `inferred` if the points include a house or inferred price, otherwise ""."""
    entry: str = ""
    """The entry or, for a unit with the name of its entry, the arm. Printed before the details."""
    symbol: Symbol | None = None
    units: tuple[CardUnit, ...] = ()
    """The units or generals that use the card."""
    strength: UnitStrength | None = None
    """The strength of each unit in stands, guns or equal boxes, or None."""
    ticks: Ticks | None = None
    """The boxes of each unit, if there is not one for each stand, or None."""
    marks: tuple[str, ...] = ()
    """Further boxes of each unit to tick."""
    notes: tuple[PlayNote, ...] = ()
    """The ruleset's notes for such units."""
    abilities: tuple[str, ...] = ()
    """What the unit may and cannot do."""
    history: tuple[str, ...] = ()
    """What the army list's records say about the regiment or general, the most important first."""
    of_any: str = ""
    """The entry of the units, as the name of a shared card. "" if other units cannot share the card."""

    @property
    def thresholds(self) -> tuple[str, ...]:
        """What lost stands or crossed boxes mean for a unit, such as `removed at: 2`."""
        return thresholds(self.strength, self.ticks)

    @property
    def bars(self) -> tuple[int, ...]:
        """The positions, from 1, of the boxes at which a rule applies, such as a retreat.

        The box for half strength is not included.
        """
        if self.ticks:
            return tuple(step.at for step in self.ticks.steps)
        return (self.strength.to_removal,) if self.strength and self.strength.removed else ()


def cards_of(report: Report, reference: Reference) -> tuple[Card, ...]:
    """Make the cards of an army, in document order.

    A general has a card only if a reference table applies to the general. Earthworks and other works have no card.
    """
    if report.book is None or report.orbat is None or report.quote is None:
        return ()
    return tuple(_CardBuilder(report, reference, report.book).cards())


def groups_of_cards(cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Group the cards of identical units and generals. Each group is at the place of its first card."""
    alike: dict[object, list[Card]] = {}
    for number, card in enumerate(cards):
        common = replace(card, name="", formations=(), units=(), history=(), entry="")
        alike.setdefault(common if card.of_any else number, []).append(card)
    return tuple(map(tuple, alike.values()))


def shared_card(cards: Sequence[Card]) -> Card:
    """One card for the units of a group, with the name of their entry. The card of a single unit is unchanged."""
    first = cards[0]
    if len(cards) == 1:
        return first
    units = tuple(unit for card in cards for unit in card.units)
    return replace(first, name=first.of_any, entry="", units=units, history=())


class BlankCard(Value):
    """The texts and boxes of an empty card."""

    titles: tuple[str, ...]
    """The titles of the tables on cards."""
    boxes: int | None
    """The number of boxes for hits. None if units have a box for each stand, and so as many as fit are printed."""
    ticks: tuple[str, ...]
    """The labels of all states and marks on cards."""


def blank_card(reference: Reference, ruleset: Ruleset) -> BlankCard:
    """The texts and boxes of a ruleset's empty cards."""
    troops = [kind for kind in ruleset.kinds.values() if not (kind.staff or kind.works)]
    tracks = [kind.track for kind in troops if kind.track]
    states = [state for track in tracks if not track.boxes for state in track.states]
    return BlankCard(
        titles=tuple(dict.fromkeys(table.short or table.title for table in reference.tables if table.cards != "none")),
        boxes=None if len(tracks) < len(troops) else max((track.boxes or 0 for track in tracks), default=0),
        ticks=tuple(dict.fromkeys((*states, *(mark.label for mark in ruleset.marks)))),
    )


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
        self.notes = tuple(note for note in book.ruleset.notes if "cards" in note.show)
        self.kinds = {path: book.kind(entry) for path, entry in entries.items() if entry}
        self.symbols = {path: book.symbol(entry) for path, entry in entries.items() if entry}
        self.strengths = {
            line.path: counted_strength(
                size_of(line.unit, self.kinds[line.path]), self.kinds[line.path], book.ruleset.victory
            )
            for line in report.quote.all_units
            if line.path in self.kinds
        }
        self.subjects: dict[tuple[object, ...], Subject | None] = {
            line.path: subject_of_unit(line, book, report.orbat, flags) for line in report.quote.all_units
        }
        self.subjects |= {line.path: subject_of_commander(line, book, flags) for line in report.quote.all_commanders}
        self.tables: dict[tuple[Subject, bool], tuple[ReferenceTable, ...]] = {}
        self.history = service_notes(report.orbat, book, report.quote)

    def cards(self) -> Iterator[Card]:
        around: list[str] = []
        for row in self.report.rows:
            if row.sort == "unit":
                if row.path in self.kinds and self.kinds[row.path].works:
                    continue
                depth = len(row.path) // 2 - 1
                yield self._unit(row, around[:depth] or [INDEPENDENT])
                continue
            around = around[: max(0, row.depth - 1)]
            if row.sort == "formation":
                around.append(formation_heading(row.level, row.name))
            subject = self.subjects.get((*row.path, "commander"))
            if row.commander and self._tables(subject):
                yield self._general(row, around or [self.report.title], subject)

    def _tables(self, subject: Subject | None, *, in_full: bool = False) -> tuple[ReferenceTable, ...]:
        if subject is None:
            return ()
        key = (subject, in_full)
        if key not in self.tables:
            self.tables[key] = tables_for_card(self.reference, subject, in_full=in_full)
        return self.tables[key]

    def _more_tables(self, subject: Subject | None) -> tuple[ReferenceTable, ...]:
        found = self._tables(subject, in_full=True)
        return () if found == self._tables(subject) else found

    def _notes(self, subject: Subject | None) -> tuple[PlayNote, ...]:
        return tuple(note for note in self.notes if subject and is_relevant(alternatives(note.for_), subject))

    def _unit(self, row: Row, around: list[str]) -> Card:
        ruleset = self.book.ruleset
        label = next((one.label for one in ruleset.ratings if one.id == row.rating), "")
        grade = f"{ruleset.rating_word} {row.rating}" if row.rating else ""
        subject = self.subjects[row.path]
        included = included_words(included_with(subject, ruleset)) if subject else ""
        details = (
            f"{grade} ({label})" if label and label != row.rating else grade,
            row.size_text,
            row.options,
            phrase("with {included}", included=included) if included else "",
            row.off_board_text,
        )
        kind, path = self.kinds.get(row.path), row.path
        return Card(
            row.name,
            _without_empty(details),
            tuple(reversed(around)),
            row.points,
            subject,
            self._tables(subject),
            self._more_tables(subject),
            mark=row.mark,
            entry=row.entry if row.entry != row.name else row.arm,
            symbol=self.symbols.get(path),
            units=(CardUnit(row.name, around[-1], path),),
            strength=self.strengths.get(path),
            ticks=ticks_of(kind) if kind else None,
            marks=labels_for(ruleset.marks, subject),
            notes=self._notes(subject),
            abilities=tuple(one.short for one in notes_of(subject, ruleset, self.rulings)) if subject else (),
            history=self.history.get(path, ()),
            of_any=row.entry if subject else "",
        )

    def _general(self, row: Row, around: list[str], subject: Subject | None) -> Card:
        radius = self.book.ruleset.command_radius
        reach = ""
        if radius:
            reach = phrase("command radius {number} {length}", number=radius.number, length=radius.what)
        dice = f"{row.quality} ({row.dice})" if row.dice else row.quality
        word = self.book.ruleset.commander_word
        details = _without_empty((dice, reach, row.off_board_text))
        tables, formations = self._tables(subject), tuple(reversed(around))
        history = self.history.get((*row.path, "commander"), ())
        points = row.commander_points
        return Card(
            row.commander,
            details,
            formations,
            points,
            subject,
            tables,
            mark=row.mark,
            entry=word,
            symbol="staff",
            notes=tuple(note for note in self._notes(subject) if note.for_),
            units=(CardUnit(row.commander, around[-1], (*row.path, "commander")),),
            history=history,
            of_any=word[:1].upper() + word[1:],
        )


def _without_empty(details: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(detail for detail in details if detail)
