"""Selects the rows and columns of reference tables that apply to a unit, a general or an army."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from orbat.evaluate.quote import CommanderLine, UnitLine
from orbat.model.book import Book
from orbat.model.orbat import Orbat
from orbat.model.reference import Reference, ReferenceRow, ReferenceTable
from orbat.model.subject import Subject, is_relevant
from orbat.report.abilities import unit_subject
from orbat.report.breaking_point import army_flags
from orbat.report.report import Report


def flags_of(report: Report) -> tuple[str, ...]:
    """The ids of the army's traits."""
    return tuple(trait.id for trait in army_flags(report))


def subject_of_unit(line: UnitLine, book: Book, orbat: Orbat, flags: tuple[str, ...] = ()) -> Subject | None:
    """The properties of a unit for reference tables, or None for an unknown entry.

    `flags` are the ids of the army's traits.
    """
    entry = book.entry(line.list_id, line.unit.entry)
    if entry is None:
        return None
    size = line.unit.size if line.sum.points is None and isinstance(line.unit.size, int) else line.sum.size
    return unit_subject(line.unit, entry, size, book, orbat, flags)


def subject_of_commander(line: CommanderLine, book: Book, flags: tuple[str, ...] = ()) -> Subject:
    """The properties of a commander for reference tables."""
    staff = book.ruleset.staff
    quality = line.commander.quality or (staff.player if line.is_player else "")
    qualities = (quality,) if quality else tuple(one.id for one in staff.qualities)
    kinds = tuple(kind_id for kind_id, kind in book.ruleset.kinds.items() if kind.staff)
    # A commander without a quality may still roll any quality.
    return Subject(kinds, qualities=qualities, undiced=not quality, flags=flags)


def subjects_of(report: Report) -> tuple[Subject, ...]:
    """The properties of each unit and commander in the ORBAT, without duplicates."""
    if report.book is None or report.orbat is None or report.quote is None:
        return ()
    book, flags = report.book, flags_of(report)
    units = (subject_of_unit(line, book, report.orbat, flags) for line in report.quote.all_units)
    commanders = (subject_of_commander(line, book, flags) for line in report.quote.all_commanders)
    return tuple(dict.fromkeys(subject for subject in (*units, *commanders) if subject))


def relevant_table(table: ReferenceTable, subjects: Sequence[Subject]) -> ReferenceTable | None:
    """The part of a table that applies to at least one unit or commander, or None."""
    columns = [
        number
        for number, column in enumerate(table.columns)
        if not column.applies_to or any(is_relevant(column.applies_to, subject) for subject in subjects)
    ]
    if any(column.applies_to for column in table.columns) and not any(
        table.columns[number].applies_to for number in columns
    ):
        return None
    rows = [
        row
        for row in table.rows
        if row.heading or not row.applies_to or any(is_relevant(row.applies_to, subject) for subject in subjects)
    ]
    return _reduced(table, columns, _without_empty_headings(rows))


def tables_for_card(reference: Reference, subject: Subject, *, in_full: bool = False) -> tuple[ReferenceTable, ...]:
    """The parts of the reference tables for the card of a unit or commander.

    With `in_full`, rows marked `if_room` are included.
    """
    found = (_for_card(table, subject, in_full=in_full) for table in reference.tables)
    return tuple(table for table in found if table)


def _for_card(table: ReferenceTable, subject: Subject, *, in_full: bool) -> ReferenceTable | None:
    if table.cards == "none":
        return None
    for_some = [column for column in table.columns if column.applies_to]
    if for_some and not any(is_relevant(column.applies_to, subject) for column in for_some):
        return None
    columns = [
        number
        for number, column in enumerate(table.columns)
        if column.on_cards and is_relevant(column.applies_to, subject)
    ]
    # a column names its quality, but a row on a card does not: rows for several qualities would contradict each other
    known = replace(subject, qualities=()) if subject.undiced else subject
    rows = [
        row
        for row in (*table.rows, *table.card_rows)
        if row.on_cards
        and (in_full or not row.if_room)
        and (subject.undiced or not row.undiced)
        and not row.heading
        and (row.applies_to or table.cards == "all")
        and is_relevant(row.applies_to, known)
    ]
    reduced = _reduced(table, columns, [_shortened(row) for row in rows])
    if reduced is None:
        return None
    signed = [column.signed for column in reduced.columns]
    return replace(
        reduced,
        columns=tuple(replace(one, head=one.short or one.head) for one in reduced.columns),
        rows=tuple(replace(row, cells=tuple(map(_with_sign, row.cells, signed))) for row in reduced.rows),
    )


def _with_sign(cell: str, signed: bool) -> str:
    return f"+{cell}" if signed and cell.isdecimal() and cell != "0" else cell


def _shortened(row: ReferenceRow) -> ReferenceRow:
    return replace(row, cells=(row.short, *row.cells[1:])) if row.short else row


def _reduced(table: ReferenceTable, columns: Sequence[int], rows: Sequence[ReferenceRow]) -> ReferenceTable | None:
    if not columns or not any(row.cells for row in rows):
        return None
    kept = tuple(table.columns[number] for number in columns)
    reduced = (replace(row, cells=tuple(row.cells[number] for number in columns if row.cells)) for row in rows)
    return replace(table, columns=kept, rows=tuple(reduced))


def _without_empty_headings(rows: Sequence[ReferenceRow]) -> list[ReferenceRow]:
    pairs = pairwise((*rows, ReferenceRow(heading="end")))
    return [row for row, following in pairs if not (row.heading and following.heading)]


def empty_reason(report: Report, reference: Reference | None) -> str:
    """The reason why a sheet is empty, such as `nothing to print: the army has no units yet.`."""
    if not any(row.sort == "unit" for row in report.rows):
        return "nothing to print: the army has no units yet."
    if reference is None:
        return "nothing to print: the ruleset has no quick-reference tables."
    return "nothing to print: neither the army nor the ruleset has anything for this sheet."
