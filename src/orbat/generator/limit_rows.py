"""The limits of a list and of the ruleset in the program of an army; and those of each formation, for arranging it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from orbat.evaluate.limits import selector_words
from orbat.evaluate.tally import WHOLE_ARMY, ResolvedLimit, resolved_limits, unit_matches
from orbat.generator.army_program import ArmyProgram, Terms
from orbat.generator.offers import Offer
from orbat.model.army_list import Limit, Selector

MAX_GENERALS_SHARE = Fraction(1, 5)
"""The largest share of the points that generals come to in an army of what is owned. House: twice what is usual."""


class FormationLimit:
    """At most so many units of some offers in each formation of a level, 0 being the lowest."""

    def __init__(self, level: int, offers: frozenset[int], most: int) -> None:
        self.level, self.offers, self.most = level, offers, most


def add_limits(calculation: ArmyProgram) -> None:
    """Add the limits to a program, with what some kinds need and what there is of some entries."""
    for resolved, list_id in _limits(calculation):
        if resolved.of.levels:
            _formations(calculation, resolved, list_id)
        else:
            _units(calculation, resolved, list_id)
    _needs(calculation)
    for cap in calculation.request.caps:
        terms: Terms = {}
        for number in calculation.of_entries(cap.entries):
            terms |= calculation.stands(number)
        calculation.program.at_most(cap.label, terms, cap.maximum)
    if calculation.request.caps and not any(must.level for must in calculation.request.requirements):
        _no_padding(calculation)


def _no_padding(calculation: ArmyProgram) -> None:
    """Where there are only so many units to be had, generals do not make up the points: one, and a share."""
    generals = calculation.generals()
    one = min((price for price in generals.values() if price > 0), default=0.0)
    share = f"generals but for one: at most {MAX_GENERALS_SHARE} of the points"
    calculation.program.at_most(share, _less(generals, calculation.total(), float(MAX_GENERALS_SHARE)), one)


def formation_limits(calculation: ArmyProgram) -> tuple[FormationLimit, ...]:
    """What the limits allow in each formation."""
    found = []
    for resolved, _ in _limits(calculation):
        limit, level = resolved.limit, level_number(calculation, resolved.limit.scope)
        plain = limit.among is None and limit.count == "units" and not resolved.of.levels
        if plain and level is not None and limit.at_most is not None:
            found.append(
                FormationLimit(level, frozenset(matching_offers(calculation, resolved.of)), int(limit.at_most))
            )
    return tuple(found)


def level_number(calculation: ArmyProgram, scope: str) -> int | None:
    """The number of a level, 0 being the lowest; None for the army."""
    return next((number for number, level in enumerate(calculation.levels) if level.id == scope), None)


def matching_offers(calculation: ArmyProgram, selector: Selector) -> list[int]:
    """The offers that a selector takes."""
    return [number for number, offer in enumerate(calculation.offers) if _takes(calculation, selector, offer)]


def _takes(calculation: ArmyProgram, selector: Selector, offer: Offer) -> bool:
    such = (offer.unit, offer.entry, calculation.book, calculation.request.date)
    return selector.matches(offer.entry) and unit_matches(selector, *such)


def _limits(calculation: ArmyProgram) -> Iterator[tuple[ResolvedLimit, str]]:
    wish = calculation.request
    for list_id in (wish.list_id, WHOLE_ARMY):
        for resolved in resolved_limits(calculation.book, list_id):
            heeded = calculation.advice or resolved.limit.severity == "error"
            if heeded and resolved.limit.in_force(wish.date):
                yield resolved, list_id


def _units(calculation: ArmyProgram, resolved: ResolvedLimit, list_id: str) -> None:
    """A limit that counts units, stands or points."""
    limit, level, program = resolved.limit, level_number(calculation, resolved.limit.scope), calculation.program
    rate = Fraction(limit.at_most if limit.at_most is not None else limit.at_least or 0)
    if limit.at_least is not None and level is not None:
        return  # the shape of the army sees to that
    terms, bound = _weighed(calculation, limit, resolved.of), 0.0
    if not terms and limit.at_most is not None:
        return
    if limit.among is None and level is None:
        bound = float(rate)
    elif limit.among is None:
        assert level is not None
        terms = _less(terms, _in_each(calculation, level, resolved.of), float(rate))
    elif isinstance(limit.among, Selector):
        terms = _less(terms, _base(calculation, limit, limit.among), float(rate))
    else:
        bound = float(rate * calculation.request.points)
    label = limit_label(calculation, resolved, list_id)
    if limit.at_most is not None:
        program.at_most(label, terms, bound)
    else:
        program.at_least(label, terms, bound)


def _formations(calculation: ArmyProgram, resolved: ResolvedLimit, list_id: str) -> None:
    """A limit on how many formations of a level an army has; those in each other are the army's shape."""
    limit, program = resolved.limit, calculation.program
    if limit.among is not None or level_number(calculation, limit.scope) is not None:
        return
    terms: Terms = {}
    for level in resolved.of.levels:
        terms |= calculation.formations(level_number(calculation, level) or 0)
    label = limit_label(calculation, resolved, list_id)
    if limit.at_most is not None:
        program.at_most(label, terms, float(limit.at_most))
    else:
        program.at_least(label, terms, float(limit.at_least or 0))


