"""Possible purchases with the remaining points: new units, and enlargements of existing units."""

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
from orbat.model.wording import phrase
from orbat.report.report import points_words


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
        """The purchase as text: `Line infantry, 18 stands, class 2, or 3 of the usual size`."""
        rating = f"{self.rating_word} {self.rating}" if self.rating.isdecimal() else self.rating
        size = f"{self.size} {self.counted_in}" if isinstance(self.size, int) else self.counted_in
        unit = ", ".join(filter(None, [self.name, size, rating]))
        if not self.units or self.units == 1:
            return unit
        if self.size is None:
            return phrase("{unit}, or {count} of them", unit=unit, count=self.units)
        return phrase("{unit}, or {count} of the usual size", unit=unit, count=self.units)

    @property
    def price(self) -> str:
        """The cost as text: `36 points`."""
        return points_words(self.points)


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

    @property
    def price(self) -> str:
        """The cost as text: `12 points`."""
        return points_words(self.points)


def usual_size(entry: Entry, kind: Kind) -> Size:
    """The size of a new unit: the typical size of the entry. None if the price does not depend on the size."""
    if entry.sizes:
        return entry.sizes.typical
    return entry.size.typical if kind.price.per == "size" else None


def purchases(
    book: Book,
    orbat: Orbat,
    list_id: str,
    points: ExactPoints,
    allowances: Mapping[str, Allowance] = EMPTY_MAPPING,
    size_allowances: Mapping[str, tuple[VariantAllowance, ...]] = EMPTY_MAPPING,
) -> tuple[Purchase, ...]:
    """List the affordable purchases from an army list on the ORBAT's date, in the list's order.

    Each unit has the typical rating of its entry. If this rating is unavailable or too expensive, the unit has the
    cheapest rating. `allowances` states how much of each entry may still be bought within the limits.
    `size_allowances` states the same for limits on certain ratings or sizes of an entry.
    """
    rulings = book.rulings(orbat)
    pricer = Pricer(book, orbat.date, rulings)
    found = []
    for entry in book.entries(list_id).values():
        unavailable = orbat.date and entry.dates and not entry.dates.covers(orbat.date)
        if not unavailable and not book.kind(entry).staff:
            sizes = _sizes(entry, book, rulings)
            limits = allowances.get(entry.id), size_allowances.get(entry.id, ())
            found.append(_purchase(entry, list_id, sizes, points, pricer, *limits))
    return tuple(one for one in found if one)


def _purchase(
    entry: Entry,
    list_id: str,
    sizes: Sequence[Size],
    points: ExactPoints,
    pricer: Pricer,
    allowance: Allowance | None,
    size_allowances: tuple[VariantAllowance, ...],
) -> Purchase | None:
    """The largest affordable unit of an entry; None if no unit is affordable and allowed."""
    if allowance and allowance.counted == "points":
        points = min(points, allowance.remaining)
    within = _allowed_for_one_more(sizes, allowance)
    for unit, price in _offered(entry, list_id, sizes, pricer):
        if found := _largest(allowed_sizes(within, unit.rating, price, size_allowances), points, price):
            size, usual = found[0], _typical_size(entry, sizes)
            counts = counts_allowed(size_allowances, PricedVariant(unit.rating, usual, price(usual)))
            return Purchase(
                entry_id=entry.id,
                name=entry.name,
                size=size,
                counted_in=_counted_in(pricer.book, entry, size),
                rating=unit.rating,
                rating_word=pricer.book.ruleset.rating_word,
                options=unit.options,
                points=price(size),
                units=_typical_count(points, usual, price(usual), allowance, counts),
            )
    return None


def _typical_size(entry: Entry, sizes: Sequence[Size]) -> Size:
    """The typical size of an entry; if it is not allowed, the nearest allowed size."""
    if isinstance(sizes, range):
        return min(max(entry.size.typical, sizes[0]), sizes[-1])
    return entry.sizes.typical if entry.sizes else sizes[0]


def _allowed_for_one_more(sizes: Sequence[Size], allowance: Allowance | None) -> Sequence[Size]:
    """The sizes at which a limit still allows one more unit.

    For named sizes, the result is all sizes if the limit still allows at least 1; otherwise no sizes.
    """
    if allowance is None or allowance.counted == "points":
        return sizes
    if not isinstance(sizes, range):
        return sizes if allowance.remaining >= 1 else ()
    most = (
        sizes.stop if allowance.counted == "units" and allowance.remaining >= 1 else math.floor(allowance.remaining) + 1
    )
    return range(sizes.start, max(sizes.start, min(sizes.stop, most)))


