"""Remove column letters and row numbers from copied or exported spreadsheets."""

from __future__ import annotations

import string
from collections.abc import Sequence
from dataclasses import replace

from orbat.list_reader.document_text import LEVEL_INDENT, DocumentLine

_LETTERS = tuple(string.ascii_uppercase)
_MIN_COLUMNS = 2
_MIN_ROWS = 3


def without_sheet_frames(lines: Sequence[DocumentLine]) -> tuple[DocumentLine, ...]:
    """Remove the column letters (A, B, C) and row numbers (1, 2, 3) around the cells of spreadsheets."""
    found = list(lines)
    for at, line in enumerate(lines):
        if _is_letters(line.cells):
            end = _end_of_numbers(lines, at + 1)
            if end - at > _MIN_ROWS:
                found[at] = replace(line, text="", cells=(), indent=0)
                found[at + 1 : end] = map(_without_number, lines[at + 1 : end])
    return tuple(found)


def _is_letters(cells: Sequence[str]) -> bool:
    return len(cells) > _MIN_COLUMNS and not cells[0] and tuple(cells[1:]) == _LETTERS[: len(cells) - 1]


def _end_of_numbers(lines: Sequence[DocumentLine], start: int) -> int:
    last = 0
    for at in range(start, len(lines)):
        line = lines[at]
        number = line.cells[0] if line.cells else line.text
        if not line.text:
            continue
        if not (number.isdecimal() and len(number) < 6 and last < int(number) <= last + _MIN_ROWS):
            return at
        last = int(number)
    return len(lines)


def _without_number(line: DocumentLine) -> DocumentLine:
    cells = line.cells[1:]
    before = next((at for at, cell in enumerate(cells) if cell), 0)
    return replace(line, cells=cells, text="  ".join(filter(None, cells)), indent=LEVEL_INDENT * before)
