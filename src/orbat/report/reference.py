"""What of a ruleset's reference tables somebody needs: the rows and columns that concern him, and nothing of type."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from orbat.model.book import Book
from orbat.model.orbat import Orbat
from orbat.model.record import Value
from orbat.model.reference import Concern, Reference, ReferenceRow, ReferenceTable
from orbat.pricing.price import options_of, rating_of
from orbat.pricing.quote import CommanderLine, UnitLine
from orbat.report.abilities import abilities_of
from orbat.report.report import Report


class Subject(Value):
    """A unit or a commander as far as tables ask: `kinds` has one id, or for a commander each that is of staff.

    `qualities` are those that a commander has or may have.
    """

    kinds: tuple[str, ...]
    subtype: str = ""
    rating: str = ""
    options: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    irregular: bool = False
    qualities: tuple[str, ...] = ()


def concerns(whom: Sequence[Concern], subject: Subject) -> bool:
    """Whether a row or column is for the subject: it matches one of these, or there is none and it is for all."""
    return not whom or any(_takes(concern, subject) for concern in whom)


def _takes(concern: Concern, subject: Subject) -> bool:
    return (
        _meets(concern.kinds, subject.kinds)
        and _meets(concern.subtypes, (subject.subtype,))
        and _meets(concern.ratings, (subject.rating,))
        and _meets(concern.options, subject.options)
        and not any(option in concern.without for option in subject.options)
        and _meets(concern.may, subject.may)
        and _meets(concern.qualities, subject.qualities)
        and concern.irregular in (None, subject.irregular)
    )


def _meets(asked: Collection[str], has: Collection[str]) -> bool:
    return not asked or any(one in asked for one in has)


def subject_of_unit(line: UnitLine, book: Book, orbat: Orbat) -> Subject | None:
    """A unit as tables see it; None where its entry is unknown."""
    entry = book.entry(line.list_id, line.unit.entry)
    if entry is None:
        return None
    rating = rating_of(line.unit, entry)
    size = line.unit.size if line.sum.points is None and isinstance(line.unit.size, int) else line.sum.size
    return Subject(
        (entry.kind,),
        entry.subtype,
        rating,
        options_of(line.unit, entry, book.ruleset.options, orbat.date),
        tuple(ability.id for ability in abilities_of(entry, rating, size, book.ruleset, book.rulings(orbat))),
        entry.irregular,
    )


def subject_of_commander(line: CommanderLine, book: Book) -> Subject:
    """A commander as tables see him; his quality is the one kept, or for the player's own the ruleset's."""
    quality = line.commander.quality or (book.ruleset.staff.player if line.is_player else "")
    kinds = tuple(kind_id for kind_id, kind in book.ruleset.kinds.items() if kind.staff)
    return Subject(kinds, qualities=(quality,) if quality else ())


def subjects_of(report: Report) -> tuple[Subject, ...]:
    """Everybody in the ORBAT whom tables can concern, each sort once; an undiced commander may come to any quality."""
    if report.book is None or report.orbat is None or report.quote is None:
        return ()
    book, qualities = report.book, tuple(one.id for one in report.book.ruleset.staff.qualities)
    units = (subject_of_unit(line, book, report.orbat) for line in report.quote.all_units)
    commanders = (subject_of_commander(line, book) for line in report.quote.all_commanders)
    diced = (one if one.qualities else replace(one, qualities=qualities) for one in commanders)
    return tuple(dict.fromkeys(subject for subject in (*units, *diced) if subject))


def usable(table: ReferenceTable, subjects: Sequence[Subject]) -> ReferenceTable | None:
    """The table with only those rows and columns that one of the subjects can use; None where that is nothing."""
    columns = [
        number
        for number, column in enumerate(table.columns)
        if not column.whom or any(concerns(column.whom, subject) for subject in subjects)
    ]
    if any(column.whom for column in table.columns) and not any(table.columns[number].whom for number in columns):
        return None
    rows = [
        row
        for row in table.rows
        if row.heading or not row.whom or any(concerns(row.whom, subject) for subject in subjects)
    ]
    return _cut(table, columns, _without_bare_headings(rows))


def tables_for_card(reference: Reference, subject: Subject) -> tuple[ReferenceTable, ...]:
    """What goes on a subject's card of every table, with the short title, heads and labels."""
    found = (_for_card(table, subject) for table in reference.tables)
    return tuple(table for table in found if table)


def _for_card(table: ReferenceTable, subject: Subject) -> ReferenceTable | None:
    if table.cards == "none":
        return None
    columns = [
        number for number, column in enumerate(table.columns) if column.on_cards and concerns(column.whom, subject)
    ]
    rows = [
        row
        for row in table.rows
        if row.on_cards and not row.heading and (row.whom or table.cards == "all") and concerns(row.whom, subject)
    ]
    cut = _cut(table, columns, [_shortened(row) for row in rows])
    if cut is None:
        return None
    return replace(cut, columns=tuple(replace(one, head=one.short or one.head) for one in cut.columns))


def _shortened(row: ReferenceRow) -> ReferenceRow:
    return replace(row, cells=(row.short, *row.cells[1:])) if row.short else row


def _cut(table: ReferenceTable, columns: Sequence[int], rows: Sequence[ReferenceRow]) -> ReferenceTable | None:
    """The table with these columns and rows; None where no row is left."""
    if not columns or not any(row.cells for row in rows):
        return None
    kept = tuple(table.columns[number] for number in columns)
    cut = (replace(row, cells=tuple(row.cells[number] for number in columns if row.cells)) for row in rows)
    return replace(table, columns=kept, rows=tuple(cut))


def _without_bare_headings(rows: Sequence[ReferenceRow]) -> list[ReferenceRow]:
    pairs = pairwise((*rows, ReferenceRow(heading="end")))
    return [row for row, following in pairs if not (row.heading and following.heading)]
