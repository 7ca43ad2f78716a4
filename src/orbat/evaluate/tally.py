"""Counts the troops that limits restrict, and calculates maximums and minimums."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

from orbat.evaluate.pricing import options_of, rating_of
from orbat.evaluate.quote import ExactPoints, FormationLine, Quote, UnitLine
from orbat.model.army_list import OWN_FORMATION, Entry, Limit, LimitCondition, Selector
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.look_alikes import name_key
from orbat.model.orbat import Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.points import exact
from orbat.model.record import Value

UnitWithEntry = tuple[UnitLine, Entry]
"""A unit with its entry."""

WHOLE_ARMY = ""
"""Used instead of a list id for the ruleset's own limits, which count units of every list."""


class ResolvedLimit(Value):
    """A limit, with the ids of the entries to which the limit applies."""

    limit: Limit
    of: Selector
    counts: frozenset[str]
    """The entries whose units the limit counts."""
    base: frozenset[str]
    """The entries whose units form the total, if the limit is a share of a total."""
    needed: LimitCondition | None = None
    """The condition on other troops (see `Limit.needed`)."""


@lru_cache(maxsize=64)
def resolved_limits(book: Book, list_id: str) -> tuple[ResolvedLimit, ...]:
    """All limits of an army list, with their entries. If `list_id` is WHOLE_ARMY: the limits of the ruleset."""
    if list_id == WHOLE_ARMY:
        entries = [entry for one in book.lists for entry in book.entries(one).values()]
        limits = [(limit, limit.of) for limit in book.ruleset.limits if limit.of]
    else:
        entries = list(book.entries(list_id).values())
        limits = [(limit, limit.of or Selector(entries=(entry.id,))) for entry in entries for limit in entry.limits]
        limits += [(limit, limit.of) for limit in book.lists[list_id].limits if limit.of]
    found = []
    for limit, of in limits:
        counts = frozenset(entry.id for entry in entries if of.matches(entry))
        among = limit.among if isinstance(limit.among, Selector) else None
        base = frozenset(entry.id for entry in entries if among and among.matches(entry))
        found.append(ResolvedLimit(limit, of, counts, base, limit.needed))
    return tuple(found)


class CountKey(NamedTuple):
    """Identifies what orbat counts for a limit, such as the troops that the limit restricts."""

    list_id: str
    """The army list of the limit."""
    limit: int
    """The position of the limit in the list."""
    what: Literal["of", "among", "needed"] = "of"
    """"of" for the troops that the limit restricts, "among" for the total of a share, "needed" for a condition."""


@lru_cache(maxsize=64)
def limits_in_force(
    book: Book, list_id: str, date: Date | None, theatre: str = ""
) -> tuple[tuple[CountKey, ResolvedLimit], ...]:
    """An army list's limits at a date in a theatre, each with its `CountKey`."""
    return tuple(
        (CountKey(list_id, number), resolved)
        for number, resolved in enumerate(resolved_limits(book, list_id))
        if resolved.limit.in_force(date, theatre)
    )


def amounts_of(book: Book, line: UnitLine, entry: Entry, date: Date | None) -> dict[CountKey, ExactPoints]:
    """The amounts that a unit adds to each limit's count, in units, stands or points."""
    found, list_id = dict[CountKey, ExactPoints](), line.list_id
    whole = (WHOLE_ARMY,) if book.ruleset.limits else ()
    for whose in (*((list_id,) if list_id in book.lists else ()), *whole):
        for number, resolved in enumerate(resolved_limits(book, whose)):
            limit = resolved.limit
            if entry.id in resolved.counts:
                # The amount is 0 if the unit's rating, size or options do not match.
                counted = _matches(book, date, whose, resolved.of, line.unit, entry)
                found[CountKey(whose, number)] = _WEIGHTS[limit.count](line) if counted else 0
            if isinstance(limit.among, Selector) and entry.id in resolved.base:
                counted = _matches(book, date, whose, limit.among, line.unit, entry)
                found[CountKey(whose, number, "among")] = _WEIGHTS[limit.count](line) if counted else 0
    for whose in (*book.lists, *whole):
        for number, condition in _conditions(book, whose):
            if condition.of.matches(entry) and unit_matches(condition.of, line.unit, entry, book, date):
                found[CountKey(whose, number, "needed")] = 1
    return found


