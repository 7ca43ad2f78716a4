"""The blocks for a ruleset's quick-reference tables. All lengths are typographic points."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby, pairwise
from math import inf

from orbat.model.finding import format_cites
from orbat.model.reference import Reference, ReferenceRow, ReferenceTable
from orbat.model.sheet import Block
from orbat.model.wording import phrase
from orbat.render.pdf.blocks.forms import continued_heading, ruled_heading
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import Style, Styles, drawable, measure, measure_figures, wrap
from orbat.render.pdf.marks import Bookmark, Panel, moved
from orbat.render.pdf.typesetter import HAIR, STRONG, THIN, Typesetter
from orbat.report.reference import relevant_table, subjects_of

# The columns of a table, as wide as their contents need.


_RANGE = re.compile(r"(?<=\d)-(?=\d)")
_STEPS = (4.0, 12.0, 24.0)
"""The widths to try when moving space from one column to another."""
_TRIES = 40
_AFTER_FIGURES = 4.0
"""The additional space between a column of numbers and a column of words on its right."""


@dataclass(frozen=True, slots=True)
class PlacedColumn:
    """The left edge and the width of a column."""

    left: float
    width: float
    figures: bool
    """Whether the column has numbers, which are right-aligned."""

    @property
    def right(self) -> float:
        """The right edge of the column."""
        return self.left + self.width


@dataclass(frozen=True, slots=True)
class ColumnStyles:
    """The styles of a table's cells and heads, and the space between columns."""

    cell: Style
    head: Style
    gap: float


def printed(cell: str) -> str:
    """The text of a cell as printed. Ranges of numbers have an en dash."""
    return drawable(_RANGE.sub("–", cell))


@dataclass(frozen=True, slots=True)
class PlacedColumns:
    """The columns of a table, with printed heads."""

    heads: tuple[str, ...]
    columns: tuple[PlacedColumn, ...]

    @property
    def right(self) -> float:
        """The right edge of the table."""
        return self.columns[-1].right


def fit_columns(table: ReferenceTable, types: ColumnStyles, width: float, *, spread: bool = True) -> PlacedColumns:
    """Fit the columns of a table into a width. With `spread`, the table uses the full width."""
    full = tuple(column.head for column in table.columns)
    short = tuple(column.short or column.head for column in table.columns)
    brief = tuple(one if short.count(one) == 1 else head for one, head in zip(short, full, strict=True))
    gaps = _gaps(table, types)
    room = width - sum(gaps)
    # Short heads are used if they make the table lower. Columns with the same short head keep their full heads.
    found = [(heads, *_widths(table, heads, types, room, spread)) for heads in dict.fromkeys((full, brief))]
    heads, widths, _ = min(found, key=lambda one: one[2])
    placed, left = [], 0.0
    for column, one, gap in zip(table.columns, widths, (*gaps, 0.0), strict=True):
        placed.append(PlacedColumn(left, one, column.figures))
        left += one + gap
    return PlacedColumns(heads, tuple(placed))


def fits_without_splitting_words(table: ReferenceTable, types: ColumnStyles, width: float) -> bool:
    """Whether a table with the short forms of its column heads fits into a width without splitting words."""
    heads = (column.short or column.head for column in table.columns)
    columns = (_Contents.of(table, number, types, head) for number, head in enumerate(heads))
    return sum(column.least for column in columns) + sum(_gaps(table, types)) <= width


def _widths(
    table: ReferenceTable, heads: Sequence[str], types: ColumnStyles, room: float, spread: bool
) -> tuple[list[float], float]:
    columns = [_Contents.of(table, number, types, head) for number, head in enumerate(heads)]
    natural = [column.natural for column in columns]
    if sum(natural) > room:
        widths = _lowest(columns, _reduced(columns, room))
        # a table with split words must not count as fitting
        return widths, _height(columns, widths)[0] + max(0.0, sum(column.least for column in columns) - room)
    widths = _spread(natural, room - sum(natural), table) if spread else natural
    return widths, _height(columns, widths)[0]


def _gaps(table: ReferenceTable, types: ColumnStyles) -> list[float]:
    return [
        types.gap + (_AFTER_FIGURES if left.figures and not right.figures else 0.0)
        for left, right in pairwise(table.columns)
    ]


