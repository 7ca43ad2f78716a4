"""A reference table set in type, row by row. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from orbat.model.finding import cited
from orbat.model.reference import ReferenceRow, ReferenceTable
from orbat.outputs.pdf.blocks.table_lanes import Lane, Lanes, Types, lanes_for, printed
from orbat.outputs.pdf.fonts import Style, measure, shown, wrap
from orbat.outputs.pdf.marks import Bookmark, Panel
from orbat.outputs.pdf.setter import HAIR, THIN, Setter
from orbat.outputs.pdf.styles import Styles

_GAPS = (7.0, 4.2)
"""The space between two columns of a table, and between those of one with many."""
_MANY = 6
_ABOVE_TABLE = 8.0
_ABOVE, _BELOW = 0.7, -0.1
"""The white space above and below the lines of a row: few letters reach as low as a line does."""
_AIR = 0.9
"""The white space above a heading among the rows, and below heads that columns share."""


def table_panels(table: ReferenceTable, styles: Styles, width: float) -> tuple[Panel, ...]:
    """A table: its title with intro and citation, its heads, every row, and its remarks, each a panel."""
    types = Types(styles.text, styles.label, _GAPS[len(table.columns) > _MANY])
    lanes = lanes_for(table, types, width)
    heads = _heads(table, lanes, types)
    rows = table.rows
    set_rows = (
        _row(row, rows[number + 1 : number + 2], lanes, styles, heads, keep=_keeps(rows, number))
        for number, row in enumerate(rows)
    )
    return (_title(table, styles, width), *((heads,) if heads else ()), *set_rows, *_remarks(table, styles, width))


def _title(table: ReferenceTable, styles: Styles, width: float) -> Panel:
    """The title with what it rests on beside it, or after the intro where there is no room."""
    setter = Setter()
    setter.marks.append(Bookmark(0.0, 0.0, 1, shown(table.title)))
    intro, rests, style = table.intro, shown(cited(table.citations)), styles.heading
    left, right = measure(shown(table.title), style) + _GAPS[0], width - measure(rests, styles.note)
    if left <= right:
        setter.words(table.title, 0.0, setter.baseline(style), style)
        setter.words(rests, right, setter.baseline(style), styles.note)
        setter.y += style.leading
    else:
        setter.lines(table.title, 0.0, width, style)
        intro = f"{intro} {rests}"
    setter.lines(intro, 0.0, width, styles.note)
    setter.y += 1
    setter.rule(0.0, width, THIN)
    return setter.panel(before=_ABOVE_TABLE, keep=True)


def _heads(table: ReferenceTable, lanes: Lanes, types: Types) -> Panel | None:
    """The heads of the columns; None where they have none."""
    if not any(column.head or column.over for column in table.columns):
        return None
    setter = Setter(_ABOVE)
    _heads_over(setter, table, lanes.lanes, types.head)
    set_cells(setter, lanes.heads, lanes.lanes, types.head)
    setter.y += _BELOW
    setter.rule(0.0, lanes.right, THIN)
    return setter.panel(keep=True)


def _heads_over(setter: Setter, table: ReferenceTable, lanes: Sequence[Lane], style: Style) -> None:
    """The heads that columns share, each over a rule as long as they are wide."""
    if not any(column.over for column in table.columns):
        return
    pairs = zip(table.columns, lanes, strict=True)
    spans = [(over, [lane for _, lane in group]) for over, group in groupby(pairs, key=lambda pair: pair[0].over)]
    lines = {over: wrap(over, style, lanes[-1].right - lanes[0].left) for over, lanes in spans}
    for number in range(max(map(len, lines.values()))):
        baseline = setter.baseline(style)
        for over, spanned in spans:
            width = spanned[-1].right - spanned[0].left
            setter.centred("".join(lines[over][number : number + 1]), spanned[0].left, width, baseline, style)
        setter.y += style.leading
    for over, spanned in spans:
        if over:
            setter.rule(spanned[0].left, spanned[-1].right, HAIR)
    setter.y += _AIR


def set_cells(setter: Setter, cells: Sequence[str], lanes: Sequence[Lane], style: Style) -> None:
    """Cells beside each other, line by line, each wrapped in its column."""
    wrapped = [wrap(printed(cell), style, lane.width + 0.01) for cell, lane in zip(cells, lanes, strict=True)]
    for number in range(max(map(len, wrapped), default=0)):
        baseline = setter.baseline(style)
        for lines, lane in zip(wrapped, lanes, strict=True):
            if number < len(lines) and lane.figures:
                setter.figures(lines[number], lane.right, baseline, style)
            elif number < len(lines):
                setter.words(lines[number], lane.left, baseline, style)
        setter.y += style.leading


def _row(
    row: ReferenceRow,
    following: Sequence[ReferenceRow],
    lanes: Lanes,
    styles: Styles,
    heads: Panel | None,
    *,
    keep: bool,
) -> Panel:
    """A row over a rule; rows that begin alike have none between them, and the last has a stronger one."""
    setter = Setter(_ABOVE)
    if row.heading:
        setter.y += _AIR
        setter.lines(row.heading, 0.0, lanes.right, styles.minor)
    else:
        set_cells(setter, row.cells, lanes.lanes, styles.text)
    setter.y += _BELOW
    if not following:
        setter.rule(0.0, lanes.right, THIN)
    elif row.heading or not row.cells or row.cells[0] != "".join(following[0].cells[:1]):
        setter.rule(0.0, lanes.right, HAIR)
    return setter.panel(keep=keep, heads=heads)


def _keeps(rows: Sequence[ReferenceRow], number: int) -> bool:
    """Whether a row belongs with the next: a heading, the first of several, and the last but one."""
    return bool(rows[number].heading) or number == 0 or number == len(rows) - 2


def _remarks(table: ReferenceTable, styles: Styles, width: float) -> tuple[Panel, ...]:
    """The remarks, one after another."""
    if not table.remarks:
        return ()
    setter = Setter()
    setter.lines(" ".join(table.remarks), 0.0, width, styles.note)
    return (setter.panel(before=1.5),)
