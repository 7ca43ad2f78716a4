"""Styles of generated armies: how many points to spend on each entry, and penalties for unwanted units."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random

from orbat.generator.army_program import ArmyProgram, Terms
from orbat.generator.linear_program import LinearProgram, LinearRow, Solution, solve
from orbat.generator.offers import Offer, branch_of
from orbat.generator.usual_rows import limit_unusual_sizes
from orbat.model.army_list import Entry, Selector
from orbat.model.raising import Branch

GENERAL_PENALTY = 2.5
"""Penalty for each formation, as a share of its general's price. It favours a few large formations. Not from a
rulebook."""
SIZE_PENALTY = 0.2
"""Penalty for each stand above or below the usual size, as a share of the stand's price. Not from a rulebook."""
UNUSUAL_SIZE_PENALTY = 3.0
"""Further penalty for each stand outside the usual spread of sizes, as a share of the stand's price. Not from a
rulebook."""
NAMELESS_PENALTY = 1.5
"""Penalty for a unit for which the army list has no regiment name, as a share of the unit's price. Not from a
rulebook."""
ABSENT_PENALTY = 4.0
"""Penalty for a unit of an entry none of whose regiments were there, as a share of the unit's price. Not from a
rulebook."""
COMMON_REGIMENTS = 4
"""An entry is common if it has at least this number of regiments. Not from a rulebook."""
MIN_RELATIVE_CHANCE = 0.1
"""Minimum weight of an entry, as a share of the largest weight. Lighter entries are drawn only if needed. Not from a
rulebook."""
ABSENT_WEIGHT = 0.001
"""Weight of an entry that no historical ORBAT has. The weight of the others is their share of the points. Not from a
rulebook."""

TOLERANCE = 0.08
"""Maximum difference between a style's objective and its best value, as a share of the points. A smaller tolerance
gives no visibly better army."""
EFFORT = 300
"""Maximum number of solver nodes for an army in a style."""


def solve_in_style(army_program: ArmyProgram, points: float, random: Random, *, few: bool) -> Solution | None:
    """An army of exactly `points` in the requested style, or None.

    `few`: whether the army should have few different entries.
    """
    program, cost = style_program(army_program, random, few=few)
    left = points - army_program.player_general_cost
    exact_cost = LinearRow("", army_program.total(), left, left)
    tolerance = TOLERANCE * army_program.request.points

    def solved(one: LinearProgram) -> Solution | None:
        return solve(one, cost, rows=[exact_cost], tolerance=tolerance, effort=EFFORT).solution

    # first the numbers of units, with fractional sizes, then whole sizes: both together take twice as long
    relaxed, bought = program.copy(), program.copy()
    for variable in army_program.size_variables:
        relaxed.whole[variable] = False
    first = solved(relaxed)
    if first is None:
        return None
    for variable, whole in enumerate(relaxed.whole):
        if whole:
            bought.least[variable] = bought.most[variable] = first.number(variable)
    return solved(bought) or solved(program)


def style_program(army_program: ArmyProgram, random: Random, *, few: bool) -> tuple[LinearProgram, Terms]:
    """The linear program of a style, and the cost to minimise.

    `few`: whether the army should have few different entries.
    """
    # The style chooses entries. It gives each chosen entry, and each branch such as the cavalry, a number of points.
    # The cost is the sum of the deviations from these points and of the penalties for unwanted units. With `few`, other
    # entries have only a typical rating and options, and half of those with few regiments are left out.
    program, cost = army_program.program.copy(), Terms()
    targets = _targets(army_program, random)
    if not army_program.request.target_shares:
        for branch, share in army_program.branch_shares.items():
            points = army_program.troops_budget * share
            cost[program.deviation(army_program.cost_of(army_program.of_branch(branch)), points)] = 1.0
    for entry_id, target in targets.items():
        cost[program.deviation(army_program.cost_of(army_program.of_entries([entry_id])), target)] = 1.0
    cost |= _nameless_penalties(army_program, program)
    cost |= army_program.penalties
    cost |= limit_unusual_sizes(army_program, program, few=few)
    chance = {offer.entry.id: random.random() for offer in army_program.offers}
    wanted = {entry for requirement in army_program.request.requirements for entry in requirement.entries}
    for number, offer in enumerate(army_program.offers):
        chosen = offer.entry.id in targets
        few_regiments = len(offer.entry.regiment_names) < COMMON_REGIMENTS
        skipped = (chance[offer.entry.id] > 0.5 and few_regiments) or _is_nameless(army_program, offer.entry)
        typical = _is_typical(army_program, offer) and not skipped
        if few and not (chosen or offer.entry.id in wanted or typical):
            program.most[army_program.units[number]] = 0
        price = float(offer.points)
        penalty = (
            _chosen_penalty(army_program, offer)
            if chosen
            else 1.0 + chance[offer.entry.id] + _other_penalty(army_program, offer)
        )
        if chosen and offer.atypical and random.random() < chance[offer.entry.id] / 2:
            penalty = 0.0  # occasionally allow something atypical
        cost[army_program.units[number]] = penalty * price
        if offer.has_numeric_size:
            cost[army_program.larger[number]] = cost[army_program.smaller[number]] = SIZE_PENALTY * float(offer.each)
            cost |= _unusual_sizes(army_program, program, number, few=few)
    for level in range(len(army_program.levels)):
        price = float(army_program.levels[level].general.under(army_program.rulings).points or 0)
        cost |= dict.fromkeys(army_program.formations(level), GENERAL_PENALTY * price)
    return program, cost