@dataclass(frozen=True, slots=True)
class _Contents:
    """The widths that a table column needs, and the number of lines in each cell."""

    natural: float
    """The width at which every cell fits on one line."""
    least: float
    """The smallest width at which no word is split."""
    lines: Callable[[float], Sequence[int]]
    """Returns the number of lines of each cell at a given width."""

    @staticmethod
    def of(table: ReferenceTable, number: int, types: ColumnStyles, head: str) -> _Contents:
        column, style = table.columns[number], types.cell
        cells = [printed(row.cells[number]) if row.cells else "" for row in table.rows]
        above = max((measure(word, types.head) for word in printed(head).split()), default=0.0)
        natural = max(above, *(max(measure(cell, style), measure_figures(cell, style)) for cell in cells))
        words = max((measure(word, style) for cell in cells for word in cell.split()), default=0.0)

        @cache
        def lines(width: float) -> Sequence[int]:
            return [len(wrap(cell, style, width)) for cell in cells]

        return _Contents(natural, natural if column.figures else max(above, words), lines)


def _spread(natural: Sequence[float], spare: float, table: ReferenceTable) -> list[float]:
    if not table.columns[0].figures and natural[0] == max(natural):
        return [natural[0] + spare, *natural[1:]]
    return [one + spare / len(natural) for one in natural]


def _reduced(columns: Sequence[_Contents], room: float) -> list[float]:
    least = sum(column.least for column in columns)
    wanted = sum(column.natural - column.least for column in columns)
    if least >= room or not wanted:
        return [column.least * room / least for column in columns]
    share = (room - least) / wanted
    return [column.least + share * (column.natural - column.least) for column in columns]


def _lowest(columns: Sequence[_Contents], widths: list[float]) -> list[float]:
    best = _height(columns, widths)
    for _ in range(_TRIES):
        found = min(
            (
                (_height(columns, moved), moved)
                for giver, column in enumerate(columns)
                for taker in range(len(columns))
                for step in _STEPS
                if giver != taker and widths[giver] - step >= column.least
                for moved in [_with_moved_space(widths, giver, taker, step)]
            ),
            default=(best, widths),
        )
        if found[0] >= best:
            break
        best, widths = found
    return widths


def _with_moved_space(widths: Sequence[float], giver: int, taker: int, step: float) -> list[float]:
    moved = list(widths)
    moved[giver] -= step
    moved[taker] += step
    return moved


def _height(columns: Sequence[_Contents], widths: Sequence[float]) -> tuple[int, int]:
    cells = [column.lines(width) for column, width in zip(columns, widths, strict=True)]
    return sum(max(row, default=0) for row in zip(*cells, strict=True)), sum(map(sum, cells))


# A table, row by row.


MAX_WHOLE = 150.0
"""A table of at most this height stays in one column, even if whole tables would need more pages."""
_GAPS = (7.0, 4.2)
"""The space between columns, and the smaller space in tables with many columns."""
_MANY = 6
_ABOVE_TABLE = 6.0
_ABOVE, _BELOW = 0.7, -0.1
"""The space above and below the text of a row.

The space below is negative, because few letters extend below the baseline.
"""
_HEADING_SPACE = 0.9
"""The space above a heading row. It is also the space below a head shared by several columns."""


def table_panels(table: ReferenceTable, styles: Styles, width: float, max_whole: float = inf) -> tuple[Panel, ...]:
    """Typeset a table as panels: title, introduction, citation, column heads, rows and remarks.

    A table stays whole if its height is at most `max_whole`. A taller table may continue in the next column. The title,
    the last heading and the column heads are then repeated.
    """
    types = ColumnStyles(styles.text, styles.label, _GAPS[len(table.columns) > _MANY])
    placed = fit_columns(table, types, width)
    heads = _heads(table, placed, types)
    rows, remarks = table.rows, _remarks(table, styles, width)
    set_rows = (
        _row(
            row,
            rows[number + 1 : number + 2],
            placed,
            styles,
            _continued(table, number, heads, styles, width),
            keep=_kept_with_next(rows, number) or bool(remarks and number == len(rows) - 1),
        )
        for number, row in enumerate(rows)
    )
    panels = (_title(table, styles, width), *((heads,) if heads else ()), *set_rows, *remarks)
    if sum(panel.before + panel.height for panel in panels) > max_whole:
        return panels
    return (*(replace(panel, keep=True) for panel in panels[:-1]), panels[-1])


