"""Allocate owned models to the entries of an army, with as few missing models as possible (maximum flow)."""

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
from orbat.model.wording import phrase

Key = tuple[str, str]
"""Army list id and entry id."""
MAX_CAPS = 400
"""Approximate maximum number of caps. The search for groups of stocks ends when it has found this many groups."""


class Stock(Value):
    """Models of a collection, and the entries for which the models can be used."""

    piece: Piece
    number: int
    """The number of stands or guns. For entries with named sizes or without sizes, the number of whole units."""
    entries: frozenset[Key]


def is_counted(book: Book, entry: Entry) -> bool:
    """Whether the size of an entry's units is a number, for example of stands or guns."""
    kind = book.kind(entry)
    return not kind.sizes and bool(kind.counted_in[1])


def matches(book: Book, list_id: str, entry: Entry, piece: Piece) -> bool:
    """Whether units of an entry can use these models of a collection."""
    if piece.entry:
        return entry.id in piece.entry
    return (
        piece.kind == entry.kind and piece.subtype in ("", entry.subtype) and piece.nation in ("", book.nation(list_id))
    )


def stocks(collection: Collection, book: Book, lists: Iterable[str]) -> tuple[Stock, ...]:
    """The models of a collection that army lists can use. Models that few entries can use come first."""
    # A piece gives two items if some of its entries are counted in stands or guns, and others in whole units.
    known = [(list_id, entry) for list_id in lists for entry in book.entries(list_id).values()]
    found = []
    for piece in collection.pieces:
        fitting = [(list_id, entry) for list_id, entry in known if matches(book, list_id, entry, piece)]
        for counted, number in ((True, collection.stands(piece)), (False, collection.units(piece))):
            keys = frozenset((list_id, one.id) for list_id, one in fitting if is_counted(book, one) == counted)
            if keys and number:
                found.append(Stock(piece, number, keys))
    return tuple(sorted(found, key=lambda stock: len(stock.entries)))


def units_by_entry(quote: Quote, book: Book) -> dict[Key, list[UnitLine]]:
    """The priced units, by army list and entry. Generals, and units with an unknown entry, are left out."""
    found: dict[Key, list[UnitLine]] = {}
    for line in quote.all_units:
        entry = book.entry(line.list_id, line.unit.entry)
        if entry is not None and not book.kind(entry).staff and line.sum.points is not None:
            found.setdefault((line.list_id, line.unit.entry), []).append(line)
    return found


def size_of(line: UnitLine, book: Book) -> int:
    """The number of stands, guns or similar in a unit. 1 for a unit without a size."""
    entry = book.entry(line.list_id, line.unit.entry)
    return line.sum.pieces if entry and is_counted(book, entry) else 1


def missing_count(collection: Collection, quote: Quote, book: Book) -> int:
    """The number of models that an army needs but the user does not own, in stands, guns or whole units."""
    needed = {key: sum(size_of(line, book) for line in own) for key, own in units_by_entry(quote, book).items()}
    lists = dict.fromkeys(list_id for list_id, _ in needed)
    return sum(needed.values()) - sum(allocate(needed, stocks(collection, book, lists)).values())


def allocate(needed: Mapping[Key, int], owned: tuple[Stock, ...]) -> dict[Key, int]:
    """Allocate owned models to entries, with as few missing models as possible.

    Returns the number of models for each entry.
    """
    used: dict[tuple[Key, int], int] = {}
    remaining = [stock.number for stock in owned]
    allocated = dict.fromkeys(needed, 0)
    for number, stock in enumerate(owned):  # stocks for the fewest entries first
        for key in (key for key in needed if key in stock.entries):
            _assign(used, remaining, allocated, key, number, min(remaining[number], needed[key] - allocated[key]))
    # An entry that still lacks models takes them from a stock that another entry uses, if the other entry can use a
    # different stock instead. A path is a chain of such exchanges; its last stock has unused models.
    for key in needed:
        while allocated[key] < needed[key] and (path := _augmenting_path(key, owned, used, remaining)):
            _augment(path, used, remaining, allocated, needed[key] - allocated[key])
    return allocated


def _assign(
    used: dict[tuple[Key, int], int],
    remaining: list[int],
    allocated: dict[Key, int],
    key: Key,
    stock: int,
    by: int,
) -> None:
    used[key, stock] = used.get((key, stock), 0) + by
    remaining[stock] -= by
    allocated[key] += by


def _augmenting_path(
    start: Key, owned: tuple[Stock, ...], used: Mapping[tuple[Key, int], int], remaining: list[int]
) -> list[tuple[Key, int]]:
    previous: dict[Key, tuple[Key, int] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        key = waiting.popleft()
        for number in (number for number, stock in enumerate(owned) if key in stock.entries):
            if remaining[number]:
                path = [(key, number)]
                while (before := previous[path[0][0]]) is not None:
                    path.insert(0, before)
                return path
            for other in owned[number].entries:
                if other not in previous and used.get((other, number)):
                    previous[other] = (key, number)
                    waiting.append(other)
    return []


def _augment(
    path: list[tuple[Key, int]],
    used: dict[tuple[Key, int], int],
    remaining: list[int],
    allocated: dict[Key, int],
    wanted: int,
) -> None:
    freed = [used[taker, number] for (_, number), (taker, _) in itertools.pairwise(path)]
    by = min(wanted, remaining[path[-1][1]], *freed)
    for (key, number), (other, _) in itertools.pairwise(path):
        _assign(used, remaining, allocated, key, number, by)
        _assign(used, remaining, allocated, other, number, -by)
    _assign(used, remaining, allocated, *path[-1], by)


def maximum_by_entry(collection: Collection, book: Book, list_id: str) -> dict[str, int]:
    """For each entry of an army list, the number of owned models that its units can use."""
    owned = stocks(collection, book, [list_id])
    return {
        entry_id: sum(stock.number for stock in owned if (list_id, entry_id) in stock.entries)
        for entry_id in book.entries(list_id)
    }


def caps(collection: Collection, book: Book, list_id: str) -> tuple[PieceCap, ...]:
    """The maximum numbers of stands, guns or units for groups of entries that share models.

    For example, if Guards and Line can only use the same 24 stands, both together may have at most 24 stands. An army
    within all maximums can be made from the collection (Hall's theorem). If there are more than about `MAX_CAPS`
    groups, some have no maximum, and models can be missing.
    """
    owned = stocks(collection, book, [list_id])
    sources = {
        entry_id: frozenset(number for number, stock in enumerate(owned) if (list_id, entry_id) in stock.entries)
        for entry_id, entry in book.entries(list_id).items()
        if not book.kind(entry).staff
    }
    found = []
    for group in _unions({*sources.values()} - {frozenset()}):
        entries = frozenset(entry_id for entry_id, own in sources.items() if own and own <= group)
        names = ", ".join(dict.fromkeys(owned[number].piece.label for number in sorted(group)))
        maximum = sum(owned[number].number for number in group)
        label = phrase("no more than you own ({maximum} of {names})", maximum=maximum, names=names)
        found.append(PieceCap(label, entries, maximum))
    none = frozenset(entry_id for entry_id, own in sources.items() if not own)
    return (*found, *([PieceCap("only miniatures that you own", none, 0)] if none else []))


def _unions(groups: set[frozenset[int]]) -> list[frozenset[int]]:
    found = set(groups)
    waiting = deque(groups)
    while waiting and len(found) < MAX_CAPS:
        group = waiting.popleft()
        new = {group | other for other in groups if group & other} - found
        found |= new
        waiting.extend(new)
    return sorted(found, key=lambda group: (len(group), sorted(group)))
