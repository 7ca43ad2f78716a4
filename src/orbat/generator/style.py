"""What an army in a style is like: how many points should go to which entries, and what is held against each unit."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from orbat.generator.army_program import ArmyProgram, Terms
from orbat.generator.linear_program import LinearProgram
from orbat.generator.offers import Branch, Offer, branch_of
from orbat.generator.request import SHARES, Style
from orbat.model.army_list import Entry, Selector

GENERALS_SHARE = 0.1
"""The share of the points that generals usually come to. House."""
UNITS_PER_ENTRY: Mapping[Branch, int] = {"foot": 4, "horse": 2, "guns": 2}
"""How many units of an entry an army has for each other entry of the branch that it has. House."""
MAX_ENTRIES: Mapping[Branch, int] = {"foot": 6, "horse": 4, "guns": 3}
"""How many entries of a branch an army is made of, unless more are needed. House."""
GENERAL_PENALTY = 2.5
"""What a formation has against it, as a share of its general's price, so that formations are full. House."""
MIN_SIZE_SHARE = 0.75
"""The share of its usual size that a unit has at the least, where that is possible. House."""
SIZE_PENALTY = 0.2
"""What a stand over or under the usual size has against it, as a share of its price. House."""
NAMELESS_PENALTY = 1.5
"""What a unit that the list has no name for has against it, as a share of its price. House."""
COMMON_REGIMENTS = 4
"""An entry of so many regiments is common. House."""
ATYPICAL_PENALTY: Mapping[Style, float] = {"historical": 0.5}
"""What an odd rating or option has against it, as a share of the price; USUAL_ODD in other styles. House."""
DEFAULT_ATYPICAL_PENALTY = 0.15
MIN_RELATIVE_CHANCE = 0.1
"""What has so small a share of the chance of another is drawn only if there is need of it. House."""
SIEGE_WEIGHT = 0.05
"""How seldom an army in the field has siege guns, beside its others. House."""


def style_program(calculation: ArmyProgram, random: Random, *, few: bool) -> tuple[LinearProgram, Terms]:
    """A program with what is held against each army in the style, and these costs.

    With `few` nothing is to be bought but what the style asks for, what is wished for, and of the other entries what is
    usual; chance passes over some of those that an army had little of.
    """
    program, cost = calculation.program.copy(), Terms()
    targets = _targets(calculation, random)
    if not calculation.request.target_shares:
        for branch, share in SHARES[calculation.request.style].items():
            points = (1 - GENERALS_SHARE) * share * calculation.request.points
            cost[program.deviation(calculation.cost_of(calculation.of_branch(branch)), points)] = 1.0
    for entry_id, target in targets.items():
        cost[program.deviation(calculation.cost_of(calculation.of_entries([entry_id])), target)] = 1.0
    cost |= _nameless(calculation, program, targets)
    chance = {offer.entry.id: random.random() for offer in calculation.offers}
    wanted = {entry for must in calculation.request.requirements for entry in must.entries}
    for number, offer in enumerate(calculation.offers):
        chosen = offer.entry.id in targets
        passed_over = chance[offer.entry.id] > 0.5 and len(offer.entry.regiments) < COMMON_REGIMENTS
        beside = _usual(calculation, offer) and not passed_over
        if few and not (chosen or offer.entry.id in wanted or beside):
            program.most[calculation.units[number]] = 0
        price = float(offer.points)
        against = _against(calculation, offer) if chosen else 1.0 + chance[offer.entry.id] + _unlike(calculation, offer)
        if chosen and offer.atypical and random.random() < chance[offer.entry.id] / 2:
            against = 0.0  # now and then something that is not usual
        cost[calculation.units[number]] = against * price
        if offer.has_numeric_size:
            _hold_size(calculation, program, number, few=few)
            cost[calculation.larger[number]] = cost[calculation.smaller[number]] = SIZE_PENALTY * float(offer.each)
    for level in range(len(calculation.levels)):
        price = float(calculation.levels[level].general.read(calculation.rulings).points or 0)
        cost |= dict.fromkeys(calculation.formations(level), GENERAL_PENALTY * price)
    return program, cost


