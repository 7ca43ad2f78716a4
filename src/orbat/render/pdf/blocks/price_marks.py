"""Sets the signs beside prices that no rulebook gives. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Collection

from orbat.model.sourced import Mark
from orbat.render.pdf.fonts import Style, measure
from orbat.render.pdf.typesetter import Typesetter
from orbat.report.prices import MEANINGS, SIGNS


def set_points(typesetter: Typesetter, points: str, mark: Mark, right: float, baseline: float, style: Style) -> None:
    """Points that end at `right`, as if without their sign, which stands beyond it."""
    typesetter.figures(points, right, baseline, style)
    typesetter.words(SIGNS[mark] if points else "", right, baseline, style)


def sign_width(mark: Mark, style: Style) -> float:
    """The room that a sign takes."""
    return measure(SIGNS[mark], style)


def sign_legend(said: Collection[str]) -> str:
    """What those signs mean that are among what a page says; nothing where none is."""
    return "; ".join(f"{SIGNS[mark]} {meaning}" for mark, meaning in MEANINGS.items() if SIGNS[mark] in said)