def _growth_bounds(
    larger: Sequence[Size], points: ExactPoints, allowance: Allowance | None
) -> tuple[Sequence[Size], ExactPoints]:
    """The larger sizes that a limit still allows for an existing unit, and the points that may be spent on the
    enlargement."""
    if allowance and allowance.counted == "stands" and isinstance(larger, range):
        larger = larger[: max(0, math.floor(allowance.remaining))]
    return larger, min(points, allowance.remaining) if allowance and allowance.counted == "points" else points


def _typical_count(
    points: ExactPoints,
    usual: Size,
    price: ExactPoints,
    allowance: Allowance | None,
    size_allowances: Iterator[ExactPoints],
) -> int | None:
    """The number of units of typical size that are affordable and allowed; None if unlimited."""
    bounds = [*([points // price] if price else []), *size_allowances]
    if allowance and allowance.counted != "points":
        bounds.append(allowance.remaining // (usual if allowance.counted == "stands" and isinstance(usual, int) else 1))
    return int(min(bounds)) if bounds else None


def enlargements(book: Book, orbat: Orbat, quote: Quote, points: ExactPoints) -> tuple[Enlargement, ...]:
    """Find the largest affordable enlargement of each unit, within the limits of its entry and army list."""
    rulings = book.rulings(orbat)
    pricer = Pricer(book, orbat.date, rulings)
    allowances = cache(lambda list_id, home: entry_allowances(book, orbat, quote, list_id, home))
    size_allowances = cache(lambda list_id, home: variant_allowances(book, orbat, quote, list_id, home))
    found = []
    for line in quote.all_units:
        where = line.list_id, line.path[:-2]
        enlargement = _enlargement(line, points, pricer, allowances(*where), size_allowances(*where))
        found += [enlargement] if enlargement else []
    return tuple(found)


def _enlargement(
    line: UnitLine,
    points: ExactPoints,
    pricer: Pricer,
    allowances: Mapping[str, Allowance],
    size_allowances: Mapping[str, tuple[VariantAllowance, ...]],
) -> Enlargement | None:
    """The largest affordable enlargement of a unit; None if no enlargement is possible."""
    book, unit = pricer.book, line.unit
    entry, now = book.entry(line.list_id, unit.entry), line.sum.points
    if entry is None or now is None or book.kind(entry).staff or unit.size is None:
        return None
    sizes = _sizes(entry, book, pricer.rulings)
    larger, most = _growth_bounds(_larger_sizes(unit.size, sizes), points, allowances.get(entry.id))
    price, rating = _price_by_size(unit, line.list_id, pricer), rating_of(unit, entry)
    larger = allowed_sizes(
        larger, rating, price, size_allowances.get(entry.id, ()), PricedVariant(rating, unit.size, now)
    )
    found = _largest(larger, now + most, price)
    if not found:
        return None
    size, more = found[0], exact(price(found[0]) - now)
    by = size - unit.size if isinstance(size, int) and isinstance(unit.size, int) else 0
    named = size if isinstance(size, str) else ""
    words = _counted_in(book, entry, size if named else by)
    return Enlargement(line.path, unit.name or entry.name, by, words, more, named)


def _larger_sizes(now: int | str, sizes: Sequence[Size]) -> Sequence[Size]:
    """The allowed sizes that are larger than the current size."""
    if isinstance(sizes, range):
        return range(now + 1, sizes[-1] + 1) if isinstance(now, int) else ()
    return sizes[sizes.index(now) + 1 :] if now in sizes else ()


def _sizes(entry: Entry, book: Book, rulings: Mapping[str, str]) -> Sequence[Size]:
    """The allowed sizes of an entry, smallest first: a range of numbers, or the named sizes.

    A ruling may change the range. For an entry without sizes, the only element is None.
    """
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
    """Yield possible units of an entry, each with a function that maps a size to a price.

    The unit with the typical rating is first. The units of all ratings follow, the cheapest first.
    """
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
    """Return a function that maps a size to the unit's price in points. The unit must have a price."""

    def price(size: Size) -> ExactPoints:
        # without a name, so that the pricer's cache serves all equal units
        like = Unit(entry=unit.entry, size=size, rating=unit.rating, options=unit.options)
        points = pricer.price_unit(like, list_id).points
        assert points is not None, "whether a unit has a price does not depend on its size"
        return points

    return price


def _largest(sizes: Sequence[Size], points: ExactPoints, price: Callable[[Size], ExactPoints]) -> tuple[Size, ...]:
    """A tuple with the largest affordable size; () if no size is affordable.

    A larger size must not be cheaper than a smaller one.
    """
    number = bisect_right(sizes, points, key=price)
    return (sizes[number - 1],) if number else ()


def _counted_in(book: Book, entry: Entry, size: Size) -> str:
    """The unit of measure of a size: `stands`. For a named size, the kind of unit: `large battalion`."""
    kind = book.kind(entry)
    if isinstance(size, str):
        return f"{book.ruleset.size_label(size)} {kind.size_word(size)}".rstrip()
    return "" if size is None else kind.size_word(size)
