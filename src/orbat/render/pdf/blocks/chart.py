"""The command tree as an organisation chart. All lengths are typographic points.

A small formation fits in one row: its box, its brigades below, and units below each brigade. A larger formation needs
several rows: first its box, then rows of its sub-formations. A vertical line at the left, the trunk, joins the rows and
may continue on the next page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product, takewhile

from orbat.model.sheet import MIN_TYPE_SIZE, Block
from orbat.render.pdf.blocks.title import title
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.flow import PageBand, PageSpace, lay_out
from orbat.render.pdf.fonts import ASCENT, Styles, drawable, measure, measure_figures
from orbat.render.pdf.marks import Bookmark, Frame, Mark, Panel, Rule, line, moved
from orbat.render.pdf.symbols import symbol, symbol_width
from orbat.render.pdf.typesetter import STRONG, THIN, Typesetter, baseline_of
from orbat.report.chart import ChartNode, chart

# Boxes: symbol, name, general, strength and points.


_PAD = 3.0
_GAP = 5.0
_NAME_LINES, _DETAIL_LINES, _STRENGTH_LINES = 4, 4, 4


@dataclass(frozen=True, slots=True)
class Box:
    """A box with text. The positions of `marks` are measured from the upper left corner of the box."""

    width: float
    height: float
    weight: float
    dashed: bool
    marks: tuple[Mark, ...]
    cut: tuple[str, ...]
    """The full form of each shortened text."""

    def at(self, x: float, y: float) -> tuple[Mark, ...]:
        """Draw the box with the upper left corner at (`x`, `y`), in points."""
        frame = Frame(x, y, self.width, self.height, self.weight, dashed=self.dashed)
        return (frame, *(moved(mark, x, y) for mark in self.marks))


class BoxMaker:
    """Makes boxes, with or without points. Boxes of higher formations have heavier frames."""

    def __init__(self, styles: Styles, *, hide_points: bool, more_lines: int = 0) -> None:
        self.styles = styles
        self.hide_points = hide_points
        self.more_lines = more_lines
        """The number of lines that each text may have beyond the usual maximum."""
        self.made: dict[tuple[int, float, int], Box] = {}  # each box is needed several times

    def box(self, node: ChartNode, width: float, depth: int) -> Box:
        """The box of a node. Boxes are stored by `id(node)`, so the node must live as long as this object."""
        key = (id(node), width, depth)
        if key not in self.made:
            self.made[key] = self._box(node, width, depth)
        return self.made[key]

    def _box(self, node: ChartNode, width: float, depth: int) -> Box:
        unit = node.sort == "unit"
        style = self.styles.text if unit else self.styles.heading_at(depth)
        left = _PAD + symbol_width(style.size) + _GAP
        room = width - left - _PAD
        typesetter = Typesetter(_PAD - 1)
        if not unit:
            typesetter.marks.append(Bookmark(0.0, 0.0, max(1, depth), drawable(node.name)))
        middle = typesetter.baseline(style) - ASCENT * style.size / 2
        typesetter.marks += symbol(node.symbol, _PAD, middle - style.size / 2, style.size)
        second = typesetter.y + style.leading
        typesetter.fit(node.name, left, room, style, _NAME_LINES + self.more_lines, MIN_TYPE_SIZE)
        if node.names:
            detail = self.styles.note if unit else self.styles.detail
            typesetter.fit(node.names, left, room, detail, _DETAIL_LINES + self.more_lines, MIN_TYPE_SIZE)
        words = "; ".join(part for part in (node.strength, node.reserve) if part)
        typesetter.fit(words, left, room, self.styles.detail, _STRENGTH_LINES + self.more_lines, MIN_TYPE_SIZE)
        if not self.hide_points:
            self._points(typesetter, node.points, left, second, width)
        return Box(
            width=width,
            height=typesetter.y + _PAD,
            weight=THIN if unit else STRONG * (1.0 if depth > 1 else 1.6),
            dashed=node.off_board,
            marks=tuple(typesetter.marks),
            cut=tuple(typesetter.cut),
        )

    def _points(self, typesetter: Typesetter, points: str, left: float, second: float, width: float) -> None:
        style = self.styles.detail.bold
        taken = measure_figures(points, style)
        if taken > left - _PAD:
            typesetter.figures(points, width - _PAD, typesetter.baseline(style), style)
            typesetter.y += style.leading
            return
        typesetter.figures(
            points, _PAD + max(taken, (left - _GAP - _PAD + taken) / 2), second + baseline_of(style), style
        )
        typesetter.y = max(typesetter.y, second + style.leading)


# Parts drawn as one drawing, which is never split.


GAP = 8.0
"""The space between two columns of the chart."""
DROP = 7.0
"""The length of the vertical lines above and below each horizontal line."""
TRUNK = 10.0
"""The indent of rows that are joined to a trunk."""
_UNIT_INDENT = 9.0
"""The indent of units below their formation."""
_UNIT_GAP = 4.0
"""The space between two units."""
_MAX_UNITS = 10
"""The maximum number of units in one column."""
_MAX_BOX = 1.5
"""The maximum width of a formation's box that spans several columns, as a multiple of the column width."""


