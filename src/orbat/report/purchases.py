"""What so many points would buy: new units of an army list, and stands for the units there are."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from orbat.evaluate.limits import (
    Allowance,
    PricedVariant,
    Size,
    VariantAllowance,
    allowed_sizes,
    counts_allowed,
    entry_allowances,
    variant_allowances,
)
from orbat.evaluate.pricing import Pricer, rating_of
from orbat.evaluate.quote import ExactPoints, Quote, UnitLine
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.kinds import Kind
from orbat.model.orbat import Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.points import exact
from orbat.model.record import EMPTY_MAPPING, Record, Value
from orbat.report.report import points_words


class Purchase(Record):
    """The largest unit of an entry that the points pay for, in what its kind is counted in, and what it costs.

    Where its size is no number, `counted_in` says what the unit is: `large battalion`, or nothing. `options` are those
    that the list makes compulsory, which must be written. `units` is how many of the typical size could be had
    instead; None where nothing bounds them.
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
        """`Line infantry, 18 stands, class 2, or 3 of the usual size`."""
        rated = f", {self.rating_word} {self.rating}" if self.rating.isdecimal() else self.rating and f", {self.rating}"
        of_them = "them" if self.size is None else "the usual size"
        several = f", or {self.units} of {of_them}" if self.units and self.units > 1 else ""
        sized = f"{self.size} {self.counted_in}" if isinstance(self.size, int) else self.counted_in
        return f"{self.name}{sized and f', {sized}'}{rated}{several}"

    @property
    def price(self) -> str:
        """`36 points`."""
        return points_words(self.points)


class Enlargement(Value):
    """By how much a unit can grow for the points, in what its kind is counted in, and what that costs.

    One that grows to a `named` size becomes what `counted_in` says: `large battalion`.
    """

    path: OrbatPath
    name: str
    growth: int
    counted_in: str
    points: ExactPoints
    named: str = ""

    @property
    def words(self) -> str:
        """`7th Blues: 3 stands more`, `8th Blues as a large battalion`."""
        if self.named:
            return f"{self.name} as a {self.counted_in}"
        return f"{self.name}: {self.growth} {self.counted_in} more"

    @property
    def price(self) -> str:
        """`12 points`."""
        return points_words(self.points)


def usual_size(entry: Entry, kind: Kind) -> Size:
    """The size that a unit of an entry is bought with."""
    if entry.sizes:
        return entry.sizes.typical
    return entry.size.typical if kind.price.per == "size" else None


def purchases(
    book: Book,
    orbat: Orbat,
    list_id: str,
    points: ExactPoints,
    left: Mapping[str, Allowance] = EMPTY_MAPPING,
    held: Mapping[str, tuple[VariantAllowance, ...]] = EMPTY_MAPPING,
) -> tuple[Purchase, ...]:
    """What the list offers at the ORBAT's date for at most so many points, in the list's order.

    A unit has its typical rating, or the cheapest offered where that one cannot be had or paid for. `left` is what
    the limits leave of entries, `held` what those on some ratings or sizes do; more than that is not offered.
    """
    rulings = book.rulings(orbat)
    pricer = Pricer(book, orbat.date, rulings)
    found = []
    for entry in book.entries(list_id).values():
        shut = orbat.date and entry.dates and not entry.dates.covers(orbat.date)
        if not shut and not book.kind(entry).staff:
            sizes = _sizes(entry, book, rulings)
            limits = left.get(entry.id), held.get(entry.id, ())
            found.append(_purchase(entry, list_id, sizes, points, pricer, *limits))
    return tuple(one for one in found if one)


def _purchase(
    entry: Entry,
    list_id: str,
    sizes: Sequence[Size],
    points: ExactPoints,
    pricer: Pricer,
    left: Allowance | None,
    held: tuple[VariantAllowance, ...],
) -> Purchase | None:
    """The largest unit of an entry for at most so many points, if there is one."""
    if left and left.counted == "points":
        points = min(points, left.remaining)
    within = _within(sizes, left)
    for unit, price in _offered(entry, list_id, sizes, pricer):
        if found := _largest(allowed_sizes(within, unit.rating, price, held), points, price):
            size, usual = found[0], _usual(entry, sizes)
            several = counts_allowed(held, PricedVariant(unit.rating, usual, price(usual)))
            return Purchase(
                entry_id=entry.id,
                name=entry.name,
                size=size,
                counted_in=_counted_in(pricer.book, entry, size),
                rating=unit.rating,
                rating_word=pricer.book.ruleset.rating_word,
                options=unit.options,
                points=price(size),
                units=_several(points, usual, price(usual), left, several),
            )
    return None


def _usual(entry: Entry, sizes: Sequence[Size]) -> Size:
    """The usual of the sizes that a unit may have."""
    if isinstance(sizes, range):
        return min(max(entry.size.typical, sizes[0]), sizes[-1])
    return entry.sizes.typical if entry.sizes else sizes[0]


def _within(sizes: Sequence[Size], left: Allowance | None) -> Sequence[Size]:
    """Those of some sizes that a limit allows one unit more to have; one whose size is no number is one piece."""
    if left is None or left.counted == "points":
        return sizes
    if not isinstance(sizes, range):
        return sizes if left.remaining >= 1 else ()
    most = sizes.stop if left.counted == "units" and left.remaining >= 1 else math.floor(left.remaining) + 1
    return range(sizes.start, max(sizes.start, min(sizes.stop, most)))


