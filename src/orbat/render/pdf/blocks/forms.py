"""What players fill in: headed parts of a sheet, boxes to tick and lines to write on.

All lengths are typographic points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from orbat.model.path import OrbatPath
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import DESCENT, Style, drawable, measure, measure_figures, wrap
from orbat.render.pdf.marks import Bookmark, Frame, Mark, Panel, Rule, line
from orbat.render.pdf.typesetter import HAIR, STRONG, THIN, Typesetter, baseline_of
from orbat.report.roster import UnitStrength

# Boxes to cross off and to tick.


MAX_BOXES = 250
"""A unit of more is printed with its number alone: it would take pages, and nobody has so many."""

BAR = 2.2
"""The width of the bar at half strength."""
_PEN, _CROSS = 0.6, 0.9
"""The weights of a box's frame and of a cross."""
_SIDE, _GAP, _BETWEEN_BOXES = 1.04, 0.2, 0.6
"""The side of a box, the gap between two and the gap that the bar takes, in sizes of type."""
_OVER = 2.2
"""How far the bar reaches above and below the boxes."""
_SLACK = 0.01
"""What sums of lengths may be out by."""
_INSET = 1.2
"""How far a cross stays from the frame of its box."""


@dataclass(frozen=True, slots=True)
class BoxRow:
    """The boxes of units in rows of a width, in the size of a style."""

    style: Style
    width: float

    @property
    def side(self) -> float:
        """The side of a box."""
        return _SIDE * self.style.size

    @property
    def step(self) -> float:
        """From a box to the next."""
        return self.side + _GAP * self.style.size

    @property
    def line(self) -> float:
        """From a row of boxes to the next."""
        return self.side + 2 * _OVER + 0.6

    def needed(self, strength: UnitStrength) -> float:
        """The width of all boxes in one row."""
        return strength.size * self.step - (self.step - self.side) + self._bar(strength)

    def _bar(self, strength: UnitStrength) -> float:
        return _BETWEEN_BOXES * self.style.size if strength.half is not None else 0.0

    def across(self, strength: UnitStrength) -> int:
        """How many boxes stand in each row: as many as there is room for, or fewer so that the rows end alike."""
        most = max(1, int((self.width - self.needed(replace(strength, size=0)) + _SLACK) // self.step))
        return max(1, ceil(strength.size / ceil(strength.size / most)))

    def marks(self, strength: UnitStrength, lost: int, x: float, y: float) -> Iterator[Mark]:
        """The boxes from (`x`, `y`) on, the first `lost` of them crossed.

        A bar stands before the box whose loss brings the unit under half; broken boxes are never lost, since the
        unit is taken off the table.
        """
        left, across, room = x, self.across(strength), self._bar(strength)
        for number in range(1, strength.size + 1):
            first = number % across == 1 or across == 1
            if first and number > 1:
                left, y = x, y + self.line
            if number == strength.to_half:
                yield bar(left if first else left + (room - (self.step - self.side) - BAR) / 2, y, self.side)
                left += room
            yield from box(left, y, self.side, broken=number > strength.to_removal, crossed=number <= lost)
            left += self.step

    def height(self, strength: UnitStrength) -> float:
        """How high the boxes of a unit are."""
        lowest = max((mark.bottom for mark in self.marks(strength, 0, 0.0, 0.0)), default=0.0)
        return lowest + _OVER


def bar(x: float, y: float, side: float) -> Frame:
    """The bar before the box whose loss brings a unit under half, as high as that box and a little more."""
    return Frame(x, y - _OVER, BAR, side + 2 * _OVER, 0.0, solid=True)


def box(x: float, y: float, side: float, *, broken: bool = False, crossed: bool = False) -> Iterator[Mark]:
    """One box from its left upper corner; `broken` in broken lines."""
    yield Frame(x, y, side, side, _PEN, dashed=broken)
    if crossed:
        near, far = _INSET, side - _INSET
        yield line(x + near, y + near, x + far, y + far, _CROSS)
        yield line(x + near, y + far, x + far, y + near, _CROSS)


LINE = 1.55
"""The height of a line that is written on, in leadings."""

_AFTER, _BETWEEN = 4.0, 11.0
"""The space after a box or before a line, and that between two things to fill in."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A box to tick, and what it stands for."""

    label: str
    crossed: bool = False

    def width(self, style: Style) -> float:
        """The room it takes."""
        return tick_side(style) + _AFTER + measure(drawable(self.label), style)

    def set(self, typesetter: Typesetter, x: float, baseline: float, style: Style) -> None:
        """Sets it at a place."""
        tick(typesetter, x, baseline, style, crossed=self.crossed)
        typesetter.words(self.label, x + tick_side(style) + _AFTER, baseline, style)


@dataclass(frozen=True, slots=True)
class Blank:
    """A line to write on, so many sizes of type long, and what belongs there."""

    label: str
    ems: float

    def width(self, style: Style) -> float:
        """The room it takes."""
        return (measure(drawable(self.label), style) + _AFTER if self.label else 0.0) + self.ems * style.size

    def set(self, typesetter: Typesetter, x: float, baseline: float, style: Style) -> None:
        """Sets it at a place."""
        end = typesetter.words(self.label, x, baseline, style)
        left = end + _AFTER if self.label else x
        typesetter.marks.append(Rule(left, baseline + DESCENT * style.size, x + self.width(style) - left, HAIR))


def set_fields(typesetter: Typesetter, things: Sequence[Tick | Blank], x: float, width: float, style: Style) -> None:
    """Things to fill in, side by side, in as many lines as they take."""
    left = x
    for thing in things:
        if left > x and left + thing.width(style) > x + width:
            left = x
            typesetter.y += style.leading * LINE
        thing.set(typesetter, left, typesetter.y + style.leading * (LINE - 1) / 2 + baseline_of(style), style)
        left += thing.width(style) + _BETWEEN
    typesetter.y += style.leading * LINE


def side_by_side(things: Sequence[Tick | Blank], style: Style) -> float:
    """The room that things to fill in take on one line."""
    return sum(thing.width(style) + _BETWEEN for thing in things) - _BETWEEN if things else 0.0


def tick_side(style: Style) -> float:
    """The side of a box to tick."""
    return 0.92 * style.size


def tick(typesetter: Typesetter, x: float, baseline: float, style: Style, *, crossed: bool = False) -> None:
    """A box to tick beside words of a style."""
    side = tick_side(style)
    typesetter.marks += box(x, baseline - side + 0.12 * style.size, side, crossed=crossed)


def state_ticks(context: BlockContext, path: OrbatPath, states: Sequence[str]) -> list[Tick]:
    """A box for each state of the unit at a path, those crossed in which it is; or that it is gone."""
    if path in context.gone:
        return [Tick("gone", crossed=True)]
    return [Tick(state, state in context.ticked.get(path, ())) for state in states]


def section_heading(context: BlockContext, title: str, says: str = "") -> Panel:
    """The heading of a part of a sheet, with what there is to say about it."""
    typesetter = Typesetter()
    typesetter.marks.append(Bookmark(0.0, 0.0, 1, drawable(title)))
    typesetter.lines(title, 0.0, context.width, context.styles.heading)
    typesetter.y += 1
    typesetter.rule(0.0, context.width, STRONG)
    typesetter.y += 2
    typesetter.lines(says, 0.0, context.width, context.styles.note)
    return typesetter.panel(before=16, keep=True, below=2)


# The head of a small block: what it is, a figure at the right, a rule below.


BLOCK_GAP = 12.0
"""The space above such a block."""
_HEAD_GAP = 8.0


def block_heading(context: BlockContext, text: str, figure: str = "") -> Typesetter:
    """A typesetter that has begun with a head, ready for what stands below it."""
    typesetter, style = Typesetter(), context.styles.subheading
    baseline = typesetter.baseline(style)
    taken = measure_figures(figure, style) + _HEAD_GAP if figure else 0.0
    typesetter.lines(text, 0.0, context.width - taken, style)
    if figure:
        typesetter.figures(figure, context.width, baseline, style)
    typesetter.y += 1
    typesetter.rule(0.0, context.width, THIN)
    typesetter.y += 3
    return typesetter


# The column for sizes: a figure and what it counts, or a named size in words.


_BESIDE = 3.0
"""The space between a figure and what it counts."""
WIDEST_WORD = 6.5
"""The widest word a narrow column is made for, in sizes of type."""
_WIDEST_NAME = 11.0
"""The widest named size the column is made for, in sizes of type."""

Size = tuple[str, str]
"""A figure, or "" where the size has a name, and then what it counts or what the unit is."""


@dataclass(frozen=True, slots=True)
class SizeColumn:
    """Where the column begins, how wide its figures are, and how wide all of it; 0 where nothing has a size."""

    left: float
    figures: float
    width: float

    @property
    def right(self) -> float:
        """The right end."""
        return self.left + self.width

    def set(self, typesetter: Typesetter, size: Size, baseline: float, figures: Style, words: Style) -> float:
        """Sets a size; gives how low it reaches."""
        number, counted = size
        typesetter.figures(number, self.left + self.figures, baseline, figures)
        inset = self.figures + _BESIDE if number else 0.0
        return set_cell(typesetter, counted, self.left + inset, self.width - inset, baseline, words)


def size_widths(sizes: Sequence[Size], head: str, figures: Style, words: Style, heads: Style) -> tuple[float, float]:
    """How wide the figures are, and all of the column under its head; nothing where nothing has a size."""
    counted = [size for size in sizes if size[0]]
    named = {drawable(name) for number, name in sizes if name and not number}
    if not counted and not named:
        return 0.0, 0.0
    names = max((measure(name, words) for name in named), default=0.0)
    width = max(min(_WIDEST_NAME * words.size, names), measure(head, heads))
    if not counted:
        return 0.0, width
    count = max(measure_figures(text, figures) for text in ("00", *(drawable(number) for number, _ in counted)))
    return count, max(width, count + _BESIDE + widest_word((name for _, name in counted), words))


def widest_word(texts: Iterable[str], style: Style) -> float:
    """The width of the widest word, up to a limit beyond which words are broken."""
    words = {word for text in set(texts) for word in drawable(text).split()}
    return min(WIDEST_WORD * style.size, max((measure(word, style) for word in words), default=0.0))


def set_cell(
    typesetter: Typesetter, text: str, x: float, width: float, baseline: float, style: Style, *, centred: bool = False
) -> float:
    """Wrapped text in a narrow column, from a first baseline on; gives how low it reaches."""
    lines = wrap(text, style, width)
    widest = max((measure(words, style) for words in lines), default=width)
    left = x + max(0.0, (width - widest) / 2) if centred else x
    for number, words in enumerate(lines):
        typesetter.words(words, left, baseline + number * style.leading, style)
    return baseline + (len(lines) - 1) * style.leading + DESCENT * style.size if lines else 0.0
