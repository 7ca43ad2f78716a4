"""Possible dates and theatres of generated armies."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping
from random import Random

from orbat.evaluate.tally import WHOLE_ARMY, resolved_limits
from orbat.generator.names import names_at
from orbat.generator.offers import branch_of
from orbat.generator.request import RaiseRequest
from orbat.generator.shape import habit_years, usual_shape
from orbat.model.army_list import ArmyList, Entry
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Orbat
from orbat.model.record import Value
from orbat.model.service import Dates

MONTHS_PER_YEAR = 12
"""The number of months in a year, for dates that are counted in months."""

ENOUGH_COMMANDERS = 5
"""An army with at least this number of commanders needs no more: more of them make a date no better. Not from a
rulebook."""

STEPS = 4
"""The number of regiments at a date counts in quarters of the number that the army needs. Not from a rulebook."""

Bounds = tuple[Date | None, Date | None]


class Setting(Value):
    """A date and a theatre of an army."""

    date: Date | None = None
    """None if the army list has no dates."""
    theatre: str = ""
    """The id of the theatre. "" if the army list has no theatres."""
    is_at_war: bool = True
    """Whether the army fought in the theatre at the date."""


def candidate_settings(book: Book, request: RaiseRequest, units: int = 0) -> tuple[Setting, ...]:
    """Possible dates and theatres for an army, the best first.

    `units` is the approximate number of foot and horse units in the army.
    """
    random = Random(f"{request.seed}/theatre")  # noqa: S311  # for variety, not security
    entries = book.entries(request.list_id)
    # A date has the theatres in which the army fought then, in random order. A theatre without troops for one of
    # the requirements is left out. Dates of a campaign come first, then theatres with more branches, then with more
    # of the requested troops, and then with enough regiments and commanders.
    # A year would mix the troops of January and December, so the army has a month within it if they differ.
    is_exact = request.date is not None and request.date.month is not None
    dates = (request.date,) if is_exact else candidate_dates(book, request) or (request.date,)
    settings = [one for date in dates for one in _settings(book, request, date, random)]
    possible = [one for one in settings if one.date is None or _has_required(entries, request, one)]
    battalions = usual_shape(book, request.list_id, request.date).battalions

    def rank(one: Setting) -> tuple[float, ...]:
        *first, commanders = _rank(book, entries, request, one)
        names = _count_names(book, entries, one, battalions) if units else 0
        return *first, -min(STEPS * names // max(units, 1), STEPS), commanders

    ranked = sorted(possible, key=rank)
    return tuple(ranked) or (Setting(request.date, request.theatre),)


def _count_names(book: Book, entries: Mapping[str, Entry], setting: Setting, battalions: int) -> int:
    # an entry and its twin (`same_as`) have the same names
    found: dict[str, int] = {}
    for entry in entries.values():
        branch = branch_of(book, entry)
        if branch in ("foot", "horse") and entry.is_available(setting.date, setting.theatre):
            each = battalions if branch == "foot" else 1
            found[entry.same_as or entry.id] = names_at(entry, each, setting.date, setting.theatre)
    return sum(found.values())


def _settings(book: Book, request: RaiseRequest, date: Date | None, random: Random) -> list[Setting]:
    theatres = book.lists[request.list_id].theatres
    if request.theatre or not theatres:
        return [Setting(date, request.theatre)]
    there = [one.id for one in theatres if date is None or one.covers(date)]
    # if the army fought nowhere at the date, its troops are still those of one theatre
    several = there or [one.id for one in theatres]
    fought = {
        orbat.theatre for orbat in _historical(book, request) if date and orbat.date and _includes(orbat.date, date)
    }
    ranked = sorted(random.sample(several, len(several)), key=lambda theatre: theatre not in fought)
    return [Setting(date, theatre, bool(there)) for theatre in ranked]


def candidate_dates(book: Book, request: RaiseRequest) -> tuple[Date, ...]:
    """Possible dates for an army, the best first.

    If a year is requested, all dates are in that year. The result may be empty.
    """
    army_list, entries = book.lists[request.list_id], book.entries(request.list_id)
    random = Random(f"{request.seed}/date")  # noqa: S311  # for variety, not security
    season = book.proportions.campaign_months

    def date_in(first: int, last: int) -> Date:
        return _date_in(army_list, request.theatre, first, last, season, random)

    ranked = [
        (random.random() ** (1 / (last - first + 1)), date_in(first, last))
        for first, last in _periods(book, request.list_id, request.date)
    ]
    known = dict.fromkeys(
        date if date.month else date_in(date.first, date.last)
        for date in (one.date for one in _historical(book, request))
        if date and (request.date is None or _includes(request.date, date))
    )
    dates = [*random.sample([*known], len(known)), *(date for _, date in sorted(ranked, key=lambda one: -one[0]))]
    settings = [Setting(date, request.theatre) for date in dict.fromkeys(dates)]
    possible = [one for one in settings if _has_required(entries, request, one)]
    # A period in which the army list offers the same troops gives one date. Dates of a campaign come first, then dates
    # with more branches (foot, horse, guns), then dates with more of the requested troops, then those of historical
    # ORBATs if the style follows them. Equally good dates are in random order, weighted by length.
    ordered = sorted(possible, key=lambda one: _rank(book, entries, request, one))
    return tuple(one.date for one in ordered if one.date)


def _historical(book: Book, request: RaiseRequest) -> list[Orbat]:
    if book.raising is None or not book.proportions.styles[request.style].from_history:
        return []
    years = book.lists[request.list_id].years
    every = book.raising.historical(request.list_id)
    return [one for one in every if one.date and years.covers(one.date) and request.theatre in ("", one.theatre)]


def _periods(book: Book, list_id: str, within: Date | None) -> list[tuple[int, int]]:
    bounds = list(_bounds(book, list_id))
    starts = {first.first for first, _ in bounds if first} | {last.last + 1 for _, last in bounds if last}
    years = book.lists[list_id].years
    if not starts and not (years.from_ and years.to) and within is None:
        return []
    known = starts or {0}
    start = years.from_.first if years.from_ else min(known) - MONTHS_PER_YEAR
    end = years.to.last + 1 if years.to else max(known) + MONTHS_PER_YEAR
    if within is not None:
        start = max(start, within.first) if years.from_ else within.first
        end = min(end, within.last + 1) if years.to else within.last + 1
    inside = sorted(month for month in starts if start < month < end)
    return [(first, after - 1) for first, after in itertools.pairwise([start, *inside, end]) if first < after]


def _bounds(book: Book, list_id: str) -> Iterator[Bounds]:
    for entry in book.entries(list_id).values():
        yield from ((one.from_, one.to) for one in (*((entry.dates,) if entry.dates else ()), *entry.options))
        yield from ((one.from_, one.to) for one in (entry.ratings.dated if entry.ratings else ()))
        yield from ((one.from_, one.to) for one in entry.size.dated)
        yield from ((one.from_, one.to) for one in (entry.sizes.dated if entry.sizes else ()))
    for resolved in (*resolved_limits(book, list_id), *resolved_limits(book, WHOLE_ARMY)):
        yield resolved.limit.from_, resolved.limit.to
    yield from ((Date(year), None) for year in habit_years(book.lists[list_id]))


def _date_in(army_list: ArmyList, theatre: str, first: int, last: int, season: Collection[int], random: Random) -> Date:
    # A whole year if possible, but a month if regiments or commanders come or go in this year. At least half of the
    # commanders were there in the month. If possible, it is in a campaign, and in the campaigning season.
    years = range(-(-first // MONTHS_PER_YEAR), (last + 1) // MONTHS_PER_YEAR)
    if years:
        year = random.choice(_at_war(army_list, theatre, [Date(one) for one in years])).year
        first, last = year * MONTHS_PER_YEAR, (year + 1) * MONTHS_PER_YEAR - 1
        if not _changes_within(army_list, first, last):
            return Date(year)
    months = [Date(month // MONTHS_PER_YEAR, month % MONTHS_PER_YEAR + 1) for month in range(first, last + 1)]
    months = _at_war(army_list, theatre, months)
    counts = [len(army_list.commanders_at(month, theatre)) for month in months]
    well_led = [month for month, count in zip(months, counts, strict=True) if 2 * count >= max(counts)]
    return random.choice([month for month in well_led if month.month in season] or well_led)


def _at_war(army_list: ArmyList, theatre: str, dates: list[Date]) -> list[Date]:
    # the dates at which the army fought in the theatre, or else all
    return [date for date in dates if _fought(army_list, theatre, date)] or dates


def _fought(army_list: ArmyList, theatre: str, date: Date | None) -> bool:
    # whether the army fought in the theatre, or in any theatre ("")
    there = [one for one in army_list.theatres if theatre in ("", one.id)]
    return date is None or not there or any(one.covers(date) for one in there)


def _changes_within(army_list: ArmyList, first: int, last: int) -> bool:
    records: list[Dates] = [*army_list.service, *army_list.theatres]
    records += [one for entry in army_list.entries for one in entry.regiments]
    begins = (one.from_.first for one in records if one.from_)
    ends = (one.to.last for one in records if one.to)
    return any(first < month <= last for month in begins) or any(first <= month < last for month in ends)


def _includes(period: Date, date: Date) -> bool:
    return period.first <= date.first and date.last <= period.last


def _rank(
    book: Book, entries: Mapping[str, Entry], request: RaiseRequest, setting: Setting
) -> tuple[bool, float, float, int]:
    army_list = book.lists[request.list_id]
    branches, amount = _branches(book, entries, setting), _requested_amount(entries, request, setting)
    commanders = len(army_list.commanders_at(setting.date, setting.theatre))
    peace = not _fought(army_list, request.theatre, setting.date)
    return peace, -branches, -amount, -min(commanders, ENOUGH_COMMANDERS)


def _has_required(entries: Mapping[str, Entry], request: RaiseRequest, setting: Setting) -> bool:
    return all(not must.entries or _is_any_available(entries, must.entries, setting) for must in request.requirements)


def _branches(book: Book, entries: Mapping[str, Entry], setting: Setting) -> int:
    there = {branch_of(book, one) for one in entries.values() if one.is_available(setting.date, setting.theatre)}
    return len(there - {"other"})


def _requested_amount(entries: Mapping[str, Entry], request: RaiseRequest, setting: Setting) -> float:
    shares = sum(share for entry, share in request.target_shares if _is_any_available(entries, (entry,), setting))
    return shares or float(sum(one.maximum for one in request.caps if _is_any_available(entries, one.entries, setting)))


def _is_any_available(entries: Mapping[str, Entry], chosen: Iterable[str], setting: Setting) -> bool:
    there = (entries[entry_id] for entry_id in chosen if entry_id in entries)
    return any(entry.is_available(setting.date, setting.theatre) for entry in there)
