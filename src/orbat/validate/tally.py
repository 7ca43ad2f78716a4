"""Counting for limits: what each limit of an army list counts in an ORBAT, and the bound that this is held to."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from orbat.model.army_list import Entry, Limit, Selector
from orbat.model.book import Book
from orbat.model.orbat import Orbat
from orbat.model.path import Path
from orbat.model.points import exact
from orbat.model.record import Value
from orbat.pricing.price import options_of
from orbat.pricing.quote import FormationLine, Points, Quote, UnitLine

Counted = tuple[UnitLine, Entry]
"""A unit as limits count it."""


class Plan(Value):
    """A limit with the ids of the entries that it counts, and of those that its base counts."""

    limit: Limit
    of: Selector
    counts: frozenset[str]
    base: frozenset[str]


@lru_cache(maxsize=64)
def plans_of(book: Book, list_id: str) -> tuple[Plan, ...]:
    """Every limit of a list, worked out for its entries once."""
    entries = book.entries(list_id).values()
    limits = [(limit, limit.of or Selector(entries=(entry.id,))) for entry in entries for limit in entry.limits]
    limits += [(limit, limit.of) for limit in book.lists[list_id].limits if limit.of]
    plans = []
    for limit, of in limits:
        counts = frozenset(entry.id for entry in entries if of.takes(entry))
        among = limit.among if isinstance(limit.among, Selector) else None
        base = frozenset(entry.id for entry in entries if among and among.takes(entry))
        plans.append(Plan(limit, of, counts, base))
    return tuple(plans)


class Fielded(Value):
    """What limits are held against: an ORBAT and its quote, the units of one list by entry, and the formations to
    look into."""

    book: Book
    orbat: Orbat
    quote: Quote
    list_id: str
    units: dict[str, list[Counted]]
    formations: tuple[FormationLine, ...]


def fielded(book: Book, orbat: Orbat, quote: Quote, list_id: str, formations: tuple[FormationLine, ...]) -> Fielded:
    """An ORBAT's units of one list, sorted by entry once for all the list's limits."""
    entries, units = book.entries(list_id), dict[str, list[Counted]]()
    for line in quote.all_units:
        if line.list_id == list_id and (entry := entries.get(line.unit.entry)):
            units.setdefault(entry.id, []).append((line, entry))
    return Fielded(book, orbat, quote, list_id, units, formations)


class Tally(Value):
    """What a limit counts within a scope, the bound that this is held to, and the base the bound was taken from."""

    scope: Path
    inside: list[Counted]
    count: Points
    bound: Points
    base: Points | None
    broken: bool


def tallies(army: Fielded, plan: Plan) -> Iterator[Tally]:
    """A limit's count in the army, or in each of the formations of its level; nothing where it has no base."""
    limit = plan.limit
    picked = _pick(army, plan.of, plan.counts)
    measured = _pick(army, limit.among, plan.base) if isinstance(limit.among, Selector) else []
    scopes: list[Path] = [()]
    if limit.scope != "army":
        scopes = [line.path for line in army.formations if line.formation.level == limit.scope]
    for scope in scopes:
        inside = _within(picked, scope)
        count = amount(limit, inside)
        bound, base = _bound(army, limit, _within(measured, scope))
        if bound is not None:
            over = limit.at_most is not None and count > bound
            under = limit.at_least is not None and count < bound
            yield Tally(scope, inside, count, bound, base, over or under)


def _pick(army: Fielded, selector: Selector, ids: frozenset[str]) -> list[Counted]:
    """The units of some entries that have one of the selector's options."""
    units = army.units
    return [one for entry_id in ids & units.keys() for one in units[entry_id] if _has_option(army, selector, one)]


def _has_option(army: Fielded, selector: Selector, one: Counted) -> bool:
    if not selector.options:
        return True
    line, entry = one
    has = options_of(line.unit, entry, army.book.ruleset.options, army.orbat.date)
    return any(option in has for option in selector.options)


def _within(units: list[Counted], scope: Path) -> list[Counted]:
    return [one for one in units if one[0].path[: len(scope)] == scope] if scope else units


def amount(limit: Limit, units: list[Counted]) -> Points:
    """Units in what the limit counts: units, stands or points."""
    if limit.count == "units":
        return len(units)
    if limit.count == "points":
        return sum(line.points for line, _ in units)
    return sum(line.sum.size for line, _ in units)


def _bound(army: Fielded, limit: Limit, measured: list[Counted]) -> tuple[Points | None, Points | None]:
    """The number that counts must not pass, and the base it was taken from; None where there is no base."""
    rate = limit.at_most if limit.at_most is not None else limit.at_least
    assert rate is not None, "the linter refuses a limit without a bound"
    if limit.among is None:
        return rate, None
    base: Points
    if limit.among == "spent":
        base = army.quote.total
    elif limit.among == "agreed_size":
        if not army.orbat.game_size:
            return None, None
        base = army.orbat.game_size
    else:
        base = amount(limit, measured)
    if limit.for_each:
        return rate * (base // limit.for_each), base
    return exact(Fraction(rate) * base), base
