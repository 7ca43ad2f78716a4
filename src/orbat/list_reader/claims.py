"""What was typed of points as claims, each with what it covers: where a sum may be of several things, that of which it
is the sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from orbat.evaluate.quote import Quote
from orbat.list_reader.numbers import TypedPoints
from orbat.list_reader.tree import Finished, Spoken, TreeBuilder, TreeNode, Troops
from orbat.model.claims import Claim, ClaimType
from orbat.model.path import OrbatPath
from orbat.model.points import exact, is_plausible

Purchase = Troops | TreeNode
_LEAST = 50
"""No game is agreed for fewer points."""
_ROUND = 25
"""Agreed sizes are multiples of this."""
_FAR, _NEAR = 4, 10
"""A sum is far off by more than a quarter of it, and near by less than a tenth."""


class ClaimFinder:
    """Turns what was said into claims, by the sums of what was typed and of what it comes to."""

    def __init__(self, maker: TreeBuilder, finished: Finished, quote: Quote) -> None:
        self.maker = maker
        self.finished = finished
        self.bought = maker.purchases
        self._ours: dict[OrbatPath, TypedPoints] = {line.path: line.points for line in quote.all_units}
        self._ours |= {line.path: line.points for line in quote.all_commanders}
        self._spoken = maker.spoken
        self._sizes = {one.said.number for one in self._spoken if one.said.sorts == ("size",)}
        self._sums = [one for one in self._spoken if {"total", "subtotal"} & {*one.said.sorts}]
        self._largest_below = dict(_largest_below(self._sums))
        self._worth_typed = {id(one): self._typed_of(one) for one in self.bought}
        self._worth_ours = {id(one): self._ours_of(one) for one in self.bought}
        self._totals = (self.typed(self.bought), self.ours(self.bought))
        self._led: dict[int, list[TreeNode]] = {}
        for one in self.bought:
            if isinstance(one, TreeNode):
                self._led.setdefault(id(one.chief), []).append(one)

    def claims(self) -> tuple[Claim, ...]:
        """Every claim in the order of the lines."""
        own = [claim for purchase in self.bought for claim in self._of_purchase(purchase)]
        return tuple(sorted((*own, *self._of_army()), key=lambda claim: claim.line))

    def _of_purchase(self, purchase: Purchase) -> Iterator[Claim]:
        paths = self.finished.of(purchase)
        if isinstance(purchase, Troops):
            bought = purchase.bought
            if bought is None:
                return
            line, name = purchase.line, bought.unit.name
            each = bought.each if bought.count > 1 or bought.each != bought.line else None
            numbers: list[tuple[ClaimType, TypedPoints | None]] = [("piece", bought.piece), ("each", each)]
            for sort, typed in (*numbers, ("line", bought.line)):
                if typed is not None:
                    yield Claim(line, sort, typed, paths, name)
            return
        chief = purchase.chief
        if chief is None:
            return
        alike = self._led[id(chief)]
        if alike[0] is not purchase:
            return
        paths = tuple(path for one in alike for path in self.finished.of(one))
        name = chief.name or purchase.name
        if chief.each is not None:
            yield Claim(purchase.chief_line, "each", chief.each, paths, name)
        if chief.price is not None and (chief.each is None or len(alike) > 1):
            yield Claim(purchase.chief_line, "line", chief.price, paths, name)

    def typed(self, purchases: Sequence[Purchase]) -> TypedPoints:
        """The sum of what was typed; where nothing was, of what it comes to."""
        return sum(map(self._worth_typed.__getitem__, map(id, purchases)))

    def _typed_of(self, one: Purchase) -> TypedPoints:
        if isinstance(one, Troops):
            return one.bought.typed if one.bought else 0
        chief = one.chief
        if chief is None:
            return 0
        return exact(Fraction(chief.price) / chief.count) if chief.price is not None else self._ours_of(one)

    def ours(self, purchases: Sequence[Purchase]) -> TypedPoints:
        """The sum of what it comes to."""
        return sum(map(self._worth_ours.__getitem__, map(id, purchases)))

    def _ours_of(self, one: Purchase) -> TypedPoints:
        return sum(self._ours.get(path, 0) for path in self.finished.of(one))

    def _of_army(self) -> Iterator[Claim]:
        """Claims of the army and its parts: first what can be only one thing, then the rest by what it agrees with."""
        size_said = any(one.said.sorts == ("size",) for one in self._spoken)
        for one in self._spoken:
            sort = one.said.sorts[0]
            covers: Sequence[Purchase] = ()
            if len(one.said.sorts) > 1 or sort == "subtotal":
                sort, covers = self._weighed(one, size_said=size_said)
            size_said = size_said or sort == "size"
            if sort:
                paths = tuple(path for purchase in covers for path in self.finished.of(purchase))
                yield Claim(one.line, sort, one.said.number, paths, one.name)  # type: ignore[arg-type]  # what may be said is a sort

    def _weighed(self, one: Spoken, *, size_said: bool) -> tuple[str, Sequence[Purchase]]:
        """What a number is, and what it covers."""
        number, sorts = one.said.number, one.said.sorts
        if "size" in sorts and number in self._sizes:
            return "size", ()
        if sorts[0] != "subtotal" and number in self._totals:
            return "total", ()
        if sorts[0] == "total" and "size" not in sorts and self._closes(one):
            return "total", ()
        spans = self._spans(one)
        for measure in (self.typed, self.ours):
            for span in spans:
                if (len(span) > 1 or one.head) and measure(span) == number:
                    return "subtotal", span
        if sorts[0] == "subtotal":
            return ("subtotal", self._likeliest(spans, number)) if spans else ("", ())
        total = self._totals[1]
        fits = number % _ROUND == 0 and 2 * number >= total
        if "size" in sorts and not size_said and (number >= _LEAST if sorts[0] == "size" else fits and number >= total):
            return "size", ()
        if one.head and one.node.level and spans:
            return "subtotal", spans[0]
        if one.head and one.after:
            return ("subtotal", spans[0]) if spans else ("", ())
        part = self._part(one)
        return ("subtotal", part) if part else ("total", ())

    def _likeliest(self, spans: Sequence[Sequence[Purchase]], number: TypedPoints) -> Sequence[Purchase]:
        """What a sum that agrees with nothing covers: the likeliest, unless that is far off and another is near."""
        off = [abs(Fraction(self.typed(span)) - number) for span in spans]
        near = off.index(min(off))
        return spans[near if off[0] * _FAR > number and off[near] * _NEAR < number else 0]

    def _part(self, one: Spoken) -> Sequence[Purchase]:
        """What a sum with another and larger one below it covers: all that is bought since the sum above it."""
        if one.head or self._largest_below.get(one.line, 0) <= one.said.number:
            return ()
        return self.bought[max((other.after for other in self._sums if other.line < one.line), default=0) : one.after]

    def _closes(self, one: Spoken) -> bool:
        """Whether it is the only total said, below everything: the army's, whatever else it would agree with."""
        return self._sums == [one] and not one.head and one.after == len(self.bought)

    def _spans(self, one: Spoken) -> list[list[Purchase]]:
        """What a subtotal may cover, the likeliest first."""
        if one.head:
            own = self._in(one.node) if one.node.level else []
            ahead = self.bought[one.after : self._next_heading(one)]
            return [span for span in (own, ahead, self._units(own), self._units(ahead)) if span]
        since = self.bought[one.since : one.after]
        so_far = self.bought[: one.after]
        within = {id(one.node), *map(id, one.node.troops)}
        in_node = [purchase for purchase in so_far if id(purchase) in within]
        named = self._named(one)
        longer = [self.bought[start : one.after] for start in self._starts(one)] if one.after < 80 else []
        spans = [named, since, in_node, self._units(since), self._units(in_node), so_far, *longer]
        return [span for span in spans if span]

    def _starts(self, one: Spoken) -> Iterator[int]:
        """Where a sum of more than one part may begin, the nearest first: at a general or heading, after another sum,
        never so that only generals are left out."""
        marks = {other.after for other in self._spoken} | {other.since for other in self._spoken}
        firsts = {id(node.troops[0]) for node in self.maker.army.within() if node.troops}
        for start in range(one.after - 1, -1, -1):
            first = self.bought[start]
            begins = isinstance(first, TreeNode) or id(first) in firsts or start in marks
            if begins and (start == 0 or self._units(self.bought[:start])):
                yield start

    def _named(self, one: Spoken) -> list[Purchase]:
        """What has been bought in the formation that a subtotal is of by its words: `Subtotal division`."""
        node: TreeNode | None = one.node
        while node and not (node.level and node.level in one.name.casefold().split()):
            node = node.above
        if node is None:
            return []
        before = {id(purchase) for purchase in self.bought[: one.after]}
        return [purchase for purchase in self._in(node) if id(purchase) in before]

    def _in(self, node: TreeNode) -> list[Purchase]:
        """What a formation and those in it hold."""
        nodes = node.within()
        held = {id(inner) for inner in nodes} | {id(troops) for inner in nodes for troops in inner.troops}
        return [purchase for purchase in self.bought if id(purchase) in held]

    def _next_heading(self, one: Spoken) -> int:
        later = [other.after for other in self._spoken if other.head and other.after > one.after]
        return min(later, default=len(self.bought))

    @staticmethod
    def _units(span: Sequence[Purchase]) -> list[Purchase]:
        return [one for one in span if isinstance(one, Troops)]


def _largest_below(sums: Sequence[Spoken]) -> Iterator[tuple[int, TypedPoints]]:
    """The largest sum said below each line that says one."""
    largest: TypedPoints = 0
    upwards = sorted(sums, key=lambda one: one.line, reverse=True)
    for line, said in groupby(upwards, key=lambda one: one.line):
        yield line, largest
        largest = max(largest, *(one.said.number for one in said))


def size_in(claims: Iterable[Claim]) -> int | None:
    """The agreed size that was typed."""
    sizes = (claim.typed for claim in claims if claim.claim_type == "size")
    return next((int(size) for size in sizes if is_plausible(size) and size == int(size)), None)


def total_in(claims: Iterable[Claim]) -> TypedPoints | None:
    """The army's total as typed, the last where there are several."""
    totals = [claim.typed for claim in claims if claim.claim_type == "total" and is_plausible(claim.typed)]
    return totals[-1] if totals else None
