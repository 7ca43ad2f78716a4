"""Lint: numbers, ratings and dates that make sense together."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from orbat.model.army_list import Dates, Entry, Ratings, SizeRange
from orbat.model.command import Staff, StaffTable
from orbat.model.dates import Date, span
from orbat.model.kinds import Kind
from orbat.model.near import listed
from orbat.model.path import Path
from orbat.model.play import Victory
from orbat.model.points import show
from orbat.model.record import Record
from orbat.model.rules import UsualSize
from orbat.model.ruleset import Ruleset
from orbat.sources.lint_case import Fault, LintCase


def numbers_in_order(case: LintCase) -> Iterator[Fault]:
    """The least is not above the typical nor the most; victory margins and the game sizes to offer rise; and every
    throw of the staff dice, but no other number, stands in exactly one row of each staff table.

    Why: A range the wrong way round allows nothing, and a throw in two rows has two results.

    Example: `size: {min: 10, typical: 8, max: 18}`.

    Cure: Put the numbers in order.
    """
    for path, record in case.records:
        if isinstance(record, SizeRange):
            yield from _ascending(path, record, ("min", "typical", "max"))
        elif isinstance(record, UsualSize):
            yield from _ascending(path, record, ("min", "max"))
            yield from _steps(path, record)
        elif isinstance(record, Victory):
            least = [margin.least for margin in record.margins]
            for number in range(1, len(least)):
                if least[number] <= least[number - 1]:
                    says = f"the margin {show(least[number])} stands after {show(least[number - 1])}; margins must rise"
                    yield Fault((*path, "margins", number, "least"), says, "Put the margins in order.")
        elif isinstance(record, Staff) and record.qualities:
            for place, table in case.each(StaffTable):
                yield from _throws(place, table, record)


def _ascending(path: Path, record: Any, names: tuple[str, ...]) -> Iterator[Fault]:
    for low, high in itertools.pairwise(names):
        first, second = getattr(record, low), getattr(record, high)
        if first > second:
            says = f"{high} is {show(second)} and {low} {show(first)}; {low} may be at most {high}"
            yield Fault((*path, high), says, f"Put {low} and {high} in order.")


def _steps(path: Path, usual: UsualSize) -> Iterator[Fault]:
    """The sizes to offer rise, from the least to the most that is usual."""
    for number, step in enumerate(usual.steps):
        least = usual.steps[number - 1] if number else usual.min
        if not usual.min <= step <= usual.max:
            says = f"the size {show(step)} is offered, and {show(usual.min)} to {show(usual.max)} is usual"
            yield Fault((*path, "steps", number), says, "Correct the size, or min or max.")
        elif number and step <= least:
            says = f"the size {show(step)} is offered after {show(least)}; sizes must rise"
            yield Fault((*path, "steps", number), says, "Put the sizes in order.")


def _throws(path: Path, table: StaffTable, staff: Staff) -> Iterator[Fault]:
    possible = range(staff.dice, staff.dice * staff.sides + 1)
    row_of: dict[int, str] = {}
    for row, numbers in table.rows.items():
        for index, number in enumerate(numbers):
            place = (*path, "rows", row, index)
            if number not in possible:
                says = f"{row} has {number}; {staff.dice}d{staff.sides} gives {possible[0]} to {possible[-1]}"
                yield Fault(place, says, "Remove or correct the number.")
            elif number in row_of:
                says = f"{number} stands under {row_of[number]} and under {row}; a throw may have one result"
                yield Fault(place, says, f"Remove {number} from one of the rows.")
            row_of.setdefault(number, row)
    if missing := [str(number) for number in possible if number not in row_of]:
        says = f"no row has {listed(missing)}; each throw of {staff.dice}d{staff.sides} must have a result"
        yield Fault((*path, "rows"), says, "Add each missing number to a row.", at_key=True)


def ratings_reachable(case: LintCase) -> Iterator[Fault]:
    """Each rating that an entry allows has a price under its kind and is offered at some date; the typical and the
    dated ones are allowed; an entry has ratings where its kind is priced by them, and none where the kind has none.

    Why: A rating that cannot be bought is a slip, and a unit without a rating cannot be priced.

    Example: `ratings: {allowed: [2, 3], typical: 4}`.

    Cure: Correct the rating, or allow it.
    """
    if case.ruleset is None:
        return
    for path, entry in case.each(Entry):
        kind = case.ruleset.kinds.get(entry.kind)
        if kind is None:
            continue
        if entry.ratings is None:
            if kind.rating == "priced":
                says = f"{entry.id} has no ratings; {entry.kind} is priced by rating, so it needs them"
                yield Fault((*path, "id"), says, "Write ratings: with those allowed.")
        elif kind.rating == "none":
            says = f"{entry.id} has ratings; {entry.kind} has none"
            yield Fault((*path, "ratings"), says, "Remove ratings.", at_key=True)
        else:
            yield from _allowed(case.ruleset, (*path, "ratings"), entry.ratings, kind)
            yield from _ever(case, (*path, "ratings"), entry, entry.ratings)


def _allowed(ruleset: Ruleset, path: Path, ratings: Ratings, kind: Kind) -> Iterator[Fault]:
    priced = kind.rating == "priced"
    known = list(kind.price.by_rating) if priced else [rating.id for rating in ruleset.ratings]
    for index, rating in enumerate(ratings.allowed):
        if rating not in known:
            lacks = "has no price" if priced else "is not known"
            says = f"the rating {rating} {lacks} for {kind.label}; it may be {listed(known)}"
            yield Fault((*path, "allowed", index), says, "Correct the rating.")
        elif rating in ratings.allowed[:index]:
            says = f"the rating {rating} is allowed twice; once is enough"
            yield Fault((*path, "allowed", index), says, "Remove one of the two.")
    named = [((*path, "typical"), ratings.typical)]
    named += [((*path, "dated", index, "rating"), dated.rating) for index, dated in enumerate(ratings.dated)]
    for place, rating in named:
        if rating not in ratings.allowed:
            says = f"the {'typical' if place[-1] == 'typical' else 'dated'} rating {rating} is not allowed; "
            yield Fault(place, f"{says}it may be {listed(ratings.allowed) or 'none'}", "Allow it, or correct it.")


def _ever(case: LintCase, path: Path, entry: Entry, ratings: Ratings) -> Iterator[Fault]:
    """Ratings that are shut at every date: all dates of one rating must hold at once."""
    around: list[Any] = [case.army_list.years] if case.army_list else []
    around += [entry.dates] if entry.dates else []
    for index, dated in enumerate(ratings.dated):
        spans = [other for other in ratings.dated[: index + 1] if other.rating == dated.rating]
        first = max((one.from_.first for one in (*around, *spans) if one.from_), default=0)
        last = min((one.to.last for one in (*around, *spans) if one.to), default=first)
        if first > last:
            says = f"the rating {dated.rating} is never offered in the dates of {entry.id}; some date must remain"
            yield Fault((*path, "dated", index), says, "Correct the dates, or remove the rating.")


def dates_sound(case: LintCase) -> Iterator[Fault]:
    """No dates run backwards, and none lie wholly outside the years of the list.

    Why: What has such dates is never to be had, or never in force.

    Example: `dates: {from: 1855-06, to: 1854-06}`.

    Cure: Correct the dates.
    """
    years = case.army_list.years if case.army_list else None
    for path, record in case.records:
        dates = _dates(record)
        if dates is None:
            continue
        first, last = dates
        if first and last and first.first > last.last:
            yield Fault((*path, "from"), f"from {first} is after to {last}; it must come first", "Exchange them.")
        elif years and path != ("years",) and _outside(first, last, years):
            says = f"{span(first, last)} lies outside the list's years, {span(years.from_, years.to)}"
            yield Fault((*path, "from" if first else "to"), says, "Correct the dates, or the years of the list.")


def _dates(record: Record) -> tuple[Date | None, Date | None] | None:
    if not hasattr(record, "from_"):
        return None
    return record.from_, record.to  # type: ignore[attr-defined]  # every record with the one has the other


def _outside(first: Date | None, last: Date | None, years: Dates) -> bool:
    late = bool(first and years.to and first.first > years.to.last)
    return late or bool(last and years.from_ and last.last < years.from_.first)
