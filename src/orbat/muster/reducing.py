"""Two changes together that bring an army under its size where the usual ways do not: one of a few units has little to
spare, and what it loses may break a limit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, islice, product

from orbat.model.path import Path
from orbat.model.points import Points, exact
from orbat.muster.moves import Move, Sort, purchases, replacements
from orbat.muster.trying import Bench

PLAIN: dict[Sort, int] = {"size": 0, "rating": 1, "option": 2, "unit": 3, "out": 4, "formation out": 5, "mend": 6}
"""The sorts of moves, those that change least first."""
_TRIED = 100
"""So many of each sort of two changes are tried at most."""
_LIKE = 4
"""So many of them are of the same two things at most, the best first."""


def reductions(bench: Bench, single: Iterable[Move], left: Points) -> Iterator[Iterator[Move]]:
    """Ways under the size that the army is over, by their sorts, the plainest first: each change of one thing; two
    things changed; one changed and one taken out; two taken out; something taken out and another unit bought."""
    moves = [move for move in single if move.change]
    out = [move for move in moves if move.sort in ("out", "formation out")]
    less = [move for move in moves if move.sort not in ("out", "formation out")]
    yield islice(sorted((move for move in moves if move.change <= left), key=lambda move: -move.change), _TRIED)
    yield _best(combinations(less, 2), left)
    yield _best(product(less, out), left)
    yield _best(combinations(out, 2), left)
    yield _best(_replaced(bench, out, left), left)


def _replaced(bench: Bench, out: Iterable[Move], left: Points) -> Iterator[tuple[Move, Move]]:
    """What is taken out, and a unit that costs so much less: in the formation of a unit, elsewhere for a formation."""
    for move in out:
        if (most := exact(left - move.change)) > 0:
            bought = replacements(bench, move.about, most) if move.sort == "out" else purchases(bench, most)
            yield from ((move, one) for one in bought)


def _best(pairs: Iterable[tuple[Move, Move]], left: Points) -> Iterator[Move]:
    """Those that come under the size, nearest to it first, and not too many of them about the same two things."""
    under = [(one, other) for one, other in pairs if one.change + other.change <= left and apart(one, other)]
    under.sort(key=lambda two: two[0].change + two[1].change, reverse=True)
    of_things: Counter[tuple[Path, Path, str]] = Counter()
    tried = 0
    for one, other in under:
        things = (one.about, other.about, other.entry_id)
        of_things[things] += 1
        if of_things[things] <= _LIKE and tried < _TRIED:
            tried += 1
            yield together(one, other)


def apart(one: Move, other: Move) -> bool:
    """Whether two moves are about different things."""
    return one.about[: len(other.about)] != other.about and other.about[: len(one.about)] != one.about


def together(first: Move, second: Move) -> Move:
    """Two moves as one."""
    edits = (*first.edits, *second.edits)
    sort = max(first.sort, second.sort, key=lambda sort: PLAIN[sort])
    entries = f"{first.entry_id} {second.entry_id}"
    change = exact(first.change + second.change)
    return Move(f"{first.name} and {second.name}", sort, edits, change, first.about, entries, first.by + second.by)
