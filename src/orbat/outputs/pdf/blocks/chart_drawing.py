"""Parts of an organisation chart that are drawn whole. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orbat.outputs.pdf.blocks.chart_boxes import Box, BoxMaker
from orbat.outputs.pdf.marks import Mark, Rule, line, moved
from orbat.outputs.pdf.setter import THIN
from orbat.report.chart import Node

GAP = 8.0
"""The space between two columns."""
DROP = 7.0
"""The length of a line from a box to the line across, and from there to a box below."""
TRUNK = 10.0
"""What the rows on a trunk are set in by."""
_HANG = 9.0
_STACK = 4.0
_LONGEST = 10
"""How many units hang in one column before there is a second."""
_WIDER = 1.5
"""How much wider than a column the box of a formation over several is."""


@dataclass(frozen=True, slots=True)
class Columns:
    """How wide columns are, all over the chart."""

    width: float

    @classmethod
    def of(cls, room: float, least: float, wanted: int | None, trunks: int) -> Columns:
        """As many as are wanted, or as many of the least width as there is room for beside some trunks."""
        room -= trunks * TRUNK
        count = wanted or max(1, int((room + GAP) / (least + GAP)))
        return cls((room - GAP * (count - 1)) / count)

    def in_room(self, room: float) -> int:
        """How many stand side by side in a room."""
        return max(1, int((room + GAP + 0.01) / (self.width + GAP)))

    def span(self, count: int) -> float:
        """The width of so many."""
        return count * (self.width + GAP) - GAP


@dataclass(frozen=True, slots=True)
class Drawing:
    """A part that stands in so many columns; the line to it arrives at its top, `stem` from its left."""

    columns: int
    height: float
    stem: float
    marks: tuple[Mark, ...]
    cut: tuple[str, ...]

    def at(self, x: float, y: float) -> tuple[Mark, ...]:
        """The marks where it stands."""
        return tuple(moved(mark, x, y) for mark in self.marks)


@dataclass(frozen=True, slots=True)
class Draughtsman:
    """Draws parts in columns; a part that would be higher than `tallest` is none."""

    boxes: BoxMaker
    columns: Columns
    tallest: float

    def whole(self, node: Node, most: int, depth: int) -> Drawing | None:
        """A formation with all that is in it, in at most so many columns; None where it takes more room."""
        units, formations = parts_of(node)
        if node.sort == "unit":
            return self.alone(node, self.columns.width, depth)
        if not formations:
            return self._fitting(self._hung(units, most, self.boxes.box(node, self.columns.width, depth)))
        parts: list[Drawing | None] = [self.own_units(units, most)] if units else []
        parts += [self.whole(inner, most, depth + 1) for inner in formations]
        known = [part for part in parts if part]
        if len(known) < len(parts) or sum(part.columns for part in known) > most:
            return None
        return self._fitting(self._over(node, known, depth))

    def own_units(self, units: Sequence[Node], most: int) -> Drawing | None:
        """The units that a formation has beside the formations in it."""
        return self._fitting(self._hung(units, most, None))

    def alone(self, node: Node, width: float, depth: int) -> Drawing:
        """A single box."""
        box = self.boxes.box(node, width, depth)
        return Drawing(1, box.height, width / 2, box.at(0.0, 0.0), box.cut)

    def _fitting(self, drawing: Drawing | None) -> Drawing | None:
        return drawing if drawing and drawing.height <= self.tallest else None

    def _hung(self, units: Sequence[Node], most: int, head: Box | None) -> Drawing | None:
        """Units one below the other, in one column or several, under a head; None for too many columns."""
        count = max(1, -(-len(units) // _LONGEST))
        if count > most:
            return None
        boxes = [self.boxes.box(unit, self.columns.width - _HANG, 0) for unit in units]
        under = bottom = head.height if head else 0.0
        first = under + (DROP if count > 1 and head else _STACK)
        marks, each = list(head.at(0.0, 0.0)) if head else [], -(-len(units) // count)
        if count > 1:
            marks.append(Rule(_HANG / 2, first - _STACK, self.columns.span(count - 1) + GAP, THIN))
        for column in range(count):
            left = self.columns.span(column) + GAP if column else 0.0
            y, joined = first, first - _STACK if column else under
            for box in boxes[column * each : (column + 1) * each]:
                middle = y + box.height / 2
                marks.append(line(left + _HANG / 2, joined, left + _HANG / 2, middle, THIN))
                marks += (Rule(left + _HANG / 2, middle, _HANG / 2, THIN), *box.at(left + _HANG, y))
                y, joined, bottom = y + box.height + _STACK, middle, max(bottom, y + box.height)
        cut = tuple(text for box in ([head, *boxes] if head else boxes) for text in box.cut)
        return Drawing(count, bottom, self.columns.width / 2 if head else _HANG / 2, tuple(marks), cut)

    def _over(self, node: Node, parts: Sequence[Drawing], depth: int) -> Drawing:
        """A formation's box over its parts side by side."""
        count = sum(part.columns for part in parts)
        span = self.columns.span(count)
        box = self.boxes.box(node, min(span, _WIDER * self.columns.width), depth)
        middle = span / 2
        marks = [*box.at(middle - box.width / 2, 0.0)]
        below, cut = side_by_side(parts, self.columns, 0.0, box.height + DROP, (middle,))
        marks += [line(middle, box.height, middle, box.height + DROP, THIN), *below]
        height = box.height + 2 * DROP + max(part.height for part in parts)
        return Drawing(count, height, middle, tuple(marks), (*box.cut, *cut))


def parts_of(node: Node) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    """The units that stand directly under a node, and the formations."""
    units = tuple(inner for inner in node.nodes if inner.sort == "unit")
    return units, tuple(inner for inner in node.nodes if inner.sort != "unit")


def side_by_side(
    parts: Sequence[Drawing], columns: Columns, left: float, bus: float, joins: Sequence[float]
) -> tuple[tuple[Mark, ...], tuple[str, ...]]:
    """Parts below a line across at height `bus`, which reaches each of them and the places where lines join it."""
    marks: list[Mark] = []
    ends, x = list(joins), left
    for part in parts:
        stem = x + part.stem
        ends.append(stem)
        marks.append(line(stem, bus, stem, bus + DROP, THIN))
        marks += part.at(x, bus + DROP)
        x += columns.span(part.columns) + GAP
    across = Rule(min(ends), bus, max(ends) - min(ends), THIN)
    return (across, *marks), tuple(text for part in parts for text in part.cut)
