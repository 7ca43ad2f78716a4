"""When an army may be: the stretches of a list's years through which it offers the same, and a date in each of them."""

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
"""Months, in which dates are counted."""

Bounds = tuple[Date | None, Date | None]


def candidate_dates(book: Book, wish: RaiseRequest) -> tuple[Date, ...]:
    """A date in each stretch of the years of the list that is wished for, in the order in which to try them.

    Those come first at which there are more of foot, horse and guns, and more of what is asked for; among others chance
    decides, by how long they are.
    Those at which something that must be in the army was not to be had are left out. There is none where the list
    offers the same through all of its years.
    """
    stretches, entries = _stretches(book, wish.list_id), book.entries(wish.list_id)
    if len(stretches) < 2:
        return ()
    random = Random(f"{wish.seed}/date")  # noqa: S311  # variety, no secret
    drawn = [(random.random() ** (1 / (last - first + 1)), _date_in(first, last, random)) for first, last in stretches]
    dates = [date for _, date in sorted(drawn, key=lambda one: -one[0]) if _has_musts(entries, wish, date)]
    return tuple(sorted(dates, key=lambda date: (-_branches(book, entries, date), -_asked_for(entries, wish, date))))


def _stretches(book: Book, list_id: str) -> list[tuple[int, int]]:
    """The first and the last month of each stretch through which nothing begins and nothing ends."""
    bounds = list(_bounds(book, list_id))
    starts = {first.first for first, _ in bounds if first} | {last.last + 1 for _, last in bounds if last}
    years = book.lists[list_id].years
    start = years.from_.first if years.from_ else min(starts, default=0) - MONTHS_PER_YEAR
    end = years.to.last + 1 if years.to else max(starts, default=0) + MONTHS_PER_YEAR
    inside = sorted(month for month in starts if start < month < end)
    return [(first, after - 1) for first, after in itertools.pairwise([start, *inside, end])]


def _bounds(book: Book, list_id: str) -> Iterator[Bounds]:
    """From when to when each thing of a list holds that holds only for a time."""
    for entry in book.entries(list_id).values():
        yield from ((one.from_, one.to) for one in (*((entry.dates,) if entry.dates else ()), *entry.options))
        yield from ((one.from_, one.to) for one in (entry.ratings.dated if entry.ratings else ()))
    for resolved in (*resolved_limits(book, list_id), *resolved_limits(book, WHOLE_ARMY)):
        yield resolved.limit.from_, resolved.limit.to
    yield from ((Date(year), None) for year in habit_years(book.lists[list_id]))


def _date_in(first: int, last: int, random: Random) -> Date:
    """A year that lies wholly in a stretch, drawn at random; a month where there is none."""
    years = range(-(-first // MONTHS_PER_YEAR), (last + 1) // MONTHS_PER_YEAR)
    if years:
        return Date(random.choice(years))
    month = random.randint(first, last)
    return Date(month // MONTHS_PER_YEAR, month % MONTHS_PER_YEAR + 1)


def _has_musts(entries: Mapping[str, Entry], wish: RaiseRequest, date: Date) -> bool:
    return all(not must.entries or any(_there(entries, must.entries, date)) for must in wish.requirements)


def _branches(book: Book, entries: Mapping[str, Entry], date: Date) -> int:
    """How many branches something was to be had of at a date."""
    there = {branch_of(book, entry) for entry in entries.values() if entry.dates is None or entry.dates.covers(date)}
    return len(there - {"other"})


def _asked_for(entries: Mapping[str, Entry], wish: RaiseRequest, date: Date) -> float:
    """How much of another army that is to be followed, and of what is owned, was to be had at a date."""
    shares = sum(share for entry_id, share in wish.target_shares if any(_there(entries, (entry_id,), date)))
    return shares or float(sum(cap.maximum for cap in wish.caps if any(_there(entries, cap.entries, date))))


def _there(entries: Mapping[str, Entry], chosen: Iterable[str], date: Date) -> Iterator[bool]:
    for entry_id in chosen:
        dates = entries[entry_id].dates if entry_id in entries else None
        yield entry_id in entries and (dates is None or dates.covers(date))
