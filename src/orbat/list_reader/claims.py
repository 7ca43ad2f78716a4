"""Turn typed points into claims: numbers to compare with the calculated points.

Each claim lists the purchases (units and commanders) that its number covers. If the text does not say which purchases
a sum covers, orbat chooses consecutive purchases whose points add up to the sum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import groupby

from orbat.evaluate.quote import Quote
from orbat.list_reader.army_numbers import MIN_SUM, is_round
from orbat.list_reader.roles import TypedPoints
from orbat.list_reader.tree import BuiltOrbat, StatedNumber, TreeBuilder, TreeNode, Troops, last_of_kinds
from orbat.model.claims import Claim, ClaimType
from orbat.model.path import OrbatPath
from orbat.model.points import exact, is_plausible

Purchase = Troops | TreeNode
_MIN_GAME_SIZE = 50
"""Minimum agreed size, in points."""
_MIN_OF_SIZE, _MAX_OF_SIZE = Fraction(9, 10), Fraction(3, 2)
"""A number is the agreed size of an army only from 0.9 to 1.5 times its points, unless words say so."""
_STEP, _MIN_EXACT = 25, 100
_SUMS = frozenset({"subtotal", "total"})
_FAR_DIVISOR, _NEAR_DIVISOR = 4, 10
"""Divisors that decide whether a calculated sum is far from a typed number or near to it.

