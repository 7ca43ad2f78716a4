"""Symbols of arms, as on maps of the period: bars for infantry, divided bars for cavalry, guns seen from above.

All lengths are typographic points. Every symbol has the same proportions, in black on white.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from orbat.model.kinds import Symbol
from orbat.render.pdf.marks import Disc, Frame, Mark, ShapeMark, line

SHAPE = 1.7
"""The ratio of a symbol's width to its height."""

_Shape = tuple[tuple[float, float], ...]
_PEN = 0.055
"""The thickness of lines, as a fraction of the symbol's height."""


def symbol(name: Symbol | None, x: float, y: float, height: float) -> tuple[Mark, ...]:
    """The drawing marks of a symbol with the upper left corner at (`x`, `y`); () if `name` is None."""
    return tuple(_DRAWERS[name](_SymbolBox(x, y, height))) if name else ()


def symbol_width(height: float) -> float:
    """The width of a symbol with this height."""
    return SHAPE * height


class _SymbolBox:
    """Draws the parts of a symbol. Coordinates are fractions of the height, from the upper left corner."""

    def __init__(self, x: float, y: float, height: float) -> None:
        self.x = x
        self.y = y
        self.height = height

    @property
    def pen(self) -> float:
        return max(0.5, _PEN * self.height)

    def bar(self, left: float, top: float, right: float, bottom: float, *, solid: bool) -> Mark:
        x, y, unit = self.x + left * self.height, self.y + top * self.height, self.height
        return Frame(x, y, (right - left) * unit, (bottom - top) * unit, 0.0 if solid else self.pen, solid=solid)

    def shape(self, points: _Shape, *, solid: bool = True) -> Mark:
        left, top = min(x for x, _ in points), min(y for _, y in points)
        unit = self.height
        moved = tuple(((x - left) * unit, (y - top) * unit) for x, y in points)
        weight = 0.0 if solid else self.pen
        return ShapeMark(self.x + left * unit, self.y + top * unit, moved, weight, closed=True, solid=solid)

    def stroke(self, from_x: float, from_y: float, to_x: float, to_y: float, pens: float = 1.0) -> Mark:
        unit, x, y = self.height, self.x, self.y
        return line(x + from_x * unit, y + from_y * unit, x + to_x * unit, y + to_y * unit, pens * self.pen)

    def dot(self, x: float, y: float, size: float) -> Mark:
        unit = self.height
        return Disc(self.x + (x - size / 2) * unit, self.y + (y - size / 2) * unit, size * unit, 0.0, solid=True)


_LEFT, _RIGHT, _TOP, _BOTTOM = 0.1, SHAPE - 0.1, 0.14, 0.86
_MIDDLE = SHAPE / 2


def _infantry(box: _SymbolBox) -> list[Mark]:
    """A solid bar."""
    return [box.bar(_LEFT, 0.25, _RIGHT, 0.75, solid=True)]


def _chain(box: _SymbolBox) -> list[Mark]:
    """The dots of a skirmish line."""
    return [box.dot(_LEFT + 0.09 + step * (_RIGHT - _LEFT - 0.18) / 4, 0.16, 0.18) for step in range(5)]


def _light_infantry(box: _SymbolBox) -> list[Mark]:
    """A solid bar below the dots of a skirmish line."""
    return [*_chain(box), box.bar(_LEFT, 0.42, _RIGHT, 0.88, solid=True)]


def _rifles(box: _SymbolBox) -> list[Mark]:
    """An empty bar below the dots of a skirmish line."""
    return [*_chain(box), box.bar(_LEFT, 0.42, _RIGHT, 0.88, solid=False)]


def _light_cavalry(box: _SymbolBox) -> list[Mark]:
    """A bar divided diagonally, with the lower half solid."""
    lower = ((_LEFT, _BOTTOM), (_RIGHT, _TOP), (_RIGHT, _BOTTOM))
    return [box.bar(_LEFT, _TOP, _RIGHT, _BOTTOM, solid=False), box.shape(lower)]


