"""What is meant where a line does not say it: the usual size and rating, or the rating that its price tells."""

from __future__ import annotations

from collections.abc import Iterator

from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.orbat import Unit
from orbat.model.record import changed


class Assumptions:
    """Fills in what lines do not say, by an army's book."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def with_usual(self, unit: Unit, entry: Entry) -> tuple[Unit, str]:
        """A unit with the usual named size, and with the usual rating where that costs nothing; and what is assumed."""
        kind, told = self.book.kind(entry), []
        if kind.sizes and unit.size is None and entry.sizes:
            unit = changed(unit, size=entry.sizes.typical)
            told.append(f"no size is typed: {self.book.ruleset.size_label(entry.sizes.typical)} is meant")
        if kind.rating == "free" and not unit.rating and entry.ratings and len(entry.ratings.allowed) > 1:
            unit = changed(unit, rating=entry.ratings.typical)
            told.append(f"no {self.book.ruleset.rating_word} is typed: {self._rating(entry.ratings.typical)} is meant")
        return unit, "; ".join(told)

    def rated(self, unit: Unit, entry: Entry) -> Iterator[tuple[Unit, str]]:
        """A unit without a rating with each that may be its own where each has a price, and what is told of it."""
        kind = self.book.kind(entry)
        if kind.rating != "priced" or unit.rating or not entry.ratings or len(entry.ratings.allowed) < 2:
            return
        for rating in entry.ratings.allowed:
            told = f"no {self.book.ruleset.rating_word} is typed: {self._rating(rating)} is meant by the price"
            yield changed(unit, rating=rating), told

    def _rating(self, rating: str) -> str:
        return next((one.label for one in self.book.ruleset.ratings if one.id == rating), rating)
