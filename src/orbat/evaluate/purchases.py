"""Possible purchases: new units, and enlargements of existing units."""

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
    """The largest affordable unit of an entry."""

    entry_id: str
    name: str
    size: Size
    counted_in: str
    """The word after the size, such as `stands`, or a description such as `large battalion`."""
    rating: str
    rating_word: str
    options: tuple[str, ...]
    """The options that the ORBAT must list for the unit."""
    points: ExactPoints
    units: int | None
    """How many units of the typical size the available points can buy. None if units cost nothing."""

    @property
    def words(self) -> str:
        """The purchase as text: `Line infantry, 18 stands, class 2`.

        If the points are enough for several units, the text ends with their number, such as
        `(the points are enough for 3 units of the usual size)`.
        """
        rating = f"{self.rating_word} {self.rating}" if self.rating.isdecimal() else self.rating
        size = f"{self.size} {self.counted_in}" if isinstance(self.size, int) else self.counted_in
        unit = ", ".join(filter(None, [self.name, size, rating]))
        if not self.units or self.units == 1:
            return unit
        if self.size is None:
            return phrase("{unit} (the points are enough for {count} units)", unit=unit, count=self.units)
        return phrase("{unit} (the points are enough for {count} units of the usual size)", unit=unit, count=self.units)


class Enlargement(Value):
    """The largest affordable enlargement of a unit."""

    path: OrbatPath
    name: str
    growth: int
    """The number of additional stands or guns."""
    counted_in: str
    """The word after the size, such as `stands`, or a description such as `large battalion`."""
    points: ExactPoints
    named: str = ""
    """The id of the new size, if sizes have names."""

    @property
    def words(self) -> str:
        """The enlargement as text: `7th Blues: 3 more stands`, `8th Blues as a large battalion`."""
        if self.named:
            return phrase("{name} as a {size}", name=self.name, size=self.counted_in)
        return phrase("{name}: {count} more {pieces}", name=self.name, count=self.growth, pieces=self.counted_in)


class _NewUnit:
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
        return self.price(size)

    def edits(self, size: Size) -> Iterator[Edit]:
        for home in self.homes:
            yield insertion(self.trials.orbat, home, replace(self.unit, size=size))

    def words(self, size: Size) -> str:
        book, entry = self.book, self.entry
        if isinstance(size, str):
            return phrase("{entry}, {size}", entry=entry.name, size=book.ruleset.size_label(size))
        if size is not None and (word := book.kind(entry).size_word(size)):
            return phrase("{entry}, {count} {counted}", entry=entry.name, count=size, counted=word)
        return entry.name


class _LargerUnit:
    def __init__(self, trials: Trials, line: UnitLine, entry: Entry, now: ExactPoints, points: ExactPoints) -> None:
        self.trials, self.book, self.line, self.entry, self.now = trials, trials.book, line, entry, now
        self.works = trials.book.kind(entry).works
        self.price = _price_by_size(line.unit, line.list_id, trials.pricer)
        larger = _larger_sizes(line.unit.size, _sizes(entry, trials))
        self.sizes = _affordable(larger, now + points, self.price)

    def cost(self, size: Size) -> ExactPoints:
        return exact(self.price(size) - self.now)

    def edits(self, size: Size) -> Iterator[Edit]:
        yield Set(self.line.path, "size", size)

    def words(self, size: Size) -> str:
        found = self.enlargement(size)
        if found.named:
            return found.words
        return phrase(
            "{count} more {counted} for {unit}", count=found.growth, counted=found.counted_in, unit=found.name
        )

    def enlargement(self, size: Size) -> Enlargement:
        unit = self.line.unit
        by = size - unit.size if isinstance(size, int) and isinstance(unit.size, int) else 0
        named = size if isinstance(size, str) else ""
        words = _counted_in(self.book, self.entry, size if named else by)
        return Enlargement(self.line.path, unit_name(unit, self.entry), by, words, self.cost(size), named)