@dataclass(frozen=True, slots=True)
class ChartColumns:
    """The columns of the chart, all equally wide."""

    width: float

    @classmethod
    def of(cls, room: float, least: float, wanted: int | None, trunks: int) -> ChartColumns:
        """Divide the width `room` into equal columns.

        - `wanted`: the number of columns. None means as many columns as possible. A column is then at least
          `least` wide.
        - `trunks`: the number of vertical lines to the left of the columns.
        """
        room -= trunks * TRUNK
        count = wanted or max(1, int((room + GAP) / (least + GAP)))
        return cls((room - GAP * (count - 1)) / count)

    def columns_in(self, room: float) -> int:
        """The number of columns that fit in a width."""
        return max(1, int((room + GAP + 0.01) / (self.width + GAP)))

    def width_of(self, count: int) -> float:
        """The width of `count` columns."""
        return count * (self.width + GAP) - GAP


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn part of the chart."""

    columns: int
    """The width in columns."""
    height: float
    stem: float
    """The point on the upper edge where the line from above arrives, measured from the left."""
    marks: tuple[Mark, ...]
    cut: tuple[str, ...]
    """The full form of each shortened text."""

    def at(self, x: float, y: float) -> tuple[Mark, ...]:
        """The drawing marks, moved so that the upper left corner is at (`x`, `y`)."""
        return tuple(moved(mark, x, y) for mark in self.marks)


@dataclass(frozen=True, slots=True)
class ChartDrawer:
    """Draws parts of the chart in columns. A part is at most `tallest` high."""

    boxes: BoxMaker
    columns: ChartColumns
    tallest: float

    def draw(self, node: ChartNode, most: int, depth: int) -> Drawing | None:
        """Draw a unit, or a formation with everything in it.

        Returns None if the drawing needs more than `most` columns, or is too high.
        """
        units, formations = parts_of(node)
        if node.sort == "unit":
            return self.draw_box(node, self.columns.width, depth)
        if not formations:
            return self._fitting(self._unit_columns(units, most, self.boxes.box(node, self.columns.width, depth)))
        parts: list[Drawing | None] = [self.draw_units(units, most)] if units else []
        parts += [self.draw(inner, most, depth + 1) for inner in formations]
        known = [part for part in parts if part]
        if len(known) < len(parts) or sum(part.columns for part in known) > most:
            return None
        return self._fitting(self._box_over_parts(node, known, depth))

    def draw_units(self, units: Sequence[ChartNode], most: int) -> Drawing | None:
        """Draw the units directly below a formation.

        Returns None if the drawing needs more than `most` columns, or is too high.
        """
        return self._fitting(self._unit_columns(units, most, None))

    def draw_box(self, node: ChartNode, width: float, depth: int) -> Drawing:
        """Draw only the box of a unit or formation, without the boxes below it."""
        box = self.boxes.box(node, width, depth)
        return Drawing(1, box.height, width / 2, box.at(0.0, 0.0), box.cut)

    def _fitting(self, drawing: Drawing | None) -> Drawing | None:
        return drawing if drawing and drawing.height <= self.tallest else None

    def _unit_columns(self, units: Sequence[ChartNode], most: int, head: Box | None) -> Drawing | None:
        count = max(1, -(-len(units) // _MAX_UNITS))
        if count > most:
            return None
        boxes = [self.boxes.box(unit, self.columns.width - _UNIT_INDENT, 0) for unit in units]
        under = bottom = head.height if head else 0.0
        first = under + (DROP if count > 1 and head else _UNIT_GAP)
        marks, each = list(head.at(0.0, 0.0)) if head else [], -(-len(units) // count)
        if count > 1:
            marks.append(Rule(_UNIT_INDENT / 2, first - _UNIT_GAP, self.columns.width_of(count - 1) + GAP, THIN))
        for column in range(count):
            left = self.columns.width_of(column) + GAP if column else 0.0
            y, joined = first, first - _UNIT_GAP if column else under
            for box in boxes[column * each : (column + 1) * each]:
                middle = y + box.height / 2
                marks.append(line(left + _UNIT_INDENT / 2, joined, left + _UNIT_INDENT / 2, middle, THIN))
                marks += (
                    Rule(left + _UNIT_INDENT / 2, middle, _UNIT_INDENT / 2, THIN),
                    *box.at(left + _UNIT_INDENT, y),
                )
                y, joined, bottom = y + box.height + _UNIT_GAP, middle, max(bottom, y + box.height)
        cut = tuple(text for box in ([head, *boxes] if head else boxes) for text in box.cut)
        return Drawing(count, bottom, self.columns.width / 2 if head else _UNIT_INDENT / 2, tuple(marks), cut)

    def _box_over_parts(self, node: ChartNode, parts: Sequence[Drawing], depth: int) -> Drawing:
        count = sum(part.columns for part in parts)
        span = self.columns.width_of(count)
        box = self.boxes.box(node, min(span, _MAX_BOX * self.columns.width), depth)
        middle = span / 2
        marks = [*box.at(middle - box.width / 2, 0.0)]
        below, cut = side_by_side(parts, self.columns, 0.0, box.height + DROP, (middle,))
        marks += [line(middle, box.height, middle, box.height + DROP, THIN), *below]
        height = box.height + 2 * DROP + max(part.height for part in parts)
        return Drawing(count, height, middle, tuple(marks), (*box.cut, *cut))


def parts_of(node: ChartNode) -> tuple[tuple[ChartNode, ...], tuple[ChartNode, ...]]:
    """The units and the formations directly below a node."""
    units = tuple(inner for inner in node.children if inner.sort == "unit")
    return units, tuple(inner for inner in node.children if inner.sort != "unit")


def side_by_side(
    parts: Sequence[Drawing], columns: ChartColumns, left: float, bus: float, joins: Sequence[float]
) -> tuple[tuple[Mark, ...], tuple[str, ...]]:
    """Draw parts next to each other, below a horizontal line at the height `bus`.

    Returns the drawing marks, and the full forms of shortened texts.
    """
    marks: list[Mark] = []
    ends, x = list(joins), left
    for part in parts:
        stem = x + part.stem
        ends.append(stem)
        marks.append(line(stem, bus, stem, bus + DROP, THIN))
        marks += part.at(x, bus + DROP)
        x += columns.width_of(part.columns) + GAP
    across = Rule(min(ends), bus, max(ends) - min(ends), THIN)
    return (across, *marks), tuple(text for part in parts for text in part.cut)


# Spread formations, in strips below one another.


_BELOW = 10.0
"""The white space below a row."""
_MAX_INDENTED = 5
"""Rows at this depth or deeper are not indented further."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A part of the chart, as wide as the chart. A strip is never split between pages."""

    height: float
    marks: tuple[Mark, ...]
    keep: bool = False
    """Whether the next strip must be on the same page."""
    cut: tuple[str, ...] = ()
    row: int = 0
    """The number of the army's row with the strip."""

    def with_line(self, x: float, top: float, bottom: float) -> Strip:
        """Add a vertical line at `x` to the strip, from `top` to `bottom`."""
        return replace(self, marks=(line(x, top, x, bottom, THIN), *self.marks))


