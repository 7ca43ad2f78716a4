"""What so many points would buy: new units of an army list, and stands for the units there are."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.kinds import Kind
from orbat.model.orbat import Orbat, Unit
from orbat.model.path import Path
from orbat.model.points import exact, show
from orbat.model.record import NOTHING, Record, Value
from orbat.pricing.price import Pricer
from orbat.pricing.quote import Points, Quote
from orbat.validate.limits import Room, room


class Purchase(Record):
    """The largest unit of an entry that the points pay for, in what its kind is counted in, and what it costs.

    `options` are those that the list makes compulsory, which must be written. `units` is how many of the typical size
    could be had instead; None where nothing bounds them.
    """

    entry_id: str
    name: str
    size: int
    counted_in: str
    rating: str
    rating_word: str
    options: tuple[str, ...]
    points: Points
    units: int | None

    @property
    def words(self) -> str:
        """`Line infantry, 18 stands, class 2, or 3 of the usual size`."""
        rated = f", {self.rating_word} {self.rating}" if self.rating else ""
        several = f", or {self.units} of the usual size" if self.units and self.units > 1 else ""
        return f"{self.name}, {self.size} {self.counted_in}{rated}{several}"

    @property
    def price(self) -> str:
        """`36 points`."""
        return _points_words(self.points)


class Enlargement(Value):
    """By how much a unit can grow for the points, in what its kind is counted in, and what that costs."""

    path: Path
    name: str
    by: int
    counted_in: str
    points: Points

    @property
    def words(self) -> str:
        """`7th Royal Fusiliers: 3 stands more`."""
        return f"{self.name}: {self.by} {self.counted_in} more"

    @property
    def price(self) -> str:
        """`12 points`."""
        return _points_words(self.points)


def purchases(
    book: Book, orbat: Orbat, list_id: str, points: Points, left: Mapping[str, Room] = NOTHING
) -> tuple[Purchase, ...]:
    """What the list offers at the ORBAT's date for at most so many points, in the list's order.

    A unit has its typical rating, or the cheapest offered where that one cannot be had or paid for. `left` is what
    the limits leave of entries; more than that is not offered.
    """
    rulings = book.rulings(orbat)
    pricer = Pricer(book, orbat.date, rulings)
    found = []
    for entry in book.entries(list_id).values():
        shut = orbat.date and entry.dates and not entry.dates.cover(orbat.date)
        if not shut and not book.kind(entry).staff:
            sizes = _sizes(entry, book.kind(entry), rulings)
            found.append(_purchase(entry, list_id, sizes, points, pricer, left.get(entry.id)))
    return tuple(one for one in found if one)


def _purchase(
    entry: Entry, list_id: str, sizes: range, points: Points, pricer: Pricer, left: Room | None
) -> Purchase | None:
    """The largest unit of an entry for at most so many points, if there is one."""
    if left and left.counted == "points":
        points = min(points, left.left)
    for unit, price in _offered(entry, list_id, sizes, pricer):
        if size := _largest(_within(sizes, left), points, price):
            usual = min(max(entry.size.typical, sizes[0]), sizes[-1])
            return Purchase(
                entry_id=entry.id,
                name=entry.name,
                size=size,
                counted_in=_counted_in(pricer.book.kind(entry), size),
                rating=unit.rating,
                rating_word=pricer.book.ruleset.rating_word,
                options=unit.options,
                points=price(size),
                units=_several(points, usual, price(usual), left),
            )
    return None


def _within(sizes: range, left: Room | None) -> range:
    """Those of some sizes that a limit allows one unit more to have."""
    if left is None or left.counted == "points":
        return sizes
    most = sizes.stop if left.counted == "units" and left.left >= 1 else math.floor(left.left) + 1
    return range(sizes.start, max(sizes.start, min(sizes.stop, most)))


def _growth(larger: range, points: Points, left: Room | None) -> tuple[range, Points]:
    """Those larger sizes of a unit that a limit allows, and the points that it may grow by."""
    if left and left.counted == "stands":
        larger = larger[: max(0, math.floor(left.left))]
    return larger, min(points, left.left) if left and left.counted == "points" else points


def _several(points: Points, usual: int, price: Points, left: Room | None) -> int | None:
    """How many units of the usual size the points pay for and a limit allows; None where neither bounds them."""
    bounds = [points // price] if price else []
    if left and left.counted != "points":
        bounds.append(left.left // (usual if left.counted == "stands" else 1))
    return int(min(bounds)) if bounds else None


def enlargements(book: Book, orbat: Orbat, quote: Quote, points: Points) -> tuple[Enlargement, ...]:
    """Which units could grow for at most so many points, each by as much as its entry and the limits allow."""
    rulings = book.rulings(orbat)
    pricer = Pricer(book, orbat.date, rulings)
    left = cache(lambda list_id, home: room(book, orbat, quote, list_id, home))
    found = []
    for line in quote.all_units:
        entry, now = book.entry(line.list_id, line.unit.entry), line.sum.points
        if entry is None or now is None or book.kind(entry).staff or line.sum.size is None:
            continue
        kind = book.kind(entry)
        larger = range(line.sum.size + 1, _sizes(entry, kind, rulings)[-1] + 1)
        price = _price_by_size(line.unit, line.list_id, pricer)
        larger, most = _growth(larger, points, left(line.list_id, line.path[:-2]).get(entry.id))
        if size := _largest(larger, now + most, price):
            by = size - line.sum.size
            more = exact(price(size) - now)
            found.append(Enlargement(line.path, line.unit.name or entry.name, by, _counted_in(kind, by), more))
    return tuple(found)


def _sizes(entry: Entry, kind: Kind, rulings: Mapping[str, str]) -> range:
    """The sizes that a unit may have: the list's range, or the one that the reading of a ruling fixes."""
    fixed = kind.fixed_size
    if fixed and rulings.get(fixed.ruling) == fixed.choice:
        return range(fixed.size, fixed.size + 1)
    return range(entry.size.min, entry.size.max + 1)


