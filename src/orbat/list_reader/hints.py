"""Apply the player's corrections of what numbers mean. For a corrected number, the reader tries no other role."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from orbat.list_reader.army_numbers import ArmyNumber
from orbat.list_reader.item import Item
from orbat.list_reader.lines import TypedLine
from orbat.list_reader.number_uses import CLAIMED, ROLES, position_of
from orbat.list_reader.roles import Number, TypedPoints
from orbat.list_reader.shapes import shape_of
from orbat.model.claims import Correction


def with_roles(items: Sequence[Item], corrections: Sequence[Correction]) -> list[Item]:
    """Apply the player's corrections of what numbers mean, such as a size or a price.

    A correction of the type `column` applies to every text with the same pattern of numbers and words.
    """
    for correction in corrections:
        if correction.what in ("role", "column"):
            items = _with_role(items, correction)
    return list(items)


def with_sums(line: TypedLine, items: list[Item], corrections: Sequence[Correction]) -> list[Item]:
    """Apply the player's corrections of the sums on a line.

    In a correction, the player says that a number is a sum, or that it is not. If a unit's only number is a sum, the
    unit is removed from `items`.
    """
    for correction in corrections:
        if correction.line == line.number and correction.what == "role":
            items = _with_sum(line, items, correction)
    return items


def corrected_values(line: TypedLine, corrections: Sequence[Correction]) -> frozenset[TypedPoints]:
    """The numbers of a line whose roles the player has corrected. `1.250` counts as both 1250 and 1.25."""
    places = (one.start for one in corrections if one.line == line.number and one.what == "role")
    found = (position_of(line.text, start) for start in places)
    return frozenset(value for one in found if one for value in one.values)


def _with_sum(line: TypedLine, items: list[Item], correction: Correction) -> list[Item]:
    number = position_of(line.text, correction.start)
    if number is None:
        return items
    found = [
        replace(item, numbers=tuple(one for one in item.numbers if one.number not in number.values)) for item in items
    ]
    kind = next((own for own, shown in CLAIMED.items() if shown == correction.value), "")
    if not kind or kind == "count":
        return found if any(item.numbers for item in items) else items
    kept = [
        item
        for item in found
        if {one.value for one in item.figures if not one.is_in_name} - {*number.values} or not item.figures
    ]
    return [*kept, Item("army_numbers", line, numbers=(ArmyNumber((kind,), number.values[0]),))]


def _with_role(items: Sequence[Item], correction: Correction) -> list[Item]:
    found = next((found for item in items if (found := _place_in(item, correction)) is not None), None)
    if found is None:
        return list(items)
    source, place = found
    shape = shape_of(source)
    return [
        _changed(item, place, correction)
        if item is source or (correction.what == "column" and shape_of(item) == shape)
        else item
        for item in items
    ]


def _place_in(item: Item, correction: Correction) -> tuple[Item, int] | None:
    # The number is found by its value, and by its position among equal numbers of the line.
    if item.line.number != correction.line or not item.figures:
        return None
    number = position_of(item.line.text, correction.start)
    equal = [place for place, one in enumerate(item.figures) if number and one.value in number.values]
    return (item, equal[min(number.before, len(equal) - 1)]) if number and equal else None


def _changed(item: Item, place: int, correction: Correction) -> Item:
    if place >= len(item.figures):
        return item
    figures = [*item.figures]
    figures[place] = _fixed(figures[place], str(correction.value))
    return replace(item, figures=tuple(figures))


def _fixed(number: Number, role: str) -> Number:
    costs = {own: 0.0 for own, shown in ROLES.items() if shown == role} or {"outside": 0.0}
    # another context makes another shape, so that other lines keep their roles
    return replace(number, costs=costs, context=f"{number.context}, {role}")
