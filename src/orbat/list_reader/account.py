"""How doubtful the reading of an army is: a penalty for each number that does not agree or has no role."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from orbat.list_reader.army_reader import ArmyReader
from orbat.list_reader.item import Item
from orbat.list_reader.lines import TypedLine
from orbat.list_reader.roles import TypedPoints
from orbat.list_reader.tree import TreeNode, Troops
from orbat.model.claims import Claim
from orbat.model.record import Value

_WRONG_SUM: Mapping[str, float] = {"total": 4.0, "subtotal": 2.0}
_OTHER_TOTAL = 1.0
"""Cost of each further total that differs from the first."""
_NO_GAME_SIZE = 0.5
_UNREAD = 2.0
_WRONG_PRICE, _NO_PRICE, _NO_SIZE = 1.5, 1.5, 1.0
_UNUSED, _UNUSED_AROUND = 1.0, 0.1
"""Cost of a number without a role, between the first purchase and the last sum, and elsewhere."""
_MAX_UNUSED = 3
"""At most this many numbers of a line count."""
_UNUSED_TOTAL = 1.5
"""What a number without a role costs more if it may be the total."""
_BY_KIND_ONLY, _MIN_SIMILAR = 1.0, 50
"""Cost of a unit whose name is less similar than this to those of its entry, if no word names the kind either."""
_SEVERAL = range(2, 9)
_SECOND_PLAYER = 1.5
_MIN_LISTED = 3
_BELOW_TOTAL = 2.0
"""Cost of a unit below a sum of all units and generals above it, when no sum follows that includes it."""
_MIN_OF_TOTAL, _MAX_OF_TOTAL = Fraction(1, 2), Fraction(2)
"""A number may be the total if it is from this part to this part of the calculated points."""


class Account(Value):
    """How doubtful the reading of an army is.

    `cost` is a penalty (not points) for wrong or missing numbers.
    """

    cost: float
    of_sums: float = 0.0
    """The part of the cost that is due to wrong sums."""
    of_names: float = 0.0
    """The part of the cost that is due to names without a word of their entry or kind."""
    of_prices: float = 0.0
    """The part of the cost that is due to wrong prices."""
    gap: float = 0.0
    """How far the typed total is from the calculated one, as a part of the calculated one."""

    of_several: bool = False
    """Whether a wrong price is that of several units, so that a count may have been overlooked."""
    has_total: bool = False
    """Whether a total is typed that is not far too low."""
    right: bool = False
    """Whether the typed total is right."""

    @property
    def of_structure(self) -> float:
        """The part of the cost that wrong prices and sums do not explain."""
        return self.cost - self.of_sums - self.of_prices - self.of_names


def account_of(reader: ArmyReader) -> Account:
    """Work out how doubtful the reading of an army is."""
    return _Accountant(reader).account()


class _Accountant:
    def __init__(self, reader: ArmyReader) -> None:
        self.reader = reader
        self.finder = reader.finder
        self.explained = reader.finder.explained_lines
        self.purchases = reader.builder.purchases
        self.troops = [one for one in self.purchases if isinstance(one, Troops)]
        self.generals = [one for one in self.purchases if isinstance(one, TreeNode) and one.general]
        priced = sum(map(_is_priced, self.troops))
        self.listed = priced >= _MIN_LISTED and 5 * priced >= 3 * len(self.troops)
        self.paid = any(one.general and one.general.price for one in self.generals)
        self.choice_of = {id(troops): choice for troops, choice in reader.choices}
        self.below_total = self._below_total()
        self.calculated = Fraction(self.finder.calculated(self.purchases))
        totals = [one.typed for one in reader.claims if one.claim_type == "total"]
        self.has_total = any(typed >= self.calculated * _MIN_OF_TOTAL for typed in totals)

    def account(self) -> Account:
        """Add up the penalties for wrong or missing numbers."""
        of_names = sum(map(self._name_cost, self.troops))
        of_prices = sum(map(self._price_cost, self.troops)) + sum(map(self._pay_cost, self.generals))
        of_sums = sum(map(self._claim_cost, self.reader.claims))
        cost = of_names + of_prices + of_sums + self._army_cost() + self._unused_cost()
        cost += sum(map(self._troops_cost, self.troops)) + sum(map(self._general_cost, self.generals))
        cost += sum(self._item_cost(item, line) for line, _, items in self.reader.found for item in items)
        return Account(
            cost,
            of_sums,
            of_names,
            of_prices,
            self._gap(),
            any(map(_pays_several, self.troops)),
            self.has_total,
            self.reader.has_right_total,
        )

    def _below_total(self) -> frozenset[int]:
        """The line numbers of purchases below the last sum.

        Empty if the last sum does not include all purchases above the sum.
        """
        stated = [one for one in self.reader.builder.stated_numbers if one.army_number.claim_types != ("size",)]
        last = max((one.after for one in stated), default=0)
        above = self.purchases[:last]
        if last < _MIN_LISTED or last == len(self.purchases):
            return frozenset()
        sums = {self.finder.typed(above), self.finder.calculated(above)}
        if not any(one.after == last and one.army_number.number in sums for one in stated):
            return frozenset()
        return frozenset(map(_line_of, self.purchases[last:]))

    def _gap(self) -> float:
        right = self.calculated
        totals = (Fraction(one.typed) for one in self.reader.claims if one.claim_type == "total" and right)
        return float(min((abs(one / right - 1) for one in totals), default=Fraction(0)))

    def _name_cost(self, troops: Troops) -> float:
        choice = self.choice_of.get(id(troops))
        described = choice.item.description if choice else None
        if choice is None or choice.reading is None or described is None or described.kinds:
            return 0.0
        return _BY_KIND_ONLY * (choice.reading.match.similarity < _MIN_SIMILAR)

    @staticmethod
    def _price_cost(troops: Troops) -> float:
        return _WRONG_PRICE * bool(troops.bought and troops.bought.agrees is False)

    def _pay_cost(self, node: TreeNode) -> float:
        typed = node.general is not None and node.general.price is not None
        return _WRONG_PRICE * (typed and self.finder.typed([node]) != self.finder.calculated([node]))

    def _troops_cost(self, troops: Troops) -> float:
        bought = troops.bought
        if bought is None:
            return 0.0
        listed = self.listed and troops.line not in self.reader.omitted
        cost = _NO_PRICE * (listed and not _is_priced(troops)) + _NO_SIZE * (bought.calculated == 0)
        return cost + _BELOW_TOTAL * (troops.line in self.below_total)

    def _general_cost(self, node: TreeNode) -> float:
        general = node.general
        unpaid = general is not None and general.price is None and self.paid and not general.player
        return _BELOW_TOTAL * (node.general_line in self.below_total) + _NO_PRICE * unpaid

    def _claim_cost(self, claim: Claim) -> float:
        if claim.claim_type not in _WRONG_SUM:
            return 0.0
        purchases = self.purchases
        if claim.claim_type == "subtotal":
            covered = {*claim.covers}
            purchases = [one for one in purchases if covered.intersection(self.reader.built.paths_of(one))]
        if claim.typed in (self.finder.typed(purchases), self.finder.calculated(purchases)):
            return 0.0
        far = min(1.0, self._gap()) if claim.claim_type == "total" else 0.0
        return _WRONG_SUM[claim.claim_type] * (1 + far)

    def _army_cost(self) -> float:
        totals = {claim.typed for claim in self.reader.claims if claim.claim_type == "total"}
        cost = _OTHER_TOTAL * max(0, len(totals) - 1) + _SECOND_PLAYER * len(self.reader.builder.players[1:])
        return cost + _NO_GAME_SIZE * (not any(claim.claim_type == "size" for claim in self.reader.claims))

    def _unused_cost(self) -> float:
        last = max((one.line for one in self.reader.claims if one.claim_type == "total"), default=10**9)
        first = min(map(_line_of, self.purchases), default=10**9)
        cost = 0.0
        for line in self.reader.numbered_lines():
            unused = [one.value for one in line.numbers if one.role == "outside" and one.value > 1]
            if unused and line.number not in self.explained and not self.reader.is_remark(line):
                each = _UNUSED if first < line.number < last else _UNUSED_AROUND
                cost += each * min(_MAX_UNUSED, len(unused))
                cost += _UNUSED_TOTAL * (
                    not self.has_total and line.number > first and any(map(self._may_be_total, unused))
                )
        return cost

    def _may_be_total(self, value: TypedPoints) -> bool:
        return self.calculated * _MIN_OF_TOTAL <= value <= self.calculated * _MAX_OF_TOTAL

    def _item_cost(self, item: Item, line: TypedLine) -> float:
        if line.number in self.explained or (item.item_type == "unread" and self.reader.is_remark(line)):
            return 0.0
        bought = any(troops.item is item or troops.line == line.number for troops in self.troops)
        return _UNREAD * (item.item_type == "unread" or (item.item_type == "troops" and not bought))


def _pays_several(troops: Troops) -> bool:
    bought = troops.bought
    if bought is None or bought.agrees is not False or not bought.line or not bought.calculated:
        return False
    return bought.count == 1 and Fraction(bought.line) / Fraction(bought.calculated) in _SEVERAL


def _is_priced(troops: Troops) -> bool:
    bought = troops.bought
    return bought is not None and any(price is not None for price in (bought.line, bought.each, bought.piece))


def _line_of(purchase: Troops | TreeNode) -> int:
    return purchase.line if isinstance(purchase, Troops) else purchase.general_line
