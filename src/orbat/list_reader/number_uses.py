"""Find each number of a line in its original text, with its role.

The roles were chosen in a text without bullets and mark-up. So for each number, orbat searches the typed
line for the next number with the same value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice

from orbat.list_reader.generals import TypedGeneral
from orbat.list_reader.item import Item
from orbat.list_reader.lines import end_of_stamp
from orbat.list_reader.roles import TypedPoints
from orbat.model.claims import Claim, NumberRole, NumberUse
from orbat.model.path import OrbatPath
from orbat.model.points import exact
from orbat.model.record import Value

ROLES: Mapping[str, NumberRole] = {
    "count": "count",
    "size": "size",
    "men": "men",
    "real": "guns",
    "inches": "length",
    "rating": "rating",
    "piece": "piece price",
    "each": "unit price",
    "line": "line price",
    "serial": "serial",
    "name": "name",
    "same": "repeated",
    "figures": "repeated",
    "outside": "outside",
}
"""The role of a number in a reading, by its role in the choice of the line's shape."""
CLAIMED: Mapping[str, NumberRole] = {
    "subtotal": "subtotal",
    "total": "total",
    "left": "left",
    "size": "game size",
    "count": "count",
}
"""The role of a number that is a claim, by the type of the claim."""
_NUMBER = re.compile(r"(?<!\d)\d{1,3}(?:[ '.,\u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,]\d{1,2}(?!\d))?")
_LIST_NUMBER = re.compile(r"[\W_]*\d+(?:[.)\]:]|\s)")
_MAX_SERIAL = 99
"""A larger number at the start of a line does not number the line."""
_MAX_NUMBERS = 60
"""At most this many numbers of a line are accounted for. A longer line is no line of a list."""


class FoundRole(Value):
    """A number in a typed line, with its role."""

    value: TypedPoints
    role: NumberRole
    paths: tuple[OrbatPath, ...] = ()


class Position(Value):
    """Identifies a number in the typed text of a line.

    - `values`: the values that the number may have. For example, `1.250` is 1250 or 1.25
    - `before`: number of equal numbers before it on the line: 1 for the second 12 in `12 stands, 12 points`
    """

    values: tuple[TypedPoints, ...]
    before: int


def position_of(text: str, start: int) -> Position | None:
    """The number that begins at `start`; None if no number begins there."""
    found = _NUMBER.match(text, start)
    if found is None:
        return None
    values = _values(found[0])
    earlier = _NUMBER.finditer(text, end_of_stamp(text), start)
    before = sum(1 for one in earlier if {*_values(one[0])} & {*values})
    return Position(values, before)


def roles_of(item: Item, roles: Sequence[str], paths: tuple[OrbatPath, ...]) -> Iterator[FoundRole]:
    """The roles of the numbers in an item about troops, such as size and price."""
    for number, role in zip(item.figures, roles, strict=True):
        is_date = role == "name" and number.context in ("date", "year", "time")
        yield FoundRole(number.value, "date" if is_date else ROLES[role], paths)


def general_roles(general: TypedGeneral, paths: tuple[OrbatPath, ...]) -> Iterator[FoundRole]:
    """The roles of the numbers typed with a general, such as the price."""
    for price in (general.each, general.price):
        if price is not None:
            yield FoundRole(price, "general's price", paths)
    if general.count > 1:
        yield FoundRole(general.count, "count", paths)


def claimed_roles(claim: Claim) -> Iterator[FoundRole]:
    """Yield the typed number of a claim, such as a total, with its role. Yield nothing if the number has no role."""
    if claim.claim_type in CLAIMED:
        yield FoundRole(max(claim.typed, -claim.typed), CLAIMED[claim.claim_type], claim.covers)


def number_uses(text: str, *found: list[FoundRole]) -> Iterator[NumberUse]:
    """Yield the numbers of a typed line in order, each with its role.

    `found`: lists of numbers whose roles are known. A number that is found in the line is removed from its list.
    """
    numbers = [*islice(_split(text, {one.value for roles in found for one in roles}), _MAX_NUMBERS)]
    # From the end: line numbers and the numbers of brigades, which may have no role, stand at the start. But roles of
    # several lines belong to the first line from its start.
    step = -1 if sum(map(len, found)) <= len(numbers) else 1
    uses = [_use(text, number, found, step, is_first=number is numbers[0]) for number in numbers[::step]]
    yield from uses[::step]


def _use(text: str, number: re.Match[str], found: Sequence[list[FoundRole]], step: int, *, is_first: bool) -> NumberUse:
    values = _values(number[0])
    if number.end() <= end_of_stamp(text):
        return NumberUse(number.start(), number.end(), values[0], "date")
    for roles in found:
        for place in range(len(roles))[::step]:
            if roles[place].value in values:
                use = roles.pop(place)
                return NumberUse(number.start(), number.end(), use.value, use.role, use.paths)
    starts = _LIST_NUMBER.match(text)
    numbered = is_first and starts is not None and number.end() <= starts.end() and values[0] <= _MAX_SERIAL
    only_one = values[0] == 1 and text[number.end() : number.end() + 1].isspace()
    role: NumberRole = "outside" if not numbered else "count" if only_one else "serial"
    return NumberUse(number.start(), number.end(), values[0], role)


def _split(text: str, values: set[TypedPoints]) -> Iterator[re.Match[str]]:
    # `12 500` is one number only if it has a role as one number.
    at = 0
    while found := _NUMBER.search(text, at):
        if not found[0].isdecimal() and not values.intersection(_values(found[0])):
            digits = re.compile(r"\d+").match(text, found.start())
            found = digits or found
        yield found
        at = found.end()


def _values(text: str) -> tuple[TypedPoints, ...]:
    # For example, `1.250` is 1250 or 1.25.
    digits = re.sub(r"\D", "", text)[:18]
    if text.isdecimal():
        return (int(digits),)
    decimal = re.fullmatch(r"(\d{1,15})[.,](\d{1,3})", text)
    parts = (exact(Fraction(f"{decimal[1]}.{decimal[2]}")),) if decimal else ()
    return (*parts, int(digits))
