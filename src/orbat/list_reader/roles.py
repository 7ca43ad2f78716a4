"""The roles that each number of a typed line may have, judged by the words and signs next to it.

Every number has a cost for each possible role: 0 if the words next to the number name the role, otherwise more.
Impossible roles are left out. The reader later chooses the roles with the lowest costs for all lines with the same
pattern of numbers and words.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from orbat.list_reader.contexts import LINE, NAME, SIZE, Context, Costs, contexts_of
from orbat.list_reader.words import EACH, GUNS, POINTS, STANDS, UNIT_NOUNS, without_accents
from orbat.model.points import exact
from orbat.model.record import Value

TypedPoints = int | Fraction

TAKEN_MARK = "\x01"
"""Replaces each character of a number that is not part of a name."""
DROPPED = 5.0
"""Cost of a number to which the reading gives no meaning."""
IMPOSSIBLE = 9.0
"""Cost of a role that the words next to the number do not allow."""


class Number(Value):
    """A number of a line, with its place in the cleaned text and its possible roles.

    Each possible role, such as a size or price, has a penalty in `costs`. The likeliest role has the lowest penalty.

    `context` is the id of the pattern that matches the words and signs next to the number.
    """

    start: int
    end: int
    value: TypedPoints
    context: str
    costs: Costs

    @property
    def is_in_name(self) -> bool:
        """Whether the number certainly belongs to a name, a date or the like."""
        return self.cost("name") == 0

    def cost(self, role: str) -> float:
        """The penalty for reading the number in a given role."""
        return self.costs.get(role, DROPPED if role == "outside" else IMPOSSIBLE)


_MAX_STANDS, _MAX_RATING = 24, 4
"""A quotient of two numbers up to these is rather a size with a class: `12/1 = 12`."""
_MAX_LAST_COUNT = 12
"""A number at the end of a line hardly counts units if it is larger than this."""
_MIN_PRICE = 20
"""A number at the start of a line is probably a price from this minimum."""
_ADDED = {"piece": 0.0, "each": 0.4}
_LARGE_FIRST = {"line": 0.3, "count": 3.0, "size": 2.5, "name": 2.5}
"""Costs of a large number at the start of a line, which is usually a price."""
_DASHED = re.compile(r"\s*(?!0?1\b)\d+ - ")
_DASHED_FIRST = {"line": 0.4, "count": 2.6, "serial": 2.9, "size": 3.0, "name": 3.0}
"""Costs of a number before a dash at the start of a line: a price, or a line number."""
_WORKING = re.compile(r"\b\d+ ?/ ?\d+ ?= ?\d+\b(?: lots? of \d+)?", re.I)
_MIXED_GUNS = re.compile(r"\b(\d{1,2}) ?x ?(?=\d+ ?-?(?:pdr|pr|pounder|lb|pfund|livre))", re.I)
"""The guns of a battery with several calibres: `2 x 6-pdr, 1 x 12-pdr`."""
_ADDED_SIZE = re.compile(rf"\b(\d{{1,2}}) ?\+ ?(\d{{1,2}}) ?(?:{STANDS}|{GUNS})\b", re.I)
_NESTED_SIZE = re.compile(rf"\b(\d{{1,2}}) ?(?:{STANDS}) of (\d{{1,2}}) ?(?!fig)(?:{STANDS})\b", re.I)
_ADDED_PRICE = re.compile(
    r"(?:x|@|\bat|\ba) ?(?:\( ?(\d{1,3}(?: ?\+ ?\d{1,3})+) ?\)|"
    r"(\d{1,3} ?\+ ?\d{1,3})(?= |\Z)(?! ?[=+])|(\d{1,3}(?: ?\+ ?\d{1,3})+) ?= ?(\d{1,3})\b)",
    re.I,
)
"""A price per stand as a sum: `x (3 + 1)`, `@ 35 + 10`, `@ 4+1=5`."""
_PRODUCT = re.compile(
    rf"(?<![\d.])(\d{{1,3}}) ?(?:x|@|at) ?(\d{{1,3}})(?: ?{POINTS})?(?: ?{EACH})? ?(?:=|is|so|->) ?(\d{{1,4}})\b", re.I
)
_COUNT_FIRST: tuple[Costs, Costs] = ({"count": 0.3, "size": 0.3, "same": 0.0}, {"each": 0.2, "piece": 0.2})
_PRICE_FIRST: tuple[Costs, Costs] = ({"each": 0.1, "same": 0.4, "count": 1.5}, {"same": 0.0, "piece": 0.6})
"""Costs of the factors of a product. The price of one may stand first: `4 battalions, each 14 stands, 28 x 4 = 112`."""
_COUNTED = re.compile(rf"(?<![\d.])(\d{{1,2}}) ?(?:x ?)?(?:[a-z]+ ){{0,3}}?(?:{UNIT_NOUNS}|brigaden?s?)\b", re.I)
_EQUAL_SUM = re.compile(r"\b(\d{1,3})((?: ?\+ ?\1\b)+) ?= ?(\d{1,4})\b")


@lru_cache(1 << 14)
def numbers_of(clean: str, words: tuple[str, ...], ids: tuple[str, ...]) -> tuple[Number, ...]:
    """The numbers of a text, in order.

    `words`: the ruleset's words for a rating. `ids`: the ids of the ruleset's ratings.
    """
    text = without_accents(clean)
    if not any(map(str.isdecimal, text)):
        return ()
    scan = _Scan(text)
    scan.read_sizes()
    scan.read_sums()
    for context in contexts_of(words, ids):
        scan.read_context(context, ids)
    return tuple(sorted(scan.found, key=lambda number: number.start))


class _Scan:
    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[Number] = []
        self._taken = bytearray(len(text))

    def _add(self, span: tuple[int, int], value: TypedPoints, context: str, costs: Costs) -> None:
        start, end = span
        self.found.append(Number(start, end, value, context, costs))
        self._taken[start:end] = b"\1" * (end - start)

    def _is_taken(self, span: tuple[int, int]) -> bool:
        return any(self._taken[span[0] : span[1]])

    def read_sizes(self) -> None:
        """Read sizes that are written as sums or products, such as `15+1 stands`."""
        for one in _WORKING.finditer(self.text):
            dividend, divisor, quotient = map(int, re.findall(r"\d+", one[0])[:3])
            tight = " " not in one[0].partition("=")[0].strip()
            if dividend != divisor * quotient or (tight and dividend <= _MAX_STANDS and divisor <= _MAX_RATING):
                continue  # `12/2 = 24`: 12 stands of class 2
            for digits in re.finditer(r"\d+", one[0]):
                self._add((one.start() + digits.start(), one.start() + digits.end()), int(digits[0]), "working", NAME)
        mixed = [*_MIXED_GUNS.finditer(self.text)]
        if len(mixed) > 1:
            self._add(mixed[0].span(1), sum(int(one[1]) for one in mixed), "guns", SIZE)
            for one in mixed[1:]:
                self._add(one.span(1), int(one[1]), "mixed", NAME)
        for one in _ADDED_SIZE.finditer(self.text):
            self._add((one.start(1), one.end(2)), int(one[1]) + int(one[2]), "size", SIZE)
        for one in _NESTED_SIZE.finditer(self.text):
            self._add((one.start(1), one.end(2)), int(one[1]) * int(one[2]), "size", SIZE)

    def read_sums(self) -> None:
        """Read prices that are written as sums or products, such as `12 x (3 + 1) = 48`."""
        for one in _ADDED_PRICE.finditer(self.text):
            added = next(group for group in one.groups()[:3] if group)
            place = one.groups().index(added) + 1
            end = one.end(4) if place == 3 else one.end(place)
            self._add((one.start(place), end), sum(map(int, re.findall(r"\d+", added))), "piece", _ADDED)
        for one in _PRODUCT.finditer(self.text):
            exact_product = int(one[1]) * int(one[2]) == int(one[3])
            times = "x" in self.text[one.end(1) : one.start(2)].casefold()
            if (exact_product or times) and not self._is_taken(one.span()):
                first, second = _COUNT_FIRST
                if exact_product and self._counts_before(one.start(), int(one[2])):
                    first, second = _PRICE_FIRST
                self._add(one.span(1), int(one[1]), "times", first)
                self._add(one.span(2), int(one[2]), "price", second)
                self._add(one.span(3), int(one[3]), "equals", LINE)
        for one in _EQUAL_SUM.finditer(self.text):
            self._add(one.span(1), int(one[1]), "addend", {"each": 0.0, "piece": 2.0})
            self._add(one.span(2), 1 + one[2].count("+"), "addends", {"count": 0.0, "name": 2.0})

    def _counts_before(self, end: int, count: int) -> bool:
        # Whether the text before has the number of units.
        return any(int(found[1]) == count for found in _COUNTED.finditer(self.text, 0, end))

    def read_context(self, context: Context, ids: tuple[str, ...]) -> None:
        """Read the numbers that match the pattern of a context, except numbers that were read before.

        `ids`: the ids of the ruleset's ratings.
        """
        for one in context.pattern.finditer(self.text):
            group = "n" if one.group("n") is not None else "m" if "m" in context.pattern.groupindex else ""
            digits = one.group(group) if group else None
            if digits is not None and not self._is_taken(one.span(group)):
                costs = self._costs(context, digits, one.start(group), ids)
                self._add(one.span(group), value_of(digits), context.name, costs)

    def _costs(self, context: Context, digits: str, start: int, ids: tuple[str, ...]) -> Costs:
        leads = not self.text[:start].strip()
        if leads and context.name == "first" and _DASHED.match(self.text):
            return _DASHED_FIRST
        if leads and context.name in ("first", "units") and (digits[0] == "0" or value_of(digits) >= _MIN_PRICE):
            return _LARGE_FIRST if context.name == "first" else {**_LARGE_FIRST, "count": 1.2}
        if context.name == "last" and digits.isdecimal() and int(digits) > _MAX_LAST_COUNT:
            return {**context.costs, "count": 4.0}
        if context.name in ("free", "part") and digits not in ids:
            return {role: cost for role, cost in context.costs.items() if role != "rating"}
        return context.costs


def value_of(text: str) -> TypedPoints:
    """Parse a number exactly. For a date or time, parse only its first number."""
    if text.isdecimal():
        return int(text)
    if found := re.match(r"(\d+):\d+|(\d+)[/.-]\d+[/.-]", text):
        return int(found[1] or found[2])  # the first part of a date or time
    return exact(Fraction(text))
