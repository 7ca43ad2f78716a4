"""The lists and names from which the user chooses how to correct a line of a typed list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from orbat.model.book import Book
from orbat.model.claims import Answer, ReadLine
from orbat.model.orbat import Unit
from orbat.model.wording import phrase
from orbat.report.read_roles import NUMBER_ROLES, number_role, number_text
from orbat.report.report import Report
from orbat.tui.views.checked_list import is_unsure, size_words
from orbat.tui.widgets.lines import Line

_MIN_CELLS = 3


def correction_lines(report: Report, line: ReadLine) -> tuple[Line, ...]:
    """The possible corrections of a line, with the current values. Answers to questions come first.

    The `key` of a possible correction is one of these:

    - the id of the part to correct, such as `size`
    - `role` and the position of a number, to correct the number's role, such as price or size: `role 12`
    - `answer` and the index of the answer, such as `answer 0`
    - `confirm`: the line is right as read
    """
    answers = (Line(key=f"answer {number}", name=one.words) for number, one in enumerate(answers_on(report, line)))
    return (*answers, *_confirm(report, line), *_fields(report, line), *_number_lines(report, line), *_none(line))


def _confirm(report: Report, line: ReadLine) -> Iterator[Line]:
    # A line without doubts needs no answer, and an answer to a question says which reading is right.
    if is_unsure(line) and not answers_on(report, line):
        yield Line(key="confirm", name="Right as read")


def answers_on(report: Report, line: ReadLine) -> tuple[Answer, ...]:
    """The possible answers to all questions about a line."""
    questions = report.reading.questions_on(line.number) if report.reading else ()
    return tuple(answer for one in questions for answer in one.answers)


def _fields(report: Report, line: ReadLine) -> Iterator[Line]:
    if row := next((row for row in report.rows if row.sort == "unit" and row.path in line.paths), None):
        word = report.book.ruleset.rating_word if report.book else "rating"
        yield Line(key="size", name="Size", columns=(size_words(row) or "none",))
        yield Line(key="rating", name=word.capitalize(), columns=(row.rating or "none",))
        yield Line(key="options", name="Options", columns=(row.options or "none",))
        yield Line(key="entry", name="Entry", columns=(row.entry or "unknown",))
        yield Line(key="name", name="Name", columns=(row.name or "none",))
        return
    general = next((row for row in report.rows if (*row.path, "commander") in line.paths), None)
    if general is not None:
        yield Line(key="general", name="Name of the general", columns=(general.commander or "none",))
    if line.role == "formation" or (general is not None and general.sort == "formation"):
        yield Line(key="formation", name="Name of the formation", columns=(general.name if general else "",))
    if not line.paths:
        yield Line(key="buy", name="A unit: choose the entry")


def _number_lines(report: Report, line: ReadLine) -> Iterator[Line]:
    word = report.book.ruleset.rating_word if report.book else ""
    for one in line.numbers:
        name = phrase("The number {number}", number=number_text(line, one))
        yield Line(key=f"role {one.start}", name=name, columns=(number_role(one.role, word),))


def _none(line: ReadLine) -> Iterator[Line]:
    if line.paths or line.numbers or line.role not in ("outside", "head", "title", ""):
        yield Line(key="none", name="Not part of the army")


def role_lines(report: Report) -> tuple[Line, ...]:
    """One line for each role that a number can have, in words. The `key` of a line is the role."""
    word = report.book.ruleset.rating_word if report.book else ""
    return tuple(Line(key=role, name=_capital(number_role(role, word))) for role in NUMBER_ROLES)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_CELLS = re.compile(r"\s*[|;\t]\s*|\s{2,}|,(?!\d)")


def is_table_row(line: ReadLine) -> bool:
    """Whether a line has at least three cells, like a table row."""
    return sum(map(bool, map(str.strip, _CELLS.split(line.text.strip())))) >= _MIN_CELLS


def size_lines(book: Book, list_id: str, unit: Unit) -> tuple[Line, ...]:
    """The named sizes that the unit can have, or all named sizes if the entry is unknown.

    Empty if sizes are numbers.
    """
    entry = book.entry(list_id, unit.entry)
    sizes = book.kind(entry).sizes if entry else tuple(one.id for one in book.ruleset.sizes)
    return tuple(Line(key=one, name=book.ruleset.size_label(one).capitalize()) for one in sizes)


def rating_lines(book: Book) -> tuple[Line, ...]:
    """Every rating of the ruleset."""
    return tuple(Line(key=one.id, name=one.label) for one in book.ruleset.ratings)


def option_lines(book: Book, list_id: str, unit: Unit) -> tuple[Line, ...]:
    """The options that the entry allows or the unit has, with check marks."""
    entry, known = book.entry(list_id, unit.entry), book.ruleset.options
    always = entry.always_at(None) if entry else frozenset()
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
    """The entries of the army list for the user to choose from: ids by name.

    Entries with names similar to the typed line come first.
    """
    rivals = {
        phrase("{name} ({percent}% similar)", name=rival.name, percent=rival.similarity): rival.entry
        for rival in line.alternatives
    }
    rest = {entry.name: entry.id for entry in book.entries(list_id).values() if entry.id not in set(rivals.values())}
    return {**rivals, **rest}


def matching_entry_id(names: Mapping[str, str], typed: str) -> str:
    """The id of the entry that the user means by `typed`; "" if several entries or none match.

    `names` maps names to ids.
    """
    words = typed.casefold().split()
    fitting = [one for name, one in names.items() if all(word in name.casefold() for word in words)]
    # The text must be a complete name, or all its words must occur in exactly one name.
    return names.get(typed) or (fitting[0] if len(fitting) == 1 else "")
