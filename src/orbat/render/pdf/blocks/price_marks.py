"""Signs for prices that no book gives (house) or that are inferred. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Collection

from orbat.model.sourced import Mark
from orbat.render.pdf.fonts import Style, measure
from orbat.render.pdf.typesetter import Typesetter
from orbat.report.prices import MEANINGS, SIGNS


def set_points(typesetter: Typesetter, points: str, mark: Mark, right: float, baseline: float, style: Style) -> None:
    """Typeset points so that the digits end at `right`. A sign follows a house or inferred price."""
    typesetter.figures(points, right, baseline, style)
    typesetter.words(SIGNS[mark] if points else "", right, baseline, style)


def sign_width(mark: Mark, style: Style) -> float:
    """The width of the sign after a price; 0 if the price has no sign."""
    return measure(SIGNS[mark], style)


def sign_legend(texts: Collection[str]) -> str:
    """The explanation of the price signs on a page; "" if there are no signs."""
    return "; ".join(f"{SIGNS[mark]} {meaning}" for mark, meaning in MEANINGS.items() if SIGNS[mark] in texts)
