"""What generated armies can buy at a date in a theatre."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from orbat.evaluate.pricing import Pricer
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Unit
from orbat.model.points import Points
from orbat.model.raising import Branch
from orbat.model.record import Value

_BRANCHES: Mapping[str, Branch] = {
    "infantry": "foot",
    "light_infantry": "foot",
    "rifles": "foot",
    "light_cavalry": "horse",
    "heavy_cavalry": "horse",
    "foot_artillery": "guns",
    "horse_artillery": "guns",
    "siege_artillery": "guns",
}
"""The branch of each map symbol."""


class Offer(Value):
    """What a generated army can buy: an entry with one rating and one set of options."""

    entry: Entry
    unit: Unit
    """A unit without a name. The size is set only if sizes have names, such as `small`."""
    branch: Branch
    each: Points
    """The price of each stand, in points."""
    once: Points
    """The price of each unit, in points, without the stands."""
    least: int
    """The minimum number of stands."""
    usual: int
    """The usual number of stands."""
    most: int
    """The maximum number of stands."""
    atypical: int = 0
    """The number of differences from the entry's typical rating, size and options."""

    @property
    def has_numeric_size(self) -> bool:
        """Whether the size of units is a number of stands or guns."""
        return self.each != 0 or self.most > 1

    @property
    def has_usual_size(self) -> bool:
        """Whether the offered units have the entry's typical size. Always True if sizes are numbers, not names."""
        return self.entry.sizes is None or self.unit.size == self.entry.sizes.typical

    @property
    def points(self) -> Points:
        """The cost of a unit of the usual size, in points."""
        return self.each * self.usual + self.once


def branch_of(book: Book, entry: Entry) -> Branch:
    """The branch of an entry: foot, horse, guns or other. The map symbol of the entry decides."""
    return _BRANCHES.get(book.symbol(entry) or "", "other")


def offers(
    book: Book,
    list_id: str,
    date: Date | None,
    rulings: Mapping[str, str],
    *,
    theatre: str = "",
    fragments: bool = False,
) -> tuple[Offer, ...]:
    """All kinds of units that an army list offers at a date in a theatre.

    With `fragments`, units may be smaller than half of their usual size.
    """
    pricer = Pricer(book, date, rulings)
    found: list[Offer] = []
    for entry in (one.at(date) for one in book.entries(list_id).values()):
        if not book.kind(entry).staff and entry.is_available(date, theatre):
            found += _of_entry(entry, list_id, pricer)
    if fragments:
        return tuple(found)
    return tuple(
        replace(one, least=max(one.least, -(-one.usual // 2))) if one.has_numeric_size else one for one in found
    )


def _of_entry(entry: Entry, list_id: str, pricer: Pricer) -> Iterator[Offer]:
    kind = pricer.book.kind(entry)
    shut = kind.ratings_barred(pricer.rulings)
    # ratings of a few regiments would need their names
    rare = entry.ratings.only_for if entry.ratings else {}
    offered = tuple(rating for rating in entry.ratings_at(pricer.date) if rating not in shut)
    ratings = tuple(rating for rating in offered if rating not in rare) or offered or ("",)
    for rating in ratings:
        for chosen in _option_combinations(entry, pricer):
            odd = int(bool(entry.ratings) and rating != (entry.ratings.typical if entry.ratings else ""))
            odd += len(chosen) - len(entry.required_options(pricer.date))
            for unit in _in_each_size(entry, Unit(entry=entry.id, rating=rating, options=chosen)):
                if offer := _offer(entry, unit, list_id, pricer, odd):
                    yield offer


def _option_combinations(entry: Entry, pricer: Pricer) -> Iterator[tuple[str, ...]]:
    must = entry.required_options(pricer.date)
    yield must
    options = pricer.book.ruleset.options
    for use in entry.options:
        shut = options[use.option].is_barred_for(entry.kind, pricer.rulings)
        if use.use == "optional" and use.covers(pricer.date) and not shut:
            yield (*must, use.option)


def _in_each_size(entry: Entry, unit: Unit) -> Iterator[Unit]:
    if entry.sizes is None:
        yield unit
    else:
        for size in entry.sizes.allowed:
            yield replace(unit, size=size)


def _offer(entry: Entry, unit: Unit, list_id: str, pricer: Pricer, odd: int) -> Offer | None:
    kind, book = pricer.book.kind(entry), pricer.book
    per_stand = kind.price.per == "size"
    priced = pricer.price_unit(replace(unit, size=1) if per_stand else unit, list_id)
    if priced.points is None:
        return None
    branch = branch_of(book, entry)
    if not per_stand:
        odd += int(entry.sizes is not None and unit.size != entry.sizes.typical)
        return Offer(entry, unit, branch, 0, priced.points, 1, 1, 1, odd)
    each = sum(term.points for term in priced.each)
    least, most = book.size_range(entry, pricer.rulings)
    if kind.removed_at and book.ruleset.rules.removed_at:
        least = max(least, kind.removed_at.size + 1)
    usual = min(max(entry.size.typical, least), most)
    return Offer(entry, unit, branch, each, sum(term.points for term in priced.once), least, usual, most, odd)
