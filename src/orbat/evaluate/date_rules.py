"""The rule that all troops of an army are available in the same month."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations

from orbat.evaluate.availability import ALWAYS, Availability, Months, common_months, months_of
from orbat.evaluate.rule import ArmyCase, RuleResult, unit_name
from orbat.evaluate.summary import UnitVariant
from orbat.model.dates import Date, span
from orbat.model.wording import all_of, phrase


def available_together(case: ArmyCase) -> Iterator[RuleResult]:
    """All units of the army are available in the same month.

    Why: A unit, rating or option may be available only in some months of a year. Troops that left in January never met
    troops that arrived in October. The finding is a warning if the ORBAT has no date, or if the cause is a date that no
    book gives (`house: true`).

    Example: an army of 1855 with smoothbore muskets, available until January, and with troops that arrived in October.

    Remedy: Write the month in the date, and remove the units that are not available in that month.
    """
    date = case.orbat.date
    if not (date and date.month):  # with a month, each unit is checked alone
        dated = [one for one in case.summary.variants if one.list_id not in case.undated]
        yield from _together(case, date, dated)
    if case.undated:
        # whatever date of their lists the player chooses instead
        yield from _together(case, None, [one for one in case.summary.variants if one.list_id in case.undated])


def _together(case: ArmyCase, date: Date | None, variants: list[UnitVariant]) -> Iterator[RuleResult]:
    restricted: dict[Availability, UnitVariant] = {}
    for variant in variants:
        if variant.available is not None:
            restricted.setdefault(variant.available, variant)
    # an order that does not depend on the order of the units; without house dates, the result is an error
    ordered = sorted(restricted, key=lambda one: (one.house, one.months))
    never = next((one for one in ordered if not one.months), None)
    if never:
        yield _result(case, date, [never], restricted)
    if apart := _smallest_apart([one for one in ordered if one.months], months_of(date)):
        yield _result(case, date, apart, restricted)


_FEW = 40
"""Maximum number of periods for which groups of three are tried. With more periods, the check would take seconds."""


def _smallest_apart(ordered: list[Availability], whole: Months) -> list[Availability]:
    if _common(ordered, whole):
        return []
    # groups of more than two are needed only if ratings or options have several periods
    for number in (2, 3) if len(ordered) <= _FEW else (2,):
        found = [group for group in combinations(ordered, number) if not _common(group, whole)]
        if found:
            return list(min(found, key=lambda group: any(one.house for one in group)))
    return ordered


def _common(group: Sequence[Availability], whole: Months) -> Months:
    return reduce(common_months, (one.months for one in group), whole)


def _result(
    case: ArmyCase, date: Date | None, group: list[Availability], restricted: Mapping[Availability, UnitVariant]
) -> RuleResult:
    if len(group) == 1:
        message = "{unit}: its entry, rating and options are never available in the same month"
    elif date:
        message = "no month of {date} has all units: {units}"
    else:
        message = "no month has all units: {units}"
    named = [(_name(case, restricted[one]), one.months) for one in group]
    return RuleResult(
        message=message,
        help="Write the month in the date, and remove the units that are not available in that month.",
        cites=(f"{case.book.title(case.context.list_id)} list",),
        fields={
            "date": date,
            "unit": named[0][0],
            "units": ", ".join(
                phrase("{unit} is available {months}", unit=name, months=_words(months)) for name, months in named
            ),
        },
        path=("date",),
        severity="warning" if date is None or any(one.house for one in group) else None,
    )


def _name(case: ArmyCase, variant: UnitVariant) -> str:
    return unit_name(case.first_unit(variant).unit, variant.entry)


def _words(months: Months) -> str:
    start, end = ALWAYS[0]
    return all_of(
        span(_date(first) if first > start else None, _date(last) if last < end else None) for first, last in months
    )


def _date(month: int) -> Date:
    return Date(month // 12, month % 12 + 1)
