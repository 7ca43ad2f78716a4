"""The paper a sheet is printed on. All lengths are typographic points."""

from __future__ import annotations

from dataclasses import dataclass

from orbat.model.sheet import Layout, PaperName

SIZES: dict[PaperName, tuple[float, float]] = {"a4": (595.276, 841.89), "letter": (612.0, 792.0)}
"""Width and height of upright paper."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper and its margins."""

    width: float
    height: float
    side: float
    top: float
    bottom: float

    @property
    def right(self) -> float:
        """The right margin's place."""
        return self.width - self.side


def paper_for(layout: Layout, name: PaperName, landscape: bool | None) -> Paper:
    """The paper of a layout; `landscape` None leaves it to the layout which way it lies."""
    width, height = SIZES[name]
    if layout.landscape if landscape is None else landscape:
        width, height = height, width
    margins = layout.margins
    return Paper(width, height, margins.side, margins.top, margins.bottom)