Far: the difference is more than 1/4 of the typed number. Near: the difference is less than 1/10 of it.
"""


class ClaimFinder:
    """Finds the claims in a typed army: the typed points that orbat checks.

    To find the units and generals that a typed sum includes, the sum is compared with their typed and calculated
    points. If no word says what a number means, its value decides whether the number is a claim.

    - `inferred`: the claims whose meaning no word states
    - `repeated`: numbers that repeat an earlier sum
    - `is_uncertain`: whether a number was read as the agreed size or the total only because it is near to the army's
      points
    """

    def __init__(self, builder: TreeBuilder, built: BuiltOrbat, quote: Quote) -> None:
        self.builder = builder
        self.built = built
        self.purchases = builder.purchases
        self._calculated_points: dict[OrbatPath, TypedPoints] = {line.path: line.points for line in quote.all_units}
        self._calculated_points |= {line.path: line.points for line in quote.all_commanders}
        self._stated_numbers = builder.stated_numbers
        self._sums = [one for one in self._stated_numbers if one.army_number.claim_types[0] in _SUMS]
        self._largest_below = dict(_largest_below(self._sums))
        generals = [one.general for one in self.purchases if isinstance(one, TreeNode) and one.general]
        self._pays_generals = any(general.price for general in generals)
        self._typed_values = {id(one): self._typed_value(one) for one in self.purchases}
        self._calculated_values = {id(one): self._calculated_value(one) for one in self.purchases}
        self._totals = (self.typed(self.purchases), self.calculated(self.purchases))
        self._size, self.is_uncertain = self._agreed_size()
        self._other_sizes: set[int] = set()
        self._subtotals: list[TypedPoints] = []
        self.repeated: list[StatedNumber] = []
        self.inferred: list[Claim] = []
        self._formations_of_general: dict[int, list[TreeNode]] = {}
        for one in self.purchases:
            if isinstance(one, TreeNode):
                self._formations_of_general.setdefault(id(one.general), []).append(one)

    def claims(self) -> tuple[Claim, ...]:
        """Return all claims, in line order."""
        own = [claim for purchase in self.purchases for claim in self._purchase_claims(purchase)]
        worded = list(self._army_claims())
        self._infer_claims(worded)
        return tuple(sorted((*own, *worded, *self.inferred), key=lambda claim: claim.line))

    @property
    def explained_lines(self) -> frozenset[int]:
        """The lines on which no word, such as `total`, says what the numbers mean, and orbat inferred every meaning."""
        explained = Counter([*(one.line for one in self.inferred), *(one.line for one in self.repeated)])
        plain = Counter(one.line for one in self.builder.plain_numbers)
        return frozenset(line for line, count in explained.items() if count >= plain[line])

    @property
    def lines_of_other_sizes(self) -> AbstractSet[int]:
        """All lines with an agreed size, except the first such line. Empty if all agreed sizes are equal."""
        stated = {one.line for one in self._stated_numbers if one.army_number.number == self._size}
        other = self._other_sizes - stated
        return (other | stated) - {min(other | stated)} if other else frozenset()

    def _agreed_size(self) -> tuple[TypedPoints | None, bool]:
        """The agreed size, or None, and whether the size was inferred from the points of the army.

        A number with a word such as `limit` is the agreed size. Without such a word, orbat chooses a typed number near
        the points of the army. A number without any words must be round, and must be typed before or after all troops.
        """
        stated = [one.army_number for one in self._stated_numbers]
        worded = [one.number for one in stated if one.claim_types == ("size",)]
        if worded:
            return self._nearest(one for one in worded if one not in self._totals) or worded[0], False
        # a very round number above the troops is rather the agreed size, which the army meets exactly
        totals = {total for total in self._totals if total % _STEP or total < _MIN_EXACT}
        head = [
            one.number
            for one in stated
            if one.claim_types[0] == "size" and one.number not in totals and (one.has_unit or is_round(one.number))
        ]
        plain = [
            one.army_number.number
            for one in self.builder.plain_numbers
            if self._is_above_or_below_troops(one)
            and one.army_number.number not in (self._totals if one.after else totals)
        ]
        size = self._nearest(head) or self._nearest(filter(is_round, plain))
        return size, size is not None and size not in head and plain.count(size) < 2

    def _is_above_or_below_troops(self, one: StatedNumber) -> bool:
        return one.after == len(self.purchases) or not any(isinstance(p, Troops) for p in self.purchases[: one.after])

    def _nearest(self, numbers: Iterable[TypedPoints]) -> TypedPoints | None:
        # The agreed size that fits the points of the army best. A size that the army does not exceed comes first.
        points = Fraction(self._totals[1] or self._totals[0])
        fitting = [number for number in numbers if points * _MIN_OF_SIZE <= number <= points * _MAX_OF_SIZE]
        return min(fitting, key=lambda number: (number < points, abs(number - points)), default=None)

    def _infer_claims(self, worded: Sequence[Claim]) -> None:
        # Claims of numbers that no word explains, but whose value is a sum, the remainder or the agreed size.
        found: set[str] = {claim.claim_type for claim in worded}
        typed = {claim.typed for claim in worded if claim.claim_type in _SUMS}
        numbers_on = Counter(one.line for one in self.builder.plain_numbers)
        for one in self.builder.plain_numbers:
            number = one.army_number.number
            again = number == self._size and "size" in found and not self._adds_subtotals(one)
            if again or (number in typed and number >= MIN_SUM):
                self.repeated.append(one)
                continue
            claim_type, covered = self._inferred(one, found, alone=numbers_on[one.line] == 1)
            if claim_type:
                found.add(claim_type)
                typed |= {number} if claim_type in _SUMS else set()
                self.inferred.append(self._claim(one, claim_type, number, covered))

    def _inferred(self, one: StatedNumber, found: AbstractSet[str], *, alone: bool) -> tuple[str, Sequence[Purchase]]:
        number = one.army_number.number
        if number == self._size and "size" not in found:
            return "size", ()
        may_be_total = self._is_last(one) and "total" not in found and number >= MIN_SUM
        if may_be_total and one.after and (number in self._totals or self._adds_subtotals(one)):
            return "total", ()
        summed = any(claim.line == one.line for claim in self.inferred)
        if not one.after or not (alone or summed):
            return "", ()
        if self._size is not None and number in {self._size - total for total in self._totals}:
            return "left", ()
        if number < MIN_SUM or not alone:
            return "", ()
        if span := self._exact_span(one):
            return "subtotal", span
        near = abs(number - Fraction(self._totals[0])) * _NEAR_DIVISOR < number
        self.is_uncertain = self.is_uncertain or (may_be_total and near)
        return ("total", ()) if may_be_total and near else ("", ())

    def _exact_span(self, one: StatedNumber) -> Sequence[Purchase]:
        # The purchases that add up to the number. In a heading, one purchase is enough.
        for measure in (self.typed, self.calculated):
            for span in self._spans(one):
                if (len(span) > 1 or one.head) and measure(span) == one.army_number.number:
                    return span
        return ()

    def _purchase_claims(self, purchase: Purchase) -> Iterator[Claim]:
        paths = self.built.paths_of(purchase)
        if isinstance(purchase, Troops):
            bought = purchase.bought
            if bought is None:
                return
            line, name = purchase.line, bought.unit.name
            each = bought.each if bought.count > 1 or bought.each != bought.line else None
            prices: list[tuple[ClaimType, TypedPoints | None]] = [("piece", bought.piece), ("each", each)]
            for claim_type, typed in (*prices, ("line", bought.line)):
                if typed is not None:
                    yield Claim(line, claim_type, typed, paths, name)
            return
        general = purchase.general
        if general is None:
            return
        formations = self._formations_of_general[id(general)]
        if formations[0] is not purchase:
            return
        paths = tuple(path for one in formations for path in self.built.paths_of(one))
        name = general.name or purchase.name
        if general.each is not None:
            yield Claim(purchase.general_line, "each", general.each, paths, name)
        if general.price is not None and (general.each is None or general.price != general.each):
            yield Claim(purchase.general_line, "line", general.price, paths, name)

    def typed(self, purchases: Sequence[Purchase]) -> TypedPoints:
        """Add up typed points of units and generals. If a unit or general has no typed points, its calculated points
        count."""
        return sum(map(self._typed_values.__getitem__, map(id, purchases)))

    def _typed_value(self, one: Purchase) -> TypedPoints:
        if isinstance(one, Troops):
            return one.bought.typed if one.bought else 0
        general = one.general
        if general is None:
            return 0
        if general.price is not None:
            return exact(Fraction(general.price) / general.count)
        # if other generals have prices, the writer forgot this one in the sums too
        return 0 if self._pays_generals else self._calculated_value(one)

    def calculated(self, purchases: Sequence[Purchase]) -> TypedPoints:
        """Add up calculated points of units and generals."""
        return sum(map(self._calculated_values.__getitem__, map(id, purchases)))

    def _calculated_value(self, one: Purchase) -> TypedPoints:
        return sum(self._calculated_points.get(path, 0) for path in self.built.paths_of(one))

    def _army_claims(self) -> Iterator[Claim]:
        size_stated = self._size is not None
        for one in self._stated_numbers:
            claim_type = one.army_number.claim_types[0]
            covered: Sequence[Purchase] = ()
            if len(one.army_number.claim_types) > 1 or claim_type == "subtotal":
                claim_type, covered = self._interpreted(one, size_stated=size_stated)
            elif claim_type == "size" and one.army_number.number != self._size:
                self._other_sizes.add(one.line)
                continue
            size_stated = size_stated or claim_type == "size"
            number = one.army_number.number
            if claim_type == "left" and any(total.army_number.number - number == self._size for total in self._sums):
                number = -number  # points over the agreed size
            if claim_type == "subtotal":
                self._subtotals.append(number)
            if not claim_type and one.army_number.has_unit and number >= _MIN_GAME_SIZE:
                self._other_sizes.add(one.line)
            if claim_type:
                yield self._claim(one, claim_type, number, covered)

    def _claim(self, one: StatedNumber, claim_type: str, number: TypedPoints, covered: Sequence[Purchase]) -> Claim:
        paths = tuple(path for purchase in covered for path in self.built.paths_of(purchase))
        return Claim(one.line, claim_type, number, paths, one.name)  # type: ignore[arg-type]  # all types of claims

    def _interpreted(self, one: StatedNumber, *, size_stated: bool) -> tuple[str, Sequence[Purchase]]:
        number, claim_types = one.army_number.number, one.army_number.claim_types
        if "size" in claim_types and number == self._size:
            return "size", ()
        if self._is_total(one):
            return "total", ()
        if span := self._exact_span(one):
            return "subtotal", span
        spans = self._spans(one)
        if claim_types[0] == "subtotal":
            span = self._likeliest_span(spans, number) if spans else ()
            is_total = "total" in claim_types and self._is_last(one) and len(span) == len(self.purchases)
            return ("total", ()) if is_total else ("subtotal", span) if span else ("", ())
        step, least = (_STEP, _MIN_EXACT) if claim_types[0] == "size" else (1, self._totals[1])
        fits = one.army_number.has_unit or (number % step == 0 and number >= least)
        if "size" in claim_types and not size_stated and fits and is_round(number) and number >= _MIN_GAME_SIZE:
            return "size", ()
        if one.head and one.node.level and spans:
            return "subtotal", spans[0]
        if one.head and one.after:
            return ("subtotal", spans[0]) if spans else ("", ())
        if claim_types[0] == "size":
            return "", ()
        part = self._part_since_last_sum(one)
        return ("subtotal", part) if part else ("total", ())

    def _likeliest_span(self, spans: Sequence[Sequence[Purchase]], number: TypedPoints) -> Sequence[Purchase]:
        # Called if no span adds up to the sum. The first span is taken, unless its points are far from the sum and
        # those of another span are near.
        differences = [abs(Fraction(self.typed(span)) - number) for span in spans]
        nearest = differences.index(min(differences))
        return spans[
            nearest if differences[0] * _FAR_DIVISOR > number and differences[nearest] * _NEAR_DIVISOR < number else 0
        ]

    def _part_since_last_sum(self, one: StatedNumber) -> Sequence[Purchase]:
        # Empty if the sum is in a heading, or if no larger sum follows: it may then be the total.
        if one.head or self._largest_below.get(one.line, 0) <= one.army_number.number:
            return ()
        above = (other.after for other in self._sums if other.line < one.line)
        return self.purchases[max(one.since, *above, 0) : one.after]

    def _is_total(self, one: StatedNumber) -> bool:
        types = one.army_number.claim_types
        equal = one.army_number.number in self._totals and (types[0] != "subtotal" or self._is_last(one))
        only = "size" not in types and self._is_only_total(one)
        return "total" in types and (equal or only or self._adds_subtotals(one))

    def _adds_subtotals(self, one: StatedNumber) -> bool:
        return self._is_last(one) and len(self._subtotals) > 1 and sum(self._subtotals) == one.army_number.number

    def _is_only_total(self, one: StatedNumber) -> bool:
        return self._sums == [one] and self._is_last(one)

    def _is_last(self, one: StatedNumber) -> bool:
        return not one.head and one.after == len(self.purchases)

    def _spans(self, one: StatedNumber) -> list[list[Purchase]]:
        if one.head:
            own = self._purchases_in(one.node) if one.node.level else []
            ahead = self.purchases[one.after : self._next_heading(one)]
            return [span for span in (own, ahead, self._only_troops(own), self._only_troops(ahead)) if span]
        since = self.purchases[one.since : one.after]
        so_far = self.purchases[: one.after]
        with_descendants = {id(one.node), *map(id, one.node.troops)}
        in_node = [purchase for purchase in so_far if id(purchase) in with_descendants]
        named = self._in_named_formation(one)
        longer = [self.purchases[start : one.after] for start in self._starts(one)] if one.after < 80 else []
        last = so_far[-1] if so_far else None
        alike: list[Purchase] = [*last_of_kinds(so_far, last.kinds)] if isinstance(last, Troops) else []
        spans = [named, since, in_node, self._only_troops(since), self._only_troops(in_node), so_far, *longer, alike]
        return [span for span in spans if span]

    def _starts(self, one: StatedNumber) -> Iterator[int]:
        marks = {other.after for other in self._stated_numbers} | {other.since for other in self._stated_numbers}
        firsts = {id(node.troops[0]) for node in self.builder.army.with_descendants() if node.troops}
        for start in range(one.after - 1, -1, -1):
            first = self.purchases[start]
            begins = isinstance(first, TreeNode) or id(first) in firsts or start in marks
            if begins and (start == 0 or self._only_troops(self.purchases[:start])):
                yield start

    def _in_named_formation(self, one: StatedNumber) -> list[Purchase]:
        node: TreeNode | None = one.node
        while node and not (node.level and node.level in one.name.casefold().split()):
            node = node.parent
        if node is None:
            return []
        before = {id(purchase) for purchase in self.purchases[: one.after]}
        return [purchase for purchase in self._purchases_in(node) if id(purchase) in before]

    def _purchases_in(self, node: TreeNode) -> list[Purchase]:
        nodes = node.with_descendants()
        held = {id(formations) for formations in nodes} | {
            id(troops) for formations in nodes for troops in formations.troops
        }
        return [purchase for purchase in self.purchases if id(purchase) in held]

    def _next_heading(self, one: StatedNumber) -> int:
        later = [other.after for other in self._stated_numbers if other.head and other.after > one.after]
        return min(later, default=len(self.purchases))

    @staticmethod
    def _only_troops(span: Sequence[Purchase]) -> list[Purchase]:
        return [one for one in span if isinstance(one, Troops)]


def _largest_below(sums: Sequence[StatedNumber]) -> Iterator[tuple[int, TypedPoints]]:
    largest: TypedPoints = 0
    upwards = sorted(sums, key=lambda one: one.line, reverse=True)
    for line, on_line in groupby(upwards, key=lambda one: one.line):
        yield line, largest
        largest = max(largest, *(one.army_number.number for one in on_line))


def size_in(claims: Iterable[Claim]) -> int | None:
    """The typed agreed size, in points. None if no size is typed."""
    sizes = (claim.typed for claim in claims if claim.claim_type == "size")
    return next((int(size) for size in sizes if is_plausible(size) and size == int(size)), None)


def has_total(claims: Iterable[Claim], points: TypedPoints) -> bool:
    """Whether a typed total is this number of points."""
    return any(claim.claim_type == "total" and claim.typed == points for claim in claims)


def total_in(claims: Iterable[Claim]) -> TypedPoints | None:
    """The last typed total of the army, in points. None if no total is typed."""
    totals = [claim.typed for claim in claims if claim.claim_type == "total" and is_plausible(claim.typed)]
    return totals[-1] if totals else None
