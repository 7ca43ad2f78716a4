"""Find lines that are sums of the lines above them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, product

from orbat.list_reader.army_numbers import ArmyNumber, plain_numbers_in
from orbat.list_reader.item import Item
from orbat.list_reader.lines import TypedLine
from orbat.list_reader.roles import TypedPoints
from orbat.list_reader.tree import MAX_SUMMED, TreeBuilder, Troops, last_of_kinds, typed_points
from orbat.list_reader.unit_readings import ReadPurchase, agreement_text
from orbat.model.ruleset import Ruleset


def as_army_sum(builder: TreeBuilder, ruleset: Ruleset, line: TypedLine, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return a sum instead of troops if a number on the line is the sum of all prices typed above.

    A line such as `guns: 120` may also be the sum of the guns directly above. Troops with a size or rating are returned
    unchanged.
    """
    sized = any(number.context in ("size", "class", "guns", "men") for item in items for number in item.figures)
    if not items or sized or len(builder.purchases) <= 2 or any(item.item_type != "troops" for item in items):
        return items
    typed = {one.number for one in plain_numbers_in(line.clean, ())}
    of_kind = typed & {*_sums_of_kind(builder, ruleset, items[0])} if len(items) == 1 else set()
    total = max(builder.trailing_sums(ruleset), default=0)
    if not of_kind and (not total or total not in typed):
        return items
    number = ArmyNumber(("subtotal",), min(of_kind)) if of_kind else ArmyNumber(("total", "subtotal"), total)
    return (replace(items[0], item_type="army_numbers", numbers=(number,)),)


def _sums_of_kind(builder: TreeBuilder, ruleset: Ruleset, item: Item) -> Iterator[TypedPoints]:
    # The sums of the last two and more units, while they are of the kinds that the line names. None if the line names
    # more than kinds.
    described = item.description
    if described is None or described.unknown_words or described.armed or described.rating:
        return
    alike = last_of_kinds(builder.purchases[-MAX_SUMMED:], frozenset(described.kinds))
    yield from [*accumulate(typed_points(one, ruleset) for one in reversed(alike))][1:]


_SUMS = frozenset({"total", "subtotal"})
_MAX_COMBINATIONS = 250
"""Every combination of readings is tried if there are at most this many. Otherwise each line changes alone."""
_MAX_ALONE = 40


def resolve_by_sums(builder: TreeBuilder, ruleset: Ruleset) -> dict[int, tuple[str, str]]:
    """Decide lines that have several likely readings: choose the readings that make the most typed sums right.

    Returns the old and the new explanation of each changed line, by line number.
    """
    undecided = [one for one in builder.purchases if isinstance(one, Troops) and one.bought and one.bought.others]
    typed_sums = [
        (one.army_number.number, one.after) for one in builder.stated_numbers if _SUMS & {*one.army_number.claim_types}
    ]
    changes: dict[int, tuple[str, str]] = {}
    if not typed_sums:
        return changes
    value = {id(one): typed_points(one, ruleset) for one in builder.purchases}
    candidates = [(one.bought, *one.bought.others) for one in undecided if one.bought]
    agreeing = {
        chosen: _agreeing(builder, value, undecided, chosen, typed_sums) for chosen in _combinations(candidates)
    }
    best = max(agreeing, key=lambda chosen: len(agreeing[chosen]), default=())
    for place, (troops, candidate) in enumerate(zip(undecided, best, strict=False)):
        otherwise = [len(agreeing[one]) for one in agreeing if one[place].typed != candidate.typed]
        if troops.bought is None or max(otherwise, default=0) >= len(agreeing[best]):
            continue
        if candidate is troops.bought and not candidate.explanation:
            continue  # nothing was assumed
        below = (one for one, after in agreeing[best] if after > builder.purchases.index(troops))
        explanation = agreement_text(candidate, next(below, 0))
        changes[troops.line] = (troops.bought.explanation, explanation)
        troops.bought = replace(
            troops.bought,
            unit=candidate.unit,
            count=candidate.count,
            each=candidate.each,
            line=candidate.line,
            piece=candidate.piece,
            calculated=candidate.calculated,
            explanation=explanation,
        )
    return changes


def _combinations(candidates: Sequence[tuple[ReadPurchase, ...]]) -> list[tuple[ReadPurchase, ...]]:
    many = 1
    for one in candidates:
        many = min(many * len(one), _MAX_COMBINATIONS + 1)
    if many <= _MAX_COMBINATIONS:
        return list(product(*candidates))
    first = tuple(one[0] for one in candidates)
    changed = [
        (*first[:place], other, *first[place + 1 :])
        for place, one in enumerate(candidates[:_MAX_ALONE])
        for other in one[1:]
    ]
    return [first, *changed]


def _agreeing(
    builder: TreeBuilder,
    value: Mapping[int, TypedPoints],
    undecided: Sequence[Troops],
    chosen: Sequence[ReadPurchase],
    typed_sums: Sequence[tuple[TypedPoints, int]],
) -> list[tuple[TypedPoints, int]]:
    # `value` has the points of each purchase, by `id()`. A sum is right if the purchases directly above it add up to
    # it. Returns each right sum, with the number of purchases above it.
    values = {**value, **{id(troops): one.typed for troops, one in zip(undecided, chosen, strict=True)}}
    sums: list[TypedPoints] = [0, *accumulate(values[id(one)] for one in builder.purchases)]
    firsts: dict[TypedPoints, int] = {}
    for place, value_so_far in enumerate(sums):
        firsts.setdefault(value_so_far, place)
    return [
        (number, after) for number, after in typed_sums if _is_sum_of_run(number, after or len(sums) - 1, sums, firsts)
    ]


def _is_sum_of_run(
    number: TypedPoints, end: int, sums: Sequence[TypedPoints], firsts: Mapping[TypedPoints, int]
) -> bool:
    # Whether two or more consecutive purchases, the last with index `end - 1`, add up to a number. `sums[i]` is the sum
    # of the first `i` purchases. `firsts` maps each value in `sums` to its first index.
    begin = firsts.get(sums[end] - number)
    return end > 0 and begin is not None and begin <= max(end - 2, 0)