_Row = Sequence[Drawing] | ChartNode
"""A row of the chart: drawings next to each other, or one formation that is too large for a row. Such a formation is
spread over further rows."""


def spread(node: ChartNode, drawer: ChartDrawer, left: float, width: float, depth: int = 0) -> list[Strip]:
    """Draw the box of a node, then units and sub-formations in rows below."""
    rows = _rows(node, drawer, drawer.columns.columns_in(width), depth)
    trunk = len(rows) > 1
    if trunk:
        inner = width - TRUNK if depth < _MAX_INDENTED else width
        rows = _rows(node, drawer, drawer.columns.columns_in(inner), depth)
    middle = left + width / 2
    strips = [_head(node, drawer, left, width, depth, alone=not rows)]
    for number, row in enumerate(rows):
        joins = (middle,) if number == 0 else ()
        inset = left + (TRUNK if trunk and depth < _MAX_INDENTED else 0.0)
        several = _row(row, drawer, inset, left + width - inset, depth, joins, (left,) if trunk else ())
        several = _with_trunk(several, left, number, len(rows)) if trunk else several
        strips += several if depth else [replace(strip, row=number) for strip in several]
    return strips


def _head(node: ChartNode, drawer: ChartDrawer, left: float, width: float, depth: int, *, alone: bool) -> Strip:
    own = min(width, 1.7 * drawer.columns.width)
    box = drawer.draw_box(node, own, max(1, depth))
    marks = box.at(left + (width - own) / 2, 0.0)
    if alone:
        return Strip(box.height + _BELOW, marks, cut=box.cut)
    middle = left + width / 2
    down = line(middle, box.height, middle, box.height + DROP, THIN)
    return Strip(box.height + DROP, (*marks, down), keep=True, cut=box.cut)


