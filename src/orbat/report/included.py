"""What comes with the units of an army at no further cost, and the ruleset's notes for its players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from orbat.evaluate.pricing import options_of
from orbat.model.army_list import Entry
from orbat.model.dates import Date
from orbat.model.orbat import Unit
from orbat.model.play import Included, NoteSheet, PlayNote
from orbat.model.ruleset import Ruleset
from orbat.report.report import Report


def included_with(unit: Unit, entry: Entry, ruleset: Ruleset, date: Date | None) -> tuple[Included, ...]:
    """What comes with a unit, in the ruleset's order."""
    if not ruleset.included:
        return ()
    options = options_of(unit, entry, ruleset.options, date)
    return tuple(one for one in ruleset.included if one.is_for(entry.kind, options))


def included_words(items: Iterable[Included]) -> str:
    """Items as text: `6 pioneers, 1 pontoon bridge`. Equal items are added up."""
    counts: Counter[tuple[str, str]] = Counter()
    for one in items:
        counts[one.counted_in] += one.number
    return ", ".join(f"{number} {words[number != 1]}" for words, number in counts.items())


def included_in(report: Report) -> tuple[Included, ...]:
    """What comes with all units of an army."""
    book, orbat = report.book, report.orbat
    if book is None or orbat is None or report.quote is None:
        return ()
    found = ((line.unit, book.entry(line.list_id, line.unit.entry)) for line in report.quote.all_units)
    return tuple(one for unit, entry in found if entry for one in included_with(unit, entry, book.ruleset, orbat.date))


def notes_for(report: Report, sheet: NoteSheet | None = None) -> tuple[PlayNote, ...]:
    """The ruleset's notes for the units of an army: those printed on a `sheet`, or all."""
    book, orbat = report.book, report.orbat
    if book is None or orbat is None or report.quote is None or not book.ruleset.notes:
        return ()
    reserves, known = bool(report.quote.off_board), book.ruleset.options
    found = [(line.unit, book.entry(line.list_id, line.unit.entry)) for line in report.quote.all_units]
    units = {(entry.kind, options_of(unit, entry, known, orbat.date)) for unit, entry in found if entry}
    return tuple(
        note
        for note in book.ruleset.notes
        if any(note.is_for(*unit) for unit in units)
        and (reserves or not note.reserves)
        and (sheet is None or sheet in note.show)
    )
