"""Fill patterns that are easy to tell apart without colour. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from orbat.render.pdf.marks import Disc, Frame, Mark, Rule, line
from orbat.render.pdf.typesetter import HAIR, THIN

Fill = Literal["black", "white", "rising", "level", "upright", "dotted", "falling", "crossed"]

FILLS: tuple[Fill, ...] = ("black", "white", "rising", "level", "upright", "dotted", "falling", "crossed")
"""All fill patterns, the most distinctive first."""

_STEP = 2.6


def filled(fill: Fill, x: float, y: float, width: float, height: float) -> tuple[Mark, ...]:
    """Draw a box with a fill pattern. The upper left corner is at (`x`, `y`)."""
    inside: Iterator[Mark] = iter(())
    match fill:
        case "rising" | "falling":
            inside = _slanted(x, y, width, height, rising=fill == "rising")
        case "crossed":
            slants = [_slanted(x, y, width, height, rising=rising) for rising in (True, False)]
            inside = (mark for slant in slants for mark in slant)
        case "level":
            inside = (Rule(x, y + at, width, THIN) for at in _steps(height))
        case "upright":
            inside = (line(x + at, y, x + at, y + height, THIN) for at in _steps(width))
        case "dotted":
            inside = (
                Disc(x + across - 0.5, y + down - 0.5, 1.0, 0.0, solid=True)
                for across in _steps(width)
                for down in _steps(height)
            )
    return (*inside, Frame(x, y, width, height, THIN, solid=fill == "black"))


def _steps(length: float) -> Iterator[float]:
    at = _STEP / 2
    while at < length - HAIR:
        yield at
        at += _STEP


def _slanted(x: float, y: float, width: float, height: float, *, rising: bool) -> Iterator[Mark]:
    for at in _steps(width + height):
        left, right = max(0.0, at - height), min(width, at)
        low, high = min(at, height), max(0.0, at - width)
        ends = (low, high) if rising else (height - low, height - high)
        yield line(x + left, y + ends[0], x + right, y + ends[1], THIN)
