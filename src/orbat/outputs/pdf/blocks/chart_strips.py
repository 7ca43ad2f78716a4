"""An organisation chart in strips, one below the other over pages. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from orbat.outputs.pdf.blocks.chart_drawing import DROP, GAP, TRUNK, Draughtsman, Drawing, parts_of, side_by_side
from orbat.outputs.pdf.marks import Mark, Rule, line
from orbat.outputs.pdf.setter import THIN
from orbat.report.chart import Node

_BELOW = 10.0
"""The white space below a row."""
_DEEPEST = 5
"""Spread formations deeper than this are set in no further."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A part of the chart over its whole width that no page divides; `keep` says that the next belongs with it."""

    height: float
    marks: tuple[Mark, ...]
    keep: bool = False
    cut: tuple[str, ...] = ()

    def crossed(self, x: float, top: float, bottom: float) -> Strip:
        """The same with a piece of a trunk through it."""
        return replace(self, marks=(line(x, top, x, bottom, THIN), *self.marks))


_Row = Sequence[Drawing] | Node
"""What stands in one row: parts side by side, or a formation that is spread in its turn."""


def spread(node: Node, draughtsman: Draughtsman, left: float, width: float, depth: int = 0) -> list[Strip]:
    """A node's box, and what it commands in rows below."""
    rows = _rows(node, draughtsman, draughtsman.columns.in_room(width), depth)
    trunk = len(rows) > 1
    if trunk:
        inner = width - TRUNK if depth < _DEEPEST else width
        rows = _rows(node, draughtsman, draughtsman.columns.in_room(inner), depth)
    middle = left + width / 2
    strips = [_head(node, draughtsman, left, width, depth, alone=not rows)]
    for number, row in enumerate(rows):
        joins = (middle,) if number == 0 else ()
        inset = left + (TRUNK if trunk and depth < _DEEPEST else 0.0)
        several = _row(row, draughtsman, inset, left + width - inset, depth, joins, (left,) if trunk else ())
        strips += _on_trunk(several, left, number, len(rows)) if trunk else several
    return strips


def _head(node: Node, draughtsman: Draughtsman, left: float, width: float, depth: int, *, alone: bool) -> Strip:
    """The box of a node in the middle, with the line that leads down from it."""
    own = min(width, 1.7 * draughtsman.columns.width)
    box = draughtsman.alone(node, own, max(1, depth))
    marks = box.at(left + (width - own) / 2, 0.0)
    if alone:
        return Strip(box.height + _BELOW, marks, cut=box.cut)
    middle = left + width / 2
    down = line(middle, box.height, middle, box.height + DROP, THIN)
    return Strip(box.height + DROP, (*marks, down), keep=True, cut=box.cut)


def _rows(node: Node, draughtsman: Draughtsman, most: int, depth: int) -> list[_Row]:
    """What a node commands, as many side by side as there are columns."""
    rows: list[_Row] = []
    row: list[Drawing] = []
    for part in _parts(node, draughtsman, most, depth):
        if isinstance(part, Node):
            rows += [row, part] if row else [part]
            row = []
        elif sum(one.columns for one in (*row, part)) > most:
            rows.append(row)
            row = [part]
        else:
            row.append(part)
    return [*rows, row] if row else rows


def _parts(node: Node, draughtsman: Draughtsman, most: int, depth: int) -> list[Drawing | Node]:
    """A node's units together, or each alone where they are too many; each of its formations, or what is spread."""
    units, formations = parts_of(node)
    parts: list[Drawing | Node] = []
    if units:
        together = draughtsman.own_units(units, most)
        parts += [together] if together else [draughtsman.alone(one, draughtsman.columns.width, 0) for one in units]
    return [*parts, *(draughtsman.whole(inner, most, depth + 1) or inner for inner in formations)]


def _row(
    row: _Row,
    draughtsman: Draughtsman,
    left: float,
    width: float,
    depth: int,
    joins: tuple[float, ...],
    trunk: tuple[float, ...],
) -> list[Strip]:
    """The strips of one row, below the line across that joins it to the box above or to the trunk."""
    bus = 0.0 if joins else DROP
    if isinstance(row, Node):
        first, *others = spread(row, draughtsman, left, width, depth + 1)
        middle = left + width / 2
        ends = (middle, *joins, *trunk)
        lines = (Rule(min(ends), bus, max(ends) - min(ends), THIN), line(middle, bus, middle, bus + DROP, THIN))
        lowered = Strip(bus + DROP + first.height, (*lines, *_lowered(first, bus + DROP)), first.keep, first.cut)
        return [lowered, *others]
    span = sum(draughtsman.columns.span(part.columns) + GAP for part in row) - GAP
    start = left if trunk else left + (width - span) / 2
    marks, cut = side_by_side(row, draughtsman.columns, start, bus, (*joins, *trunk))
    return [Strip(bus + DROP + max(part.height for part in row) + _BELOW, marks, cut=cut)]


def _lowered(strip: Strip, by: float) -> tuple[Mark, ...]:
    return Drawing(1, strip.height, 0.0, strip.marks, ()).at(0.0, by)


def _on_trunk(strips: list[Strip], x: float, number: int, count: int) -> list[Strip]:
    """The strips of a row with the trunk beside them: from the first row's line across to the last's."""
    first, *others = strips
    bus = 0.0 if number == 0 else DROP
    if number == count - 1:
        return [first.crossed(x, 0.0, bus), *others] if number else strips
    top = bus if number == 0 else 0.0
    return [first.crossed(x, top, first.height), *(one.crossed(x, 0.0, one.height) for one in others)]
