"""The months in which a unit with its rating and options is available."""

from __future__ import annotations

from collections.abc import Iterable

from orbat.evaluate.pricing import rating_of
from orbat.model.army_list import ArmyList, Entry, OptionUse
from orbat.model.dates import Date
from orbat.model.orbat import Unit
from orbat.model.record import Value

Months = tuple[tuple[int, int], ...]
"""Periods, each with its first and last month, both inclusive. Months are counted as in `Date.first`."""

ALWAYS: Months = ((0, 12 * 10_000),)


class Availability(Value):
    """The months in which a unit is available."""

    months: Months
    house: bool
    """Whether a house number limits the months."""


def months_of(date: Date | None) -> Months:
    """The months of a date. Without a date, all months."""
    return ((date.first, date.last),) if date else ALWAYS


def years_of(army_list: ArmyList) -> Months:
    """All months in the years of an army list."""
    return _months([(army_list.years.from_, army_list.years.to)])


def is_partial(use: OptionUse, army_list: ArmyList) -> bool:
    """Whether an option applies only in some years of the army list."""
    years = years_of(army_list)
    return common_months(years, _months([(use.from_, use.to)])) != years


def availability(unit: Unit, entry: Entry, army_list: ArmyList, whole: Months) -> Availability | None:
    """The months of a period (`whole`) in which a unit is available. None means the whole period."""
    months, house = whole, False
    rating = rating_of(unit, entry)
    # Dates without any month of the period are ignored here, since another rule reports them.
    dated = [one for one in entry.ratings.dated if one.rating == rating] if entry.ratings else []
    periods: list[tuple[Months, bool]] = [(years_of(army_list), False)]
    if entry.dates:
        periods.append((_months([(entry.dates.from_, entry.dates.to)]), entry.dates.authority == "house"))
    if entry.ratings and dated:
        periods.append((_months((one.from_, one.to) for one in dated), entry.ratings.authority == "house"))
    for option in unit.options:
        uses = [use for use in entry.options if use.option == option]
        if uses:
            is_house = any(use.authority == "house" for use in uses)
            periods.append((_months((use.from_, use.to) for use in uses), is_house))
    for period, is_house in periods:
        if (inside := common_months(whole, period)) and inside != whole:
            months = common_months(months, inside)
            house = house or is_house
    return None if months == whole else Availability(months, house)


def _months(periods: Iterable[tuple[Date | None, Date | None]]) -> Months:
    start, end = ALWAYS[0]
    merged: list[tuple[int, int]] = []
    for first, last in sorted((one.first if one else start, two.last if two else end) for one, two in periods):
        # without overlaps, the common months of many periods stay few
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = merged[-1][0], max(last, merged[-1][1])
        else:
            merged.append((first, last))
    return tuple(merged)


def common_months(one: Months, other: Months) -> Months:
    """The months that belong to both periods."""
    pairs = ((max(a, c), min(b, d)) for a, b in one for c, d in other)
    return tuple((first, last) for first, last in pairs if first <= last)