def _nameless(calculation: ArmyProgram, program: LinearProgram, chosen: Iterable[str]) -> Terms:
    """What is held against units of some entries beyond those that the list has names for."""
    entries, cost = calculation.book.entries(calculation.request.list_id), Terms()
    for entry_id in chosen:
        numbers, named = calculation.of_entries([entry_id]), _named(calculation, entries[entry_id])
        if named:
            more = program.variable(whole=False)
            program.at_most("", {**calculation.count(numbers), more: -1.0}, named)
            cost[more] = NAMELESS_PENALTY * float(calculation.offers[numbers[0]].points)
    return cost


def _hold_size(calculation: ArmyProgram, program: LinearProgram, number: int, *, few: bool) -> None:
    """Works are no make-weight; and with few entries no unit is much smaller than is usual."""
    offer, units = calculation.offers[number], calculation.units[number]
    if offer.branch == "other":
        program.most[calculation.larger[number]] = 0
    if few:
        missing = float(offer.usual - max(offer.least, math.ceil(offer.usual * MIN_SIZE_SHARE)))
        program.at_most("", {calculation.smaller[number]: 1.0, units: -missing}, 0)


def _usual(calculation: ArmyProgram, offer: Offer) -> bool:
    """Whether an offer is the usual one of its entry, or the best or cheapest in a style that looks for these."""
    rank = _rank(offer, [one for one in calculation.offers if one.entry is offer.entry])
    return not offer.atypical or rank == {"elite": 1.0, "horde": 0.0}.get(calculation.request.style)


def _against(calculation: ArmyProgram, offer: Offer) -> float:
    """What is held against an offer of an entry that the style has chosen, as a share of its price."""
    style = calculation.request.style
    if style not in ("elite", "horde"):
        return ATYPICAL_PENALTY.get(style, DEFAULT_ATYPICAL_PENALTY) * offer.atypical
    rank = _rank(offer, [one for one in calculation.offers if one.entry is offer.entry])
    return 2 * (1 - rank if style == "elite" else rank)


def _unlike(calculation: ArmyProgram, offer: Offer) -> float:
    """What is held against an offer that the style has not chosen, beside chance, as a share of its price."""
    style = calculation.request.style
    siege = float(calculation.book.symbol(offer.entry) == "siege_artillery")
    if style not in ("elite", "horde"):
        return siege + ATYPICAL_PENALTY.get(style, DEFAULT_ATYPICAL_PENALTY) * offer.atypical
    rank = _rank(offer, [one for one in calculation.offers if one.branch == offer.branch])
    return siege + 3 * (1 - rank if style == "elite" else rank)


def _rank(offer: Offer, fellows: Sequence[Offer]) -> float:
    """How dear an offer is among others, from 0 to 1; in the middle where all cost the same."""
    prices = [float(one.points) for one in fellows]
    low, high = min(prices), max(prices)
    return (float(offer.points) - low) / (high - low) if low < high else 0.5


def _targets(calculation: ArmyProgram, random: Random) -> dict[str, float]:
    """The points that should go to each entry: as in another army, or by the style and at random."""
    wish, targets = calculation.request, dict[str, float]()
    budget = (1 - GENERALS_SHARE) * wish.points
    if wish.target_shares:
        known = {offer.entry.id for offer in calculation.offers}
        return {entry_id: share * budget for entry_id, share in wish.target_shares if entry_id in known}
    for branch, share in SHARES[wish.style].items():
        targets |= _of_branch(calculation, branch, share * budget, random)
    return targets