def _offered(
    entry: Entry, list_id: str, sizes: range, pricer: Pricer
) -> Iterator[tuple[Unit, Callable[[int], Points]]]:
    """A unit of the typical rating, then one of the cheapest, each with its price by size; none that has no price."""
    written = compulsory(entry, pricer.date)
    units = [
        Unit(entry=entry.id, size=sizes[0], rating=rating, options=written)
        for rating in (entry.offered(pricer.date) if entry.ratings else ("",))
    ]
    priced = [
        (unit, _price_by_size(unit, list_id, pricer))
        for unit in units
        if pricer.price_unit(unit, list_id).points is not None
    ]
    typical = entry.ratings.typical if entry.ratings else ""
    yield from (one for one in priced if one[0].rating == typical)
    yield from sorted(priced, key=lambda one: one[1](sizes[0]))[:1]


def compulsory(entry: Entry, date: Date | None) -> tuple[str, ...]:
    """The options that a unit must have written."""
    return tuple(use.option for use in entry.options if use.use == "required" and use.cover(date))


def _price_by_size(unit: Unit, list_id: str, pricer: Pricer) -> Callable[[int], Points]:
    """What the unit costs at each size, in points; it must have a price at one."""

    def price(size: int) -> Points:
        # without its name the same unit is remembered for all that are like it
        like = Unit(entry=unit.entry, size=size, rating=unit.rating, options=unit.options)
        points = pricer.price_unit(like, list_id).points
        assert points is not None, "whether a unit has a price does not depend on its size"
        return points

    return price


def _largest(sizes: range, points: Points, price: Callable[[int], Points]) -> int | None:
    """The largest size for at most so many points, None where the smallest costs more. No size costs less than a
    smaller one."""
    number = bisect_right(sizes, points, key=price)
    return sizes[number - 1] if number else None


def _counted_in(kind: Kind, size: int) -> str:
    return kind.counted(size)


def _points_words(points: Points) -> str:
    return f"{show(points)} {'point' if points == 1 else 'points'}"
