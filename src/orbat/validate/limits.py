"""The limits of army lists: one rule that reads them all from data."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

from orbat.model.army_list import ArmyList, Entry, Limit, Selector
from orbat.model.book import Book
from orbat.model.path import Path
from orbat.model.points import exact, show
from orbat.model.record import Value
from orbat.pricing.price import options_of
from orbat.pricing.quote import UnitLine
from orbat.validate.rule import Case, Verdict

Number = int | Fraction


Counted = tuple[UnitLine, Entry]
"""A unit as limits count it."""


def within_limits(case: Case) -> Iterator[Verdict]:
    """The limits of the army list hold: numbers of an entry, in the army or in each formation, and shares.

    Why: The army list says what was there, or keeps an army plausible; most such limits are house. Shares are
    compared as exact fractions.

    Example: four Foot Guards battalions where the list allows three in an army.

    Cure: Take units out until the limit holds.
    """
    by_list: dict[str, dict[str, list[Counted]]] = {}
    for line, entry in case.units:
        if entry is not None:
            by_list.setdefault(line.list_id, {}).setdefault(entry.id, []).append((line, entry))
    for list_id, units in by_list.items():
        if list_id in case.book.lists:
            for plan in _plans(case.book, list_id):
                if plan.limit.in_force(case.orbat.date):
                    yield from _check(case, case.book.lists[list_id], plan, units)


class _Plan(Value):
    """A limit with the ids of the entries that it counts, and of those that its base counts."""

    limit: Limit
    of: Selector
    counts: frozenset[str]
    base: frozenset[str]


@lru_cache(maxsize=64)
def _plans(book: Book, list_id: str) -> tuple[_Plan, ...]:
    """Every limit of a list, worked out for its entries once."""
    entries = book.entries(list_id).values()
    limits = [(limit, limit.of or Selector(entries=(entry.id,))) for entry in entries for limit in entry.limits]
    limits += [(limit, limit.of) for limit in book.lists[list_id].limits if limit.of]
    plans = []
    for limit, of in limits:
        counts = frozenset(entry.id for entry in entries if of.takes(entry))
        among = limit.among if isinstance(limit.among, Selector) else None
        base = frozenset(entry.id for entry in entries if among and among.takes(entry))
        plans.append(_Plan(limit, of, counts, base))
    return tuple(plans)


Units = dict[str, list[Counted]]


def _pick(case: Case, selector: Selector, ids: frozenset[str], units: Units) -> list[Counted]:
    """The units of some entries that have one of the selector's options."""
    return [one for entry_id in ids & units.keys() for one in units[entry_id] if _has_option(case, selector, one)]


def _has_option(case: Case, selector: Selector, one: Counted) -> bool:
    if not selector.options:
        return True
    line, entry = one
    has = options_of(line.unit, entry, case.book.ruleset.options, case.orbat.date)
    return any(option in has for option in selector.options)


def _check(case: Case, army_list: ArmyList, plan: _Plan, units: Units) -> Iterator[Verdict]:
    limit = plan.limit
    if limit.at_most is not None and not plan.counts & units.keys():
        return
    picked = _pick(case, plan.of, plan.counts, units)
    among = limit.among if isinstance(limit.among, Selector) else None
    measured = _pick(case, among, plan.base, units) if among else []
    if limit.scope == "army":
        scopes: Iterable[Path] = [()]
    else:
        scopes = [place.path for place in case.formations if place.formation.level == limit.scope]
    for scope in scopes:
        inside = _within(picked, scope)
        count = _count(limit, inside)
        bound, base = _bound(case, limit, _within(measured, scope))
        if bound is None:
            continue
        over = limit.at_most is not None and count > bound
        under = limit.at_least is not None and count < bound
        if over or under:
            yield _verdict(case, army_list, limit, plan.of, scope, inside, (count, bound, base))


def _within(units: list[Counted], scope: Path) -> list[Counted]:
    return [one for one in units if one[0].path[: len(scope)] == scope] if scope else units


def _count(limit: Limit, units: list[Counted]) -> Number:
    if limit.count == "units":
        return len(units)
    if limit.count == "points":
        return sum(line.points for line, _ in units)
    return sum(line.sum.size for line, _ in units)


