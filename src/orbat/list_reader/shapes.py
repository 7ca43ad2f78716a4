"""Choose the roles of numbers for all lines of the same shape together.

Lines have the same shape if their numbers stand next to the same words and signs. All lines of a shape get the same
roles: those with the lowest total cost. A typing error on one line thus rarely changes how that line is read. A line
gets other roles only if their cost is much lower for this line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from orbat.list_reader.item import Item
from orbat.list_reader.roles import DROPPED, Number
from orbat.list_reader.unit_costs import UnitCosts, UnitReading
from orbat.model.record import Value

Roles = tuple[str, ...]
Shape = tuple[str, ...]

_MANY = frozenset({"name", "outside", "serial", "figures", "same", "real"})
"""Roles that several numbers of a line may have."""
_WITHIN = 3.5
"""Roles that cost this much more than the cheapest role of a number are not tried."""
_MAX_PATTERNS = 80
_FEWEST_PATTERNS = 3
"""Of many lines with one shape, fewer patterns are tried, but at least this many."""
_MAX_PARTIAL = 400
"""At most this many beginnings of patterns are continued, the cheapest first."""
_MAX_LINES = 40
"""The first lines of a shape decide. This many are enough."""
_UNREADABLE = 14.0
"""Cost of a line that no entry fits."""
_OWN_WAY = 4.5
"""A line is read in its own way if the pattern of its shape costs this much more."""
_SERIAL, _NOT_SERIAL = 0.2, 1.5
_MIN_SERIAL = 3


class ChosenReading(Value):
    """The chosen reading of a text about troops, and the roles of its numbers.

    `others`: less likely readings, each with its roles, and with its penalty minus that of the chosen reading.
    """

    item: Item
    roles: Roles
    reading: UnitReading | None
    others: tuple[tuple[float, Roles, UnitReading], ...] = ()
    rival: UnitReading | None = None
    """The best reading with the same roles that buys something else."""

    @property
    def numbers(self) -> tuple[tuple[Number, str], ...]:
        """The numbers of the text, each with its role."""
        return tuple(zip(self.item.figures, self.roles, strict=True))


def choose(items: Sequence[Item], costs: UnitCosts, most: int = _MAX_PATTERNS) -> list[ChosenReading]:
    """Choose the reading of each text about troops. The results are in the order of the texts.

    `most`: how many patterns of roles are tried for a shape.
    """
    groups: dict[Shape, list[int]] = {}
    for place, item in enumerate(items):
        groups.setdefault(shape_of(item), []).append(place)
    chosen: dict[int, ChosenReading] = {}
    for shape, places in groups.items():
        for place, choice in zip(
            places, _choose_alike(shape, [items[place] for place in places], costs, most), strict=True
        ):
            chosen[place] = choice
    return [chosen[place] for place in range(len(items))]


def shape_of(item: Item) -> Shape:
    """How each number of a text is written (`Number.context`). Numbers that belong to names are left out."""
    return tuple(number.context for number in _open(item))


def _open(item: Item) -> tuple[Number, ...]:
    return tuple(number for number in item.figures if not number.is_in_name)


def _choose_alike(shape: Shape, items: Sequence[Item], costs: UnitCosts, most: int) -> Iterator[ChosenReading]:
    numbers = [_open(item) for item in items]
    tried = numbers[:_MAX_LINES]
    serial = _are_serial([line[0].value for line in tried]) if shape and shape[0] in ("first", "times") else False
    most = max(_FEWEST_PATTERNS, min(most, costs.readings_left // (3 * len(items))))
    patterns = _patterns(shape, tried, serial=serial)[:most]
    ranks = {pattern: _read_all(items, numbers, pattern, costs) for pattern in patterns}
    table = {pattern: [next(iter(readings), None) for readings in ranks[pattern]] for pattern in patterns}
    prior = {pattern: _serial_cost(pattern, serial=serial) * len(tried) for pattern in patterns}
    total = {
        pattern: prior[pattern] + sum(_cost(reading) for reading in table[pattern][:_MAX_LINES]) for pattern in patterns
    }
    ranked = sorted(patterns, key=lambda pattern: total[pattern])
    for place, item in enumerate(items):
        best = ranked[0]
        own = min(ranked, key=lambda pattern: _cost(table[pattern][place]) + _serial_cost(pattern, serial=serial))
        if _cost(table[best][place]) > _cost(table[own][place]) + _OWN_WAY:
            best = own
        reading = table[best][place]
        others = [
            (total[pattern] - total[ranked[0]], pattern, other)
            for pattern in ranked
            if pattern != best
            and (other := table[pattern][place]) is not None
            and (reading is None or costs.differ(other, reading))
        ]
        rival = costs.rival_of(ranks[best][place])
        yield ChosenReading(item, _with_names(item, best), reading, tuple(others[:6]), rival)


def _with_names(item: Item, pattern: Roles) -> Roles:
    left = iter(pattern)
    return tuple("name" if number.is_in_name else next(left) for number in item.figures)


def _read_all(
    items: Sequence[Item], numbers: Sequence[Sequence[Number]], pattern: Roles, costs: UnitCosts
) -> list[list[UnitReading]]:
    read: dict[object, list[UnitReading]] = {}  # equal texts are read once
    ranks: list[list[UnitReading]] = []
    for item, line in zip(items, numbers, strict=True):
        if costs.readings_left <= 0:
            return [*ranks, *([] for _ in range(len(items) - len(ranks)))]
        assert item.wording is not None
        described = item.wording.description
        key = item.text, item.wording.context, described.options, described.rating, described.refused
        if key not in read:
            read[key] = _read(item, line, pattern, costs)
        ranks.append(read[key])
    return ranks


def _read(item: Item, numbers: Sequence[Number], pattern: Roles, costs: UnitCosts) -> list[UnitReading]:
    assert item.wording is not None
    return costs.ranked(item.wording, numbers, pattern)


def _cost(reading: UnitReading | None) -> float:
    return reading.cost if reading else _UNREADABLE


def _patterns(shape: Shape, lines: Sequence[Sequence[Number]], *, serial: bool) -> list[Roles]:
    allowed: list[list[tuple[str, float]]] = []
    for place in range(len(shape)):
        costs: dict[str, float] = {}
        for line in lines:
            for role, cost in line[place].costs.items():
                costs[role] = min(cost, costs.get(role, cost))
        low = min(costs.values())
        roles = [(role, cost) for role, cost in costs.items() if cost <= low + _WITHIN]
        roles.sort(key=lambda one: one[1])
        if all(role != "outside" for role, _ in roles):
            roles.append(("outside", DROPPED))
        allowed.append(roles)
    partial: list[tuple[float, Roles]] = [(0.0, ())]
    for roles in allowed:
        more = [
            (cost + own, (*pattern, role))
            for cost, pattern in partial
            for role, own in roles
            if role in _MANY or role not in pattern
        ]
        more.sort(key=lambda one: one[0])
        partial = more[:_MAX_PARTIAL]
    found = [(cost + _serial_cost(pattern, serial=serial), pattern) for cost, pattern in partial]
    found.sort(key=lambda one: one[0])
    return [roles for _, roles in found[:_MAX_PATTERNS]]


def _are_serial(values: Sequence[object]) -> bool:
    numbers = [value for value in values if isinstance(value, int)]
    steps = [after - before for before, after in pairwise(numbers)]
    return (
        len(numbers) >= _MIN_SERIAL
        and len(numbers) == len(values)
        and all(0 < step <= 3 for step in steps)
        and numbers[0] <= 3
    )


def _serial_cost(pattern: Roles, *, serial: bool) -> float:
    if not serial or not pattern:
        return 0.0
    return _SERIAL - 2.4 if pattern[0] == "serial" else _NOT_SERIAL
