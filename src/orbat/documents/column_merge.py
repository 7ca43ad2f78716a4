"""Join the size columns of a table, such as `stands` for infantry and `guns` for batteries."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from orbat.list_reader.words import COLUMNS, without_accents

_SIZES = frozenset(COLUMNS["size"].split())


def with_one_size_column(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Join the size columns of a table into one column. Returns the new heads and rows.

    If a row has two sizes, the table stays unchanged.
    """
    table = [tuple(heads), *(tuple(row) + ("",) * (len(heads) - len(row)) for row in rows)]
    sizes = [at for at, head in enumerate(heads) if without_accents(head).casefold().strip() in _SIZES]
    if len(sizes) < 2 or any(row[one] and row[other] for row in table[1:] for one, other in combinations(sizes, 2)):
        return table
    # A size that was not in the first size column is followed by the head of its old column: `2 guns`.
    first, *others = sizes
    joined = [table[0], *(_joined(row, heads, first, others) for row in table[1:])]
    return [tuple(cell for at, cell in enumerate(row) if at not in others) for row in joined]


def _joined(row: tuple[str, ...], heads: Sequence[str], first: int, others: Sequence[int]) -> tuple[str, ...]:
    for at in others:
        if row[at]:
            noun = "" if any(map(str.isalpha, row[at])) else f" {heads[at].strip().casefold()}"
            return (*row[:first], f"{row[at]}{noun}", *row[first + 1 :])
    return row
