"""Draw national flags, in colour or with a pattern for each colour. All lengths are typographic points.

The patterns are those of heraldry: vertical lines for red, horizontal lines for blue, diagonal lines for green, and
dots for gold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import hypot
from typing import Literal

from orbat.model.national_flag import Colour, FlagCross, NationalFlag
from orbat.render.pdf.marks import ColourArea, Disc, Frame, Mark, line
from orbat.render.pdf.typesetter import HAIR

SHAPE = 1.5
"""The ratio of a flag's width to its height."""
_NORDIC = 0.38
"""The place of the upright arm of a Nordic cross, as a fraction of the width."""
_CANTON = (0.42, 0.54)
"""The width and height of a canton, as fractions of the width and height of the flag."""
_STEP = 1.5
"""The distance between the lines of a pattern."""

Polygon = tuple[tuple[float, float], ...]
"""The corners of a convex polygon, in order."""
_Pattern = Literal["upright", "level", "falling", "dots"]
_PATTERNS: Mapping[Colour, _Pattern] = {"red": "upright", "blue": "level", "green": "falling", "gold": "dots"}


def flag_marks(flag: NationalFlag, x: float, y: float, height: float, *, black: bool) -> tuple[Mark, ...]:
    """Draw a flag with the upper left corner at (`x`, `y`). If `black`, patterns replace the colours."""
    width = SHAPE * height
    marks = [
        mark
        for colour, polygon in _parts(flag, width, height)
        for mark in _filled(colour, tuple((x + across, y + down) for across, down in polygon), black)
    ]
    return (*marks, Frame(x, y, width, height, HAIR))


def _parts(flag: NationalFlag, width: float, height: float) -> Iterator[tuple[Colour, Polygon]]:
    stripes = flag.horizontal or flag.vertical
    for number, colour in enumerate(stripes):
        first, last = number / len(stripes), (number + 1) / len(stripes)
        if flag.horizontal:
            yield colour, _box(0.0, first * height, width, last * height)
        else:
            yield colour, _box(first * width, 0.0, last * width, height)
    if flag.canton:
        yield flag.canton, _box(0.0, 0.0, _CANTON[0] * width, _CANTON[1] * height)
    for cross in flag.crosses:
        for polygon in _arms(cross, width, height):
            yield cross.colour, polygon


def _box(left: float, top: float, right: float, bottom: float) -> Polygon:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _arms(cross: FlagCross, width: float, height: float) -> tuple[Polygon, Polygon]:
    half = min(100, cross.width) / 200 * height
    if cross.shape != "saltire":
        middle = width * (_NORDIC if cross.shape == "nordic" else 0.5)
        return (
            _box(0.0, height / 2 - half, width, height / 2 + half),
            _box(middle - half, 0.0, middle + half, height),
        )
    diagonal = hypot(width, height)
    across, down = half * diagonal / height, half * diagonal / width
    falling: Polygon = (
        (0.0, 0.0), (across, 0.0), (width, height - down), (width, height), (width - across, height), (0.0, down)
    )  # fmt: skip
    return falling, tuple((width - x, y) for x, y in falling)


def _filled(colour: Colour, polygon: Polygon, black: bool) -> Iterator[Mark]:
    left, top = min(x for x, _ in polygon), min(y for _, y in polygon)
    pattern = _PATTERNS.get(colour) if black else None
    yield ColourArea(left, top, tuple((x - left, y - top) for x, y in polygon), "white" if pattern else colour)
    if pattern is None:
        return
    # the same raster in all parts of a flag, so that stripes of one colour match
    first = int(min(0.0, left - max(y for _, y in polygon), top) / _STEP) - 1
    last = int(max(max(x for x, _ in polygon), max(y for _, y in polygon)) / _STEP) + 1
    for at in (number * _STEP for number in range(first, last + 1)):
        for start, end in _inside(polygon, pattern, at):
            if pattern == "dots":
                yield from (Disc(x - HAIR, start[1] - HAIR, 2 * HAIR, 0.0, solid=True) for x in _dots(start, end))
            else:
                yield line(*start, *end, HAIR)


def _dots(start: tuple[float, float], end: tuple[float, float]) -> Iterator[float]:
    number = int(start[0] / _STEP) + 1
    while number * _STEP < end[0]:
        yield number * _STEP
        number += 1


def _inside(
    polygon: Polygon, pattern: _Pattern, at: float
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Yield the part of a line inside a convex polygon.

    The line is x = `at` for the pattern `upright`, x - y = `at` for `falling`, and y = `at` for other patterns.
    """

    def side(point: tuple[float, float]) -> float:
        x, y = point
        return (x if pattern == "upright" else x - y if pattern == "falling" else y) - at

    crossings = sorted(
        (a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)
        for a, b in pairwise((*polygon, polygon[0]))
        if (side(a) < 0.0) != (side(b) < 0.0)
        for part in (side(a) / (side(a) - side(b)),)
    )
    if len(crossings) > 1:
        yield crossings[0], crossings[-1]
