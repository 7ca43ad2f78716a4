"""Every limit of every shipped ruleset and army list, tested with ORBATs at its bound and one beyond."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, get_args

import pytest
from tests.examples import sampled

from orbat.data.library import Library
from orbat.evaluate.pricing import Pricer
from orbat.model.army_list import ArmyList, Entry, Limit, Selector
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Formation, HouseLimits, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import Evaluator

LIBRARY = Library(Path(__file__).resolve().parents[2] / "army_lists")
LISTS = [(ruleset, list_id) for ruleset in LIBRARY.ruleset_ids() for list_id in LIBRARY.list_ids(ruleset)]

MODES: tuple[HouseLimits, ...] = get_args(HouseLimits)


class Candidate(NamedTuple):
    """A unit that the list offers, with its entry and all its options at the date."""

    unit: Unit
    entry: Entry
    options: frozenset[str]

    def is_of(self, selector: Selector) -> bool:
        """Whether a selector counts it."""
        entry = self.entry
        asked = (
            (selector.entries, entry.ids),
            (selector.kinds, {entry.kind}),
            (selector.subtypes, {entry.subtype}),
            (selector.groups, {entry.group}),
            (selector.ratings, {self.unit.rating}),
            (selector.sizes, {self.unit.size}),
            (selector.options, self.options),
        )
        fits = (
            all(not wanted or set(wanted) & had for wanted, had in asked) and not set(selector.without) & self.options
        )
        return fits and entry.ids.isdisjoint(selector.not_entries) and selector.irregular in (None, entry.irregular)


class Numbers(NamedTuple):
    """Numbers of counted units and of other units in the base."""

    counted: int
    others: int


class Trial(NamedTuple):
    """A limit with the units to test it: counted ones, and others that are only in its base."""

    limit: Limit
    of: Selector
    counted: Candidate | None
    other: Candidate | None
    inside: bool
    """Whether counted units are part of the base."""
    needed: Candidate | None
    """The other troops that the limit, or its condition, names."""

    @property
    def date(self) -> Date | None:
        return date_of(self.limit)


def date_of(limit: Limit) -> Date | None:
    """A date at which a limit applies; None for a limit without dates."""
    if limit.months:
        year = (limit.from_ or limit.to or Date(1758)).year
        dates = (Date(one, month) for one in (year, year + 1) for month in limit.months)
        theatre = next(iter(limit.theatre), "")
        return next(date for date in dates if limit.in_force(date, theatre))
    return limit.from_ or limit.to


def book_of(ruleset: str, list_id: str) -> Book:
    book, missing = LIBRARY.book(Orbat(ruleset=Pin(ruleset), army_list=Pin(list_id)))
    assert book is not None
    assert not missing
    return book


def limits_of(book: Book, army_list: ArmyList) -> Iterator[tuple[Limit, Selector]]:
    """The limits of a list and of its ruleset, each with its selector."""
    for entry in army_list.entries:
        yield from ((limit, limit.of or Selector(entries=(entry.id,))) for limit in entry.limits)
    yield from ((limit, limit.of) for limit in (*army_list.limits, *book.ruleset.limits) if limit.of is not None)


def with_only(book: Book, list_id: str, trial: Trial) -> Book:
    """The book with a single limit."""
    own = book.lists[list_id]
    entries = tuple(replace(entry, limits=()) for entry in own.entries)
    limits = (replace(trial.limit, of=trial.of),)
    return Book(replace(book.ruleset, limits=()), {list_id: replace(own, entries=entries, limits=limits)})


def candidates(book: Book, list_id: str, date: Date | None) -> Iterator[Candidate]:
    """The units that a list offers, in every rating, named size and with each option."""
    for entry in book.entries(list_id).values():
        if book.kind(entry).staff:
            continue
        always = {use.option for use in entry.options if use.use == "always" and use.covers(date)}
        written = [(), *((use.option,) for use in entry.options if use.option not in always)]
        for rating in entry.ratings.allowed if entry.ratings else ("",):
            for size in entry.sizes.allowed if entry.sizes else (None,):
                for options in written:
                    unit = Unit(entry=entry.id, rating=rating, size=size or entry.size.typical, options=options)
                    yield Candidate(unit, entry, frozenset({*always, *options}))


def tried(book: Book, list_id: str, limit: Limit, of: Selector) -> Trial | None:
    """The trial of a limit; None if nothing in the list is counted by it."""
    offered = list(candidates(book, list_id, date_of(limit)))
    other_troops = limit.needed.of if limit.needed else None
    needed = next((one for one in offered if other_troops and one.is_of(other_troops)), None)
    if other_troops:
        offered = [one for one in offered if other_troops.levels or not one.is_of(other_troops)]
    counted = next((one for one in offered if one.is_of(of)), None)
    if counted is None and not of.levels:
        return None
    if not isinstance(limit.among, Selector):
        entry = counted.entry if counted else None
        unlike = (one for one in offered if not one.is_of(of))
        nearest = min(unlike, key=lambda one: one.entry is not entry, default=None)
        return Trial(limit, of, counted, nearest, limit.among is not None, needed)
    among = limit.among
    if among.levels:
        return Trial(limit, of, counted, None, False, needed)
    apart = next((one for one in offered if one.is_of(among) and not one.is_of(of)), None)
    return Trial(limit, of, counted, apart, counted is not None and counted.is_of(among), needed)


def numbers(trial: Trial) -> tuple[list[Numbers], list[Numbers]]:
    """Numbers at the bound of a limit, and one beyond."""
    limit, most = trial.limit, trial.limit.maximum is not None
    if limit.only_with:
        return [], [Numbers(1, 0)]
    rate = Fraction((limit.at_most if most else limit.at_least) or 0)
    past = 1 if most else -1
    if limit.among is None:
        besides = 2 if trial.other else 0
        return [Numbers(int(rate), besides)], [Numbers(int(rate) + past, besides)]
    bound, base = (int(rate), limit.for_each) if limit.for_each else (rate.numerator, rate.denominator)
    shared = 1 if trial.inside else 0
    at = Numbers(bound, base - shared * bound)
    over = Numbers(bound + past, at.others - shared * past)
    if not (limit.for_each and most):
        return [at], [over]
    return [at, Numbers(0, base - 1)], [over, Numbers(1, base - 1 - shared)]


def units(candidate: Candidate | None, limit: Limit, number: int) -> tuple[Unit, ...]:
    """A number of units, or one unit of that many stands."""
    if not number:
        return ()
    assert candidate is not None, "the list has nothing to measure by"
    return (replace(candidate.unit, size=number),) if limit.count == "stands" else (candidate.unit,) * number


def army(ruleset: str, list_id: str, trial: Trial, wanted: Numbers, *, others: int = 0) -> Orbat:
    """An ORBAT with the numbers, within a formation if the scope of the limit is a level. `others`: the number of the
    other troops or formations that the limit, or its condition, names."""
    limit, of, among = trial.limit, trial.of, trial.limit.among
    levels, bought = list[str](), tuple[Unit, ...]()
    if of.levels:
        levels += [of.levels[0]] * wanted.counted
    else:
        bought += units(trial.counted, limit, wanted.counted)
    if isinstance(among, Selector) and among.levels:
        levels += [among.levels[0]] * wanted.others
    else:
        bought += units(trial.other, limit, wanted.others)
    # an army must have a unit for its limits to be checked
    bought = bought or units(trial.counted, limit, 1 if of.levels else 0)
    # a formation of another level must not count
    if limit.needed and limit.needed.of.levels:
        levels += [limit.needed.of.levels[0]] * others
    else:
        bought += units(trial.needed, limit, others)
    formations = tuple(Formation(level=level) for level in (*levels, "detachment"))
    theatre = limit.theatre[0] if limit.theatre else ""
    orbat = Orbat(ruleset=Pin(ruleset), army_list=Pin(list_id), date=trial.date, theatre=theatre)
    if limit.scope == "army":
        return replace(orbat, formations=formations, units=bought)
    return replace(orbat, formations=(Formation(level=limit.scope, formations=formations, units=bought),))


def points_armies(ruleset: str, list_id: str, book: Book, trial: Trial) -> tuple[list[Orbat], list[Orbat]]:
    """For a share of the points spent: the maximum next to ten other units, and one more."""
    assert trial.counted is not None
    assert trial.other is not None
    share, pricer = Fraction(trial.limit.at_most or 0), Pricer(book, trial.date)
    each, other = (pricer.price_unit(one.unit, list_id).points or 0 for one in (trial.counted, trial.other))
    most = next(number for number in range(1, 1000) if (number + 1) * each > share * ((number + 1) * each + 10 * other))
    return [army(ruleset, list_id, trial, Numbers(most, 10))], [army(ruleset, list_id, trial, Numbers(most + 1, 10))]


def armies(ruleset: str, list_id: str, book: Book, trial: Trial) -> tuple[list[Orbat], list[Orbat]]:
    """ORBATs within a limit, and beyond it."""
    if trial.limit.count == "points":
        return points_armies(ruleset, list_id, book, trial)
    at, past = numbers(trial)
    condition, limit = trial.limit.when, trial.limit
    if limit.only_with:
        return [army(ruleset, list_id, trial, past[0], others=1)], [army(ruleset, list_id, trial, past[0])]
    if condition and condition.at_most is None:
        least = condition.at_least or 1
        broken = [army(ruleset, list_id, trial, one, others=least) for one in past]
        unmet = [army(ruleset, list_id, trial, one, others=least - 1) for one in past]
        return [*unmet, *(army(ruleset, list_id, trial, one, others=least) for one in at)], broken
    if condition and condition.at_most is not None:
        broken = [army(ruleset, list_id, trial, one, others=condition.at_most) for one in past]
        unmet = [army(ruleset, list_id, trial, one, others=condition.at_most + 1) for one in past]
        return [*unmet, *(army(ruleset, list_id, trial, one) for one in at)], broken
    return [army(ruleset, list_id, trial, one) for one in at], [army(ruleset, list_id, trial, one) for one in past]


def severities(orbat: Orbat, book: Book) -> set[str]:
    return {finding.severity for finding in Evaluator().examine(orbat, book)[1] if finding.code == "ARM003"}


def severity_of(limit: Limit, house_limits: HouseLimits) -> set[str]:
    """The severity of findings about a limit: only the limits of the rulebook and of works are always errors."""
    if limit.cite or (limit.sources and not limit.house) or house_limits == "enforce":
        return {limit.severity}
    return {"warning"} if house_limits == "warn" else set()


@pytest.mark.parametrize(("ruleset", "list_id"), sampled(LISTS, 14))
def test_limit_is_silent_at_its_bound_and_found_beyond(ruleset: str, list_id: str) -> None:
    """The severity depends on the authority. The limit also applies with all others, and is silent without a date."""
    book = book_of(ruleset, list_id)
    for limit, of in limits_of(book, book.lists[list_id]):
        trial = tried(book, list_id, limit, of)
        if trial is None:
            assert limit in book.ruleset.limits, f"nothing in the list is counted by {limit}"
            continue
        alone = with_only(book, list_id, trial)
        within, past = armies(ruleset, list_id, book, trial)
        for orbat in within:
            assert not severities(orbat, alone), (limit, orbat)
        for orbat in past:
            for mode in MODES:
                assert severities(replace(orbat, house_limits=mode), alone) == severity_of(limit, mode), (limit, orbat)
            assert severities(orbat, book), (limit, orbat)
            if trial.date:
                assert not severities(replace(orbat, date=None), alone), (limit, orbat)


@pytest.mark.parametrize("ruleset", LIBRARY.ruleset_ids())
def test_limits_of_rulesets_apply_to_some_list(ruleset: str) -> None:
    """A limit that no list can reach is a mistake."""
    books = [(list_id, book_of(ruleset, list_id)) for list_id in LIBRARY.list_ids(ruleset)]
    for limit in books[0][1].ruleset.limits:
        assert limit.of is not None
        assert any(tried(book, list_id, limit, limit.of) for list_id, book in books), limit
