"""The columns of a reference table on paper: as wide as their contents need. All lengths are typographic points."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from orbat.model.reference import ReferenceTable
from orbat.outputs.pdf.fonts import Style, measure, measure_figures, shown, wrap

_RANGE = re.compile(r"(?<=\d)-(?=\d)")
_STEPS = (4.0, 12.0, 24.0)
"""How much room passes from one column to another at a time while the table becomes shorter by it."""
_TRIES = 40
_AFTER_FIGURES = 4.0
"""What is added to the space after a column of figures where words follow, which would stand close to them."""


@dataclass(frozen=True, slots=True)
class Lane:
    """Where a column begins and how wide it is; `figures` end at its right."""

    left: float
    width: float
    figures: bool

    @property
    def right(self) -> float:
        """The right end."""
        return self.left + self.width


@dataclass(frozen=True, slots=True)
class Types:
    """The type of a table's cells and of its heads, and the space between two columns."""

    cell: Style
    head: Style
    gap: float


def printed(cell: str) -> str:
    """A cell as it is drawn: a range of figures has an en dash."""
    return shown(_RANGE.sub("–", cell))


@dataclass(frozen=True, slots=True)
class Lanes:
    """The columns of a table and the words at their heads."""

    heads: tuple[str, ...]
    lanes: tuple[Lane, ...]

    @property
    def right(self) -> float:
        """The right end of the table."""
        return self.lanes[-1].right


def lanes_for(table: ReferenceTable, types: Types, width: float, *, spread: bool = True) -> Lanes:
    """The columns of a table within a width; `spread` shares out what they do not need.

    Short heads stand where the table becomes lower by them, but none that two columns would have.
    """
    full = tuple(column.head for column in table.columns)
    short = tuple(column.short or column.head for column in table.columns)
    brief = tuple(one if short.count(one) == 1 else head for one, head in zip(short, full, strict=True))
    gaps = _gaps(table, types)
    room = width - sum(gaps)
    found = [(heads, *_widths(table, heads, types, room, spread)) for heads in dict.fromkeys((full, brief))]
    heads, widths, _ = min(found, key=lambda one: one[2])
    lanes, left = [], 0.0
    for column, one, gap in zip(table.columns, widths, (*gaps, 0.0), strict=True):
        lanes.append(Lane(left, one, column.figures))
        left += one + gap
    return Lanes(heads, tuple(lanes))


def _widths(
    table: ReferenceTable, heads: Sequence[str], types: Types, room: float, spread: bool
) -> tuple[list[float], float]:
    """The widths of the columns under these heads, and how many lines the rows then take."""
    columns = [_Contents.of(table, number, types, head) for number, head in enumerate(heads)]
    natural = [column.natural for column in columns]
    if sum(natural) > room:
        widths = _shortest(columns, _squeezed(columns, room))
        # words that are broken must not pass for a table that fits
        return widths, _height(columns, widths)[0] + max(0.0, sum(column.least for column in columns) - room)
    widths = _spread(natural, room - sum(natural), table) if spread else natural
    return widths, _height(columns, widths)[0]


def _gaps(table: ReferenceTable, types: Types) -> list[float]:
    """The space between each column and the next."""
    return [
        types.gap + (_AFTER_FIGURES if left.figures and not right.figures else 0.0)
        for left, right in pairwise(table.columns)
    ]


@dataclass(frozen=True, slots=True)
class _Contents:
    """What stands in a column: `natural` sets every cell on one line, `least` no word in two pieces."""

    natural: float
    least: float
    lines: Callable[[float], Sequence[int]]

    @staticmethod
    def of(table: ReferenceTable, number: int, types: Types, head: str) -> _Contents:
        column, style = table.columns[number], types.cell
        cells = [printed(row.cells[number]) if row.cells else "" for row in table.rows]
        above = max((measure(word, types.head) for word in printed(head).split()), default=0.0)
        natural = max(above, *(max(measure(cell, style), measure_figures(cell, style)) for cell in cells))
        words = max((measure(word, style) for cell in cells for word in cell.split()), default=0.0)

        @cache
        def lines(width: float) -> Sequence[int]:
            return [len(wrap(cell, style, width)) for cell in cells]

        return _Contents(natural, natural if column.figures else max(above, words), lines)


def _spread(natural: Sequence[float], spare: float, table: ReferenceTable) -> list[float]:
    """What is left over goes to the labels in the first column where it is the widest, or to all alike."""
    if not table.columns[0].figures and natural[0] == max(natural):
        return [natural[0] + spare, *natural[1:]]
    return [one + spare / len(natural) for one in natural]


def _squeezed(columns: Sequence[_Contents], room: float) -> list[float]:
    """Widths that together take the room: each its least, and a share of what is left by how much more it wants."""
    least = sum(column.least for column in columns)
    wanted = sum(column.natural - column.least for column in columns)
    if least >= room or not wanted:
        return [column.least * room / least for column in columns]
    share = (room - least) / wanted
    return [column.least + share * (column.natural - column.least) for column in columns]


def _shortest(columns: Sequence[_Contents], widths: list[float]) -> list[float]:
    """The widths, with room passed from column to column as long as that makes the table shorter."""
    best = _height(columns, widths)
    for _ in range(_TRIES):
        found = min(
            (
                (_height(columns, moved), moved)
                for giver, column in enumerate(columns)
                for taker in range(len(columns))
                for step in _STEPS
                if giver != taker and widths[giver] - step >= column.least
                for moved in [_passed(widths, giver, taker, step)]
            ),
            default=(best, widths),
        )
        if found[0] >= best:
            break
        best, widths = found
    return widths


def _passed(widths: Sequence[float], giver: int, taker: int, step: float) -> list[float]:
    moved = list(widths)
    moved[giver] -= step
    moved[taker] += step
    return moved


def _height(columns: Sequence[_Contents], widths: Sequence[float]) -> tuple[int, int]:
    """How many lines the rows take, and then how many their cells."""
    cells = [column.lines(width) for column, width in zip(columns, widths, strict=True)]
    return sum(max(row, default=0) for row in zip(*cells, strict=True)), sum(map(sum, cells))
