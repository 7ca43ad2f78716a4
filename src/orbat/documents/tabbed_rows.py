"""Find the rows of tables that were pasted into a text: lines with tabs between the cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from orbat.list_reader.document_text import LEVEL_INDENT

_GAP = re.compile(r"(?<=\S) {2,}(?=\S)")
_MIN_CELLS = 3
_MIN_ROWS = 3
_MIN_SHARE = 0.5
"""Minimum share of the lines with tabs that have the usual number of cells."""
_MAX_LENGTH = 2_000
_MAX_GROUP = 60
"""Maximum length of a line between two rows that is the name of a group, in characters."""


def tabbed_rows(lines: Sequence[str]) -> Mapping[int, tuple[str, ...]]:
    """The rows of pasted tables: lists of cells by line index."""
    split = {at: line.rstrip().split("\t") for at, line in enumerate(lines) if "\t" in line[:_MAX_LENGTH].rstrip()}
    rows = {at: cells for at, cells in split.items() if sum(1 for cell in cells if cell.strip()) > 1}
    if len(rows) < _MIN_ROWS:
        return {}
    head = next(iter(rows.values()))
    is_head = not any(character.isdigit() for cell in head for character in cell)
    width = len(head) if is_head else Counter(map(len, rows.values())).most_common(1)[0][0]
    aligned = {at: _aligned(cells, width) for at, cells in rows.items()}
    count = sum(len(cells) == width for cells in aligned.values())
    if width < _MIN_CELLS or count < max(_MIN_ROWS, _MIN_SHARE * len(rows)):
        return {}
    found = {at: tuple(map(str.rstrip, cells)) for at, cells in aligned.items()}
    for at, line in enumerate(lines):
        # A short line between two rows is the name of a group of rows, and becomes a row with one cell of text.
        is_between = at - 1 in rows and at + 1 in rows and at not in rows
        if is_between and 0 < len(line.strip()) <= _MAX_GROUP:
            found[at] = (line.strip(), "")
    return found


def _aligned(cells: list[str], width: int) -> list[str]:
    if len(cells) > width:
        before = next((at for at, cell in enumerate(cells) if cell.strip()), 0)
        indent = min(before, len(cells) - width)
        first, *others = cells[indent:]
        return [f"{' ' * LEVEL_INDENT * indent}{first.strip()}", *map(str.strip, others)]
    stripped = [cell.strip() for cell in cells]
    divided = [part for cell in stripped for part in _GAP.split(cell)]
    return divided if len(cells) < len(divided) <= width else stripped
