"""Parts of sheets that players fill in, such as boxes to tick and lines to write on. Also the headings of blocks.

All lengths are typographic points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from orbat.model.path import OrbatPath
from orbat.model.wording import phrase
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import DESCENT, Style, drawable, measure, measure_figures, wrap
from orbat.render.pdf.marks import Bookmark, Frame, Mark, Panel, Rule, line
from orbat.render.pdf.typesetter import HAIR, STRONG, THIN, Typesetter, baseline_of
from orbat.report.roster import UnitStrength

# Boxes to cross off and to tick.


MAX_BOXES = 250
"""The maximum number of loss boxes for a unit. For larger units, only the size is printed."""

BAR = 2.2
"""The width of the bar that marks half strength."""
_PEN, _CROSS = 0.6, 0.9
"""The line weights of a box and of the cross in it."""
_SIDE, _GAP, _BETWEEN_BOXES = 1.04, 0.2, 0.6
"""The side of a box, the gap between boxes, and the gap around the half-strength bar. All are in ems."""
_BAR_OVERHANG = 2.2
"""How far the bar extends above and below the boxes."""
_TOLERANCE = 0.01
"""The allowance for rounding errors."""
_INSET = 1.2
"""The distance between a cross and the frame of its box."""


@dataclass(frozen=True, slots=True)
class BoxRow:
    """Draws the boxes for a unit's losses, in rows of at most `width`."""

    style: Style
    width: float
    bars: tuple[int, ...] = ()
    """The numbers of further boxes with a bar before them."""

    @property
    def side(self) -> float:
        """The length of a box's sides."""
        return _SIDE * self.style.size

    @property
    def step(self) -> float:
        """The distance between neighbouring boxes, from left edge to left edge."""
        return self.side + _GAP * self.style.size

    @property
    def line(self) -> float:
        """The distance between rows of boxes, from top to top."""
        return self.side + 2 * _BAR_OVERHANG + 0.6

    def needed(self, strength: UnitStrength) -> float:
        """The width of all boxes of a unit in a single row."""
        return strength.size * self.step - (self.step - self.side) + self._bar(strength)

    def _bar(self, strength: UnitStrength) -> float:
        return _BETWEEN_BOXES * self.style.size * len(self._barred(strength))

    def _barred(self, strength: UnitStrength) -> set[int]:
        own = {strength.to_half} if strength.to_half is not None else set[int]()
        return {number for number in (*own, *self.bars) if number <= strength.size}

    def across(self, strength: UnitStrength) -> int:
        """The number of boxes in a row."""
        most = max(1, int((self.width - self.needed(replace(strength, size=0)) + _TOLERANCE) // self.step))
        return max(1, ceil(strength.size / ceil(strength.size / most)))

    def marks(self, strength: UnitStrength, lost: int, x: float, y: float) -> Iterator[Mark]:
        """Yield the drawing marks of the boxes, starting at (`x`, `y`).

        The first `lost` boxes are crossed. A vertical bar stands before each box in `bars`, and before the box that
        brings the unit under half strength. The last boxes have broken lines: a unit with only these boxes left is
        removed from the game.
        """
        left, across, room, barred = x, self.across(strength), _BETWEEN_BOXES * self.style.size, self._barred(strength)
        for number in range(1, strength.size + 1):
            first = number % across == 1 or across == 1
            if first and number > 1:
                left, y = x, y + self.line
            if number in barred:
                yield bar(left if first else left + (room - (self.step - self.side) - BAR) / 2, y, self.side)
                left += room
            yield from box(left, y, self.side, broken=number > strength.to_removal, crossed=number <= lost)
            left += self.step

    def height(self, strength: UnitStrength) -> float:
        """The height of a unit's boxes."""
        return max((mark.bottom for mark in self.marks(strength, 0, 0.0, 0.0)), default=0.0)


def bar(x: float, y: float, side: float) -> Frame:
    """The bar that marks half strength. The bar is a little taller than a box."""
    return Frame(x, y - _BAR_OVERHANG, BAR, side + 2 * _BAR_OVERHANG, 0.0, solid=True)


def box(x: float, y: float, side: float, *, broken: bool = False, crossed: bool = False) -> Iterator[Mark]:
    """Yield the drawing marks of a box with the upper left corner at (`x`, `y`).

    A `broken` box has broken lines. A `crossed` box has a cross.
    """
    yield Frame(x, y, side, side, _PEN, dashed=broken)
    if crossed:
        near, far = _INSET, side - _INSET
        yield line(x + near, y + near, x + far, y + far, _CROSS)
        yield line(x + near, y + far, x + far, y + near, _CROSS)


LINE = 1.55
"""The height of a line to write on, as a multiple of the leading."""

_AFTER, _BETWEEN = 3.0, 9.0
"""The space between a box or line and its label, and the space between two fields."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A box to tick, with a label."""

    label: str
    crossed: bool = False

    def width(self, style: Style) -> float:
        """The width of the box and the label."""
        return tick_side(style) + _AFTER + measure(drawable(self.label), style)

    def set(self, typesetter: Typesetter, x: float, baseline: float, style: Style) -> None:
        """Typeset the box and the label."""
        tick(typesetter, x, baseline, style, crossed=self.crossed)
        typesetter.words(self.label, x + tick_side(style) + _AFTER, baseline, style)


@dataclass(frozen=True, slots=True)
class Blank:
    """A line to write on, with a label before the line."""

    label: str
    ems: float
    """The length of the line in ems."""
    text: str = ""
    """What is known already, at the right end of the line."""

    def width(self, style: Style) -> float:
        """The width of the label and the line."""
        return (measure(drawable(self.label), style) + _AFTER if self.label else 0.0) + self.ems * style.size

    def set(self, typesetter: Typesetter, x: float, baseline: float, style: Style) -> None:
        """Typeset the label and the line."""
        end = typesetter.words(self.label, x, baseline, style)
        left = end + _AFTER if self.label else x
        right = x + self.width(style)
        typesetter.figures(self.text, right, baseline, style)
        typesetter.marks.append(Rule(left, baseline + DESCENT * style.size, right - left, HAIR))


def set_fields(typesetter: Typesetter, fields: Sequence[Tick | Blank], x: float, width: float, style: Style) -> None:
    """Typeset fields next to each other, on as many lines as necessary."""
    left = x
    for field in fields:
        if left > x and left + field.width(style) > x + width:
            left = x
            typesetter.y += style.leading * LINE
        field.set(typesetter, left, typesetter.y + style.leading * (LINE - 1) / 2 + baseline_of(style), style)
        left += field.width(style) + _BETWEEN
    typesetter.y += style.leading * LINE


def fields_width(fields: Sequence[Tick | Blank], style: Style) -> float:
    """The total width of fields on one line."""
    return sum(field.width(style) + _BETWEEN for field in fields) - _BETWEEN if fields else 0.0


def tick_side(style: Style) -> float:
    """The side of a box to tick."""
    return 0.92 * style.size


def tick(typesetter: Typesetter, x: float, baseline: float, style: Style, *, crossed: bool = False) -> None:
    """Draw a box to tick, vertically aligned with text in this style."""
    side = tick_side(style)
    typesetter.marks += box(x, baseline - side + 0.12 * style.size, side, crossed=crossed)


def state_ticks(context: BlockContext, path: OrbatPath, states: Sequence[str], *, boxed: bool = False) -> list[Tick]:
    """The boxes to tick for the states and marks of the unit at `path`. Boxes of current states and marks are crossed.

    A unit that has left the game has a single crossed box with the label `gone`, unless it has boxes for its losses
    (`boxed`).
    """
    if path in context.destroyed and not boxed:
        return [Tick("gone", crossed=True)]
    return [Tick(state, state in context.ticked.get(path, ())) for state in states]


def section_heading(context: BlockContext, title: str, note: str = "", *, wide: bool = False) -> Panel:
    """The heading of a section of a sheet, with an optional note. A `wide` heading spans all columns of the block."""
    width, style = context.full_width if wide else context.width, context.styles.heading
    typesetter = ruled_heading(title, width, style, STRONG)
    typesetter.marks.append(Bookmark(0.0, 0.0, 1, drawable(title)))
    typesetter.y += 2
    typesetter.lines(note, 0.0, width, context.styles.note)
    typesetter.again = continued_heading(title, width, style, STRONG)
    return replace(typesetter.panel(before=16, keep=True, below=2), wide=wide)


def ruled_heading(text: str, width: float, style: Style, weight: float) -> Typesetter:
    """Start a block with a heading and a line below."""
    typesetter = Typesetter()
    typesetter.lines(text, 0.0, width, style)
    typesetter.y += 1
    typesetter.rule(0.0, width, weight)
    return typesetter


def continued_heading(title: str, width: float, style: Style, weight: float = THIN) -> Panel:
    """The heading above the rest of a block that continues on a new page or column."""
    text = phrase("{title}, continued", title=title)
    return ruled_heading(text, width, style, weight).panel(keep=True, below=2)


BLOCK_GAP = 12.0
"""The space above a small block."""
_HEAD_GAP = 8.0


def block_heading(context: BlockContext, title: str, figure: str = "", *, cites: str = "") -> Typesetter:
    """Start a small block with a heading: title and citations at the left, a number at the right, a thin line below.

    Returns the typesetter for the rest of the block.
    """
    typesetter, style = Typesetter(), context.styles.subheading
    baseline = typesetter.baseline(style)
    taken = measure_figures(figure, style) + _HEAD_GAP if figure else 0.0
    typesetter.lines(f"{title} {cites}", 0.0, context.width - taken, style)
    if figure:
        typesetter.figures(figure, context.width, baseline, style)
    typesetter.y += 1
    typesetter.rule(0.0, context.width, THIN)
    typesetter.y += 3
    typesetter.again = continued_heading(title, context.width, style)
    return typesetter


# The column for sizes: a number and its unit of measure, or a named size.


_BESIDE = 3.0
"""The space between a number and its unit of measure."""
MAX_WORD = 6.5
"""The maximum width reserved for a word in a narrow column, in ems. Longer words are split."""
_MAX_NAME = 11.0
"""The maximum width reserved for a named size such as `large`, in ems. Longer names are wrapped."""

Size = tuple[str, str]
"""A number with its unit of measure (`12`, `stands`). For a named size, the number is ""."""


@dataclass(frozen=True, slots=True)
class SizeColumn:
    """The column with the sizes of units: numbers, then units of measure."""

    left: float
    figures: float
    """The width of the numbers."""
    width: float

    @property
    def right(self) -> float:
        """The right edge of the column."""
        return self.left + self.width

    def set(self, typesetter: Typesetter, size: Size, baseline: float, figures: Style, words: Style) -> float:
        """Typeset a size. Returns the lower edge of the text."""
        number, counted = size
        typesetter.figures(number, self.left + self.figures, baseline, figures)
        inset = self.figures + _BESIDE if number else 0.0
        return set_cell(typesetter, counted, self.left + inset, self.width - inset, baseline, words)


def size_widths(sizes: Sequence[Size], head: str, figures: Style, words: Style, heads: Style) -> tuple[float, float]:
    """The width of the numbers, and of the whole size column. Both are 0 if no unit has a size.

    A short unit of measure, such as `stands each`, is never broken into two lines.
    """
    counted = [size for size in sizes if size[0]]
    named = {drawable(name) for number, name in sizes if name and not number}
    if not counted and not named:
        return 0.0, 0.0
    longest = max((measure(name, words) for name in named), default=0.0)
    width = max(min(_MAX_NAME * words.size, longest), measure(head, heads))
    if not counted:
        return 0.0, width
    count = max(measure_figures(text, figures) for text in ("00", *(drawable(number) for number, _ in counted)))
    names = {name for _, name in counted}
    short = (measure(drawable(name), words) for name in names)
    whole = max((width for width in short if width <= MAX_WORD * words.size), default=0.0)
    return count, max(width, count + _BESIDE + max(whole, widest_word(names, words)))


def widest_word(texts: Iterable[str], style: Style) -> float:
    """The width of the widest word, but at most `MAX_WORD` ems."""
    words = {word for text in set(texts) for word in drawable(text).split()}
    return min(MAX_WORD * style.size, max((measure(word, style) for word in words), default=0.0))


def set_cell(
    typesetter: Typesetter, text: str, x: float, width: float, baseline: float, style: Style, *, centred: bool = False
) -> float:
    """Typeset text in a narrow column, wrapped if necessary. Returns the lower edge of the text.

    `baseline` is the baseline of the first line.
    """
    lines = wrap(text, style, width)
    widest = max((measure(words, style) for words in lines), default=width)
    left = x + max(0.0, (width - widest) / 2) if centred else x
    for number, words in enumerate(lines):
        typesetter.words(words, left, baseline + number * style.leading, style)
    return baseline + (len(lines) - 1) * style.leading + DESCENT * style.size if lines else 0.0