def _of_branch(calculation: ArmyProgram, branch: Branch, points: float, random: Random) -> dict[str, float]:
    """A branch's points dealt out to some of its entries, those first that an army has the most of."""
    prices: dict[str, float] = {}
    entries: dict[str, Entry] = {}
    for number in calculation.of_branch(branch):
        offer = calculation.offers[number]
        if _owned(calculation, offer) < offer.least:
            continue
        entries[offer.entry.id] = offer.entry
        if not offer.atypical or offer.entry.id not in prices:
            prices[offer.entry.id] = max(1.0, float(offer.points))
    if not prices:
        return {}
    mean = sum(prices.values()) / len(prices)
    common = {entry_id: _weight(calculation, entries[entry_id], price / mean) for entry_id, price in prices.items()}
    weights = {entry_id: random.uniform(0.4, 1.6) * weight for entry_id, weight in common.items()}
    several = points / mean / UNITS_PER_ENTRY[branch]
    count = max(1, min(MAX_ENTRIES[branch], round(several + random.uniform(-0.5, 1.0))))
    most = {entry_id: _most(calculation, entries[entry_id]) * price for entry_id, price in prices.items()}
    for number in calculation.of_branch(branch):
        offer = calculation.offers[number]
        if offer.entry.id in most:
            dear = float(offer.points) / offer.usual
            most[offer.entry.id] = min(most[offer.entry.id], _owned(calculation, offer) * dear)
    for entry_id, entry in entries.items():
        most[entry_id] = min(most[entry_id], _share(entry) * points)
    first = max(common, key=lambda one: common[one] * random.uniform(0.8, 1.25)) if branch == "foot" else ""
    return _shared_out(points, _drawn(weights, first, count, points, most, random), weights, prices, most)


def _shared_out(
    points: float,
    chosen: list[str],
    weights: Mapping[str, float],
    prices: Mapping[str, float],
    most: Mapping[str, float],
) -> dict[str, float]:
    """Points shared out by weight, first to those that soonest have all they may: the rest goes to the others."""
    whole = sum(weights[entry_id] for entry_id in chosen)
    targets, left = dict[str, float](), points
    for entry_id in sorted(chosen, key=lambda one: (most[one] / weights[one], weights[one], one)):
        share = min(left * weights[entry_id] / whole, most[entry_id])
        whole -= weights[entry_id]
        if share >= prices[entry_id] / 2:
            targets[entry_id] = max(share, prices[entry_id])
            left -= targets[entry_id]
    return targets or dict.fromkeys(chosen[:1], points)


def _weight(calculation: ArmyProgram, entry: Entry, dear: float) -> float:
    """How many of an entry an army has, beside others of its branch: by its regiments, and by its price in a style."""
    common = min(len(entry.regiments), _most(calculation, entry), 24.0) + 2.0
    seldom = SIEGE_WEIGHT if calculation.book.symbol(entry) == "siege_artillery" else 1.0
    match calculation.request.style:
        case "historical":
            return seldom * math.pow(common, 1.5)
        case "elite":
            return seldom * math.sqrt(common) * math.pow(dear, 3)
        case "horde":
            return seldom * math.sqrt(common) / math.pow(dear, 3)
    return seldom * common


def _owned(calculation: ArmyProgram, offer: Offer) -> float:
    """The most stands of an offer that there are to be had."""
    caps = (cap.maximum for cap in calculation.request.caps if offer.entry.id in cap.entries)
    return min(caps, default=float("inf"))


def _most(calculation: ArmyProgram, entry: Entry) -> float:
    """The most units of an entry that its own plain limit allows, and the regiments that the list may name."""
    plain = (limit.at_most for limit in entry.limits if limit.of is None and limit.among is None)
    most = min((float(most) for most in plain if most is not None), default=float("inf"))
    return min(most, _named(calculation, entry) or most)


def _named(calculation: ArmyProgram, entry: Entry) -> float:
    """How many units of foot or horse of an entry the list has names for; 0 where that says nothing."""
    branch = branch_of(calculation.book, entry)
    each = {"foot": calculation.shape.battalions, "horse": 1}.get(branch, 0)
    return float(len(entry.regiments) * each)


def _share(entry: Entry) -> float:
    """The largest share of a branch that an entry's own limits allow, where they say it as a share of others."""
    shares = (one.at_most for one in entry.limits if isinstance(one.among, Selector) and not one.for_each)
    return min((float(share) for share in shares if share is not None), default=1.0)


def _drawn(
    weights: Mapping[str, float], first: str, count: int, points: float, most: Mapping[str, float], random: Random
) -> list[str]:
    """So many of some things, the first of them if there is one, and others at random by their weights, but for those
    of next to none; more where these can use too few of the points."""
    left, drawn, least = dict(weights), list[str](), MIN_RELATIVE_CHANCE * max(weights.values())
    while left and ((len(drawn) < count and max(left.values()) > least) or sum(most[one] for one in drawn) < points):
        one = first if first in left else random.choices(list(left), list(left.values()))[0]
        drawn.append(one)
        del left[one]
    return drawn
