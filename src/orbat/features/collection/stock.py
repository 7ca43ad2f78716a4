"""What of an army is owned. No stand is counted twice, and no other sharing out would cover more: a largest flow."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterable, Mapping

from orbat.evaluate.quote import Quote, UnitLine
from orbat.features.collection.model import Collection, Piece
from orbat.generator.request import PieceCap
from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.record import Value

Key = tuple[str, str]
"""An army list's id and an entry's."""
MOST_CAPS = 400
"""So many caps at most are given; pieces that overlap in more ways than these are held down by those."""


class Stock(Value):
    """A piece of a collection: so many stands (or units, where stands are not counted) for any of some entries."""

    piece: Piece
    number: int
    entries: frozenset[Key]


def is_counted(book: Book, entry: Entry) -> bool:
    """Whether units of an entry have a size in stands, guns or the like."""
    kind = book.kind(entry)
    return not kind.sizes and bool(kind.counted_in[1])


def covers(book: Book, list_id: str, entry: Entry, piece: Piece) -> bool:
    """Whether a piece may be fielded as an entry."""
    if piece.entry:
        return entry.id in piece.entry
    return (
        piece.kind == entry.kind and piece.subtype in ("", entry.subtype) and piece.nation in ("", book.nation(list_id))
    )


def stocks(collection: Collection, book: Book, lists: Iterable[str]) -> tuple[Stock, ...]:
    """The pieces that some entry of the lists can be fielded with, the most specific first.

    A piece for entries that are counted in different ways is a stock of each way's number.
    """
    known = [(list_id, entry) for list_id in lists for entry in book.entries(list_id).values()]
    found = []
    for piece in collection.pieces:
        fitting = [(list_id, entry) for list_id, entry in known if covers(book, list_id, entry, piece)]
        for counted, number in ((True, collection.stands(piece)), (False, collection.units(piece))):
            keys = frozenset((list_id, one.id) for list_id, one in fitting if is_counted(book, one) == counted)
            if keys and number:
                found.append(Stock(piece, number, keys))
    return tuple(sorted(found, key=lambda stock: len(stock.entries)))


def needs(quote: Quote, book: Book) -> dict[Key, list[UnitLine]]:
    """The units of an army by entry: those that a list has and that have a price, commanders apart."""
    found: dict[Key, list[UnitLine]] = {}
    for line in quote.all_units:
        entry = book.entry(line.list_id, line.unit.entry)
        if entry is not None and not book.kind(entry).staff and line.sum.points is not None:
            found.setdefault((line.list_id, line.unit.entry), []).append(line)
    return found


def pieces_of(line: UnitLine, book: Book) -> int:
    """How many stands or the like a unit needs; one where they are not counted."""
    entry = book.entry(line.list_id, line.unit.entry)
    return line.sum.pieces if entry and is_counted(book, entry) else 1


def missing(collection: Collection, quote: Quote, book: Book) -> int:
    """How much of an army is not owned, all in all."""
    needed = {key: sum(pieces_of(line, book) for line in own) for key, own in needs(quote, book).items()}
    lists = dict.fromkeys(list_id for list_id, _ in needed)
    return sum(needed.values()) - sum(covered(needed, stocks(collection, book, lists)).values())


def covered(needed: Mapping[Key, int], owned: tuple[Stock, ...]) -> dict[Key, int]:
    """How much of what is needed can be had at the same time: as much in all as any sharing out covers."""
    given: dict[tuple[Key, int], int] = {}
    left = [stock.number for stock in owned]
    has = dict.fromkeys(needed, 0)
    for number, stock in enumerate(owned):  # what is good for little first
        for key in (key for key in needed if key in stock.entries):
            _give(given, left, has, key, number, min(left[number], needed[key] - has[key]))
    for key in needed:
        while has[key] < needed[key] and (way := _way(key, owned, given, left)):
            _shift(way, given, left, has, needed[key] - has[key])
    return has


def _give(given: dict[tuple[Key, int], int], left: list[int], has: dict[Key, int], key: Key, of: int, by: int) -> None:
    given[key, of] = given.get((key, of), 0) + by
    left[of] -= by
    has[key] += by


def _way(
    start: Key, owned: tuple[Stock, ...], given: Mapping[tuple[Key, int], int], left: list[int]
) -> list[tuple[Key, int]]:
    """Who takes from which stock, one making way for the next, until one takes from what is left; empty for none."""
    came: dict[Key, tuple[Key, int] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        key = waiting.popleft()
        for number in (number for number, stock in enumerate(owned) if key in stock.entries):
            if left[number]:
                way = [(key, number)]
                while (before := came[way[0][0]]) is not None:
                    way.insert(0, before)
                return way
            for other in owned[number].entries:
                if other not in came and given.get((other, number)):
                    came[other] = (key, number)
                    waiting.append(other)
    return []


def _shift(
    way: list[tuple[Key, int]],
    given: dict[tuple[Key, int], int],
    left: list[int],
    has: dict[Key, int],
    wanted: int,
) -> None:
    """Let each on a way take as much as all of them can from its stock, from whom it had before."""
    freed = [given[taker, number] for (_, number), (taker, _) in itertools.pairwise(way)]
    by = min(wanted, left[way[-1][1]], *freed)
    for (key, number), (other, _) in itertools.pairwise(way):
        _give(given, left, has, key, number, by)
        _give(given, left, has, other, number, -by)
    _give(given, left, has, *way[-1], by)


def most_of(collection: Collection, book: Book, list_id: str) -> dict[str, int]:
    """The most of each entry of a list that can be fielded, if nothing else is fielded."""
    owned = stocks(collection, book, [list_id])
    return {
        entry_id: sum(stock.number for stock in owned if (list_id, entry_id) in stock.entries)
        for entry_id in book.entries(list_id)
    }


def caps(collection: Collection, book: Book, list_id: str) -> tuple[PieceCap, ...]:
    """What holds an army of the list to what is owned: of each entry, and of entries that share pieces together.

    An army keeps all of them just when it can be fielded (Hall's theorem), as long as they are not too many.
    """
    owned = stocks(collection, book, [list_id])
    sources = {
        entry_id: frozenset(number for number, stock in enumerate(owned) if (list_id, entry_id) in stock.entries)
        for entry_id, entry in book.entries(list_id).items()
        if not book.kind(entry).staff
    }
    found = []
    for group in _joined({*sources.values()} - {frozenset()}):
        entries = frozenset(entry_id for entry_id, own in sources.items() if own and own <= group)
        names = ", ".join(dict.fromkeys(owned[number].piece.words for number in sorted(group)))
        found.append(
            PieceCap(f"no more than is owned: {names}", entries, sum(owned[number].number for number in group))
        )
    none = frozenset(entry_id for entry_id, own in sources.items() if not own)
    return (*found, *([PieceCap("nothing that is not owned", none, 0)] if none else []))


def _joined(groups: set[frozenset[int]]) -> list[frozenset[int]]:
    """Groups of stocks, and those that groups with a stock in common make together, smallest first."""
    found = set(groups)
    waiting = deque(groups)
    while waiting and len(found) < MOST_CAPS:
        group = waiting.popleft()
        new = {group | other for other in groups if group & other} - found
        found |= new
        waiting.extend(new)
    return sorted(found, key=lambda group: (len(group), sorted(group)))
