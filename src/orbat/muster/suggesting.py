"""Suggestions: ways to spend what is left or to come under the agreed size, and ways to mend what is found."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from orbat.model.book import Book
from orbat.model.edits import Edit
from orbat.model.orbat import Orbat
from orbat.model.path import Path
from orbat.model.points import Points, exact, show
from orbat.model.record import Value
from orbat.muster.mending import mends
from orbat.muster.moves import Move, Sort, moves, purchases
from orbat.muster.reducing import PLAIN, apart, reductions, together
from orbat.muster.trying import Bench, Tried

OFFERED = 10
"""So many ways to land on the size are offered at most."""
OF_A_SORT = 3
"""So many of them are of one sort at most while there are others."""
LOOKED_AT = 60
"""So many are tried at most, the best first: what is further down would hardly be chosen."""


class Suggestion(Value):
    """A named edit of an army with what it does: what it adds, what the army then comes to, and what is then left of
    the agreed size (None where none is agreed). `mends` is the code and path of a finding that it clears."""

    name: str
    edits: tuple[Edit, ...]
    change: Points
    total: Points
    left: Points | None
    mends: tuple[str, Path] | None = None

    @property
    def words(self) -> str:
        """`raise 7th Blues to class 2: +16, leaves 3`."""
        return f"{self.name}: {self.sum}"

    @property
    def sum(self) -> str:
        """`+16, leaves 3`; `-8, 4 over`."""
        change = f"+{show(self.change)}" if self.change > 0 else show(self.change) if self.change else "no points"
        if self.left is None:
            return f"{change}, {show(self.total)} in all"
        return f"{change}, {f'leaves {show(self.left)}' if self.left >= 0 else f'{show(exact(-self.left))} over'}"


def suggestions(
    orbat: Orbat, book: Book, allowed: Callable[[Tried], bool] = lambda tried: True
) -> tuple[Suggestion, ...]:
    """What might be done, first what mends findings, then what lands on the agreed size, best first.

    Each does exactly what it says, and nothing new is wrong after it. `allowed` may refuse what is to be had, such as
    what is not owned.
    """
    bench = Bench(orbat, book)
    found = [_made(move, tried, of) for move, tried, of in mends(bench) if allowed(tried)]
    return (*found, *landing(bench, allowed))


def _made(move: Move, tried: Tried, of: tuple[str, Path] | None) -> Suggestion:
    return Suggestion(move.name, move.edits, move.change, tried.quote.total, tried.quote.left, of)


def landing(bench: Bench, allowed: Callable[[Tried], bool]) -> tuple[Suggestion, ...]:
    """Ways to spend what is left, or to come under the agreed size."""
    left = bench.quote.left
    if not left or any(line.sum.points is None for line in bench.quote.all_units):
        return ()
    single = [*moves(bench), *(purchases(bench, left) if left > 0 else ())]
    fitting = sorted((move for move in single if _lands(move.change, left)), key=lambda move: _rank(move, left))
    if not fitting or fitting[0].change != left:
        fitting = sorted((*fitting, *_pairs(single, left)), key=lambda move: _rank(move, left))
    found = list(islice(_sound(bench, islice(_varied(fitting), LOOKED_AT), allowed), OFFERED))
    if left < 0:
        ways = reductions(bench, single, left)
        while not found and (further := next(ways, None)) is not None:
            found = list(islice(_sound(bench, further, allowed), OF_A_SORT))
    return tuple(sorted(found, key=lambda one: one.left or 0))


def _lands(change: Points, left: Points) -> bool:
    """Whether a change spends some of what is left, or brings an army under the size that is over it."""
    return 0 < change <= left if left > 0 else change <= left


def _rank(move: Move, left: Points) -> tuple[Points, int, int, Path]:
    """What leaves least comes first, then what changes least."""
    return left - move.change, len(move.edits), PLAIN[move.sort] * 4 + move.by, ()


def _varied(ranked: Iterable[Move]) -> Iterator[Move]:
    """The same moves, with those back that do to one unit more what another does to its like."""
    of_entry: Counter[tuple[Sort, str, Points]] = Counter()
    of_sort: Counter[tuple[Sort, Points]] = Counter()
    back: list[Move] = []
    for move in ranked:
        alike, sort = (move.sort, move.entry_id, move.change), (move.sort, move.change)
        if of_entry[alike] or of_sort[sort] >= OF_A_SORT:
            back.append(move)
            continue
        of_entry[alike] += 1
        of_sort[sort] += 1
        yield move
    yield from back


def _sound(bench: Bench, ranked: Iterable[Move], allowed: Callable[[Tried], bool]) -> Iterator[Suggestion]:
    """Those after which nothing new is wrong."""
    for move in ranked:
        tried = bench.tried(move.edits)
        if (
            tried.quote.all_units
            and tried.quote.total == bench.quote.total + move.change
            and bench.is_no_worse(tried)
            and allowed(tried)
        ):
            yield _made(move, tried, None)


def _pairs(single: Iterable[Move], left: Points) -> Iterator[Move]:
    """Two changes together that come nearest to the size, for what no single one lands on; for each sum the plainest
    two."""
    plain: dict[Points, list[Move]] = {}
    for move in sorted(single, key=lambda move: (PLAIN[move.sort], move.by)):
        if move.change and len(plain.setdefault(move.change, [])) < OF_A_SORT and move.sort != "formation out":
            plain[move.change].append(move)
    changes = sorted(plain)
    for change, firsts in plain.items():
        place = bisect_right(changes, left - change)
        rest = changes[place - 1] if place else None
        if rest is None or rest < change or not _lands(change + rest, left):
            continue
        for first in firsts:
            other = next((one for one in plain[rest] if apart(first, one)), None)
            if other:
                yield together(first, other)
