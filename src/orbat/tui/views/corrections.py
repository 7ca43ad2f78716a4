"""The lists and names from which the user chooses how to correct a line of a typed list."""

from __future__ import annotations

from collections.abc import Mapping

from orbat.model.book import Book
from orbat.model.claims import ReadLine
from orbat.model.orbat import Unit
from orbat.model.wording import phrase
from orbat.report.report import Report
from orbat.tui.views.checked_list import size_words
from orbat.tui.widgets.lines import Line


def correction_lines(report: Report, line: ReadLine) -> tuple[Line, ...]:
    """What the user can correct about a line, such as the size, each with the current value.

    The key of a returned line is the field `what` of a `Correction`, such as `size`.
    """
    row = next((row for row in report.rows if row.sort == "unit" and row.path in line.paths), None)
    if row is None:
        general = Line(key="none", name="Not a general")
        return (general,) if line.paths else (Line(key="buy", name="A purchase: choose the entry"),)
    word = report.book.ruleset.rating_word if report.book else "rating"
    return (
        Line(key="size", name="Size", columns=(size_words(row) or "none",)),
        Line(key="rating", name=word.capitalize(), columns=(row.rating or "none",)),
        Line(key="options", name="Options", columns=(row.options or "none",)),
        Line(key="entry", name="Entry", columns=(row.entry or "unknown",)),
        Line(key="none", name="Not a unit"),
    )


def size_lines(book: Book, list_id: str, unit: Unit) -> tuple[Line, ...]:
    """The named sizes that the unit can have; all named sizes if its entry is unknown. Empty if sizes are numbers."""
    entry = book.entry(list_id, unit.entry)
    sizes = book.kind(entry).sizes if entry else tuple(one.id for one in book.ruleset.sizes)
    return tuple(Line(key=one, name=book.ruleset.size_label(one).capitalize()) for one in sizes)


def rating_lines(book: Book) -> tuple[Line, ...]:
    """Every rating of the ruleset."""
    return tuple(Line(key=one.id, name=one.label) for one in book.ruleset.ratings)


def option_lines(book: Book, list_id: str, unit: Unit) -> tuple[Line, ...]:
    """The options that the entry allows or the unit has. Each line says whether the unit has the option."""
    entry, known = book.entry(list_id, unit.entry), book.ruleset.options
    always = {use.option for use in entry.options if use.use == "always"} if entry else set()
    offered = [use.option for use in entry.options] if entry else []
    ids = [one for one in dict.fromkeys((*offered, *unit.options)) if one not in always]
    return tuple(
        Line(
            key=one,
            name=known[one].label if one in known else one,
            columns=("✓ yes" if one in unit.options else "no",),
        )
        for one in ids
    )


def entry_names(book: Book, list_id: str, line: ReadLine) -> Mapping[str, str]:
    """The entries of the army list for the user to choose from: a mapping from name to id.

    Entries with names similar to the typed line come first.
    """
    rivals = {
        phrase("{name} ({percent}% similar)", name=rival.name, percent=rival.similarity): rival.entry
        for rival in line.alternatives
    }
    rest = {entry.name: entry.id for entry in book.entries(list_id).values() if entry.id not in set(rivals.values())}
    return {**rivals, **rest}


def matching_entry_id(names: Mapping[str, str], typed: str) -> str:
    """The id of the entry that the user means by `typed`, or "" if it is not clear. `names` maps names to ids.

    The text must be a complete name, or all its words must occur in exactly one name.
    """
    words = typed.casefold().split()
    fitting = [one for name, one in names.items() if all(word in name.casefold() for word in words)]
    return names.get(typed) or (fitting[0] if len(fitting) == 1 else "")
