"""Sums as evidence: which lines are sums of what stands above them, and which reading of a line its sums agree with."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, product

from orbat.list_reader.army_numbers import ArmyNumber
from orbat.list_reader.item import Item
from orbat.list_reader.lines import TypedLine
from orbat.list_reader.numbers import TypedPoints, named_numbers
from orbat.list_reader.tree import TreeBuilder, Troops, typed_for
from orbat.list_reader.unit_readings import ReadPurchase, counted
from orbat.list_reader.words import NOUNS
from orbat.model.points import show
from orbat.model.ruleset import Ruleset

_MOST_OPEN = 5
"""So many lines that may be read in several ways are weighed together."""
_SUMS = frozenset({"total", "subtotal"})


def evident(maker: TreeBuilder, ruleset: Ruleset, line: TypedLine, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items of a line, or what it says of the army where its number is the sum of all that was typed."""
    if not items or len(maker.purchases) <= 2:
        return items
    bare = _is_bare_level(items)
    told = any(item.sort in ("said", "chief", "heading", "detail") for item in items)
    told = told or any(item.facts and (item.facts[0].size or item.facts[0].rating) for item in items)
    if told and not bare:
        return items
    sums = list(maker.sums_back(ruleset))
    if bare and items[0].said[0].number in sums:
        return (replace(items[0], sort="said", said=(ArmyNumber(("subtotal", "total"), items[0].said[0].number),)),)
    if told or not sums:
        return items
    numbers = [int(number) for number in re.findall(r"(?<![\d.])\d+(?![\d.]*\d)", named_numbers(line.said))]
    if sums[-1] not in numbers:
        return items
    size = next((one.said.number for one in maker.spoken if one.said.sorts[0] == "size"), None)
    said = [ArmyNumber(("total", "subtotal"), sums[-1])]
    said += [ArmyNumber(("left",), number) for number in numbers if size is not None and number == size - sums[-1]]
    said += [ArmyNumber(("size",), number) for number in numbers if number == size]
    return (replace(items[0], sort="said", said=tuple(said)),)


def _is_bare_level(items: Sequence[Item]) -> bool:
    """Whether a heading says nothing but a level and a number: `Brigade 208`."""
    first = items[0]
    bare = first.told is not None and len(first.told.words) == len(first.told.levels) == 1
    return first.sort == "heading" and len(first.said) == 1 and bare


def is_sum(maker: TreeBuilder, ruleset: Ruleset, item: Item, line: TypedLine) -> bool:
    """Whether a line with nothing but words for arms and a price is the sum of what stands above it."""
    first = item.facts[0]
    if not first.bare or first.line is None or not item.told or len(maker.purchases) < 2:
        return False
    if set(item.told.own) - {"staff"} or re.search(rf"\b{NOUNS}\b", line.said, re.I):
        return False
    sums = list(maker.sums_back(ruleset))
    certain = re.search(r":|\band\b|\bet\b|&|\+", line.said)
    return any(worth == first.line for worth in (sums if certain else sums[1:]))


def decide(maker: TreeBuilder, ruleset: Ruleset) -> dict[int, tuple[str, str]]:
    """Give lines whose number of units is assumed the reading with which most of the sums typed agree; by the line,
    what was told of it and what is told now."""
    unsure = [one for one in maker.purchases if isinstance(one, Troops) and one.bought and one.bought.others]
    said = [(one.said.number, one.after) for one in maker.spoken if _SUMS & {*one.said.sorts}]
    told: dict[int, tuple[str, str]] = {}
    if not said or len(unsure) > _MOST_OPEN:
        return told
    ways = [(one.bought, *one.bought.others) for one in unsure if one.bought]
    worth = {id(one): typed_for(one, ruleset) for one in maker.purchases}
    agreeing = {chosen: _agreeing(maker, worth, unsure, chosen, said) for chosen in product(*ways)}
    best = max(agreeing, key=lambda chosen: len(agreeing[chosen]), default=())
    for place, (troops, way) in enumerate(zip(unsure, best, strict=False)):
        otherwise = [len(agreeing[one]) for one in agreeing if one[place].typed != way.typed]
        if troops.bought is None or max(otherwise, default=0) >= len(agreeing[best]):
            continue
        below = (one for one, after in agreeing[best] if after > maker.purchases.index(troops))
        how = f"{counted(way)}, since that agrees with the sum {show(next(below, 0))} typed"
        told[troops.line] = (troops.bought.how, how)
        troops.bought = replace(way, how=how, rivals=troops.bought.rivals, misspelt=troops.bought.misspelt)
    return told


def _agreeing(
    maker: TreeBuilder,
    worth: dict[int, TypedPoints],
    unsure: Sequence[Troops],
    chosen: Sequence[ReadPurchase],
    said: Sequence[tuple[TypedPoints, int]],
) -> list[tuple[TypedPoints, int]]:
    """The sums said, each after so many purchases, to which a run of these comes, the unsure ones read as chosen."""
    own = worth | {id(troops): way.typed for troops, way in zip(unsure, chosen, strict=True)}
    sums: list[TypedPoints] = [0, *accumulate(own[id(one)] for one in maker.purchases)]
    firsts: dict[TypedPoints, int] = {}
    for place, worth_so_far in enumerate(sums):
        firsts.setdefault(worth_so_far, place)
    return [(number, after) for number, after in said if _is_run(number, after or len(sums) - 1, sums, firsts)]


def _is_run(number: TypedPoints, end: int, sums: Sequence[TypedPoints], firsts: Mapping[TypedPoints, int]) -> bool:
    """Whether a number is the sum of the last two before an end, or of more; `firsts` tells where each sum is first."""
    begin = firsts.get(sums[end] - number)
    return end > 0 and begin is not None and begin <= max(end - 2, 0)
