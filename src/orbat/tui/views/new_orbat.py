"""What an ORBAT can be begun with: the army lists of a ruleset as lines, and which shipped ORBATs fit."""

from __future__ import annotations

from collections.abc import Iterable

from orbat.data.library import Library
from orbat.model.army_list import ArmyList
from orbat.model.dates import Date, read_date
from orbat.model.points import MAX_NUMBER
from orbat.report.report import Report
from orbat.tui.widgets.lines import Line


def list_lines(library: Library, ruleset: str) -> tuple[Line, ...]:
    """The army lists of a ruleset, with the years that each covers."""
    lines = []
    for one in library.list_ids(ruleset):
        file = library.army_list(ruleset, one)
        army_list = file.value if file else None
        title = army_list.title if army_list else f"{one} (cannot be used)"
        lines.append(Line(key=one, name=title, columns=(_years(army_list),)))
    return tuple(lines)


def _years(army_list: ArmyList | None) -> str:
    """`1854–1856`, or `1815` alone."""
    if army_list is None or army_list.years.from_ is None or army_list.years.to is None:
        return ""
    first, last = army_list.years.from_.year, army_list.years.to.year
    return str(first) if first == last else f"{first}–{last}"


def date_hint(army_list: ArmyList) -> str:
    """How a date is typed, with a year that the list covers."""
    first = army_list.years.from_
    return f"none, or {first.year if first else 1854}-09"


def fitting(reports: Iterable[Report], ruleset: str, army: str, size: int | None) -> list[Report]:
    """The ORBATs that are of the list and no larger than the size, the largest first."""
    return sorted((one for one in reports if _fits(one, ruleset, army, size)), key=lambda one: one.total, reverse=True)


def _fits(report: Report, ruleset: str, army: str, size: int | None) -> bool:
    orbat, quote = report.orbat, report.quote
    if orbat is None or quote is None or orbat.army_list is None:
        return False
    return (orbat.ruleset.id, orbat.army_list.id) == (ruleset, army) and (size is None or quote.total <= size)


def read_size(text: str) -> int | None:
    """The size that was typed, None where none is agreed. Raises ValueError."""
    text = text.strip()
    if not text:
        return None
    if not (text.isdecimal() and len(text) < 9 and 0 < int(text) <= MAX_NUMBER):
        raise ValueError(f"the size should be a whole number of points, at most {MAX_NUMBER:,}, or empty")
    return int(text)


def read_typed_date(text: str) -> Date | None:
    """The date that was typed, None where there is none. Raises ValueError."""
    try:
        return read_date(text.strip()) if text.strip() else None
    except ValueError as error:
        raise ValueError(f"the date {error}") from error
