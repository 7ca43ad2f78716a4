"""Translates the limits of army lists and rulesets into constraints of a linear program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from orbat.evaluate.limits import only_with_words, selector_words
from orbat.evaluate.tally import WHOLE_ARMY, ResolvedLimit, resolved_limits
from orbat.generator.army_program import ArmyProgram, Terms
from orbat.model.army_list import OWN_FORMATION, Limit, Selector
from orbat.model.wording import phrase


class FormationLimit:
    """The maximum number of units in each formation of a level."""

    def __init__(self, level: int, offers: frozenset[int], most: int) -> None:
        # Level 0 is the lowest. `offers`: the units that count, as indexes in `ArmyProgram.offers`.
        self.level, self.offers, self.most = level, offers, most


class Companions:
    """Units that must be in a formation with certain other units."""

    def __init__(
        self, level: int | None, offers: frozenset[int], others: frozenset[int] | None, least: int = 1
    ) -> None:
        # `offers` and `others` are indexes in `ArmyProgram.offers`. Horse artillery (`offers`) can need cavalry
        # (`others`). If `others` is None, the units belong together, such as Guards; a formation has at least
        # `least` of them. `level`: None for the formation that directly contains the unit.
        self.level, self.offers, self.others, self.least = level, offers, others, least


class SeparateUnits:
    """Two groups of units. A formation of the lowest level may not contain units of both groups."""

    def __init__(self, offers: frozenset[int], others: frozenset[int]) -> None:
        # both as indexes in `ArmyProgram.offers`
        self.offers, self.others = offers, others


def add_limits(army_program: ArmyProgram) -> None:
    """Add constraints to the linear program: the limits, the stands owned and the required troops."""
    for resolved, list_id in _limits(army_program):
        if resolved.of.levels:
            _add_formation_limit(army_program, resolved, list_id)
        else:
            _add_unit_limit(army_program, resolved, list_id)
    _add_needs(army_program)
    for cap in army_program.request.caps:
        terms: Terms = {}
        for number in army_program.of_entries(cap.entries):
            terms |= army_program.stands(number)
        army_program.program.at_most(cap.label, terms, cap.maximum)
    if army_program.request.caps and not any(requirement.level for requirement in army_program.request.requirements):
        _limit_generals(army_program)


def _limit_generals(army_program: ArmyProgram) -> None:
    # if the player owns few stands, generals would otherwise use all the remaining points
    generals = army_program.generals()
    one = min((price for price in generals.values() if price > 0), default=0.0)
    share = army_program.book.proportions.most_generals
    label = phrase("generals except the first: at most {share} of the points", share=share)
    army_program.program.at_most(label, _minus(generals, army_program.total(), float(share)), one)


def formation_limits(army_program: ArmyProgram) -> tuple[FormationLimit, ...]:
    """The limits on units in a formation, such as `at most 1 rifle battalion in each brigade`."""
    found = []
    for resolved, _ in _limits(army_program):
        limit, level = resolved.limit, level_number(army_program, resolved.limit.scope)
        plain = limit.among is None and limit.count == "units" and not resolved.of.levels and limit.needed is None
        if plain and level is not None and limit.at_most is not None:
            found.append(
                FormationLimit(level, frozenset(matching_offers(army_program, resolved.of)), int(limit.at_most))
            )
    return tuple(found)


def companions(army_program: ArmyProgram) -> tuple[Companions, ...]:
    """The limits on units that need certain other units, or more units of their own kind, in their formation."""
    found = []
    for resolved, _ in _limits(army_program):
        limit, level = resolved.limit, level_number(army_program, resolved.limit.scope)
        if level is None and limit.scope != OWN_FORMATION:
            continue
        if limit.only_with or limit.or_none:
            others = frozenset(matching_offers(army_program, limit.only_with)) if limit.only_with else None
            offers = frozenset(matching_offers(army_program, resolved.of))
            found.append(Companions(level, offers, others, int(limit.at_least or 1)))
    return tuple(found)


def units_apart(army_program: ArmyProgram) -> tuple[SeparateUnits, ...]:
    """The limits that keep units apart, such as `no other foot in a brigade with Germans`."""
    found = []
    for resolved, _ in _limits(army_program):
        limit, condition = resolved.limit, resolved.limit.when
        if (
            condition
            and condition.at_most is None
            and limit.at_most == 0
            and level_number(army_program, limit.scope) == 0
        ):
            offers, others = (frozenset(matching_offers(army_program, one)) for one in (resolved.of, condition.of))
            found.append(SeparateUnits(offers - others, others - offers))
    return tuple(found)


def level_number(army_program: ArmyProgram, scope: str) -> int | None:
    """The number of a level, from 0 for the lowest. None for the whole army."""
    return next((number for number, level in enumerate(army_program.levels) if level.id == scope), None)


def matching_offers(army_program: ArmyProgram, selector: Selector) -> list[int]:
    """The indexes of the offers that a selector selects, such as all cavalry."""
    return [number for number, offer in enumerate(army_program.offers) if army_program.matches(selector, offer)]


def _limits(army_program: ArmyProgram) -> Iterator[tuple[ResolvedLimit, str]]:
    request = army_program.request
    for list_id in (request.list_id, WHOLE_ARMY):
        for resolved in resolved_limits(army_program.book, list_id):
            # troops without the others that they need are never bought, even if the limit is only advice
            applies = army_program.advice or resolved.limit.severity == "error" or resolved.limit.only_with is not None
            if (
                applies
                and resolved.limit.in_force(request.date, request.theatre)
                and not _is_lifted(army_program, resolved)
            ):
                yield resolved, list_id


def _is_lifted(army_program: ArmyProgram, resolved: ResolvedLimit) -> bool:
    # A limit on armies without works, for example, does not apply if the player asks for works. Otherwise raised armies
    # keep limits with a condition in any case.
    condition = resolved.limit.when
    if condition is None or condition.at_most != 0:
        return False
    entries = army_program.book.entries(army_program.request.list_id)
    wanted = {entry for requirement in army_program.request.requirements for entry in requirement.entries}
    return any(condition.of.matches(entries[one]) for one in wanted if one in entries)


def _add_unit_limit(army_program: ArmyProgram, resolved: ResolvedLimit, list_id: str) -> None:
    limit, level, program = resolved.limit, level_number(army_program, resolved.limit.scope), army_program.program
    if limit.only_with or limit.or_none:
        _add_companions(army_program, resolved, list_id)
        return
    rate = Fraction(limit.at_most if limit.at_most is not None else limit.at_least or 0)
    if level is not None and (limit.at_least is not None or limit.when):
        return  # part of the army shape, or left to the check of the raised army
    terms, bound = _amount(army_program, limit, resolved.of), 0.0
    if not terms and limit.at_most is not None:
        return
    if limit.among is None and level is None:
        bound = float(rate)
    elif limit.among is None:
        assert level is not None
        terms = _minus(terms, _formation_count(army_program, level, resolved.of), float(rate))
    elif isinstance(limit.among, Selector):
        terms = _minus(terms, _base_terms(army_program, limit, limit.among), float(rate))
    else:
        bound = float(rate * army_program.request.points)
    label = limit_label(army_program, resolved, list_id)
    if limit.at_most is not None:
        program.at_most(label, terms, bound)
    else:
        program.at_least(label, terms, bound)


def _add_companions(army_program: ArmyProgram, resolved: ResolvedLimit, list_id: str) -> None:
    # in the whole army; `formations.Distributor` then puts the units into the same formations
    limit, program, chosen = resolved.limit, army_program.program, matching_offers(army_program, resolved.of)
    if not chosen:
        return
    label = limit_label(army_program, resolved, list_id)
    if limit.only_with:
        others = army_program.count(matching_offers(army_program, limit.only_with))
        for number in chosen:
            most = max(1.0, program.most[army_program.units[number]])
            program.at_most(label, _minus(army_program.count([number]), others, most), 0)
        return
    is_chosen, counted = program.variable(most=1), army_program.count(chosen)
    most = sum(program.most[army_program.units[number]] for number in chosen)
    program.at_most(label, _minus(counted, {is_chosen: 1.0}, most), 0)
    program.at_least(label, _minus(counted, {is_chosen: 1.0}, float(limit.at_least or 0)), 0)


def _add_formation_limit(army_program: ArmyProgram, resolved: ResolvedLimit, list_id: str) -> None:
    limit, program = resolved.limit, army_program.program
    # `ArmyShape` contains the limits on formations inside other formations
    if limit.among is not None or level_number(army_program, limit.scope) is not None:
        return
    terms: Terms = {}
    for level in resolved.of.levels:
        terms |= army_program.formations(level_number(army_program, level) or 0)
    label = limit_label(army_program, resolved, list_id)
    if limit.at_most is not None:
        program.at_most(label, terms, float(limit.at_most))
    else:
        program.at_least(label, terms, float(limit.at_least or 0))


def _formation_count(army_program: ArmyProgram, level: int, selector: Selector) -> Terms:
    branches = {army_program.offers[number].branch for number in matching_offers(army_program, selector)}
    terms: Terms = {}
    if not level:
        guns = "guns" in branches
        return {variable: 1.0 for branch, variable in army_program.lowest.items() if guns or branch in branches}
    for first, tree in zip((True, False), army_program.trees, strict=False):
        if branches & {*tree.branches} or "guns" in branches:
            terms |= tree.counts[level]
            if first or "guns" not in branches:
                terms[tree.absent[level]] = 1.0
    return terms


def _amount(army_program: ArmyProgram, limit: Limit, selector: Selector) -> Terms:
    chosen = matching_offers(army_program, selector)
    if limit.count == "points":
        return army_program.cost_of(chosen)
    if limit.count == "units":
        return army_program.count(chosen)
    terms: Terms = {}
    for number in chosen:
        terms |= army_program.stands(number)
    return terms


def _base_terms(army_program: ArmyProgram, limit: Limit, among: Selector) -> Terms:
    # For `at most 1/4 of cavalry`, the number of cavalry units.
    if among.levels:
        base: Terms = {}
        for level in among.levels:
            base |= army_program.formations(level_number(army_program, level) or 0)
    else:
        base = _amount(army_program, limit, among)
    if not limit.for_each:
        return base
    # `1 for each 3 cavalry units`: their number divided by 3, rounded down
    times, each = army_program.program.variable(), float(limit.for_each)
    if limit.at_most is not None:
        army_program.program.at_most("", {times: each, **_minus({}, base, 1.0)}, 0)
    else:
        army_program.program.at_least("", {times: each, **_minus({}, base, 1.0)}, 1 - each)
    return {times: 1.0}


def _add_needs(army_program: ArmyProgram) -> None:
    entries = army_program.book.entries(army_program.request.list_id)
    for need in army_program.book.ruleset.rules.needs:
        having = army_program.of_entries(one.id for one in entries.values() if one.kind == need.kind)
        needed = army_program.of_entries(one.id for one in entries.values() if one.kind == need.needs)
        for number in having:
            most = max(1.0, army_program.program.most[army_program.units[number]])
            terms = _minus(army_program.count([number]), army_program.count(needed), most)
            words = (army_program.book.ruleset.kinds[kind].label for kind in (need.kind, need.needs))
            army_program.program.at_most(" only with ".join(words), terms, 0)


def limit_label(army_program: ArmyProgram, resolved: ResolvedLimit, list_id: str) -> str:
    """A limit as text: `Guards: at most 3`, `Cossacks: at most 1/4 of cavalry in each division`."""
    limit, among = resolved.limit, resolved.limit.among
    if limit.only_with:
        troops = selector_words(army_program.book, list_id, resolved.of)
        needed = only_with_words(army_program.book, list_id, limit)
        return phrase("{troops}: {needed}", troops=troops, needed=needed)
    bound = limit.at_most if limit.at_most is not None else limit.at_least
    amount = str(Fraction(bound or 0))
    if limit.count != "units":
        amount = phrase("{amount} {counted}", amount=amount, counted=limit.count)
    if isinstance(among, Selector):
        of = selector_words(army_program.book, list_id, among)
        if limit.for_each and among.levels:
            amount = phrase("{amount} for every {number} {levels}", amount=amount, number=limit.for_each, levels=of)
        elif limit.for_each:
            fields = {"number": limit.for_each, "counted": limit.count, "troops": of}
            amount = phrase("{amount} for every {number} {counted} of {troops}", amount=amount, **fields)
        else:
            amount = phrase("{amount} of {units}", amount=amount, units=of)
    elif among:
        amount = phrase("{amount} of the points", amount=amount)
    if limit.scope != "army":
        amount = phrase("{amount} in each {level}", amount=amount, level=limit.scope)
    what = selector_words(army_program.book, list_id, resolved.of)
    if limit.at_most is not None:
        return phrase("{what}: at most {amount}", what=what, amount=amount)
    return phrase("{what}: at least {amount}", what=what, amount=amount)


def _minus(terms: Mapping[int, float], other: Mapping[int, float], rate: float) -> Terms:
    found = dict(terms)
    for variable, weight in other.items():
        found[variable] = found.get(variable, 0.0) - rate * weight
    return found