def _bound(case: Case, limit: Limit, measured: list[Counted]) -> tuple[Number | None, Number | None]:
    """The number that counts must not pass, and the base it was taken from; None where there is no base."""
    rate = limit.at_most if limit.at_most is not None else limit.at_least
    assert rate is not None, "the linter refuses a limit without a bound"
    if limit.among is None:
        return rate, None
    base: Number
    if limit.among == "spent":
        base = case.quote.total
    elif limit.among == "agreed_size":
        if not case.orbat.game_size:
            return None, None
        base = case.orbat.game_size
    else:
        base = _count(limit, measured)
    if limit.for_each:
        return rate * (base // limit.for_each), base
    return exact(Fraction(rate) * base), base


def _verdict(
    case: Case,
    army_list: ArmyList,
    limit: Limit,
    of: Selector,
    scope: Path,
    inside: list[Counted],
    numbers: tuple[Number, Number, Number | None],
) -> Verdict:
    count, bound, base = numbers
    at_most = limit.at_most is not None
    path = scope
    if at_most:
        path = _first_over(limit, inside, bound)
    where = f" in {_scope_name(case, scope)}" if scope else ""
    note = f" ({limit.note})" if limit.note else ""
    return Verdict(
        says="{what}{where}: {count} {unit}; at {bound_word}{base}{note}",
        helps="Take some out, or buy more of what they are measured by."
        if at_most and base is not None
        else "Take some out."
        if at_most
        else "Buy more of them.",
        cites=limit.cite or (f"{army_list.title} list{' (house)' if limit.house else ''}",),
        facts={
            "what": selector_words(case.book, army_list.id, of),
            "where": where,
            "count": show(exact(count)),
            "unit": limit.count if count != 1 else limit.count.removesuffix("s"),
            "bound_word": f"most {_whole(limit, bound)} allowed" if at_most else f"least {_whole(limit, bound)} needed",
            "base": _base_words(case, army_list, limit, base),
            "note": note,
        },
        path=path,
        severity=limit.severity,
    )


def _first_over(limit: Limit, inside: list[Counted], bound: Number) -> Path:
    """The unit at which, in document order, the count passes the bound."""
    ordered = sorted(inside, key=lambda one: _place(one[0].path))
    for number in range(1, len(ordered)):
        if _count(limit, ordered[:number]) > bound:
            return ordered[number - 1][0].path
    return ordered[-1][0].path


def _place(path: Path) -> tuple[tuple[bool, int], ...]:
    """What sorts places in document order: a formation's own units before the formations in it."""
    return tuple((path[step] == "formations", int(path[step + 1])) for step in range(0, len(path) - 1, 2))


def _base_words(case: Case, army_list: ArmyList, limit: Limit, base: Number | None) -> str:
    if base is None:
        return ""
    rate = limit.at_most if limit.at_most is not None else limit.at_least
    what = {"spent": "spent", "agreed_size": "agreed"}.get(str(limit.among), "")
    counted: str = "points" if what else limit.count
    if isinstance(limit.among, Selector):
        what = f"of {selector_words(case.book, army_list.id, limit.among)}"
    if base == 1:
        counted = counted.removesuffix("s")
    if limit.for_each:
        return (
            f", {rate} for each {limit.for_each} and there {'is' if base == 1 else 'are'} {show(base)} {counted} {what}"
        )
    return f", {Fraction(rate or 0)} of {show(exact(base))} {counted} {what}"


def _whole(limit: Limit, bound: Number) -> str:
    """A bound as the whole number that counts; points may be fractions."""
    if limit.count == "points":
        return show(exact(bound))
    return str(math.floor(bound) if limit.at_most is not None else math.ceil(bound))


def _scope_name(case: Case, scope: Path) -> str:
    formation = next(place.formation for place in case.formations if place.path == scope)
    return formation.name or f"an unnamed {formation.level}"


def selector_words(book: Book, list_id: str, selector: Selector) -> str:
    """A selector in words: the names of its entries, or of the kinds, subtypes and groups it takes."""
    names = {entry.id: entry.name for entry in book.entries(list_id).values()}
    ruleset = book.ruleset
    parts = [names.get(entry, entry) for entry in selector.entries]
    parts += [ruleset.kinds[kind].label for kind in selector.kinds if kind in ruleset.kinds]
    parts += [ruleset.subtypes[subtype].label for subtype in selector.subtypes if subtype in ruleset.subtypes]
    parts += list(selector.groups)
    if selector.irregular is not None:
        parts.insert(0, "irregulars" if selector.irregular else "regulars")
    words = " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]])) or "all units"
    if selector.options:
        labels = [ruleset.options[option].label for option in selector.options if option in ruleset.options]
        words += f" with {' or '.join(labels)}"
    if selector.not_entries:
        words += f" other than {', '.join(names.get(entry, entry) for entry in selector.not_entries)}"
    return words