@lru_cache(maxsize=64)
def _conditions(book: Book, list_id: str) -> tuple[tuple[int, LimitCondition], ...]:
    resolved = enumerate(resolved_limits(book, list_id))
    return tuple((number, one.needed) for number, one in resolved if one.needed and not one.needed.of.levels)


class LimitContext(Value):
    """The data for checking the limits of one list."""

    book: Book
    orbat: Orbat
    quote: Quote
    list_id: str
    units: dict[str, list[UnitWithEntry]]
    formations: tuple[FormationLine, ...]


def limit_context(
    book: Book, orbat: Orbat, quote: Quote, list_id: str, formations: tuple[FormationLine, ...]
) -> LimitContext:
    """Collect the units to which the limits of an army list apply; all units if `list_id` is WHOLE_ARMY."""
    units = dict[str, list[UnitWithEntry]]()
    for line in quote.all_units:
        if list_id in (line.list_id, WHOLE_ARMY) and (entry := book.entry(line.list_id, line.unit.entry)):
            units.setdefault(entry.id, []).append((line, entry))
    return LimitContext(book, orbat, quote, list_id, units, formations)


class CountedItem(NamedTuple):
    """A unit or formation that counts towards a limit."""

    path: OrbatPath
    weight: ExactPoints
    """The amount that the unit or formation adds to the count."""


class Tally(Value):
    """The amount that counts towards a limit, in the army or in one formation, and the limit's bound."""

    scope: OrbatPath
    inside: list[CountedItem]
    count: ExactPoints
    bound: ExactPoints
    """The maximum or minimum that the limit sets."""
    base: ExactPoints | None
    """The total of which the bound is a share, or None."""
    broken: bool


def tallies(army: LimitContext, resolved: ResolvedLimit) -> Iterator[Tally]:
    """Count the units to which a limit applies, in the army or in each formation of the limit's level."""
    limit = resolved.limit
    picked = counted_items(army, limit, resolved.of, resolved.counts)
    measured = counted_items(army, limit, limit.among, resolved.base) if isinstance(limit.among, Selector) else []
    scopes: list[OrbatPath] = [()]
    own = limit.scope == OWN_FORMATION
    if own:
        scopes = [(), *(line.path for line in army.formations)]
    elif limit.scope != "army":
        scopes = [line.path for line in army.formations if line.formation.level == limit.scope]
    others = needed_items(army, resolved.needed) if resolved.needed else []
    for scope in scopes:
        inside = [one for one in picked if one.path[:-2] == scope] if own else _within(picked, scope)
        if resolved.needed and not resolved.needed.holds(len(_within(others, scope))):
            continue
        if limit.or_in and inside and _is_named(army, scope, limit.or_in):
            continue
        count = amount(inside)
        bound, base = bound_of(limit, amount(_within(measured, scope)), army.quote.total, army.orbat.game_size)
        # A share of the agreed size counts nothing if no size is agreed.
        if bound is not None:
            yield Tally(scope, inside, count, bound, base, breaks(limit, count, bound))


def needed_items(army: LimitContext, condition: LimitCondition) -> list[CountedItem]:
    """All units or formations of the army that a condition counts."""
    selector, everywhere = condition.of, army.quote.all_formations
    if selector.levels:
        return [CountedItem(line.path, 1) for line in everywhere if line.formation.level in selector.levels]
    found = []
    for line in army.quote.all_units:
        entry = army.book.entry(line.list_id, line.unit.entry)
        if entry and selector.matches(entry) and unit_matches(selector, line.unit, entry, army.book, army.orbat.date):
            found.append(CountedItem(line.path, 1))
    return found