def _continued(table: ReferenceTable, number: int, heads: Panel | None, styles: Styles, width: float) -> Panel:
    """The title and the column heads, to repeat if the table is split before row `number`."""
    group = next((row.heading for row in reversed(table.rows[:number]) if row.heading), "")
    if group and not table.rows[number].heading:
        text = phrase("{table}, continued: {rows}", table=table.title, rows=group)
    else:
        text = phrase("{table}, continued", table=table.title)
    typesetter = ruled_heading(text, width, styles.subheading, THIN)
    if heads:
        typesetter.marks += (moved(mark, 0.0, typesetter.y) for mark in heads.marks)
        typesetter.y += heads.height
    return typesetter.panel(keep=True)


def _title(table: ReferenceTable, styles: Styles, width: float) -> Panel:
    typesetter = Typesetter()
    typesetter.marks.append(Bookmark(0.0, 0.0, 1, drawable(table.title)))
    intro, rests, style = table.intro, drawable(format_cites(table.citations)), styles.heading
    left, right = measure(drawable(table.title), style) + _GAPS[0], width - measure(rests, styles.note)
    if left <= right:
        typesetter.words(table.title, 0.0, typesetter.baseline(style), style)
        typesetter.words(rests, right, typesetter.baseline(style), styles.note)
        typesetter.y += style.leading
    else:
        typesetter.lines(table.title, 0.0, width, style)
        intro = f"{intro} {rests}"
    typesetter.lines(intro, 0.0, width, styles.note)
    typesetter.y += 1
    typesetter.rule(0.0, width, THIN)
    typesetter.again = continued_heading(table.title, width, styles.subheading)
    return typesetter.panel(before=_ABOVE_TABLE, keep=True)


def _heads(table: ReferenceTable, placed: PlacedColumns, types: ColumnStyles) -> Panel | None:
    if not any(column.head or column.over for column in table.columns):
        return None
    typesetter = Typesetter(_ABOVE)
    _shared_heads(typesetter, table, placed.columns, types.head)
    set_cells(typesetter, placed.heads, placed.columns, types.head)
    typesetter.y += _BELOW
    typesetter.rule(0.0, placed.right, THIN)
    return typesetter.panel(keep=True)


def _shared_heads(typesetter: Typesetter, table: ReferenceTable, placed: Sequence[PlacedColumn], style: Style) -> None:
    if not any(column.over for column in table.columns):
        return
    pairs = zip(table.columns, placed, strict=True)
    spans = [(over, [place for _, place in group]) for over, group in groupby(pairs, key=lambda pair: pair[0].over)]
    lines = {over: wrap(over, style, placed[-1].right - placed[0].left) for over, placed in spans}
    for number in range(max(map(len, lines.values()))):
        baseline = typesetter.baseline(style)
        for over, spanned in spans:
            width = spanned[-1].right - spanned[0].left
            typesetter.centred("".join(lines[over][number : number + 1]), spanned[0].left, width, baseline, style)
        typesetter.y += style.leading
    for over, spanned in spans:
        if over:
            typesetter.rule(spanned[0].left, spanned[-1].right, HAIR)
    typesetter.y += _HEADING_SPACE


def set_cells(typesetter: Typesetter, cells: Sequence[str], placed: Sequence[PlacedColumn], style: Style) -> None:
    """Typeset a row of cells. Texts are wrapped to the widths of the columns."""
    wrapped = [wrap(printed(cell), style, place.width + 0.01) for cell, place in zip(cells, placed, strict=True)]
    for number in range(max(map(len, wrapped), default=0)):
        baseline = typesetter.baseline(style)
        for lines, place in zip(wrapped, placed, strict=True):
            if number < len(lines) and place.figures:
                typesetter.figures(lines[number], place.right, baseline, style)
            elif number < len(lines):
                typesetter.words(lines[number], place.left, baseline, style)
        typesetter.y += style.leading


