"""How well a unit as it was read keeps to what its entry offers."""

from __future__ import annotations

from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.orbat import Unit

_SIZELESS = 25
"""So much a reading that leaves a unit without a size, and so without a price, counts less."""


def fits(unit: Unit, entry: Entry, book: Book, *, listed: bool) -> float:
    """How much the rating, the size and the options of a unit tell for an entry, or against it; of an army list, where
    it is `listed`, the sizes bind too."""
    fit = 0.0
    if entry.ratings and unit.rating:
        fit += 5 if unit.rating in entry.ratings.allowed else -8
    if entry.ratings is None and unit.rating:
        fit -= 3
    if unit.size is None and book.kind(entry).price.per == "size":
        fit -= _SIZELESS
    if isinstance(unit.size, int) and listed:
        fit += 2 if entry.size.min <= unit.size <= entry.size.max else -4
    usable = {use.option for use in entry.options}
    return fit - 6 * sum(option not in usable for option in unit.options)
