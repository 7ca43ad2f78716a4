"""The type of a layout, ready for measuring. All lengths are typographic points."""

from __future__ import annotations

from dataclasses import dataclass

from orbat.model.sheet import SMALLEST, Type, Types
from orbat.outputs.pdf.fonts import Style

LARGE = 1.25
"""How much larger all type of a large print is."""
_LEADING = 1.2
"""The distance of two baselines where a layout gives none, in sizes of type."""


@dataclass(frozen=True, slots=True)
class Styles:
    """A style for everything that is set; the names are those of the layout's `type`."""

    title: Style
    subtitle: Style
    strong: Style
    heading: Style
    subheading: Style
    minor: Style
    text: Style
    detail: Style
    small: Style
    note: Style
    label: Style
    total: Style
    box: Style
    foot: Style

    def heading_at(self, depth: int) -> Style:
        """The style of a formation's heading; the army's own formations have depth 1."""
        return (self.heading, self.subheading, self.minor)[min(max(depth, 1), 3) - 1]


def styles_of(types: Types, scale: float = 1.0) -> Styles:
    """A layout's type, `scale` times as large; nothing becomes smaller than what a page may have."""

    def style(one: Type) -> Style:
        size = max(one.size * scale, float(SMALLEST))
        leading = (one.leading or _LEADING * one.size) / one.size
        return Style(one.face, size, size * leading)

    return Styles(**{name: style(getattr(types, name)) for name in Styles.__slots__})
