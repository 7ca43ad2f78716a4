"""Find tables whose columns are typed with spaces, and cut their rows into cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from orbat.list_reader.columns import TEXTS, guessed_columns, is_header, role_of, value_of
from orbat.list_reader.lines import MAX_LENGTH, TypedLine
from orbat.model.record import Value

_PART = re.compile(r"\S+(?: \S+)*")
_SEPARATED = re.compile(r"[|\t\u2502\u251c\u2514]")
_LEADERS = re.compile(r"\.{2,}|_{2,}|\u00b7{2,}")
_NEXT_TO_NUMBER = re.compile(r" (?=\d[\d.,]*\Z)|(?<=\A\d) |(?<=\A\d\d) |(?<=\A\d\d\d) ")
_MAX_PARTS = 10
_MIN_PARTS = 4
"""A row of a table without heads begins the table if it has at least this many parts."""
_MAX_OTHER_LINES = 3
"""At most this many consecutive lines without cells are inside a table."""
_NEAR = 10
"""Rows near a head: at most this many lines below it."""
_FAR = 6
"""A part this many characters away from all heads is in no column."""


class _Part(Value):
    start: int
    end: int
    text: str

    def distance(self, other: _Part) -> int:
        """The distance to another part: between the left ends or the right ends, whichever is smaller."""
        return min(abs(self.start - other.start), abs(self.end - other.end))

    def overlaps(self, other: _Part) -> bool:
        """Whether this part of a line and a part of another line share a character position."""
        return self.start < other.end and other.start < self.end


def with_spaced_cells(lines: Sequence[TypedLine]) -> list[TypedLine]:
    """Find tables whose columns are separated by spaces, and divide their rows into cells.

    If the columns have heads, a cell belongs to the column whose head is above the cell.
    """
    result = list(lines)
    parts = [_parts(line) for line in lines]
    at = 0
    while at < len(lines):
        if len(parts[at]) > 1 and _is_head(parts[at], parts[at + 1 : at + _NEAR]):
            heads = list(parts[at])
            if at + 1 < len(lines) and _continues(heads, parts[at + 1]):
                heads = _joined(heads, parts[at + 1])
                parts[at + 1] = ()
                result[at + 1] = replace(lines[at + 1], clean="")
            last = _last_row(parts, at)
            rows = [row for row in parts[at + 1 : last + 1] if len(row) > 1]
            if len(rows) > 1:
                heads = _with_name_head([word for head in heads for word in _words(head, rows)], rows)
                for place in range(at, last + 1):
                    if len(parts[place]) > 1:
                        cells = _texts(heads) if place == at else _cells(heads, parts[place])
                        result[place] = replace(lines[place], cells=cells)
                at = last
        elif len(parts[at]) >= _MIN_PARTS:
            last = _last_row(parts, at)
            rows = [row for row in parts[at : last + 1] if len(row) > 1]
            heads = _spans(rows)
            if guessed_columns([_cells(heads, row) for row in rows]):
                for place in range(at, last + 1):
                    if len(parts[place]) > 1:
                        result[place] = replace(lines[place], cells=_cells(heads, parts[place]))
            at = last
        at += 1
    return result


def _spans(rows: Sequence[Sequence[_Part]]) -> list[_Part]:
    # The columns of rows without heads: the places where their parts overlap.
    spans: list[_Part] = []
    for part in sorted((part for row in rows for part in row), key=lambda part: part.start):
        if spans and spans[-1].overlaps(part):
            spans[-1] = _Part(spans[-1].start, max(spans[-1].end, part.end), "")
        else:
            spans.append(_Part(part.start, part.end, ""))
    return spans[:_MAX_PARTS]


def _is_head(heads: Sequence[_Part], rows: Sequence[Sequence[_Part]]) -> bool:
    # Two heads of numbers are enough if there are numbers below them.
    if is_header(_texts(heads)):
        return True
    numbers = [head for head in heads if (role := role_of(head.text)) and role not in TEXTS]
    full = [row[1:] for row in rows if len(row) > 1]
    below = [row for row in full if any(_is_number(part) and any(map(part.overlaps, numbers)) for part in row)]
    return is_header(_texts(heads), 2) and len(below) > 1 and len(below) * 2 >= len(full)


def _is_number(part: _Part) -> bool:
    return value_of(part.text) is not None


def _texts(parts: Sequence[_Part]) -> tuple[str, ...]:
    return tuple(part.text for part in parts)


def _parts(line: TypedLine) -> tuple[_Part, ...]:
    text = _LEADERS.sub(lambda found: " " * len(found[0]), line.text.replace("\u00a0", " "))
    if len(line.cells) > 1 or len(text) > MAX_LENGTH or _SEPARATED.search(text) or not any(map(str.isalnum, text)):
        return ()
    before = line.indent - len(text) + len(text.lstrip())  # spaces that the document keeps apart from the text
    found = tuple(_Part(before + one.start(), before + one.end(), one[0]) for one in _PART.finditer(text))
    return found if len(found) <= _MAX_PARTS else ()


def _last_row(parts: Sequence[Sequence[_Part]], head: int) -> int:
    # A table ends before the next head, and where several lines have no cells.
    last, others = head, 0
    for place in range(head + 1, len(parts)):
        row = parts[place]
        if is_header(_texts(row)):
            break
        if len(row) > 1 and any(min(map(part.distance, parts[head])) < _FAR for part in row[1:]):
            last, others = place, 0
        elif row:
            others += 1
            if others > _MAX_OTHER_LINES:
                break
    return last


def _continues(heads: Sequence[_Part], below: Sequence[_Part]) -> bool:
    # Whether the line below the heads has their second words.
    return bool(below) and all(
        any(map(part.overlaps, heads)) and not any(map(str.isdecimal, part.text)) and bool(role_of(part.text))
        for part in below
    )


def _joined(heads: Sequence[_Part], below: Sequence[_Part]) -> list[_Part]:
    joined = []
    for head in heads:
        words = [head, *(part for part in below if part.overlaps(head))]
        start, end = min(part.start for part in words), max(part.end for part in words)
        joined.append(_Part(start, end, " ".join(_texts(words))))
    return joined


def _words(head: _Part, rows: Sequence[Sequence[_Part]]) -> list[_Part]:
    # Several heads with single spaces between them, if there are several cells below them.
    below = [[part for part in row if part.overlaps(head)] for row in rows]
    several = sum(len(row) > 1 for row in below)
    if 2 * several <= sum(map(bool, below)):
        return [head]
    return [_Part(head.start + one.start(), head.start + one.end(), one[0]) for one in re.finditer(r"\S+", head.text)]


def _with_name_head(heads: Sequence[_Part], rows: Sequence[Sequence[_Part]]) -> list[_Part]:
    # The first column may have no head.
    starts = sorted(row[0].start for row in rows)
    ends = sorted(row[0].end for row in rows)
    middle = len(rows) // 2
    first = _Part(starts[middle], ends[middle], "")
    return [first, *heads] if first.end < heads[0].start else [*heads]


def _cells(heads: Sequence[_Part], row: Sequence[_Part]) -> tuple[str, ...]:
    parts = [piece for part in row for piece in _cut(heads, part)]
    while len(parts) > len(heads):
        parts[:2] = [_Part(parts[0].start, parts[1].end, f"{parts[0].text}, {parts[1].text}")]
    places = min(
        combinations(range(len(heads)), len(parts)),
        key=lambda columns: sum(_misfit(part, heads[place]) for part, place in zip(parts, columns, strict=True)),
    )
    cells = [""] * len(heads)
    for part, place in zip(parts, places, strict=True):
        cells[place] = part.text
    return tuple(cells)


def _misfit(part: _Part, head: _Part) -> int:
    return part.distance(head) + (0 if part.overlaps(head) else _FAR)


def _cut(heads: Sequence[_Part], part: _Part) -> list[_Part]:
    # A number may be one space after a long name, or before a text.
    for found in _NEXT_TO_NUMBER.finditer(part.text):
        before = _Part(part.start, part.start + found.start(), part.text[: found.start()])
        after = _Part(part.start + found.end(), part.end, part.text[found.end() :])
        number, other = (before, after) if _is_number(before) else (after, before)
        below = next((head for head in heads if number.overlaps(head)), None)
        if _is_number(number) and below and role_of(below.text) not in (*TEXTS, "") and not below.overlaps(other):
            return [before, after]
    return [part]
