"""Points, boxes and painted areas of a PDF page. Lengths are typographic points, with y upwards."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from orbat.documents.pdf_colour import Colour

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""
Matrix = tuple[float, float, float, float, float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
EVERYWHERE: Box = (-math.inf, -math.inf, math.inf, math.inf)
OPAQUE = 0.9
"""A path hides everything below if it fills at least this share of its bounding box, in a colour with at least this
opacity."""

_BAND = 20.0
"""Height, in points, of the horizontal bands by which painted areas are found."""
_MAX_BANDS = 500
_MIN_SIDE = 4.0
"""Minimum width and height, in points, of an area that can be a background or hide text."""


def product(first: Matrix, second: Matrix) -> Matrix:
    """The matrix that applies `first`, then `second`."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def moved(point: Point, matrix: Matrix) -> Point:
    """The point to which a matrix moves a point."""
    x, y = point
    a, b, c, d, e, f = matrix
    return x * a + y * c + e, x * b + y * d + f


def moved_box(box: Box, matrix: Matrix) -> list[Point]:
    """The four corners of a box after transformation by a matrix."""
    left, bottom, right, top = box
    return [moved(corner, matrix) for corner in ((left, bottom), (right, bottom), (right, top), (left, top))]


def bounds(points: Iterable[Point]) -> Box:
    """The smallest box around points."""
    across, up = zip(*points, strict=True)
    return min(across), min(up), max(across), max(up)


def intersection(first: Box, second: Box) -> Box:
    """The common part of two boxes. Without overlap, left >= right or bottom >= top."""
    return max(first[0], second[0]), max(first[1], second[1]), min(first[2], second[2]), min(first[3], second[3])


def contains(box: Box, point: Point) -> bool:
    """Whether a box contains a point."""
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


def share_of_box(polygon: Sequence[Point], box: Box) -> float:
    """A polygon's area divided by the area of the bounding box: from 0 to 1."""
    size = (box[2] - box[0]) * (box[3] - box[1])
    pairs = zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    double = sum(x * other_y - other_x * y for (x, y), (other_x, other_y) in pairs)
    return abs(double) / 2 / size if size > 0 else 0.0


def box_of(rectangle: Any) -> Box:
    """Convert a PDF rectangle, given by any two opposite corners, to a box."""
    one, two, three, four = (float(value) for value in rectangle)
    return min(one, three), min(two, four), max(one, three), max(two, four)


@dataclass(frozen=True)
class Area:
    """A painted area."""

    order: int
    """A higher number means painted later."""
    box: Box
    colour: Colour | None
    """None if the colour is unknown, or if the area is a picture."""
    hides: bool
    """Whether the area hides everything that was painted before."""
    picture: Any = None


class Areas:
    """The painted areas of a page, in the order of painting."""

    def __init__(self) -> None:
        self._bands: defaultdict[int, list[Area]] = defaultdict(list)

    def add(self, area: Area) -> None:
        """Add an area, painted after all earlier areas. Small areas are ignored."""
        left, bottom, right, top = area.box
        if right - left < _MIN_SIDE or top - bottom < _MIN_SIDE:
            return
        first, last = _band(bottom), _band(top)
        for band in range(first, min(last, first + _MAX_BANDS) + 1):
            self._bands[band].append(area)

    def background(self, point: Point) -> Area | None:
        """The topmost area that covers a point; None if no area covers the point."""
        found = (area for area in reversed(self._bands.get(_band(point[1]), ())) if contains(area.box, point))
        return next(found, None)

    def is_covered(self, point: Point, order: int) -> bool:
        """Whether an area painted after step `order` hides a point."""
        for area in reversed(self._bands.get(_band(point[1]), ())):
            if area.order <= order:
                return False
            if area.hides and contains(area.box, point):
                return True
        return False


def _band(y: float) -> int:
    return int(max(-1e5, min(1e5, y)) // _BAND)