def _in_each(calculation: ArmyProgram, level: int, selector: Selector) -> Terms:
    """How many formations of a level there are for what a selector takes; where there is none, the army for one."""
    branches = {calculation.offers[number].branch for number in matching_offers(calculation, selector)}
    terms: Terms = {}
    if not level:
        guns = "guns" in branches
        return {variable: 1.0 for branch, variable in calculation.lowest.items() if guns or branch in branches}
    for first, tree in zip((True, False), calculation.trees, strict=False):
        if branches & {*tree.branches} or "guns" in branches:
            terms |= tree.counts[level]
            if first or "guns" not in branches:
                terms[tree.absent[level]] = 1.0
    return terms


def _weighed(calculation: ArmyProgram, limit: Limit, selector: Selector) -> Terms:
    """What a selector takes, in what the limit counts."""
    chosen = matching_offers(calculation, selector)
    if limit.count == "points":
        return calculation.cost_of(chosen)
    if limit.count == "units":
        return calculation.count(chosen)
    terms: Terms = {}
    for number in chosen:
        terms |= calculation.stands(number)
    return terms


def _base(calculation: ArmyProgram, limit: Limit, among: Selector) -> Terms:
    """What a share is of; for so many each, how many times there are so many in full."""
    if among.levels:
        base: Terms = {}
        for level in among.levels:
            base |= calculation.formations(level_number(calculation, level) or 0)
    else:
        base = _weighed(calculation, limit, among)
    if not limit.for_each:
        return base
    times, each = calculation.program.variable(), float(limit.for_each)
    if limit.at_most is not None:
        calculation.program.at_most("", {times: each, **_less({}, base, 1.0)}, 0)
    else:
        calculation.program.at_least("", {times: each, **_less({}, base, 1.0)}, 1 - each)
    return {times: 1.0}


def _needs(calculation: ArmyProgram) -> None:
    """What may be bought only by an army that has something else."""
    entries = calculation.book.entries(calculation.request.list_id)
    for need in calculation.book.ruleset.rules.needs:
        having = calculation.of_entries(one.id for one in entries.values() if one.kind == need.kind)
        needed = calculation.of_entries(one.id for one in entries.values() if one.kind == need.needs)
        for number in having:
            most = max(1.0, calculation.program.most[calculation.units[number]])
            terms = _less(calculation.count([number]), calculation.count(needed), most)
            words = (calculation.book.ruleset.kinds[kind].label for kind in (need.kind, need.needs))
            calculation.program.at_most(" only with ".join(words), terms, 0)


def limit_label(calculation: ArmyProgram, resolved: ResolvedLimit, list_id: str) -> str:
    """A limit in words."""
    limit = resolved.limit
    most = limit.at_most if limit.at_most is not None else limit.at_least
    words = f"at {'most' if limit.at_most is not None else 'least'} {Fraction(most or 0)}"
    words += "" if limit.count == "units" else f" {limit.count}"
    among = limit.among
    if isinstance(among, Selector):
        of = selector_words(calculation.book, list_id, among)
        words += f" for each {limit.for_each} {of}" if limit.for_each else f" of {of}"
    elif among:
        words += " of the points"
    words += "" if limit.scope == "army" else f" in each {limit.scope}"
    return f"{selector_words(calculation.book, list_id, resolved.of)}: {words}"


def _less(terms: Mapping[int, float], other: Mapping[int, float], rate: float) -> Terms:
    """Some terms less a multiple of others."""
    found = dict(terms)
    for variable, weight in other.items():
        found[variable] = found.get(variable, 0.0) - rate * weight
    return found
