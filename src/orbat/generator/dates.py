"""Dates for generated armies: one for each period in which the army list offers the same troops."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from random import Random

from orbat.evaluate.tally import WHOLE_ARMY, resolved_limits
from orbat.generator.offers import branch_of
from orbat.generator.request import RaiseRequest
from orbat.generator.shape import habit_years
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date

MONTHS_PER_YEAR = 12
"""The number of months in a year, for dates that are counted in months."""

Bounds = tuple[Date | None, Date | None]


def candidate_dates(book: Book, request: RaiseRequest) -> tuple[Date, ...]:
    """One date from each period in which the army list offers the same troops, best dates first.

    A date is better if more of the branches foot, horse and guns are available. Among dates with equally many branches,
    a date is better if more of the requested troops are available. Equally good dates are in random order, but long
    periods are more likely to come first. A period is omitted if it has no troops for one of the requirements. The
    result is empty if the army list never changes.
    """
    periods, entries = _periods(book, request.list_id), book.entries(request.list_id)
    if len(periods) < 2:
        return ()
    random = Random(f"{request.seed}/date")  # noqa: S311  # for variety, not security
    ranked = [(random.random() ** (1 / (last - first + 1)), _date_in(first, last, random)) for first, last in periods]
    dates = [date for _, date in sorted(ranked, key=lambda one: -one[0]) if _has_required(entries, request, date)]
    return tuple(
        sorted(dates, key=lambda date: (-_branches(book, entries, date), -_requested_amount(entries, request, date)))
    )


def _periods(book: Book, list_id: str) -> list[tuple[int, int]]:
    bounds = list(_bounds(book, list_id))
    starts = {first.first for first, _ in bounds if first} | {last.last + 1 for _, last in bounds if last}
    if not starts:
        return []
    years = book.lists[list_id].years
    start = years.from_.first if years.from_ else min(starts) - MONTHS_PER_YEAR
    end = years.to.last + 1 if years.to else max(starts) + MONTHS_PER_YEAR
    inside = sorted(month for month in starts if start < month < end)
    return [(first, after - 1) for first, after in itertools.pairwise([start, *inside, end])]


def _bounds(book: Book, list_id: str) -> Iterator[Bounds]:
    for entry in book.entries(list_id).values():
        yield from ((one.from_, one.to) for one in (*((entry.dates,) if entry.dates else ()), *entry.options))
        yield from ((one.from_, one.to) for one in (entry.ratings.dated if entry.ratings else ()))
    for resolved in (*resolved_limits(book, list_id), *resolved_limits(book, WHOLE_ARMY)):
        yield resolved.limit.from_, resolved.limit.to
    yield from ((Date(year), None) for year in habit_years(book.lists[list_id]))


def _date_in(first: int, last: int, random: Random) -> Date:
    years = range(-(-first // MONTHS_PER_YEAR), (last + 1) // MONTHS_PER_YEAR)
    if years:
        return Date(random.choice(years))
    month = random.randint(first, last)
    return Date(month // MONTHS_PER_YEAR, month % MONTHS_PER_YEAR + 1)


def _has_required(entries: Mapping[str, Entry], request: RaiseRequest, date: Date) -> bool:
    return all(not must.entries or _is_any_available(entries, must.entries, date) for must in request.requirements)


def _branches(book: Book, entries: Mapping[str, Entry], date: Date) -> int:
    there = {branch_of(book, entry) for entry in entries.values() if entry.dates is None or entry.dates.covers(date)}
    return len(there - {"other"})


def _requested_amount(entries: Mapping[str, Entry], request: RaiseRequest, date: Date) -> float:
    shares = sum(share for entry_id, share in request.target_shares if _is_any_available(entries, (entry_id,), date))
    return shares or float(sum(cap.maximum for cap in request.caps if _is_any_available(entries, cap.entries, date)))


def _is_any_available(entries: Mapping[str, Entry], chosen: Iterable[str], date: Date) -> bool:
    there = (entries[entry_id] for entry_id in chosen if entry_id in entries)
    return any(entry.dates is None or entry.dates.covers(date) for entry in there)
