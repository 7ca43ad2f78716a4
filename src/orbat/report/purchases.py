"""What so many points would buy: new units of an army list, and stands for the units there are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping

from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Orbat, Unit
from orbat.model.path import Path
from orbat.model.points import exact, show
from orbat.model.record import Record, Value
from orbat.model.ruleset import Kind
from orbat.pricing.price import Pricer
from orbat.pricing.quote import Points, Quote


class Purchase(Record):
    """The largest unit of an entry that the points pay for, in what its kind is counted in, and what it costs.

    `options` are those that the list makes compulsory, which must be written. `units` is how many of the typical size
    could be had instead; None where they cost nothing.
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


def purchases(book: Book, orbat: Orbat, list_id: str, points: Points) -> tuple[Purchase, ...]:
    """What the list offers at the ORBAT's date for at most so many points, in the list's order.

    A unit has its typical rating, or the cheapest offered where that one cannot be had or paid for.
    """
    pricer, rulings = Pricer(book, orbat.date), book.rulings(orbat)
    found = []
    for entry in book.entries(list_id).values():
        shut = orbat.date and entry.dates and not entry.dates.cover(orbat.date)
        if not shut and not book.kind(entry).staff:
            sizes = _sizes(entry, book.kind(entry), rulings)
            found.append(_purchase(entry, list_id, sizes, points, pricer))
    return tuple(one for one in found if one)


def _purchase(entry: Entry, list_id: str, sizes: range, points: Points, pricer: Pricer) -> Purchase | None:
    """The largest unit of an entry for at most so many points, if there is one."""
    for unit, price in _offered(entry, list_id, sizes, pricer):
        if size := _largest(sizes, points, price):
            typical = price(min(max(entry.size.typical, sizes[0]), sizes[-1]))
            return Purchase(
                entry_id=entry.id,
                name=entry.name,
                size=size,
                counted_in=_counted_in(pricer.book.kind(entry), size),
                rating=unit.rating,
                rating_word=pricer.book.ruleset.rating_word,
                options=unit.options,
                points=price(size),
                units=int(points // typical) if typical else None,
            )
    return None


def enlargements(book: Book, orbat: Orbat, quote: Quote, points: Points) -> tuple[Enlargement, ...]:
    """Which units could grow for at most so many points, each by as much as its entry allows and they pay for."""
    pricer, rulings = Pricer(book, orbat.date), book.rulings(orbat)
    found = []
    for line in quote.all_units:
        entry, now = book.entry(line.list_id, line.unit.entry), line.sum.points
        if entry is None or now is None or book.kind(entry).staff:
            continue
        kind = book.kind(entry)
        larger = range(line.sum.size + 1, _sizes(entry, kind, rulings)[-1] + 1)
        price = _price_by_size(line.unit, line.list_id, pricer)
        if size := _largest(larger, now + points, price):
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
    return kind.counted_in[0 if size == 1 else 1]


def _points_words(points: Points) -> str:
    return f"{show(points)} {'point' if points == 1 else 'points'}"