def _growth(larger: Sequence[Size], points: ExactPoints, left: Allowance | None) -> tuple[Sequence[Size], ExactPoints]:
    """Those larger sizes of a unit that a limit allows, and the points that it may grow by."""
    if left and left.counted == "stands" and isinstance(larger, range):
        larger = larger[: max(0, math.floor(left.remaining))]
    return larger, min(points, left.remaining) if left and left.counted == "points" else points


def _several(
    points: ExactPoints, usual: Size, price: ExactPoints, left: Allowance | None, held: Iterator[ExactPoints]
) -> int | None:
    """How many units of the usual size the points pay for and the limits allow; None where nothing bounds them."""
    bounds = [*([points // price] if price else []), *held]
    if left and left.counted != "points":
        bounds.append(left.remaining // (usual if left.counted == "stands" and isinstance(usual, int) else 1))
    return int(min(bounds)) if bounds else None


def enlargements(book: Book, orbat: Orbat, quote: Quote, points: ExactPoints) -> tuple[Enlargement, ...]:
    """Which units could grow for at most so many points, each by as much as its entry and the limits allow."""
    rulings = book.rulings(orbat)
    pricer = Pricer(book, orbat.date, rulings)
    left = cache(lambda list_id, home: entry_allowances(book, orbat, quote, list_id, home))
    held = cache(lambda list_id, home: variant_allowances(book, orbat, quote, list_id, home))
    found = []
    for line in quote.all_units:
        where = line.list_id, line.path[:-2]
        grown = _grown(line, points, pricer, left(*where), held(*where))
        found += [grown] if grown else []
    return tuple(found)


def _grown(
    line: UnitLine,
    points: ExactPoints,
    pricer: Pricer,
    left: Mapping[str, Allowance],
    held: Mapping[str, tuple[VariantAllowance, ...]],
) -> Enlargement | None:
    """How a unit can grow for at most so many points, if it can."""
    book, unit = pricer.book, line.unit
    entry, now = book.entry(line.list_id, unit.entry), line.sum.points
    if entry is None or now is None or book.kind(entry).staff or unit.size is None:
        return None
    sizes = _sizes(entry, book, pricer.rulings)
    larger, most = _growth(_above(unit.size, sizes), points, left.get(entry.id))
    price, rating = _price_by_size(unit, line.list_id, pricer), rating_of(unit, entry)
    larger = allowed_sizes(larger, rating, price, held.get(entry.id, ()), PricedVariant(rating, unit.size, now))
    found = _largest(larger, now + most, price)
    if not found:
        return None
    size, more = found[0], exact(price(found[0]) - now)
    by = size - unit.size if isinstance(size, int) and isinstance(unit.size, int) else 0
    named = size if isinstance(size, str) else ""
    words = _counted_in(book, entry, size if named else by)
    return Enlargement(line.path, unit.name or entry.name, by, words, more, named)


def _above(now: int | str, sizes: Sequence[Size]) -> Sequence[Size]:
    """The sizes that a unit may have which are larger than the one it has."""
    if isinstance(sizes, range):
        return range(now + 1, sizes[-1] + 1) if isinstance(now, int) else ()
    return sizes[sizes.index(now) + 1 :] if now in sizes else ()


def _sizes(entry: Entry, book: Book, rulings: Mapping[str, str]) -> Sequence[Size]:
    """The sizes that a unit may have, smallest first: the list's range, or the one that the reading of a ruling fixes;
    its named sizes; or none at all."""
    kind = book.kind(entry)
    if kind.sizes:
        allowed = entry.sizes.allowed if entry.sizes else kind.sizes
        return tuple(size for size in kind.sizes if size in allowed)
    if not kind.counted_in[1]:
        return (None,)
    least, most = book.size_range(entry, rulings)
    return range(least, most + 1)


def _offered(
    entry: Entry, list_id: str, sizes: Sequence[Size], pricer: Pricer
) -> Iterator[tuple[Unit, Callable[[Size], ExactPoints]]]:
    """A unit of the typical rating, then the cheapest first, each with its price by size; none that has no price."""
    written = entry.required_options(pricer.date)
    units = [
        Unit(entry=entry.id, size=sizes[0], rating=rating, options=written)
        for rating in (entry.ratings_at(pricer.date) if entry.ratings else ("",))
    ]
    priced = [
        (unit, _price_by_size(unit, list_id, pricer))
        for unit in units
        if pricer.price_unit(unit, list_id).points is not None
    ]
    typical = entry.ratings.typical if entry.ratings else ""
    yield from (one for one in priced if one[0].rating == typical)
    yield from sorted(priced, key=lambda one: one[1](sizes[0]))


def _price_by_size(unit: Unit, list_id: str, pricer: Pricer) -> Callable[[Size], ExactPoints]:
    """What the unit costs at each size, in points; it must have a price at one."""

    def price(size: Size) -> ExactPoints:
        # without its name the same unit is remembered for all that are like it
        like = Unit(entry=unit.entry, size=size, rating=unit.rating, options=unit.options)
        points = pricer.price_unit(like, list_id).points
        assert points is not None, "whether a unit has a price does not depend on its size"
        return points

    return price


def _largest(sizes: Sequence[Size], points: ExactPoints, price: Callable[[Size], ExactPoints]) -> tuple[Size, ...]:
    """The largest size for at most so many points; none where the smallest costs more. No size costs less than a
    smaller one."""
    number = bisect_right(sizes, points, key=price)
    return (sizes[number - 1],) if number else ()


def _counted_in(book: Book, entry: Entry, size: Size) -> str:
    """What a size counts: `stands`; or of a named one what the unit is: `large battalion`."""
    kind = book.kind(entry)
    if isinstance(size, str):
        return f"{book.ruleset.size_label(size)} {kind.size_word(size)}".rstrip()
    return "" if size is None else kind.size_word(size)
