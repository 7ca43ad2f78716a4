"""Possible purchases: new units, and enlargements of existing units. Each one is tried with the evaluator."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from heapq import heapify, heappop, heappush
from itertools import islice
from typing import TypeVar

from orbat.evaluate.pricing import Pricer
from orbat.evaluate.quote import ExactPoints, FormationLine, Quote, UnitLine
from orbat.evaluate.rule import unit_name
from orbat.evaluate.trial import Trials
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.edits import Edit, Set, insertion
from orbat.model.kinds import Kind
from orbat.model.orbat import Unit, list_id_at
from orbat.model.path import OrbatPath
from orbat.model.points import exact
from orbat.model.record import Record, Value
from orbat.model.wording import phrase

Size = int | str | None
"""A size as written: a number, a named size, or None."""
T = TypeVar("T")

MAX_HOMES = 4
"""Maximum number of formations in which to try a new unit."""
MAX_TRIED = 60
"""Maximum number of units and entries to try for the remaining points. In an army with errors, most are refused."""
MAX_COUNT = 100
"""Maximum number of equal units to try for the points dialog."""


class Purchase(Record):
    """The largest affordable unit of an entry, with its cost.

    `options` are the compulsory options, which the unit must also list in an ORBAT file. For a named size, `counted_in`
    describes the unit: `large battalion`. `units` is the number of units that the same points could buy at the typical
    size; None if unlimited.
    """

    entry_id: str
    name: str
    size: Size
    counted_in: str
    rating: str
    rating_word: str
    options: tuple[str, ...]
    points: ExactPoints
    units: int | None

    @property
    def words(self) -> str:
        """The purchase as text: `Line infantry, 18 stands, class 2, or 3 units of the usual size`."""
        rating = f"{self.rating_word} {self.rating}" if self.rating.isdecimal() else self.rating
        size = f"{self.size} {self.counted_in}" if isinstance(self.size, int) else self.counted_in
        unit = ", ".join(filter(None, [self.name, size, rating]))
        if not self.units or self.units == 1:
            return unit
        if self.size is None:
            return phrase("{unit}, or {count} of them", unit=unit, count=self.units)
        return phrase("{unit}, or {count} units of the usual size", unit=unit, count=self.units)


class Enlargement(Value):
    """The largest affordable enlargement of a unit, with its cost. `growth` is the number of additional stands or
    guns.

    For a named size, `named` is the id of the new size, and `counted_in` describes the enlarged unit: `large
    battalion`.
    """

    path: OrbatPath
    name: str
    growth: int
    counted_in: str
    points: ExactPoints
    named: str = ""

    @property
    def words(self) -> str:
        """The enlargement as text: `7th Blues: 3 more stands`, `8th Blues as a large battalion`."""
        if self.named:
            return phrase("{name} as a {size}", name=self.name, size=self.counted_in)
        return phrase("{name}: {count} more {pieces}", name=self.name, count=self.growth, pieces=self.counted_in)


class _NewUnit:
    """A unit of an entry that could be bought, with the affordable sizes, smallest first."""

    def __init__(
        self,
        trials: Trials,
        entry: Entry,
        unit: Unit,
        list_id: str,
        points: ExactPoints,
        homes: tuple[OrbatPath, ...],
    ) -> None:
        self.trials, self.book, self.entry, self.unit, self.homes = trials, trials.book, entry, unit, homes
        self.works = trials.book.kind(entry).works
        self.price = _price_by_size(unit, list_id, trials.pricer)
        self.sizes = _affordable(_sizes(entry, trials), points, self.price)

    def cost(self, size: Size) -> ExactPoints:
        """The cost at a size, in points."""
        return self.price(size)

    def edits(self, size: Size) -> Iterator[Edit]:
        """The edits that buy the unit, one for each formation that it may join."""
        for home in self.homes:
            yield insertion(self.trials.orbat, home, replace(self.unit, size=size))

    def words(self, size: Size) -> str:
        """The unit as text: `Line infantry, 12 stands`, `Line infantry, small`, or only the name without a size."""
        book, entry = self.book, self.entry
        if isinstance(size, str):
            return phrase("{entry}, {size}", entry=entry.name, size=book.ruleset.size_label(size))
        if size is not None and (word := book.kind(entry).size_word(size)):
            return phrase("{entry}, {count} {counted}", entry=entry.name, count=size, counted=word)
        return entry.name


class _LargerUnit:
    """A unit that could be enlarged, with the larger affordable sizes, smallest first."""

    def __init__(self, trials: Trials, line: UnitLine, entry: Entry, now: ExactPoints, points: ExactPoints) -> None:
        self.trials, self.book, self.line, self.entry, self.now = trials, trials.book, line, entry, now
        self.works = trials.book.kind(entry).works
        self.price = _price_by_size(line.unit, line.list_id, trials.pricer)
        larger = _larger_sizes(line.unit.size, _sizes(entry, trials))
        self.sizes = _affordable(larger, now + points, self.price)

    def cost(self, size: Size) -> ExactPoints:
        """The cost of the enlargement to a size, in points."""
        return exact(self.price(size) - self.now)

    def edits(self, size: Size) -> Iterator[Edit]:
        """The edit that enlarges the unit."""
        yield Set(self.line.path, "size", size)

    def words(self, size: Size) -> str:
        """The enlargement as text: `3 more stands for 7th Blues`, `8th Blues as a large battalion`."""
        found = self.enlargement(size)
        if found.named:
            return found.words
        return phrase(
            "{count} more {counted} for {unit}", count=found.growth, counted=found.counted_in, unit=found.name
        )

    def enlargement(self, size: Size) -> Enlargement:
        """The enlargement to a size."""
        unit = self.line.unit
        by = size - unit.size if isinstance(size, int) and isinstance(unit.size, int) else 0
        named = size if isinstance(size, str) else ""
        words = _counted_in(self.book, self.entry, size if named else by)
        return Enlargement(self.line.path, unit_name(unit, self.entry), by, words, self.cost(size), named)


_Candidate = _NewUnit | _LargerUnit


def _new_units(
    trials: Trials, entry: Entry, list_id: str, points: ExactPoints, homes: tuple[OrbatPath, ...]
) -> Iterator[_NewUnit]:
    """The units of an entry that the player could buy: one with each rating.

    The typical rating is first. The others follow, the cheapest first.
    """
    for unit in _offered(entry, list_id, _sizes(entry, trials), trials.pricer):
        yield _NewUnit(trials, entry, unit, list_id, points, homes)


def _larger_units(trials: Trials, points: ExactPoints) -> Iterator[_LargerUnit]:
    """Units that could be enlarged. Generals, and units without a price or a size, are left out."""
    for line in trials.quote.all_units:
        entry, now = trials.book.entry(line.list_id, line.unit.entry), line.sum.points
        if entry and now is not None and line.unit.size is not None and not trials.book.kind(entry).staff:
            yield _LargerUnit(trials, line, entry, now, points)


def _largest_accepted(candidate: _Candidate, points: ExactPoints) -> Iterator[tuple[Size, Edit]]:
    """The largest size that breaks no rule and is affordable, with the edit that buys it. Empty if there is none."""
    trials = candidate.trials
    edits: dict[Size, Edit] = {}

    def accepts(size: Size) -> bool:
        edit = next((edit for edit in candidate.edits(size) if trials.accepts((edit,), points)), None)
        if edit:
            edits[size] = edit
        return edit is not None

    for size in _largest(candidate.sizes, accepts):
        yield size, edits[size]


# All purchases for a number of points.


def purchases(trials: Trials, points: ExactPoints, home: OrbatPath = ()) -> tuple[Purchase, ...]:
    """List the purchases for at most `points` points, in the order of the army list.

    Each unit joins the formation at `home`, and comes from that formation's army list. It has the typical rating of
    its entry. If such a unit is unavailable or too expensive, it has the cheapest rating.
    """
    list_id = list_id_at(trials.orbat, home)
    found = []
    for entry in trials.book.entries(list_id).values():
        if not trials.book.kind(entry).staff:
            units = _new_units(trials, entry, list_id, points, (home,))
            accepted = ((unit, size) for unit in units for size, _ in _largest_accepted(unit, points))
            found += [_purchase(unit, size, points) for unit, size in islice(accepted, 1)]
    return tuple(found)


def _purchase(bought: _NewUnit, size: Size, points: ExactPoints) -> Purchase:
    book, entry, unit = bought.book, bought.entry, bought.unit
    return Purchase(
        entry_id=entry.id,
        name=entry.name,
        size=size,
        counted_in=_counted_in(book, entry, size),
        rating=unit.rating,
        rating_word=book.ruleset.rating_word,
        options=unit.options,
        points=bought.cost(size),
        units=_typical_count(bought, points),
    )


def _typical_count(bought: _NewUnit, points: ExactPoints) -> int | None:
    """The number of units of typical size that cost at most the points and break no rule, up to MAX_COUNT; None if
    unlimited."""
    usual = _typical_size(bought.entry, _sizes(bought.entry, bought.trials))
    price, trials = bought.cost(usual), bought.trials
    if price <= 0:
        return None
    edits = tuple(bought.edits(usual))
    counts = range(1, min(int(points // price), MAX_COUNT) + 1)
    return max(_largest(counts, lambda count: trials.accepts(edits * count, points)), default=0)


def _typical_size(entry: Entry, sizes: Sequence[Size]) -> Size:
    """The typical size of an entry; if it is not allowed, the nearest allowed size."""
    if isinstance(sizes, range):
        return min(max(entry.size.typical, sizes.start), sizes.stop - 1)
    return entry.sizes.typical if entry.sizes else sizes[0]


def enlargements(trials: Trials, points: ExactPoints) -> tuple[Enlargement, ...]:
    """Find the largest enlargement of each unit that costs at most `points` and breaks no rule."""
    larger = _larger_units(trials, points)
    return tuple(unit.enlargement(size) for unit in larger for size, _ in _largest_accepted(unit, points))


# The best purchases for the remaining points.


class PurchaseAdvice(Value):
    """A purchase for the remaining points: the text, the edit, and the points that remain after the purchase."""

    words: str
    edit: Edit
    remaining: ExactPoints


def best_purchases(trials: Trials) -> Iterator[PurchaseAdvice]:
    """Yield purchases for the remaining points: one enlargement of each unit, and one new unit of each entry.

    Troops come before works. Within these two groups, the purchases that leave the fewest points come first. Each
    purchase is tried only when the caller asks for it, since trying is slow.
    """
    points = trials.quote.remaining or 0
    candidates = [one for one in _candidates(trials, points) if one.sizes and one.cost(one.sizes[-1]) > 0]
    queue: list[tuple[bool, ExactPoints, int, PurchaseAdvice | None]] = [
        (one.works, exact(points - one.cost(one.sizes[-1])), number, None) for number, one in enumerate(candidates)
    ]
    heapify(queue)
    tried = 0
    while queue and tried < MAX_TRIED:
        works, remaining, number, advice = heappop(queue)
        if advice:
            yield advice
            continue
        one, tried = candidates[number], tried + 1
        for size, edit in _largest_accepted(one, points):
            left = exact(points - one.cost(size))
            advice = PurchaseAdvice(one.words(size), edit, left)
            if left == remaining:
                yield advice
            else:  # a smaller size leaves more points, and so comes later
                heappush(queue, (works, left, number, advice))


def _candidates(trials: Trials, points: ExactPoints) -> Iterator[_Candidate]:
    """The units that could be enlarged, then one new unit of each entry, with the typical or cheapest rating."""
    yield from _larger_units(trials, points)
    list_id = list_id_at(trials.orbat, ())
    for entry in trials.book.entries(list_id).values():
        if not trials.book.kind(entry).staff:
            homes = homes_of(trials.book, trials.quote, entry, list_id)
            homes = (*homes[: MAX_HOMES - 1], homes[-1]) if len(homes) > MAX_HOMES else homes
            yield from islice(_new_units(trials, entry, list_id, points, homes), 1)


def homes_of(book: Book, quote: Quote, entry: Entry, list_id: str) -> tuple[OrbatPath, ...]:
    """The paths of the formations that a new unit may join, the most suitable first. The last path is that of the army.

    Only formations of the army list `list_id` are included. Formations with units of the same entry come first, then
    those with units of the same arm, then those with other units, then those that have no units of their own. Among
    equals, the formation with the fewest units comes first.
    """
    arm = book.kind(entry).arm

    def suitability(line: FormationLine) -> tuple[int, int]:
        own = [other for one in line.units if (other := book.entry(one.list_id, one.unit.entry))]
        same = any(one.id == entry.id for one in own)
        alike = any(book.kind(one).arm == arm for one in own)
        return 0 if same else 1 if alike else 2 if own else 3, len(line.units)

    lines = sorted((line for line in quote.all_formations if line.list_id == list_id), key=suitability)
    return (*(line.path for line in lines), ())


# Sizes and prices.


def usual_size(entry: Entry, kind: Kind) -> Size:
    """The size of a new unit: the typical size of the entry. None if the price does not depend on the size."""
    if entry.sizes:
        return entry.sizes.typical
    return entry.size.typical if kind.price.per == "size" else None


def _larger_sizes(now: Size, sizes: Sequence[Size]) -> Sequence[Size]:
    """The allowed sizes that are larger than the current size."""
    if isinstance(sizes, range):
        return range(max(now + 1, sizes.start), sizes.stop) if isinstance(now, int) else ()
    return sizes[sizes.index(now) + 1 :] if now in sizes else ()


def _sizes(entry: Entry, trials: Trials) -> Sequence[Size]:
    """The allowed sizes of an entry, smallest first: a range of numbers, or the named sizes.

    A ruling may change the range. Sizes at which a unit is removed from play are omitted. For an entry without sizes,
    or without prices that depend on the size, the only element is None.
    """
    kind = trials.book.kind(entry)
    if kind.sizes:
        allowed = entry.sizes.allowed if entry.sizes else kind.sizes
        return tuple(size for size in kind.sizes if size in allowed)
    if kind.price.per != "size":
        return (None,)
    least, most = trials.book.size_range(entry, trials.pricer.rulings)
    if kind.removed_at and trials.book.ruleset.rules.removed_at:
        least = max(least, kind.removed_at.size + 1)
    return range(least, most + 1)


def _offered(entry: Entry, list_id: str, sizes: Sequence[Size], pricer: Pricer) -> Iterator[Unit]:
    """Yield a unit of an entry with each rating that has a price: the typical rating first, then the cheapest."""
    written = entry.required_options(pricer.date)
    units = [
        Unit(entry=entry.id, size=sizes[0], rating=rating, options=written)
        for rating in (entry.ratings_at(pricer.date) if entry.ratings else ("",))
    ]
    prices = {unit: points for unit in units if (points := pricer.price_unit(unit, list_id).points) is not None}
    typical = entry.ratings.typical if entry.ratings else ""
    yield from sorted(prices, key=lambda unit: (unit.rating != typical, prices[unit]))


def _price_by_size(unit: Unit, list_id: str, pricer: Pricer) -> Callable[[Size], ExactPoints]:
    """Return a function that maps a size to the unit's price in points. The unit must have a price."""

    def price(size: Size) -> ExactPoints:
        # without a name, so that the pricer's cache serves all equal units
        like = Unit(entry=unit.entry, size=size, rating=unit.rating, options=unit.options)
        points = pricer.price_unit(like, list_id).points
        assert points is not None, "whether a unit has a price does not depend on its size"
        return points

    return price


