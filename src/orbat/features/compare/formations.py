"""Two armies side by side, formation by formation, as lines for the terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from orbat.features.compare.difference import Difference
from orbat.model.path import OrbatPath
from orbat.model.text_words import visible
from orbat.render.text import Painter
from orbat.report.changes import ReportRows, matching_paths
from orbat.report.report import Report
from orbat.report.rows import Row, formation_heading

SAME, CHANGED, APART = "=", "≠", "│"
"""Signs between the two sides: the same row, a changed row, and rows that have nothing to do with each other."""
_CODE, _SIZE, _POINTS = 6, 6, 7
_WIDE = 44
"""The least width of a side, in characters, with ratings and options."""

RowPair = tuple[Row | None, Row | None]


def formation_lines(comparison: Difference, paint: Painter, width: int) -> Iterator[str]:
    """A heading, and lines with a row of army A beside the matching row of army B. `width` is in characters."""
    side = (width - 3) // 2
    heads = (_cells("A: by formation", _HEADS, side), _cells("B", _HEADS, side))
    yield paint(f"{heads[0]}   {heads[1]}".rstrip(), "title")
    for left, right in row_pairs(comparison.before, comparison.after):
        yield f"{_side(left, side)} {_sign(left, right, comparison)} {_side(right, side)}".rstrip()


def row_pairs(before: Report, after: Report) -> Iterator[RowPair]:
    """Pair the rows of two armies. Rows without a match are paired in order, formation by formation.

    A row without a partner has None on the other side.
    """
    old, new = ReportRows(before), ReportRows(after)
    old_paths = matching_paths(old, new)
    taken = set(old_paths.values())
    waiting: defaultdict[OrbatPath, list[Row]] = defaultdict(list)
    last: OrbatPath = ()
    for row in old.rows.values():
        if row.path in taken:
            last = row.path
        else:
            waiting[last].append(row)
    only_old: list[Row] = []
    only_new: list[Row] = []
    for row in new.rows.values():
        if row.path not in old_paths:
            only_new.append(row)
            continue
        yield from _by_formation(only_old, only_new)
        partner = old_paths[row.path]
        only_old, only_new = waiting.pop(partner, []), []
        yield old.rows[partner], row
    yield from _by_formation(only_old, only_new)


def _by_formation(old: Sequence[Row], new: Sequence[Row]) -> Iterator[RowPair]:
    for left, right in zip_longest(_blocks(old), _blocks(new), fillvalue=()):
        yield from zip_longest(left, right)


def _blocks(rows: Sequence[Row]) -> list[list[Row]]:
    # A block is a formation and the units below it. The first block has units without their formation, or nothing.
    blocks: list[list[Row]] = [[]]
    for row in rows:
        if row.sort == "formation":
            blocks.append([])
        blocks[-1].append(row)
    return blocks


def _sign(left: Row | None, right: Row | None, comparison: Difference) -> str:
    if left is None or right is None:
        return "+" if left is None else "-"
    if left.sort != right.sort or left.name != right.name:
        return APART if not _is_alike(left, right) else CHANGED
    return SAME if _shown(left) == _shown(right) else CHANGED


def _is_alike(left: Row, right: Row) -> bool:
    return left.sort == right.sort and bool(left.entry_id) and left.entry_id == right.entry_id


def _shown(row: Row) -> tuple[str, ...]:
    return row.code, row.size_text, row.points, row.commander


_HEADS = ("class", "size", "points")


def _side(row: Row | None, width: int) -> str:
    if row is None:
        return " " * width
    name = "Army" if row.sort == "army" else row.name if row.sort == "unit" else formation_heading(row.level, row.name)
    return _cells(f"{'  ' * min(row.depth, 5)}{visible(name)}", (row.code, row.size, row.points), width)


def _cells(name: str, columns: tuple[str, str, str], width: int) -> str:
    code, size, points = columns
    cells = f"{code:>{_CODE}}{size:>{_SIZE}}" if width >= _WIDE else f"{size:>{_SIZE}}" if width >= _WIDE - 10 else ""
    cells += f"{points:>{_POINTS}}"
    room = width - len(cells)
    shown = name if len(name) < room else f"{name[: room - 2]}…"
    return f"{shown:<{room}}{cells}"
