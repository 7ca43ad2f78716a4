"""What is drawn: words, lines, boxes and shapes at places on the paper, and panels of them that pages are made of.

All lengths are typographic points, from the left and downwards from the top. Everything is black on white.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any, get_args

from orbat.render.pdf.fonts import ASCENT, DESCENT, Style, measure, measure_figures


@dataclass(frozen=True, slots=True)
class TextMark:
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
    """A box, from its left upper corner; filled where it is `solid`, its lines broken where it is `dashed`."""

    x: float
    y: float
    width: float
    height: float
    weight: float
    solid: bool = False
    dashed: bool = False

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


@dataclass(frozen=True, slots=True)
class ShapeMark:
    """A line from point to point; closed and filled where it is `solid`, broken where it is `dashed`.

    `points` are measured from (`x`, `y`), its left upper corner, so none is negative.
    """

    x: float
    y: float
    points: tuple[tuple[float, float], ...]
    weight: float
    closed: bool = False
    solid: bool = False
    dashed: bool = False

    @property
    def right(self) -> float:
        """How far right it reaches."""
        return self.x + max(across for across, _ in self.points)

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.y

    @property
    def bottom(self) -> float:
        """How low it reaches."""
        return self.y + max(down for _, down in self.points)


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle, from the left upper corner of the square around it; filled where it is `solid`."""

    x: float
    y: float
    size: float
    weight: float
    solid: bool = False

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.size

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.y

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.size


@dataclass(frozen=True, slots=True)
class Tiles:
    """Black and white squares in rows of one length, 1 for black, from their left upper corner."""

    x: float
    y: float
    tile: float
    rows: tuple[tuple[int, ...], ...]

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.tile * len(self.rows[0])

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.y

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.tile * len(self.rows)

    def black(self) -> Iterator[tuple[float, float, float]]:
        """Where black begins, across and down, and how far it goes: those beside each other as one."""
        for down, row in enumerate(self.rows):
            start = 0
            for is_black, those in groupby(row):
                count = len(tuple(those))
                if is_black:
                    yield self.x + start * self.tile, self.y + down * self.tile, count * self.tile
                start += count


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A place that the outline of the document leads to; `level` 0 is the highest. It is not seen."""

    x: float
    y: float
    level: int
    title: str

    @property
    def right(self) -> float:
        """The same as its left end: it takes no room."""
        return self.x

    @property
    def top(self) -> float:
        """Its height on the page."""
        return self.y

    @property
    def bottom(self) -> float:
        """The same: it takes no room."""
        return self.y


Mark = TextMark | Rule | Frame | ShapeMark | Disc | Tiles | Bookmark

_FURTHER: dict[type[Mark], Any] = {kind: attrgetter(*kind.__match_args__[2:]) for kind in get_args(Mark)}
"""What a mark has beside its place, which are its first two fields. Every mark of every page is moved, so this is
quicker than replacing its fields by their names."""


def moved(mark: Mark, right: float, down: float) -> Mark:
    """The same mark further to the right and further down."""
    kind = type(mark)
    return kind(mark.x + right, mark.y + down, *_FURTHER[kind](mark))


def line(x: float, y: float, to_x: float, to_y: float, weight: float, *, dashed: bool = False) -> ShapeMark:
    """A straight line between two points."""
    left, top = min(x, to_x), min(y, to_y)
    return ShapeMark(left, top, ((x - left, y - top), (to_x - left, to_y - top)), weight, dashed=dashed)


@dataclass(frozen=True, slots=True)
class Panel:
    """Marks that stay together, measured from the panel's left upper corner.

    `before` is the space above it, dropped at the top of a page. `depth` is its place in the tree: a formation's
    panel is followed by deeper ones. `keep` says that the next panel belongs on the same page. `heads` stands above
    it where a page begins with it. `new_page` begins a page. `cut` are texts that had to be shortened in it.
    """

    height: float
    marks: tuple[Mark, ...]
    before: float = 0.0
    depth: int = 0
    keep: bool = False
    heads: Panel | None = None
    new_page: bool = False
    cut: tuple[str, ...] = ()


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
        marks=tuple(moved(mark, 0.0, -cut) for mark in rest),
        before=0.0,
        new_page=False,
    )
    return upper, lower