def _rows(node: ChartNode, drawer: ChartDrawer, most: int, depth: int) -> list[_Row]:
    rows: list[_Row] = []
    row: list[Drawing] = []
    for part in _parts(node, drawer, most, depth):
        if isinstance(part, ChartNode):
            rows += [row, part] if row else [part]
            row = []
        elif sum(one.columns for one in (*row, part)) > most:
            rows.append(row)
            row = [part]
        else:
            row.append(part)
    return [*rows, row] if row else rows


def _parts(node: ChartNode, drawer: ChartDrawer, most: int, depth: int) -> list[Drawing | ChartNode]:
    units, formations = parts_of(node)
    parts: list[Drawing | ChartNode] = []
    if units:
        together = drawer.draw_units(units, most)
        parts += [together] if together else [drawer.draw_box(one, drawer.columns.width, 0) for one in units]
    return [*parts, *(drawer.draw(inner, most, depth + 1) or inner for inner in formations)]


def _row(
    row: _Row,
    drawer: ChartDrawer,
    left: float,
    width: float,
    depth: int,
    joins: tuple[float, ...],
    trunk: tuple[float, ...],
) -> list[Strip]:
    bus = 0.0 if joins else DROP
    if isinstance(row, ChartNode):
        first, *others = spread(row, drawer, left, width, depth + 1)
        middle = left + width / 2
        ends = (middle, *joins, *trunk)
        lines = (Rule(min(ends), bus, max(ends) - min(ends), THIN), line(middle, bus, middle, bus + DROP, THIN))
        lowered = Strip(bus + DROP + first.height, (*lines, *_lowered(first, bus + DROP)), first.keep, first.cut)
        return [lowered, *others]
    span = sum(drawer.columns.width_of(part.columns) + GAP for part in row) - GAP
    start = left if trunk else left + (width - span) / 2
    marks, cut = side_by_side(row, drawer.columns, start, bus, (*joins, *trunk))
    return [Strip(bus + DROP + max(part.height for part in row) + _BELOW, marks, cut=cut)]


def _lowered(strip: Strip, by: float) -> tuple[Mark, ...]:
    return Drawing(1, strip.height, 0.0, strip.marks, ()).at(0.0, by)


def _with_trunk(strips: list[Strip], x: float, number: int, count: int) -> list[Strip]:
    first, *others = strips
    bus = 0.0 if number == 0 else DROP
    if number == count - 1:
        return [first.with_line(x, 0.0, bus), *others] if number else strips
    top = bus if number == 0 else 0.0
    return [first.with_line(x, top, first.height), *(one.with_line(x, 0.0, one.height) for one in others)]


_COLUMN_WIDTHS = (13.0, 11.5, 10.0)
"""The minimum widths of a column that are tried, in ems. Narrower columns are used if they save a page."""
_MANY_PAGES = 5
"""For a chart of more pages, no further widths are tried."""
_MORE_LINES = 2
"""The number of further lines in the boxes of narrower columns."""
_TRUNKS = 2
"""The number of trunks for which width is reserved when the columns are worked out."""
_TALLEST = 0.8
"""The maximum height of a part that is never split, as a fraction of the page."""
_NEARLY_EMPTY = 0.3
"""A page filled to less than this fraction is nearly empty."""


