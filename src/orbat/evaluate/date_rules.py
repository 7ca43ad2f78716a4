"""The rule that there is a month in which all troops of an army are available."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from orbat.evaluate.pricing import rating_of
from orbat.evaluate.quote import UnitLine
from orbat.evaluate.rule import ArmyCase, RuleResult, unit_name
from orbat.model.army_list import ArmyList, Entry
from orbat.model.dates import Date, span
from orbat.model.record import Value

Months = tuple[tuple[int, int], ...]
"""Periods, each with its first and last month, both inclusive. Months are counted as in `Date.first`."""

_ALWAYS: Months = ((0, 12 * 10_000),)


class _Available(Value):
    """The months in which a unit is available. `house` is True if a house number decides some of these dates."""

    name: str
    months: Months
    house: bool


def available_together(case: ArmyCase) -> Iterator[RuleResult]:
    """There is a month in which all units are available, with their ratings and options.

    Why: A date with only a year allows everything that was available in any part of that year. Troops that left in
    January and troops that arrived in October never met. Without a date, all years count, and the result is a
    warning. It is also a warning if one of the dates is a house date.

    Example: smoothbore muskets until January 1855 beside troops that arrived in October 1855, in an army of 1855.

    Remedy: Write the month in the date, and remove the units that are not available then.
    """
    date = case.orbat.date
    if date and date.month:
        return  # each unit is checked alone
    whole: Months = ((date.first, date.last),) if date else _ALWAYS
    restricted: dict[tuple[Months, bool], _Available] = {}
    for line, entry in case.units:
        army_list = case.book.lists.get(line.list_id)
        if entry is None or army_list is None or line.list_id in case.undated:
            continue
        one = _availability(line, entry, army_list, whole)
        if one.months != whole:
            restricted.setdefault((one.months, one.house), one)
    common = whole
    for months, _ in restricted:
        common = _common(common, months)
    if not common:
        # in an order that does not depend on the order of the units
        yield _result(case, date, [restricted[key] for key in sorted(restricted)])


def _availability(line: UnitLine, entry: Entry, army_list: ArmyList, whole: Months) -> _Available:
    """The months of `whole`, the ORBAT's period, in which a unit is available.

    Dates that exclude all of `whole` are ignored, because another rule reports them.
    """
    months, house = whole, False
    rating = rating_of(line.unit, entry)
    dated = [one for one in entry.ratings.dated if one.rating == rating] if entry.ratings else []
    periods: list[tuple[Months, bool]] = [(_months([(army_list.years.from_, army_list.years.to)]), False)]
    if entry.dates:
        periods.append((_months([(entry.dates.from_, entry.dates.to)]), entry.dates.authority == "house"))
    if entry.ratings and dated:
        periods.append((_months((one.from_, one.to) for one in dated), entry.ratings.authority == "house"))
    for option in line.unit.options:
        uses = [use for use in entry.options if use.option == option]
        if uses:
            is_house = any(use.authority == "house" for use in uses)
            periods.append((_months((use.from_, use.to) for use in uses), is_house))
    for period, is_house in periods:
        if (inside := _common(whole, period)) and inside != whole:
            months = _common(months, inside)
            house = house or is_house
    return _Available(unit_name(line.unit, entry), months, house)


def _months(periods: Iterable[tuple[Date | None, Date | None]]) -> Months:
    start, end = _ALWAYS[0]
    return tuple((first.first if first else start, last.last if last else end) for first, last in periods)


def _common(one: Months, other: Months) -> Months:
    """The months that are in both groups of periods."""
    pairs = ((max(a, c), min(b, d)) for a, b in one for c, d in other)
    return tuple((first, last) for first, last in pairs if first <= last)


def _result(case: ArmyCase, date: Date | None, restricted: list[_Available]) -> RuleResult:
    """The result. It names two units that are never available together, or one unit that is never available.

    Units without house dates are preferred, because the result is then an error.
    """
    pairs = [(one, one) for one in restricted if not one.months]
    pairs = pairs or [(a, b) for a in restricted for b in restricted if not _common(a.months, b.months)]
    pairs.sort(key=lambda pair: pair[0].house or pair[1].house)
    other, last = pairs[0] if pairs else (restricted[0], restricted[-1])
    if not last.months:
        message = "{unit}: its entry, rating and options are never available in the same month"
    elif date:
        message = "no month of {date} has all units: {other} is available {others}, {unit} is available {months}"
    else:
        message = "no month has all units: {other} is available {others}, {unit} is available {months}"
    return RuleResult(
        message=message,
        help="Write the month in the date, and remove the units that are not available then.",
        cites=(f"{case.book.title(case.context.list_id)} list",),
        fields={
            "date": date,
            "unit": last.name,
            "months": _words(last.months),
            "other": other.name,
            "others": _words(other.months),
        },
        path=("date",),
        severity="warning" if date is None or last.house or other.house else None,
    )


def _words(months: Months) -> str:
    """Periods as text: `1855-01`, `1855-10 to 1855-12`, `from 1855-10`."""
    start, end = _ALWAYS[0]
    return ", ".join(
        span(_date(first) if first > start else None, _date(last) if last < end else None) for first, last in months
    )


def _date(month: int) -> Date:
    return Date(month // 12, month % 12 + 1)