def _heavy_cavalry(box: _SymbolBox) -> list[Mark]:
    """A solid bar divided diagonally by a white line."""
    gap = 0.13
    lower = ((_LEFT + 2 * gap, _BOTTOM), (_RIGHT, _TOP + gap), (_RIGHT, _BOTTOM))
    upper = ((_LEFT, _TOP), (_RIGHT - 2 * gap, _TOP), (_LEFT, _BOTTOM - gap))
    return [box.shape(upper), box.shape(lower)]


def _gun(box: _SymbolBox, thick: float = 0.13) -> list[Mark]:
    """A gun seen from above: barrel, axle, wheels and trail."""
    return [
        box.bar(_MIDDLE - thick, 0.04, _MIDDLE + thick, 0.66, solid=True),
        box.bar(_MIDDLE - 0.42, 0.45, _MIDDLE + 0.42, 0.57, solid=True),
        box.bar(_MIDDLE - 0.55, 0.26, _MIDDLE - 0.4, 0.76, solid=True),
        box.bar(_MIDDLE + 0.4, 0.26, _MIDDLE + 0.55, 0.76, solid=True),
        box.bar(_MIDDLE - 0.07, 0.6, _MIDDLE + 0.07, 0.98, solid=True),
    ]


def _horse_artillery(box: _SymbolBox) -> list[Mark]:
    """A gun between two solid triangles."""
    left = ((0.02, _BOTTOM), (0.28, _TOP), (0.28, _BOTTOM))
    right = tuple((x + SHAPE - 0.3, y) for x, y in left)
    return [*_gun(box), box.shape(left), box.shape(right)]


def _siege_artillery(box: _SymbolBox) -> list[Mark]:
    """A heavy gun behind a parapet."""
    parapet = ((0.1, 0.5), (0.1, 0.04), (_MIDDLE - 0.26, 0.04), (_MIDDLE - 0.26, 0.16), (0.24, 0.16), (0.24, 0.5))
    other = tuple((SHAPE - x, y) for x, y in parapet)
    return [*_gun(box, 0.17), box.shape(parapet), box.shape(other)]


def _engineers(box: _SymbolBox) -> list[Mark]:
    """A castle."""
    left, right = _MIDDLE - 0.6, _MIDDLE + 0.6
    towers = [(left, 0.92), (left, 0.12)]
    for step in (0.0, 0.45, 0.9):
        towers += [(left + step, 0.12), (left + step + 0.3, 0.12), (left + step + 0.3, 0.4)]
        towers += [(left + step + 0.45, 0.4)] if step < 0.9 else []
    return [box.shape((*towers, (right, 0.92), (_MIDDLE + 0.13, 0.92), (_MIDDLE + 0.13, 0.62),
                         (_MIDDLE - 0.13, 0.62), (_MIDDLE - 0.13, 0.92)))]  # fmt: skip


def _staff(box: _SymbolBox) -> list[Mark]:
    """The flag of a headquarters."""
    flag = ((0.5, 0.06), (1.4, 0.06), (1.16, 0.3), (1.4, 0.54), (0.5, 0.54))
    return [box.stroke(0.46, 0.02, 0.46, 0.98, 1.6), box.shape(flag)]


def _works(box: _SymbolBox) -> list[Mark]:
    """A fieldwork with short lines for the slopes."""
    crest = ((_LEFT, 0.78), (_LEFT + 0.36, 0.3), (_RIGHT - 0.36, 0.3), (_RIGHT, 0.78))
    strokes = [box.stroke(*one, *other, 2.0) for one, other in pairwise(crest)]
    slope = [box.stroke(0.52 + 0.22 * step, 0.3, 0.52 + 0.22 * step, 0.08) for step in range(4)]
    return [*strokes, *slope, box.stroke(0.3, 0.52, 0.12, 0.38), box.stroke(SHAPE - 0.3, 0.52, SHAPE - 0.12, 0.38)]


_DRAWERS: Mapping[Symbol, Callable[[_SymbolBox], list[Mark]]] = {
    "infantry": _infantry,
    "light_infantry": _light_infantry,
    "rifles": _rifles,
    "light_cavalry": _light_cavalry,
    "heavy_cavalry": _heavy_cavalry,
    "foot_artillery": _gun,
    "horse_artillery": _horse_artillery,
    "siege_artillery": _siege_artillery,
    "engineers": _engineers,
    "staff": _staff,
    "works": _works,
}
