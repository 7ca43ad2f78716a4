"""The contents of the screen for a new ORBAT. Parses the size and the date too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from orbat.data.battles import Battle, battle_in
from orbat.data.library import Library
from orbat.evaluate.quote import ExactPoints
from orbat.model.army_list import ArmyList
from orbat.model.dates import Date
from orbat.model.points import MAX_NUMBER
from orbat.model.typed_dates import date_from_words
from orbat.model.wording import phrase
from orbat.report.report import Report
from orbat.tui.widgets.lines import Line


def list_lines(library: Library, ruleset: str) -> tuple[Line, ...]:
    """The army lists of a ruleset, with years."""
    lines = []
    for one in library.list_ids(ruleset):
        file = library.army_list(ruleset, one)
        army_list = file.value if file else None
        title = army_list.title if army_list else phrase("{army_list} (has errors)", army_list=one)
        lines.append(Line(key=one, name=title, columns=(_years(army_list),)))
    return tuple(lines)


def _years(army_list: ArmyList | None) -> str:
    if army_list is None or army_list.years.from_ is None or army_list.years.to is None:
        return ""
    first, last = army_list.years.from_.year, army_list.years.to.year
    return str(first) if first == last else f"{first}–{last}"


def date_hint(army_list: ArmyList) -> str:
    """The grey example text in the empty date input, such as `1854-09 or a battle (optional)`."""
    first = army_list.years.from_
    return phrase("{year}-09 or a battle (optional)", year=first.year if first else 1854)


def fitting(
    reports: Iterable[Report], ruleset: str, army: str, size: int | None, date: Date | None = None
) -> list[Report]:
    """The templates of an army list. Templates that cost more than `size` points are left out.

    Templates for `date` come before the others. In both groups, more expensive templates come
    first.
    """

    def place(report: Report) -> tuple[bool, ExactPoints]:
        return date is not None and report.orbat is not None and report.orbat.date == date, report.total

    return sorted((one for one in reports if _fits(one, ruleset, army, size)), key=place, reverse=True)


def _fits(report: Report, ruleset: str, army: str, size: int | None) -> bool:
    orbat, quote = report.orbat, report.quote
    if orbat is None or quote is None or orbat.army_list is None:
        return False
    return (orbat.ruleset.id, orbat.army_list.id) == (ruleset, army) and (size is None or quote.total <= size)


def read_size(text: str) -> int | None:
    """Parse a game size in points; None if the text is empty.

    Raises ValueError with a message in lower case.
    """
    text = text.strip()
    if not text:
        return None
    if not (text.isdecimal() and len(text) < 9 and 0 < int(text) <= MAX_NUMBER):
        raise ValueError(
            phrase("the size must be a whole number of points up to {maximum:,}, or empty", maximum=MAX_NUMBER)
        )
    return int(text)


def date_of(when: Battle | Date | None) -> Date | None:
    """A date, or the date of a battle."""
    return when.date if isinstance(when, Battle) else when


def read_typed_date(text: str, known: Sequence[Battle] = ()) -> Battle | Date | None:
    """Parse a date, or the name of one of the `known` battles; None if the text is empty.

    Raises ValueError with a message in lower case.
    """
    try:
        return date_from_words(text) if text.strip() else None
    except ValueError as error:
        if battle := battle_in(text, known):
            return battle
        if not known:
            raise ValueError(phrase("the date {fault}", fault=error)) from error
        words = phrase(
            "the date {fault}; you can also name a battle, such as {battle}", fault=error, battle=known[-1].name
        )
        raise ValueError(words) from error
