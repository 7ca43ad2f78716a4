"""The miniatures that units have free of charge, and the ruleset's notes for an army."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from orbat.model.applicability import alternatives
from orbat.model.play import Included, NoteSheet, PlayNote
from orbat.model.ruleset import Ruleset
from orbat.model.subject import Subject, is_relevant
from orbat.report.reference import flags_of, subject_of_unit
from orbat.report.report import Report


def included_with(subject: Subject, ruleset: Ruleset) -> tuple[Included, ...]:
    """The miniatures that a unit has free of charge, such as pioneers."""
    return tuple(one for one in ruleset.included if is_relevant(alternatives(one.for_), subject))


def included_words(items: Iterable[Included]) -> str:
    """Free miniatures as text: `6 pioneers, 1 pontoon bridge`. Equal items are added up."""
    counts: Counter[tuple[str, str]] = Counter()
    for one in items:
        counts[one.counted_in] += one.number
    return ", ".join(f"{number} {words[number != 1]}" for words, number in counts.items())


def included_in(report: Report) -> tuple[Included, ...]:
    """The miniatures that the units of an army have free of charge."""
    if report.book is None:
        return ()
    return tuple(one for subject in _units(report) for one in included_with(subject, report.book.ruleset))


def notes_for(report: Report, sheet: NoteSheet | None = None) -> tuple[PlayNote, ...]:
    """The ruleset's notes on the units of an army. With `sheet`, only the notes for this sheet."""
    if report.book is None or report.quote is None or not report.book.ruleset.notes:
        return ()
    units, reserves = set(_units(report)), bool(report.quote.off_board)
    return tuple(
        note
        for note in report.book.ruleset.notes
        if any(is_relevant(alternatives(note.for_), unit) for unit in units)
        and (reserves or not note.reserves)
        and (sheet is None or sheet in note.show)
    )


def _units(report: Report) -> list[Subject]:
    if report.book is None or report.orbat is None or report.quote is None:
        return []
    flags = flags_of(report)
    found = (subject_of_unit(line, report.book, report.orbat, flags) for line in report.quote.all_units)
    return [one for one in found if one]
