"""Boxes to cross off and to tick. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import ceil

from orbat.outputs.pdf.fonts import Style
from orbat.outputs.pdf.marks import Frame, Mark, line
from orbat.report.roster import Strength

MOST = 250
"""A unit of more is printed with its number alone: it would take pages, and nobody has so many."""

BAR = 2.2
"""The width of the bar at half strength."""
_PEN, _CROSS = 0.6, 0.9
"""The weights of a box's frame and of a cross."""
_SIDE, _GAP, _BETWEEN = 1.04, 0.2, 0.6
"""The side of a box, the gap between two and the gap that the bar takes, in sizes of type."""
_OVER = 2.2
"""How far the bar reaches above and below the boxes."""
_SLACK = 0.01
"""What sums of lengths may be out by."""
_INSET = 1.2
"""How far a cross stays from the frame of its box."""


@dataclass(frozen=True, slots=True)
class BoxRow:
    """The boxes of units in rows of a width, in the size of a style."""

    style: Style
    width: float

    @property
    def side(self) -> float:
        """The side of a box."""
        return _SIDE * self.style.size

    @property
    def step(self) -> float:
        """From a box to the next."""
        return self.side + _GAP * self.style.size

    @property
    def line(self) -> float:
        """From a row of boxes to the next."""
        return self.side + 2 * _OVER + 0.6

    def needed(self, strength: Strength) -> float:
        """The width of all boxes in one row."""
        return strength.size * self.step - (self.step - self.side) + self._bar(strength)

    def _bar(self, strength: Strength) -> float:
        return _BETWEEN * self.style.size if strength.half is not None else 0.0

    def across(self, strength: Strength) -> int:
        """How many boxes stand in each row: as many as there is room for, or fewer so that the rows end alike."""
        most = max(1, int((self.width - self.needed(replace(strength, size=0)) + _SLACK) // self.step))
        return max(1, ceil(strength.size / ceil(strength.size / most)))

    def marks(self, strength: Strength, lost: int, x: float, y: float) -> Iterator[Mark]:
        """The boxes from (`x`, `y`) on, the first `lost` of them crossed.

        A bar stands before the box whose loss brings the unit under half; broken boxes are never lost, since the
        unit is taken off the table.
        """
        left, across, room = x, self.across(strength), self._bar(strength)
        for number in range(1, strength.size + 1):
            first = number % across == 1 or across == 1
            if first and number > 1:
                left, y = x, y + self.line
            if number == strength.to_half:
                yield bar(left if first else left + (room - (self.step - self.side) - BAR) / 2, y, self.side)
                left += room
            yield from box(left, y, self.side, broken=number > strength.to_removal, crossed=number <= lost)
            left += self.step

    def height(self, strength: Strength) -> float:
        """How high the boxes of a unit are."""
        lowest = max((mark.bottom for mark in self.marks(strength, 0, 0.0, 0.0)), default=0.0)
        return lowest + _OVER


def bar(x: float, y: float, side: float) -> Frame:
    """The bar before the box whose loss brings a unit under half, as high as that box and a little more."""
    return Frame(x, y - _OVER, BAR, side + 2 * _OVER, 0.0, solid=True)


def box(x: float, y: float, side: float, *, broken: bool = False, crossed: bool = False) -> Iterator[Mark]:
    """One box from its left upper corner; `broken` in broken lines."""
    yield Frame(x, y, side, side, _PEN, dashed=broken)
    if crossed:
        near, far = _INSET, side - _INSET
        yield line(x + near, y + near, x + far, y + far, _CROSS)
        yield line(x + near, y + far, x + far, y + near, _CROSS)
