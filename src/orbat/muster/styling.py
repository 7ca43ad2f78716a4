"""What an army in a style is like: how many points should go to which entries, and what is held against each unit."""

from __future__ import annotations

import math
from collections.abc import Mapping
from random import Random

from orbat.model.army_list import Entry
from orbat.muster.calculation import Calculation, Terms
from orbat.muster.offers import Branch, Offer
from orbat.muster.program import Program
from orbat.muster.wish import SHARES, Style

FOR_GENERALS = 0.1
"""The share of the points that generals usually come to. House."""
UNITS_OF_ONE: Mapping[Branch, int] = {"foot": 4, "horse": 2, "guns": 2}
"""How many units of an entry an army has for each other entry of the branch that it has. House."""
MOST_ENTRIES: Mapping[Branch, int] = {"foot": 6, "horse": 4, "guns": 3}
"""How many entries of a branch an army is made of, unless more are needed. House."""
AGAINST_SIZE = 0.3
"""What a stand over or under the usual size has against it, as a share of its price. House."""
AGAINST_ODD: Mapping[Style, float] = {"historical": 0.5}
"""What an odd rating or option has against it, as a share of the price; USUAL_ODD in other styles. House."""
USUAL_ODD = 0.15
SIEGE = 0.05
"""How seldom an army in the field has siege guns, beside its others. House."""


def in_style(calculation: Calculation, random: Random, *, few: bool) -> tuple[Program, Terms]:
    """A program with what is held against each army in the style, and these costs.

    With `few` nothing is to be bought but what the style asks for, what is usual for its entry, and what is wished for.
    """
    program, cost = calculation.program.more(), Terms()
    targets = _targets(calculation, random)
    for entry_id, target in targets.items():
        cost[program.apart(calculation.cost_of(calculation.of_entries([entry_id])), target)] = 1.0
    odd = {entry_id: random.random() for entry_id in targets}
    wanted = {entry for must in calculation.wish.musts for entry in must.entries}
    for number, offer in enumerate(calculation.offers):
        chosen = offer.entry.id in targets
        if few and offer.odd and not chosen and offer.entry.id not in wanted:
            program.most[calculation.units[number]] = 0
        price = float(offer.points)
        against = _against(calculation, offer) if chosen else 1.0 + random.random()
        if chosen and offer.odd and random.random() < odd[offer.entry.id] / 2:
            against = 0.0  # now and then something that is not usual
        cost[calculation.units[number]] = against * price
        if offer.counted:
            if offer.branch == "other":
                program.most[calculation.larger[number]] = 0  # works are no make-weight
            cost[calculation.larger[number]] = cost[calculation.smaller[number]] = AGAINST_SIZE * float(offer.each)
    for level in range(len(calculation.levels)):
        price = float(calculation.levels[level].general.read(calculation.rulings).points or 0)
        cost |= dict.fromkeys(calculation.formations(level), price)
    return program, cost


def _against(calculation: Calculation, offer: Offer) -> float:
    """What is held against an offer of an entry that the style has chosen, as a share of its price."""
    style = calculation.wish.style
    if style not in ("elite", "horde"):
        return AGAINST_ODD.get(style, USUAL_ODD) * offer.odd
    fellows = [float(one.points) for one in calculation.offers if one.entry is offer.entry]
    low, high = min(fellows), max(fellows)
    if low == high:
        return 0.0
    rank = (float(offer.points) - low) / (high - low)
    return 0.5 * (1 - rank if style == "elite" else rank)


def _targets(calculation: Calculation, random: Random) -> dict[str, float]:
    """The points that should go to each entry: as in another army, or by the style and at random."""
    wish, targets = calculation.wish, dict[str, float]()
    budget = (1 - FOR_GENERALS) * wish.points
    if wish.like:
        known = {offer.entry.id for offer in calculation.offers}
        return {entry_id: share * budget for entry_id, share in wish.like if entry_id in known}
    for branch, share in SHARES[wish.style].items():
        targets |= _of_branch(calculation, branch, share * budget, random)
    return targets


def _of_branch(calculation: Calculation, branch: Branch, points: float, random: Random) -> dict[str, float]:
    """A branch's points dealt out to some of its entries, those first that an army has the most of."""
    prices: dict[str, float] = {}
    entries: dict[str, Entry] = {}
    for number in calculation.of_branch(branch):
        offer = calculation.offers[number]
        entries[offer.entry.id] = offer.entry
        if not offer.odd or offer.entry.id not in prices:
            prices[offer.entry.id] = max(1.0, float(offer.points))
    if not prices:
        return {}
    mean = sum(prices.values()) / len(prices)
    siege = {entry_id: calculation.book.symbol(entry) == "siege_artillery" for entry_id, entry in entries.items()}
    weights = {
        entry_id: random.uniform(0.4, 1.6)
        * (SIEGE if siege[entry_id] else 1.0)
        * _weight(calculation.wish.style, entries[entry_id], price / mean)
        for entry_id, price in prices.items()
    }
    several = points / mean / UNITS_OF_ONE[branch]
    count = max(1, min(MOST_ENTRIES[branch], round(several + random.uniform(-0.5, 1.0))))
    chosen = _drawn(weights, count, random)
    whole = sum(weights[entry_id] for entry_id in chosen)
    targets, left = dict[str, float](), points
    for entry_id in sorted(chosen, key=lambda one: (weights[one], one)):  # what the rare cannot have goes to the others
        share = left * weights[entry_id] / whole
        targets[entry_id] = min(share, _most(entries[entry_id]) * prices[entry_id])
        left, whole = left - targets[entry_id], whole - weights[entry_id]
    return targets


def _weight(style: Style, entry: Entry, dear: float) -> float:
    """How many of an entry an army has, beside others of its branch: by its regiments, and by its price in a style."""
    common = min(len(entry.regiments), _most(entry), 24.0) + 2.0
    if style == "historical":
        return math.pow(common, 1.5)
    if style == "elite":
        return math.pow(common, 0.25) * math.pow(dear, 4)
    if style == "horde":
        return math.pow(common, 0.25) / math.pow(dear, 4)
    return common


def _most(entry: Entry) -> float:
    """The most units of an entry that its own plain limit allows."""
    plain = (limit.at_most for limit in entry.limits if limit.of is None and limit.among is None)
    return min((float(most) for most in plain if most is not None), default=float("inf"))


def _drawn(weights: Mapping[str, float], count: int, random: Random) -> list[str]:
    """So many of some things, drawn at random by their weights."""
    left, drawn = dict(weights), list[str]()
    while left and len(drawn) < count:
        one = random.choices(list(left), list(left.values()))[0]
        drawn.append(one)
        del left[one]
    return drawn