def _nameless_penalties(army_program: ArmyProgram, program: LinearProgram) -> Terms:
    # a penalty for each unit beyond the names of its entry; an entry and its twin have the same names
    twins: dict[str, list[int]] = {}
    for number, offer in enumerate(army_program.offers):
        if offer.branch in ("foot", "horse") and offer.entry.regiments:
            twins.setdefault(offer.entry.same_as or offer.entry.id, []).append(number)
    cost = Terms()
    for numbers in twins.values():
        named = max(army_program.name_count(army_program.offers[number].entry) for number in numbers)
        if sum(program.most[army_program.units[number]] for number in numbers) > named:
            more = program.variable(whole=False)
            program.at_most("", {**army_program.count(numbers), more: -1.0}, named)
            price = min(float(army_program.offers[number].points) for number in numbers)
            cost[more] = (NAMELESS_PENALTY if named else ABSENT_PENALTY) * price
    return cost


def _is_supplied(army_program: ArmyProgram, number: int) -> bool:
    offer = army_program.offers[number]
    return army_program.supply_limit(offer) >= offer.least


def _unusual_sizes(army_program: ArmyProgram, program: LinearProgram, number: int, *, few: bool) -> Terms:
    # penalties for stands outside the spread; with `few`, there are no such stands
    offer, units, cost = army_program.offers[number], army_program.units[number], Terms()
    if offer.branch == "other":
        program.most[army_program.larger[number]] = 0
    low, high = army_program.spread_of(offer)
    for changed, room in (
        (army_program.larger[number], high - offer.usual),
        (army_program.smaller[number], offer.usual - low),
    ):
        terms = {changed: 1.0, units: -float(room)}
        if not few:
            outside = program.variable(whole=False)
            terms[outside] = -1.0
            cost[outside] = UNUSUAL_SIZE_PENALTY * float(offer.each)
        program.at_most("", terms, 0)
    return cost


def _is_typical(army_program: ArmyProgram, offer: Offer) -> bool:
    rank = _price_rank(offer, [one for one in army_program.offers if one.entry is offer.entry])
    return not offer.atypical or rank == {"dear": 1.0, "cheap": 0.0}.get(army_program.style.prefer)


def _chosen_penalty(army_program: ArmyProgram, offer: Offer) -> float:
    style = army_program.style
    if not style.prefer:
        return float(style.atypical) * offer.atypical
    rank = _price_rank(offer, [one for one in army_program.offers if one.entry is offer.entry])
    return 2 * (1 - rank if style.prefer == "dear" else rank)


def _other_penalty(army_program: ArmyProgram, offer: Offer) -> float:
    style = army_program.style
    siege = float(army_program.book.symbol(offer.entry) == "siege_artillery")
    if not style.prefer:
        return siege + float(style.atypical) * offer.atypical
    rank = _price_rank(offer, [one for one in army_program.offers if one.branch == offer.branch])
    return siege + 3 * (1 - rank if style.prefer == "dear" else rank)


def _price_rank(offer: Offer, offers: Sequence[Offer]) -> float:
    prices = [float(one.points) for one in offers]
    low, high = min(prices), max(prices)
    # 0 is the cheapest offer, 1 the most expensive
    return (float(offer.points) - low) / (high - low) if low < high else 0.5


def _targets(army_program: ArmyProgram, random: Random) -> dict[str, float]:
    request, targets, budget = army_program.request, dict[str, float](), army_program.troops_budget
    if request.target_shares:
        known = {offer.entry.id for offer in army_program.offers}
        return {entry_id: share * budget for entry_id, share in request.target_shares if entry_id in known}
    for branch, share in army_program.branch_shares.items():
        targets |= _branch_targets(army_program, branch, share * budget, random)
    return targets