def _row(
    row: ReferenceRow,
    following: Sequence[ReferenceRow],
    placed: PlacedColumns,
    styles: Styles,
    heads: Panel | None,
    *,
    keep: bool,
) -> Panel:
    typesetter = Typesetter(_ABOVE)
    if row.heading:
        typesetter.y += _HEADING_SPACE
        typesetter.lines(row.heading, 0.0, placed.right, styles.minor)
    else:
        set_cells(typesetter, row.cells, placed.columns, styles.text)
    typesetter.y += _BELOW
    if not following:
        typesetter.rule(0.0, placed.right, THIN)
    elif row.heading or not row.cells or row.cells[0] != "".join(following[0].cells[:1]):
        typesetter.rule(0.0, placed.right, HAIR)
    return typesetter.panel(keep=keep, heads=heads)


def _kept_with_next(rows: Sequence[ReferenceRow], number: int) -> bool:
    return bool(rows[number].heading) or number == 0 or number == len(rows) - 2


def _remarks(table: ReferenceTable, styles: Styles, width: float) -> tuple[Panel, ...]:
    if not table.remarks:
        return ()
    typesetter = Typesetter()
    typesetter.lines(" ".join(table.remarks), 0.0, width, styles.note)
    return (typesetter.panel(before=1.5),)


_PARTS = ("head", "wide", "narrow")
_GAP = 12.0
_TITLE_ABOVE = 18.0
"""The space above each reference table on the roster."""


def reference(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Render the ruleset's reference tables.

    - The block's `tables` selects tables by id. Otherwise, `page` selects tables by page number. The default is all
      tables.
    - The block with the highest `page` in the layout also renders the tables of later pages.
    - The block's `show` selects parts: `head`, `wide` tables and `narrow` tables. With `roster` in `show`, the block
      renders the tables for the roster, and no others.
    """
    found = context.reference
    if found is None:
        return ()
    show = block.show or _PARTS
    if "roster" in show:
        return _on_roster(context, found)
    tables = _wanted(found, context, block)
    if context.printing.usable:
        subjects = subjects_of(context.report)
        tables = [one for table in tables if (one := relevant_table(table, subjects))]
    if context.printing.hide_house:
        tables = [replace(table, house=False, inferred=False) for table in tables]
    # a table that is higher than a page is divided between rows, never below a heading
    most = context.later_height if context.whole_tables else MAX_WHOLE
    panels = list(_head(found, context)) if "head" in show else []
    for table in tables:
        if ("wide" if table.wide else "narrow") in show:
            panels += table_panels(table, context.styles, context.width, most)
    return tuple(panels)


def _on_roster(context: BlockContext, found: Reference) -> tuple[Panel, ...]:
    if not (context.report.quote and context.report.quote.all_units):
        return ()
    half = context.in_columns(2).width
    sets = [table_panels(table, context.styles, half) for table in found.tables if table.roster]
    return tuple(
        replace(panel, keep=number < len(panels) - 1, before=panel.before if number else _TITLE_ABOVE)
        for panels in sets
        for number, panel in enumerate(panels)
    )


def _wanted(found: Reference, context: BlockContext, block: Block) -> list[ReferenceTable]:
    if block.tables:
        return [table for table in found.tables if table.id in block.tables]
    if block.page is None:
        return list(found.tables)
    last = max(one.page or 0 for one in context.layout.body if one.block == block.block)
    return [table for table in found.tables if min(table.page, last) == block.page]


def _head(found: Reference, context: BlockContext) -> tuple[Panel, ...]:
    typesetter, styles = Typesetter(), context.styles
    typesetter.marks.append(Bookmark(0.0, 0.0, 0, drawable(context.layout.title)))
    printed = drawable(phrase("as printed {date}", date=found.printed)) if found.printed else ""
    date = measure(printed, styles.subtitle)
    baseline = typesetter.baseline(styles.title)
    typesetter.lines(found.title, 0.0, context.width - date - _GAP, styles.title)
    typesetter.words(printed, context.width - date, baseline, styles.subtitle)
    typesetter.y += 2
    typesetter.rule(0.0, context.width, STRONG)
    return (typesetter.panel(),)
