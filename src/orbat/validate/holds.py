"""What limits on units of some ratings or sizes leave, where an entry can be had in others too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from orbat.model.army_list import Entry, Selector
from orbat.model.book import Book
from orbat.model.orbat import Orbat
from orbat.model.path import Path
from orbat.model.record import Value
from orbat.pricing.quote import Points, Quote
from orbat.validate.limits import Room, given, most_of, upper_limits

Size = int | str | None
"""A size as it is written: a number, a named size, or None for what has none."""


class Piece(Value):
    """A unit as it is offered: its rating, its size and what it costs in points."""

    rating: str
    size: Size
    points: Points


class Hold(Value):
    """What a limit on these ratings and named sizes (none for all) leaves."""

    ratings: tuple[str, ...]
    sizes: tuple[str, ...]
    room: Room

    def weight(self, piece: Piece) -> Points:
        """For how much the limit counts a unit, in what it counts; 0 for one that it does not count."""
        if (self.ratings and piece.rating not in self.ratings) or (self.sizes and piece.size not in self.sizes):
            return 0
        stands = piece.size if isinstance(piece.size, int) else 1
        return {"units": 1, "stands": stands, "points": piece.points}[self.room.counted]


def holds(book: Book, orbat: Orbat, quote: Quote, list_id: str, within: Path = ()) -> Mapping[str, tuple[Hold, ...]]:
    """For each entry of a list, the limits on such of its units as have one of some ratings or sizes; `room` has those
    that hold for all of an entry's units."""
    found: dict[str, list[Hold]] = {}
    for plan, tally in upper_limits(book, orbat, quote, list_id, within):
        of, limit, entries = plan.of, plan.limit, book.entries(list_id)
        for entry_id in plan.counts & entries.keys() if of.ratings or of.sizes else ():
            entry = entries[entry_id]
            if given(entry, Selector(options=of.options), orbat.date) and not given(entry, of, orbat.date):
                among = limit.among if isinstance(limit.among, Selector) and entry_id in plan.base else None
                grows = among is not None and _of_such(entry, of, among) and given(entry, _options(among), orbat.date)
                left = Room(tally.count, most_of(limit, tally, grows=grows), limit.count, limit)
                found.setdefault(entry_id, []).append(Hold(of.ratings, of.sizes, left))
    return {entry_id: tuple(several) for entry_id, several in found.items()}


def _options(selector: Selector) -> Selector:
    return Selector(options=selector.options)


def _of_such(entry: Entry, of: Selector, among: Selector) -> bool:
    """Whether every unit that a limit counts is of the ratings and sizes of its base."""
    ratings = set(of.ratings or (entry.ratings.allowed if entry.ratings else ()))
    sizes = set(of.sizes or (entry.sizes.allowed if entry.sizes else ()))
    return (not among.ratings or ratings <= set(among.ratings)) and (not among.sizes or sizes <= set(among.sizes))


def free(
    sizes: Sequence[Size], rating: str, price: Callable[[Size], Points], held: Sequence[Hold], old: Piece | None = None
) -> Sequence[Size]:
    """Those of some sizes that the limits let a unit of that rating have; `old` is what it is where it is there."""
    return tuple(one for one in sizes if _fits(held, Piece(rating, one, price(one)), old)) if held else sizes


def _fits(several: Sequence[Hold], new: Piece, old: Piece | None) -> bool:
    for hold in several:
        more = hold.weight(new) - (hold.weight(old) if old else 0)
        if more > max(0, hold.room.left):
            return False
    return True


def so_many(several: Sequence[Hold], piece: Piece) -> Iterator[Points]:
    """How many such units each limit that counts them leaves."""
    for hold in several:
        if weight := hold.weight(piece):
            yield max(0, hold.room.left // weight)