_Candidate = _NewUnit | _LargerUnit


def _new_units(
    trials: Trials, entry: Entry, list_id: str, points: ExactPoints, homes: tuple[OrbatPath, ...]
) -> Iterator[_NewUnit]:
    entry = entry.at(trials.pricer.date)
    for unit in _offered(entry, list_id, _sizes(entry, trials), trials.pricer):
        yield _NewUnit(trials, entry, unit, list_id, points, homes)


def _larger_units(trials: Trials, points: ExactPoints) -> Iterator[_LargerUnit]:
    for line in trials.quote.all_units:
        entry, now = trials.book.entry(line.list_id, line.unit.entry), line.sum.points
        if entry and now is not None and line.unit.size is not None and not trials.book.kind(entry).staff:
            yield _LargerUnit(trials, line, entry, now, points)


def _largest_accepted(candidate: _Candidate, points: ExactPoints) -> Iterator[tuple[Size, Edit]]:
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
    """The units that an army can buy for at most `points`, in the army list's order.

    `home` is the path of the formation for new units. By default, units have their typical rating. If the typical
    rating is too expensive, units have the cheapest rating. Earthworks and the like have at most their usual size.
    """
    list_id = list_id_at(trials.orbat, home)
    found = []
    for entry in _offered_entries(trials, list_id):
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
    usual = _typical_size(bought.entry, _sizes(bought.entry, bought.trials))
    price, trials = bought.cost(usual), bought.trials
    if price <= 0:
        return None
    edits = tuple(bought.edits(usual))
    counts = range(1, min(int(points // price), MAX_COUNT) + 1)
    return max(_largest(counts, lambda count: trials.accepts(edits * count, points)), default=0)


def _typical_size(entry: Entry, sizes: Sequence[Size]) -> Size:
    if isinstance(sizes, range):
        return min(max(entry.size.typical, sizes.start), sizes.stop - 1)
    return entry.sizes.typical if entry.sizes else sizes[0]


def enlargements(trials: Trials, points: ExactPoints) -> tuple[Enlargement, ...]:
    """For each unit, find the largest enlargement that costs at most `points` and breaks no rule."""
    larger = _larger_units(trials, points)
    return tuple(unit.enlargement(size) for unit in larger for size, _ in _largest_accepted(unit, points))


# The best purchases for the remaining points.


class PurchaseAdvice(Value):
    """A purchase for the remaining points."""

    words: str
    edit: Edit
    remaining: ExactPoints
    """The points that remain after the purchase."""


def best_purchases(trials: Trials) -> Iterator[PurchaseAdvice]:
    """Yield purchases for the remaining points, the best first."""
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
            # Troops come before works such as earthworks. Within both groups, the purchases that leave the
            # fewest points come first. Trying a purchase is slow, so the caller asks for one purchase at a
            # time.
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
    yield from _larger_units(trials, points)
    list_id = list_id_at(trials.orbat, ())
    for entry in _offered_entries(trials, list_id):
        if not trials.book.kind(entry).staff:
            homes = homes_of(trials.book, trials.quote, entry, list_id)
            homes = (*homes[: MAX_HOMES - 1], homes[-1]) if len(homes) > MAX_HOMES else homes
            yield from islice(_new_units(trials, entry, list_id, points, homes), 1)


def _offered_entries(trials: Trials, list_id: str) -> Iterator[Entry]:
    theatre = trials.book.campaign(trials.orbat, list_id).theatre
    return (entry for entry in trials.book.entries(list_id).values() if entry.serves_in(theatre))


def homes_of(book: Book, quote: Quote, entry: Entry, list_id: str) -> tuple[OrbatPath, ...]:
    """Paths of the formations that a new unit may join, the most suitable first."""
    arm = book.kind(entry).arm

    def suitability(line: FormationLine) -> tuple[int, int]:
        own = [other for one in line.units if (other := book.entry(one.list_id, one.unit.entry))]
        same = any(one.id == entry.id for one in own)
        alike = any(book.kind(one).arm == arm for one in own)
        # First come formations with units of the same entry, then with units of the same arm, then with other
        # units, then without units. Within these groups, the smallest formation comes first. The army itself
        # comes last.
        return 0 if same else 1 if alike else 2 if own else 3, len(line.units)

    lines = sorted((line for line in quote.all_formations if line.list_id == list_id), key=suitability)
    return (*(line.path for line in lines), ())


# Sizes and prices.


def usual_size(entry: Entry, kind: Kind) -> Size:
    """The typical size of an entry's units, or None if the price does not depend on the size."""
    if entry.sizes:
        return entry.sizes.typical
    return entry.size.typical if kind.price.per == "size" else None


def _larger_sizes(now: Size, sizes: Sequence[Size]) -> Sequence[Size]:
    if isinstance(sizes, range):
        return range(max(now + 1, sizes.start), sizes.stop) if isinstance(now, int) else ()
    return sizes[sizes.index(now) + 1 :] if now in sizes else ()


def _sizes(entry: Entry, trials: Trials) -> Sequence[Size]:
    kind, entry = trials.book.kind(entry), entry.at(trials.pricer.date)
    if kind.sizes:
        allowed = entry.sizes.allowed if entry.sizes else kind.sizes
        return tuple(size for size in kind.sizes if size in allowed)
    if kind.price.per != "size":
        return (None,)
    least, most = trials.book.size_range(entry, trials.pricer.rulings)
    if kind.removed_at and trials.book.ruleset.rules.removed_at:
        least = max(least, kind.removed_at.size + 1)
    if kind.works:
        # works of more than the usual size would take the points of troops
        most = min(most, max(least, entry.size.typical))
    return range(least, most + 1)


def _offered(entry: Entry, list_id: str, sizes: Sequence[Size], pricer: Pricer) -> Iterator[Unit]:
    written = entry.required_options(pricer.date)
    units = [
        Unit(entry=entry.id, size=sizes[0], rating=rating, options=written)
        for rating in (entry.ratings_at(pricer.date) if entry.ratings else ("",))
    ]
    prices = {unit: points for unit in units if (points := pricer.price_unit(unit, list_id).points) is not None}
    typical = entry.ratings.typical if entry.ratings else ""
    yield from sorted(prices, key=lambda unit: (unit.rating != typical, prices[unit]))


def _price_by_size(unit: Unit, list_id: str, pricer: Pricer) -> Callable[[Size], ExactPoints]:
    def price(size: Size) -> ExactPoints:
        # without a name, so that the pricer's cache serves all equal units
        like = Unit(entry=unit.entry, size=size, rating=unit.rating, options=unit.options)
        points = pricer.price_unit(like, list_id).points
        assert points is not None, "whether a unit has a price does not depend on its size"
        return points

    return price


def _affordable(sizes: Sequence[Size], points: ExactPoints, price: Callable[[Size], ExactPoints]) -> Sequence[Size]:
    return sizes[: bisect_right(sizes, points, key=price)]


def _largest(sizes: Sequence[T], accepts: Callable[[T], bool]) -> tuple[T, ...]:
    is_range = isinstance(sizes, range)
    if not is_range or not sizes or accepts(sizes[-1]):
        return next(((size,) for size in reversed(sizes) if is_range or accepts(size)), ())
    # binary search: if a size is accepted, all smaller sizes are too
    low, high = -1, len(sizes) - 1
    while high - low > 1:
        middle = (low + high) // 2 if low >= 0 else 0
        low, high = (middle, high) if accepts(sizes[middle]) else (low, middle)
    return (sizes[low],) if low >= 0 else ()


def _counted_in(book: Book, entry: Entry, size: Size) -> str:
    kind = book.kind(entry)
    if isinstance(size, str):
        return f"{book.ruleset.size_label(size)} {kind.size_word(size)}".rstrip()
    return "" if size is None else kind.size_word(size)
