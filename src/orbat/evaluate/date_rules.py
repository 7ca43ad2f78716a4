"""The rule that there is a month in which all troops of an army are available."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from orbat.evaluate.availability import ALWAYS, Availability, Months, common_months, months_of
from orbat.evaluate.rule import ArmyCase, RuleResult, unit_name
from orbat.evaluate.summary import UnitVariant
from orbat.model.dates import Date, span


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
    restricted: dict[Availability, UnitVariant] = {}
    for variant in case.summary.variants:
        if variant.available is not None:
            restricted.setdefault(variant.available, variant)
    common = months_of(date)
    for one in restricted:
        common = common_months(common, one.months)
    if not common:
        yield _result(case, date, restricted)


def _result(case: ArmyCase, date: Date | None, restricted: Mapping[Availability, UnitVariant]) -> RuleResult:
    """The result. It names two units that are never available together, or one unit that is never available.

    Units without house dates are preferred, because the result is then an error.
    """
    # an order that does not depend on the order of the units
    ordered = sorted(restricted, key=lambda one: (one.months, one.house))
    pairs = [(one, one) for one in ordered if not one.months]
    pairs = pairs or [(a, b) for a in ordered for b in ordered if not common_months(a.months, b.months)]
    pairs.sort(key=lambda pair: pair[0].house or pair[1].house)
    other, last = pairs[0] if pairs else (ordered[0], ordered[-1])
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
            "unit": _name(case, restricted[last]),
            "months": _words(last.months),
            "other": _name(case, restricted[other]),
            "others": _words(other.months),
        },
        path=("date",),
        severity="warning" if date is None or last.house or other.house else None,
    )


def _name(case: ArmyCase, variant: UnitVariant) -> str:
    return unit_name(case.first_unit(variant).unit, variant.entry)


def _words(months: Months) -> str:
    """Periods as text: `1855-01`, `1855-10 to 1855-12`, `from 1855-10`."""
    start, end = ALWAYS[0]
    return ", ".join(
        span(_date(first) if first > start else None, _date(last) if last < end else None) for first, last in months
    )


def _date(month: int) -> Date:
    return Date(month // 12, month % 12 + 1)
