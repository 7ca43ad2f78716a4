"""Drawing marks (text, lines, boxes and shapes), and panels of drawing marks.

All lengths are typographic points, measured from the left and downwards from the top. Everything is black on white,
except flags.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any, get_args

from orbat.model.national_flag import Colour
from orbat.render.pdf.fonts import ASCENT, DESCENT, Style, measure, measure_figures


@dataclass(frozen=True, slots=True)
class TextMark:
    """One line of text. The text must come from `fonts.drawable`."""

    x: float
    """The left end."""
    y: float
    """The baseline."""
    text: str
    style: Style
    figures: bool = False
    """Whether all digits are equally wide."""

    @property
    def width(self) -> float:
        """The width of the text."""
        return measure_figures(self.text, self.style) if self.figures else measure(self.text, self.style)

    @property
    def right(self) -> float:
        """The right end of the text."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The top of the letters."""
        return self.y - ASCENT * self.style.size

    @property
    def bottom(self) -> float:
        """The bottom of the letters."""
        return self.y + DESCENT * self.style.size


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal line."""

    x: float
    """The left end."""
    y: float
    width: float
    weight: float

    @property
    def right(self) -> float:
        """The right end of the line."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The upper edge of the line."""
        return self.y - self.weight / 2

    @property
    def bottom(self) -> float:
        """The lower edge of the line."""
        return self.y + self.weight / 2


@dataclass(frozen=True, slots=True)
class Frame:
    """A box with the upper left corner at (`x`, `y`). A `solid` box is filled. A `dashed` box has broken lines."""

    x: float
    y: float
    width: float
    height: float
    weight: float
    solid: bool = False
    dashed: bool = False

    @property
    def right(self) -> float:
        """The right edge of the box."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The upper edge of the box."""
        return self.y

    @property
    def bottom(self) -> float:
        """The lower edge of the box."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class Polyline:
    """The base class of marks with corners: lines, shapes and coloured areas."""

    x: float
    y: float
    points: tuple[tuple[float, float], ...]
    """Measured from the upper left corner (`x`, `y`), so no coordinate is negative."""

    @property
    def right(self) -> float:
        """The right end of the line or shape."""
        return self.x + max(across for across, _ in self.points)

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.y

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + max(down for _, down in self.points)


@dataclass(frozen=True, slots=True)
class ShapeMark(Polyline):
    """A line through several points. A `solid` shape is closed and filled. A `dashed` line is broken."""

    weight: float
    closed: bool = False
    solid: bool = False
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class ColourArea(Polyline):
    """A polygon in one colour, without a line around it."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle in the square with the upper left corner at (`x`, `y`). A `solid` circle is filled."""

    x: float
    y: float
    size: float
    weight: float
    solid: bool = False

    @property
    def right(self) -> float:
        """The right edge of the circle."""
        return self.x + self.size

    @property
    def top(self) -> float:
        """The upper edge of the circle."""
        return self.y

    @property
    def bottom(self) -> float:
        """The lower edge of the circle."""
        return self.y + self.size


@dataclass(frozen=True, slots=True)
class Tiles:
    """Equally long rows of black (1) and white (0) squares, as in a QR code."""

    x: float
    y: float
    tile: float
    rows: tuple[tuple[int, ...], ...]

    @property
    def right(self) -> float:
        """The right edge of the rows."""
        return self.x + self.tile * len(self.rows[0])

    @property
    def top(self) -> float:
        """The upper edge of the rows."""
        return self.y

    @property
    def bottom(self) -> float:
        """The lower edge of the rows."""
        return self.y + self.tile * len(self.rows)

    def black(self) -> Iterator[tuple[float, float, float]]:
        """Yield the left edge, the top and the width of each run of black squares."""
        for down, row in enumerate(self.rows):
            start = 0
            for is_black, those in groupby(row):
                count = len(tuple(those))
                if is_black:
                    yield self.x + start * self.tile, self.y + down * self.tile, count * self.tile
                start += count


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An invisible mark for an entry of the PDF's outline. Level 0 is the highest."""

    x: float
    y: float
    level: int
    title: str

    @property
    def right(self) -> float:
        """The right end, equal to `x`: a bookmark has no width."""
        return self.x

    @property
    def top(self) -> float:
        """The upper end, equal to `y`: a bookmark has no height."""
        return self.y

    @property
    def bottom(self) -> float:
        """The lower end, equal to `y`: a bookmark has no height."""
        return self.y


Mark = TextMark | Rule | Frame | ShapeMark | ColourArea | Disc | Tiles | Bookmark

_OTHER_FIELDS: dict[type[Mark], Any] = {kind: attrgetter(*kind.__match_args__[2:]) for kind in get_args(Mark)}
"""For each type of drawing mark, a function that returns all fields after `x` and `y`.

`moved` calls the function for every mark on every page. `dataclasses.replace` would be slower.
"""


def moved(mark: Mark, right: float, down: float) -> Mark:
    """Return a copy of a drawing mark, moved to the right and down."""
    kind = type(mark)
    return kind(mark.x + right, mark.y + down, *_OTHER_FIELDS[kind](mark))


def line(x: float, y: float, to_x: float, to_y: float, weight: float, *, dashed: bool = False) -> ShapeMark:
    """A straight line between two points."""
    left, top = min(x, to_x), min(y, to_y)
    return ShapeMark(left, top, ((x - left, y - top), (to_x - left, to_y - top)), weight, dashed=dashed)


@dataclass(frozen=True, slots=True)
class Panel:
    """A block of drawing marks, placed as a whole. Positions are measured from the panel's upper left corner."""

    height: float
    marks: tuple[Mark, ...]
    before: float = 0.0
    """The space above the panel, omitted at the top of a page."""
    depth: int = 0
    """1 for a top formation, 2 for a formation below, and so on. A formation ends before the next panel with the same
    or a smaller depth."""
    keep: bool = False
    """Whether the next panel must be on the same page."""
    heads: Panel | None = None
    """The headings above the panel if it is at the top of a page or column."""
    again: Panel | None = None
    """The heading for the rest of the block, if the panel is a heading: it is above each later panel that is at the top
    of a page or column and has no other headings."""
    wide: bool = False
    """Whether the panel is a heading over all columns of the block."""
    new_page: bool = False
    """Whether the panel starts a page."""
    cut: tuple[str, ...] = ()
    """The full form of each shortened text."""


def split(panel: Panel, room: float) -> tuple[Panel, Panel]:
    """Split a panel between two lines of text. Returns the part that fits in the height `room`, and the rest."""
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
        heads=panel.heads or panel.again,
    )
    return upper, lower
