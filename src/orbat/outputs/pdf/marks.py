"""What is drawn: words, rules and frames at places on the paper, and panels of them that pages are made of.

All lengths are typographic points, from the left and downwards from the top.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from orbat.outputs.pdf.fonts import ASCENT, DESCENT, Style, measure, measure_figures


@dataclass(frozen=True, slots=True)
class Words:
    """One line of drawable text: its left end, its baseline, and whether its figures take one width each."""

    x: float
    y: float
    text: str
    style: Style
    figures: bool = False

    @property
    def width(self) -> float:
        """How much room the words take."""
        return measure_figures(self.text, self.style) if self.figures else measure(self.text, self.style)

    @property
    def right(self) -> float:
        """The right end."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """How high the letters reach."""
        return self.y - ASCENT * self.style.size

    @property
    def bottom(self) -> float:
        """How low the letters reach."""
        return self.y + DESCENT * self.style.size


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal line, from its left end."""

    x: float
    y: float
    width: float
    weight: float

    @property
    def right(self) -> float:
        """The right end."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.y - self.weight / 2

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.weight / 2


@dataclass(frozen=True, slots=True)
class Frame:
    """A box, from its left upper corner."""

    x: float
    y: float
    width: float
    height: float
    weight: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.y

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height


Mark = Words | Rule | Frame


def lowered(mark: Mark, by: float) -> Mark:
    """The same mark further down."""
    return replace(mark, y=mark.y + by)


@dataclass(frozen=True, slots=True)
class Panel:
    """Marks that stay together, measured from the panel's top.

    `before` is the space above it, dropped at the top of a page. `depth` is its place in the tree: a formation's
    panel is followed by deeper ones. `keep` says that the next panel belongs on the same page. `table` says that
    the heads of the columns stand above it.
    """

    height: float
    marks: tuple[Mark, ...]
    before: float = 0.0
    depth: int = 0
    keep: bool = False
    table: bool = False


def split(panel: Panel, room: float) -> tuple[Panel, Panel]:
    """A panel too high for a page, cut between its lines: what fits in `room`, and the rest."""
    fits = tuple(mark for mark in panel.marks if mark.bottom <= room)
    rest = tuple(mark for mark in panel.marks if mark.bottom > room)
    cut = min((mark.top for mark in rest), default=panel.height)
    upper = replace(panel, height=max((mark.bottom for mark in fits), default=0.0), marks=fits, keep=False)
    lowest = max(mark.bottom for mark in rest) if rest else panel.height
    lower = replace(
        panel,
        height=max(panel.height, lowest) - cut,
        marks=tuple(lowered(mark, -cut) for mark in rest),
        before=0.0,
    )
    return upper, lower
