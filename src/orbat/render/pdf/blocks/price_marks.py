"""Sets the signs beside prices that no rulebook gives. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Collection

from orbat.model.sourced import Mark
from orbat.render.pdf.fonts import Style, measure
from orbat.render.pdf.setter import Setter
from orbat.report.prices import MEANINGS, SIGNS


def set_points(setter: Setter, points: str, mark: Mark, right: float, baseline: float, style: Style) -> None:
    """Points that end at `right`, as if without their sign, which stands beyond it."""
    setter.figures(points, right, baseline, style)
    setter.words(SIGNS[mark] if points else "", right, baseline, style)


def room_for(mark: Mark, style: Style) -> float:
    """The room that a sign takes."""
    return measure(SIGNS[mark], style)


def meanings(said: Collection[str]) -> str:
    """What those signs mean that are among what a page says; nothing where none is."""
    return "; ".join(f"{SIGNS[mark]} {meaning}" for mark, meaning in MEANINGS.items() if SIGNS[mark] in said)
