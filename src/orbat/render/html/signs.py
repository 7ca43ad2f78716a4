"""The signs of troops as inline SVG, drawn as on printed sheets, in the colour of the text."""

from __future__ import annotations

from collections.abc import Iterable

from orbat.model.kinds import Symbol
from orbat.render.html.markup import text
from orbat.render.pdf.marks import Disc, Frame, Mark, ShapeMark
from orbat.render.pdf.symbols import symbol, symbol_width

_HEIGHT = 20.0
"""The height of a drawing, in units of the SVG."""


def definitions(signs: Iterable[Symbol]) -> str:
    """An invisible SVG with the drawing of each sign."""
    box = f"0 0 {symbol_width(_HEIGHT):g} {_HEIGHT:g}"
    drawn = [
        f'<symbol id="sign-{one}" viewBox="{box}">{"".join(map(_shape, symbol(one, 0.0, 0.0, _HEIGHT)))}</symbol>'
        for one in signs
    ]
    return "\n".join(['<svg class="signs" aria-hidden="true" focusable="false">', *drawn, "</svg>"]) if drawn else ""


def sign(one: Symbol | None, label: str) -> str:
    """The sign of a unit. `label` is the name of the arm, for screen readers. Returns "" if `one` is None."""
    if one is None:
        return ""
    return f'<svg class="sign" role="img" aria-label="{text(label)}"><use href="#sign-{one}"></use></svg>'


def _shape(mark: Mark) -> str:
    match mark:
        case Frame():
            inset = mark.weight / 2
            sides = f'x="{mark.x + inset:.2f}" y="{mark.y + inset:.2f}"'
            sides += f' width="{mark.width - mark.weight:.2f}" height="{mark.height - mark.weight:.2f}"'
            return f"<rect {sides} {_ink(mark.weight, solid=mark.solid)}/>"
        case Disc():
            radius = mark.size / 2
            centre = f'cx="{mark.x + radius:.2f}" cy="{mark.y + radius:.2f}"'
            return f'<circle {centre} r="{radius:.2f}" {_ink(mark.weight, solid=mark.solid)}/>'
        case ShapeMark():
            points = " ".join(f"{mark.x + across:.2f},{mark.y + down:.2f}" for across, down in mark.points)
            kind = "polygon" if mark.closed or mark.solid else "polyline"
            return f'<{kind} points="{points}" {_ink(mark.weight, solid=mark.solid)}/>'
        case _:
            raise AssertionError(f"a sign has no {type(mark).__name__}")


def _ink(weight: float, *, solid: bool) -> str:
    if solid:
        return 'fill="currentColor"'
    return f'fill="none" stroke="currentColor" stroke-width="{weight:.2f}"'