def organisation(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Render the organisation chart with a key to the symbols.

    A top formation (one directly under the army) stays on one page if a page has room for it, unless this leaves a page
    nearly empty. The block's `across` sets the number of columns.
    """
    army = chart(context.report, merge=context.printing.merge)
    if army is None or not (army.children or army.names):
        return ()
    key = _key(context, army)
    above = (*_above(context, block), *key)
    best: tuple[Panel, ...] = ()
    fewest = (0, 0, 0)
    makers = {
        ems: BoxMaker(context.styles, hide_points=context.hide_points, more_lines=number and _MORE_LINES)
        for number, ems in enumerate(_COLUMN_WIDTHS)
    }
    for whole, ems, below_title in product((True, False), _COLUMN_WIDTHS, (True, False)):
        if not whole and not fewest[-1]:
            break  # nothing is nearly empty
        panels = _chart(context, block, army, above, ems, makers[ems], below_title=below_title, whole=whole)
        shortened = sum(len(panel.cut) for panel in panels)
        needed = (shortened, *_pages(context, (*above, *panels)))
        if not best or needed < fewest:
            best, fewest = panels, needed
        if needed[1:] == (1, 0) and needed == fewest:
            break
        if needed[1] > _MANY_PAGES and not needed[2]:
            break
    return (*key, *best)


def _above(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The title above the chart."""
    before = takewhile(lambda one: one != block, context.layout.body)
    return tuple(panel for one in before if one.block == "title" for panel in title(context, one))


def _pages(context: BlockContext, panels: Sequence[Panel]) -> tuple[int, int]:
    """The number of pages, and the number of nearly empty pages.

    Only the first and the last page can count as nearly empty. A single page never does.
    """
    running = context.height - context.later_height
    pages = lay_out([PageBand(tuple(panels))], PageSpace(context.width, context.height, running, 0.0))
    ends = (pages[0], pages[-1]) if len(pages) > 1 else ()
    filled = (max(one.y + one.panel.height for one in page) for page in ends)
    return len(pages), sum(height < _NEARLY_EMPTY * context.height for height in filled)


def _chart(
    context: BlockContext,
    block: Block,
    army: ChartNode,
    above: Sequence[Panel],
    ems: float,
    boxes: BoxMaker,
    *,
    below_title: bool,
    whole: bool,
) -> tuple[Panel, ...]:
    """The chart. `ems` is the minimum width of a column, in multiples of the type size.

    - `below_title`: whether every part must fit into the space below the title on the first page.
    - `whole`: whether each top formation that fits on a page stays on one page.
    """
    columns = ChartColumns.of(context.width, ems * context.styles.text.size, block.across, _TRUNKS)
    head = boxes.box(army, columns.width, 1).height + 2 * DROP + _BELOW
    left = context.height - sum(panel.before + panel.height for panel in above) - head
    tallest = _TALLEST * context.height
    drawer = ChartDrawer(boxes, columns, min(tallest, left) if below_title and left > 0 else tallest)
    first, *others = spread(army, drawer, 0.0, context.width)
    strips = [first, *(_kept_whole(others, left, context.later_height) if whole else others)]
    return tuple(Panel(strip.height, strip.marks, keep=strip.keep, cut=strip.cut) for strip in strips)


def _kept_whole(strips: Sequence[Strip], first: float, later: float) -> Iterator[Strip]:
    """Keep each row of top formations, with all boxes below them, on one page. Rows too high for the page are split.

    `first` is the height available below the army's own box. `later` is the height available on the other pages.
    """
    room = first
    for _, group in groupby(strips, key=lambda strip: strip.row):
        one = list(group)
        fits = sum(strip.height for strip in one) <= room
        yield from (replace(strip, keep=True) if fits else strip for strip in one[:-1])
        yield one[-1]
        room = later


def _key(context: BlockContext, army: ChartNode) -> tuple[Panel, ...]:
    used = dict.fromkeys(node.symbol for node in _all(army) if node.symbol)
    style, typesetter, x = context.styles.label, Typesetter(), 0.0
    sign = style.size
    for name in used:
        words = name.replace("_", " ")
        width = symbol_width(sign) + 4 + measure(words, style)
        if x and x + width > context.width:
            x, typesetter.y = 0.0, typesetter.y + style.leading * 1.3
        baseline = typesetter.baseline(style)
        typesetter.marks += symbol(name, x, baseline - 0.88 * sign, sign)
        typesetter.words(words, x + symbol_width(sign) + 4, baseline, style)
        x += width + 2 * GAP
    typesetter.y += style.leading
    return (typesetter.panel(before=6, keep=True, below=12),) if used else ()


def _all(node: ChartNode) -> Iterable[ChartNode]:
    yield node
    for inner in node.children:
        yield from _all(inner)