def _branch_targets(army_program: ArmyProgram, branch: Branch, points: float, random: Random) -> dict[str, float]:
    prices: dict[str, float] = {}
    entries: dict[str, Entry] = {}
    for number in army_program.of_branch(branch):
        offer = army_program.offers[number]
        if not _is_supplied(army_program, number):
            continue
        entries[offer.entry.id] = offer.entry
        if not offer.atypical or offer.entry.id not in prices:
            prices[offer.entry.id] = max(1.0, float(offer.points))
    # entries none of whose regiments were there, only if there are no others
    prices = {one: price for one, price in prices.items() if not _is_nameless(army_program, entries[one])} or prices
    if not prices:
        return {}
    entries = {one: entries[one] for one in prices}
    mean = sum(prices.values()) / len(prices)
    common = {entry_id: _weight(army_program, entries[entry_id], price / mean) for entry_id, price in prices.items()}
    weights = {entry_id: random.uniform(0.4, 1.6) * weight for entry_id, weight in common.items()}
    proportions = army_program.book.proportions
    several = points / mean / proportions.units_per_entry.by_branch()[branch]
    most_entries = proportions.most_entries.by_branch()[branch]
    count = max(1, min(int(most_entries), round(several + random.uniform(-0.5, 1.0))))
    most = {entry_id: _max_units(army_program, entries[entry_id]) * price for entry_id, price in prices.items()}
    for number in army_program.of_branch(branch):
        offer = army_program.offers[number]
        if offer.entry.id in most:
            relative_price = float(offer.points) / offer.usual
            most[offer.entry.id] = min(most[offer.entry.id], army_program.supply_limit(offer) * relative_price)
    for entry_id, entry in entries.items():
        most[entry_id] = min(most[entry_id], _max_share(entry) * points)
    usual = common if branch == "foot" else _foot_artillery(army_program, entries)
    first = max(usual, key=lambda one: common[one] * random.uniform(0.8, 1.25), default="")
    return _divide_points(points, _draw_entries(weights, first, count, points, most, random), weights, prices, most)


def _foot_artillery(army_program: ArmyProgram, entries: Mapping[str, Entry]) -> list[str]:
    # the entries of foot artillery, if there is also horse artillery: then foot artillery comes first
    symbols = {entry_id: army_program.book.symbol(entry) for entry_id, entry in entries.items()}
    if "horse_artillery" not in symbols.values():
        return []
    return [entry_id for entry_id, symbol in symbols.items() if symbol == "foot_artillery"]


def _divide_points(
    points: float,
    chosen: list[str],
    weights: Mapping[str, float],
    prices: Mapping[str, float],
    most: Mapping[str, float],
) -> dict[str, float]:
    whole = sum(weights[entry_id] for entry_id in chosen)
    targets, left = dict[str, float](), points
    for entry_id in sorted(chosen, key=lambda one: (most[one] / weights[one], weights[one], one)):
        share = min(left * weights[entry_id] / whole, most[entry_id])
        whole -= weights[entry_id]
        if share >= prices[entry_id] / 2:
            targets[entry_id] = max(share, prices[entry_id])
            left -= targets[entry_id]
    return targets or dict.fromkeys(chosen[:1], points)


def _weight(army_program: ArmyProgram, entry: Entry, relative_price: float) -> float:
    common = min(len(entry.regiment_names), _max_units(army_program, entry), 24.0) + 2.0
    is_siege = army_program.book.symbol(entry) == "siege_artillery"
    rarity = float(army_program.book.proportions.siege_guns) if is_siege else 1.0
    style = army_program.style
    if army_program.history:
        return max(army_program.history.entries.get(entry.id, 0.0), ABSENT_WEIGHT) * rarity
    if style.from_history:
        return rarity * math.pow(common, 1.5)
    if style.prefer:
        price = math.pow(relative_price, 3)
        return rarity * math.sqrt(common) * (price if style.prefer == "dear" else 1 / price)
    return rarity * common


def _max_units(army_program: ArmyProgram, entry: Entry) -> float:
    most = army_program.max_units(entry)
    return min(most, army_program.name_count(entry) or most)


def _is_nameless(army_program: ArmyProgram, entry: Entry) -> bool:
    # whether the army list knows regiments, but none at the date in the theatre
    is_fighting = branch_of(army_program.book, entry) in ("foot", "horse")
    return is_fighting and bool(entry.regiments) and not army_program.name_count(entry)


def _max_share(entry: Entry) -> float:
    # limits of the type `at most 1/4 of cavalry`
    shares = (one.at_most for one in entry.limits if isinstance(one.among, Selector) and not one.for_each)
    return min((float(share) for share in shares if share is not None), default=1.0)


def _draw_entries(
    weights: Mapping[str, float], first: str, count: int, points: float, most: Mapping[str, float], random: Random
) -> list[str]:
    # More than `count` entries are drawn if they cannot use all the points. `first` is always drawn, if it is in
    # `weights`.
    left, chosen_ids, least = dict(weights), list[str](), MIN_RELATIVE_CHANCE * max(weights.values())
    while left and (
        (len(chosen_ids) < count and max(left.values()) > least) or sum(most[one] for one in chosen_ids) < points
    ):
        one = first if first in left else random.choices(list(left), list(left.values()))[0]
        chosen_ids.append(one)
        del left[one]
    return chosen_ids