def _affordable(sizes: Sequence[Size], points: ExactPoints, price: Callable[[Size], ExactPoints]) -> Sequence[Size]:
    """The sizes that cost at most `points`. `sizes` must be in ascending order of price."""
    return sizes[: bisect_right(sizes, points, key=price)]


def _largest(sizes: Sequence[T], accepts: Callable[[T], bool]) -> tuple[T, ...]:
    """A tuple with the largest accepted size; () if no size is accepted.

    In a range, a binary search is used: if a size is accepted, all smaller sizes must be too.
    """
    is_range = isinstance(sizes, range)
    if not is_range or not sizes or accepts(sizes[-1]):
        return next(((size,) for size in reversed(sizes) if is_range or accepts(size)), ())
    low, high = -1, len(sizes) - 1
    while high - low > 1:
        middle = (low + high) // 2 if low >= 0 else 0
        low, high = (middle, high) if accepts(sizes[middle]) else (low, middle)
    return (sizes[low],) if low >= 0 else ()


def _counted_in(book: Book, entry: Entry, size: Size) -> str:
    """The unit of measure of a size: `stands`. For a named size, the kind of unit: `large battalion`."""
    kind = book.kind(entry)
    if isinstance(size, str):
        return f"{book.ruleset.size_label(size)} {kind.size_word(size)}".rstrip()
    return "" if size is None else kind.size_word(size)
