"""The head of a small block: what it is, a figure at the right, a rule below. All lengths are typographic points."""

from __future__ import annotations

from orbat.outputs.pdf.fonts import measure_figures
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import THIN, Setter

BEFORE = 12.0
"""The space above such a block."""
_GAP = 8.0


def headed(press: Press, text: str, figure: str = "") -> Setter:
    """A setter that has begun with a head, ready for what stands below it."""
    setter, style = Setter(), press.styles.subheading
    baseline = setter.baseline(style)
    taken = measure_figures(figure, style) + _GAP if figure else 0.0
    setter.lines(text, 0.0, press.width - taken, style)
    if figure:
        setter.figures(figure, press.width, baseline, style)
    setter.y += 1
    setter.rule(0.0, press.width, THIN)
    setter.y += 3
    return setter
