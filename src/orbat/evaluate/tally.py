"""Counting for limits: what each limit of an army list counts in an ORBAT, and the bound that this is held to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from orbat.evaluate.pricing import options_of, rating_of
from orbat.evaluate.quote import ExactPoints, FormationLine, Quote, UnitLine
from orbat.model.army_list import Entry, Limit, Selector
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.points import exact
from orbat.model.record import Value

Counted = tuple[UnitLine, Entry]
"""A unit as limits count it."""

WHOLE_ARMY = ""
"""What stands for a list where limits of the ruleset are held against units of every list."""


class ResolvedLimit(Value):
    """A limit with the ids of the entries that it counts, and of those that its base counts."""

    limit: Limit
    of: Selector
    counts: frozenset[str]
    base: frozenset[str]


@lru_cache(maxsize=64)
def resolved_limits(book: Book, list_id: str) -> tuple[ResolvedLimit, ...]:
    """Every limit of a list, or of the ruleset for WHOLE_ARMY, worked out for its entries once."""
    if list_id == WHOLE_ARMY:
        entries = [entry for one in book.lists for entry in book.entries(one).values()]
        limits = [(limit, limit.of) for limit in book.ruleset.limits if limit.of]
    else:
        entries = list(book.entries(list_id).values())
        limits = [(limit, limit.of or Selector(entries=(entry.id,))) for entry in entries for limit in entry.limits]
        limits += [(limit, limit.of) for limit in book.lists[list_id].limits if limit.of]
    plans = []
    for limit, of in limits:
        counts = frozenset(entry.id for entry in entries if of.matches(entry))
        among = limit.among if isinstance(limit.among, Selector) else None
        base = frozenset(entry.id for entry in entries if among and among.matches(entry))
        plans.append(ResolvedLimit(limit, of, counts, base))
    return tuple(plans)


class CountKey(NamedTuple):
    """Whose limit, the number of its plan, and whether it is what the limit counts or the base it is a share of."""

    list_id: str
    plan: int
    is_base: bool


@lru_cache(maxsize=64)
def limits_in_force(book: Book, list_id: str, date: Date | None) -> tuple[tuple[CountKey, ResolvedLimit], ...]:
    """The limits of a list that hold at a date, each with the side that it counts."""
    return tuple(
        (CountKey(list_id, number, is_base=False), plan)
        for number, plan in enumerate(resolved_limits(book, list_id))
        if plan.limit.in_force(date)
    )


def amounts_of(book: Book, line: UnitLine, entry: Entry, date: Date | None) -> dict[CountKey, ExactPoints]:
    """How much each side of a limit counts for a unit, among those that count units of its entry; for some, nothing.

    Depends on the unit's price, entry, size, rating and options only.
    """
    found, list_id = dict[CountKey, ExactPoints](), line.list_id
    whole = (WHOLE_ARMY,) if book.ruleset.limits else ()
    for whose in (*((list_id,) if list_id in book.lists else ()), *whole):
        for number, plan in enumerate(resolved_limits(book, whose)):
            for is_base, selector, ids in ((False, plan.of, plan.counts), (True, plan.limit.among, plan.base)):
                if isinstance(selector, Selector) and entry.id in ids:
                    counted = _matches(book, date, whose, selector, line.unit, entry)
                    found[CountKey(whose, number, is_base)] = _WEIGHTS[plan.limit.count](line) if counted else 0
    return found


class LimitContext(Value):
    """What limits are held against: an ORBAT and its quote, the units of one list by entry, and the formations to
    look into."""

    book: Book
    orbat: Orbat
    quote: Quote
    list_id: str
    units: dict[str, list[Counted]]
    formations: tuple[FormationLine, ...]


def limit_context(
    book: Book, orbat: Orbat, quote: Quote, list_id: str, formations: tuple[FormationLine, ...]
) -> LimitContext:
    """An ORBAT's units of one list, or of all for WHOLE_ARMY, sorted by entry once for all the limits."""
    units = dict[str, list[Counted]]()
    for line in quote.all_units:
        if list_id in (line.list_id, WHOLE_ARMY) and (entry := book.entry(line.list_id, line.unit.entry)):
            units.setdefault(entry.id, []).append((line, entry))
    return LimitContext(book, orbat, quote, list_id, units, formations)


