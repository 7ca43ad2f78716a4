"""Find lines that are sums of the lines above them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from orbat.list_reader.army_numbers import ArmyNumber, without_name_numbers
from orbat.list_reader.item import Item
from orbat.list_reader.lines import TypedLine
from orbat.list_reader.tree import TreeBuilder
from orbat.list_reader.words import UNIT_NOUNS
from orbat.model.ruleset import Ruleset


def as_army_sum(builder: TreeBuilder, ruleset: Ruleset, line: TypedLine, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Replace the items of a line by a sum, if a number on the line is the sum of everything typed above."""
    if not items or len(builder.purchases) <= 2:
        return items
    is_level_only = _is_level_and_number(items)
    has_meaning = any(item.item_type in ("army_numbers", "general", "heading", "detail") for item in items)
    has_meaning = has_meaning or any(
        number.context in ("size", "class", "guns", "men") for item in items for number in item.figures
    )
    if has_meaning and not is_level_only:
        return items
    sums = list(builder.trailing_sums(ruleset))
    if is_level_only and items[0].numbers[0].number in sums:
        return (
            replace(
                items[0],
                item_type="army_numbers",
                numbers=(ArmyNumber(("subtotal", "total"), items[0].numbers[0].number),),
            ),
        )
    if has_meaning or not sums:
        return items
    numbers = [int(number) for number in re.findall(r"(?<![\d.])\d+(?![\d.]*\d)", without_name_numbers(line.clean))]
    if sums[-1] not in numbers:
        return items
    size = next(
        (one.army_number.number for one in builder.stated_numbers if one.army_number.claim_types[0] == "size"), None
    )
    army_numbers = [ArmyNumber(("total", "subtotal"), sums[-1])]
    army_numbers += [
        ArmyNumber(("left",), number) for number in numbers if size is not None and number == size - sums[-1]
    ]
    army_numbers += [ArmyNumber(("size",), number) for number in numbers if number == size]
    return (replace(items[0], item_type="army_numbers", numbers=tuple(army_numbers)),)


def _is_level_and_number(items: Sequence[Item]) -> bool:
    """Whether a heading has only a level and a number, such as `Brigade 208`."""
    first = items[0]
    is_level_only = first.description is not None and len(first.description.words) == len(first.description.levels) == 1
    return first.item_type == "heading" and len(first.numbers) == 1 and is_level_only


def is_sum(builder: TreeBuilder, ruleset: Ruleset, item: Item, line: TypedLine) -> bool:
    """Whether a line only sums the lines directly above it, as in `Infantry and cavalry: 320`."""
    only_price = len(item.figures) == 1 and item.figures[0].cost("line") <= 1
    if not only_price or not item.description or len(builder.purchases) < 2:
        return False
    if set(item.description.unknown_words) - {"staff"} or re.search(rf"\b{UNIT_NOUNS}\b", line.clean, re.I):
        return False
    sums = list(builder.trailing_sums(ruleset))
    certain = re.search(r":|\band\b|\bet\b|&|\+", line.clean)
    return any(value == item.figures[0].value for value in (sums if certain else sums[1:]))