def _is_named(army: LimitContext, scope: OrbatPath, names: tuple[str, ...]) -> bool:
    # the formation itself, or a formation around it, such as the Light Division around its brigades
    known = {name_key(name) for name in names}
    around = (line.formation.name for line in army.quote.all_formations if scope[: len(line.path)] == line.path)
    return not known.isdisjoint(map(name_key, around))


def breaks(limit: Limit, count: ExactPoints, bound: ExactPoints) -> bool:
    """Whether a count breaks a limit."""
    if limit.maximum is not None:
        return count > bound
    return count < bound and not (limit.or_none and not count)


def counted_items(army: LimitContext, limit: Limit, selector: Selector, ids: frozenset[str]) -> list[CountedItem]:
    """The units or formations of an army that match a selector. `ids`: the ids of the entries that can match."""
    if selector.levels:
        everywhere = army.quote.all_formations
        return [CountedItem(line.path, 1) for line in everywhere if line.formation.level in selector.levels]
    units, weight = army.units, _WEIGHTS[limit.count]
    return [
        CountedItem(line.path, weight(line))
        for entry_id in ids & units.keys()
        for line, entry in units[entry_id]
        if _matches(army.book, army.orbat.date, army.list_id, selector, line.unit, entry)
    ]


def _matches(book: Book, date: Date | None, list_id: str, selector: Selector, unit: Unit, entry: Entry) -> bool:
    if list_id == WHOLE_ARMY and not selector.matches(entry):
        return False
    return unit_matches(selector, unit, entry, book, date)


def unit_matches(selector: Selector, unit: Unit, entry: Entry, book: Book, date: Date | None) -> bool:
    """Whether a unit meets a selector's conditions on ratings, named sizes and options."""
    if selector.ratings and rating_of(unit, entry) not in selector.ratings:
        return False
    if selector.sizes and unit.size not in selector.sizes:
        return False
    if not selector.options and not selector.without:
        return True
    options = options_of(unit, entry, book.ruleset.options, date)
    has_one = not selector.options or not set(selector.options).isdisjoint(options)
    return has_one and set(selector.without).isdisjoint(options)


def _within(items: list[CountedItem], scope: OrbatPath) -> list[CountedItem]:
    return [one for one in items if one.path != scope and one.path[: len(scope)] == scope] if scope else items


_WEIGHTS: Mapping[str, Callable[[UnitLine], ExactPoints]] = {
    "units": lambda line: 1,
    "stands": lambda line: line.sum.pieces,
    "points": lambda line: line.points,
}
"""What one unit adds to a count of units, stands or points."""


def amount(items: list[CountedItem]) -> ExactPoints:
    """Add up the units, stands or points of counted items."""
    return sum(one.weight for one in items)


def bound_of(
    limit: Limit, measured: ExactPoints, total: ExactPoints, game_size: int | None
) -> tuple[ExactPoints | None, ExactPoints | None]:
    """Calculate a limit's bound (maximum or minimum). If the bound is a share of an amount, also return this amount.

    The limit's `among` decides which amount this is. `spent` means `total`, and `agreed_size` means `game_size`. A
    selector means `measured`, the amount that the selector counts. Without `among`, the bound is not a share, and the
    second result is None. Both results are None if the limit needs an agreed size and no size is agreed.
    """
    rate = limit.maximum if limit.maximum is not None else limit.at_least
    assert rate is not None, "the linter refuses a limit without a bound"
    if limit.among is None:
        return rate, None
    base: ExactPoints
    if limit.among == "spent":
        base = total
    elif limit.among == "agreed_size":
        if not game_size:
            return None, None
        base = game_size
    else:
        base = measured
    if limit.for_each:
        return rate * (base // limit.for_each), base
    return exact(Fraction(rate) * base), base