class Weighed(NamedTuple):
    """A unit or a formation that a limit counts, and for how much."""

    path: OrbatPath
    weight: ExactPoints


class Tally(Value):
    """What a limit counts within a scope, the bound that this is held to, and the base the bound was taken from."""

    scope: OrbatPath
    inside: list[Weighed]
    count: ExactPoints
    bound: ExactPoints
    base: ExactPoints | None
    broken: bool


def tallies(army: LimitContext, plan: ResolvedLimit) -> Iterator[Tally]:
    """A limit's count in the army, or in each of the formations of its level; nothing where it has no base."""
    limit = plan.limit
    picked = _pick(army, limit, plan.of, plan.counts)
    measured = _pick(army, limit, limit.among, plan.base) if isinstance(limit.among, Selector) else []
    scopes: list[OrbatPath] = [()]
    if limit.scope != "army":
        scopes = [line.path for line in army.formations if line.formation.level == limit.scope]
    for scope in scopes:
        inside = _within(picked, scope)
        count = amount(inside)
        bound, base = bound_of(limit, amount(_within(measured, scope)), army.quote.total, army.orbat.game_size)
        if bound is not None:
            yield Tally(scope, inside, count, bound, base, breaks(limit, count, bound))


def breaks(limit: Limit, count: ExactPoints, bound: ExactPoints) -> bool:
    """Whether so many are more, or fewer, than a limit allows."""
    over = limit.at_most is not None and count > bound
    under = limit.at_least is not None and count < bound
    return over or under


def _pick(army: LimitContext, limit: Limit, selector: Selector, ids: frozenset[str]) -> list[Weighed]:
    """The formations of a selector's levels, or else the units of some entries that match it."""
    if selector.levels:
        everywhere = army.quote.all_formations
        return [Weighed(line.path, 1) for line in everywhere if line.formation.level in selector.levels]
    units, weight = army.units, _WEIGHTS[limit.count]
    return [
        Weighed(line.path, weight(line))
        for entry_id in ids & units.keys()
        for line, entry in units[entry_id]
        if _matches(army.book, army.orbat.date, army.list_id, selector, line.unit, entry)
    ]


def _matches(book: Book, date: Date | None, list_id: str, selector: Selector, unit: Unit, entry: Entry) -> bool:
    """Whether a unit of a selected entry is as the selector asks."""
    if list_id == WHOLE_ARMY and not selector.matches(entry):
        return False
    return unit_matches(selector, unit, entry, book, date)


def unit_matches(selector: Selector, unit: Unit, entry: Entry, book: Book, date: Date | None) -> bool:
    """Whether a unit has one of the ratings, named sizes and options that a selector asks for."""
    if selector.ratings and rating_of(unit, entry) not in selector.ratings:
        return False
    if selector.sizes and unit.size not in selector.sizes:
        return False
    if not selector.options:
        return True
    return not set(selector.options).isdisjoint(options_of(unit, entry, book.ruleset.options, date))


def _within(several: list[Weighed], scope: OrbatPath) -> list[Weighed]:
    return [one for one in several if one.path != scope and one.path[: len(scope)] == scope] if scope else several


_WEIGHTS: Mapping[str, Callable[[UnitLine], ExactPoints]] = {
    "units": lambda line: 1,
    "stands": lambda line: line.sum.pieces,
    "points": lambda line: line.points,
}
"""What a unit counts in what a limit counts."""


def amount(several: list[Weighed]) -> ExactPoints:
    """All of it together."""
    return sum(one.weight for one in several)


def bound_of(
    limit: Limit, measured: ExactPoints, total: ExactPoints, game_size: int | None
) -> tuple[ExactPoints | None, ExactPoints | None]:
    """The number that counts must not pass, and the base it was taken from; None where there is no base.

    `measured` is the amount of what the limit's base selects, where it selects something.
    """
    rate = limit.at_most if limit.at_most is not None else limit.at_least
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
