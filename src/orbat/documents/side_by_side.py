"""Move side-by-side tables, such as the armies of both players in one sheet, below each other.

Side-by-side tables have the same column heads, in the same row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from orbat.list_reader.document_text import DocumentLine

_MIN_HEADS = 2
_MAX_TABLES = 8


def tables_in_sequence(lines: Sequence[DocumentLine]) -> tuple[DocumentLine, ...]:
    """Rearrange tables that stand side by side: the second follows below the first."""
    found: list[DocumentLine] = []
    for (is_table, _), group in groupby(lines, key=lambda line: (bool(line.cells) or not line.text, line.part)):
        rows = list(group)
        found += _separated(rows, _MAX_TABLES) if is_table else rows
    return tuple(found)


def _separated(rows: list[DocumentLine], maximum: int) -> list[DocumentLine]:
    start = next(filter(None, map(_start_of_second_table, rows)), 0) if maximum else 0
    if not start:
        return rows
    left = [_part(row, 0, start) for row in rows]
    right = [_part(row, start, len(row.cells)) for row in rows]
    return [*_without_outer_gaps(left), _gap(rows[-1]), *_separated(list(_without_outer_gaps(right)), maximum - 1)]


def _start_of_second_table(row: DocumentLine) -> int:
    heads = [cell.casefold() for cell in row.cells]
    first = next((at for at, head in enumerate(heads) if head), 0)
    if heads.count(heads[first] if heads else "") < 2 or any(map(_has_digit, heads)):
        return 0
    for start in (at for at in range(first + _MIN_HEADS, len(heads)) if heads[at] == heads[first]):
        left, right = heads[first:start], heads[start:]
        while left and not left[-1]:
            left.pop()
        if len(left) >= _MIN_HEADS and all(left) and len({*left}) == len(left) and right[: len(left)] == left:
            return start
    return 0


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _part(row: DocumentLine, start: int, end: int) -> DocumentLine:
    cells = row.cells[start:end]
    while cells and not cells[-1]:
        cells = cells[:-1]
    return replace(row, cells=cells, text="  ".join(filter(None, cells)), place=row.where)


def _without_outer_gaps(rows: Sequence[DocumentLine]) -> Iterator[DocumentLine]:
    filled = [at for at, row in enumerate(rows) if row.text]
    yield from rows[filled[0] : filled[-1] + 1] if filled else ()


def _gap(row: DocumentLine) -> DocumentLine:
    return replace(row, text="", cells=(), indent=0)
