"""The tables of a card set in type, as roomily as the card allows. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from orbat.model.reference import ReferenceTable
from orbat.outputs.pdf.blocks.table_lanes import Types, lanes_for, printed
from orbat.outputs.pdf.blocks.table_setting import set_cells
from orbat.outputs.pdf.fonts import Style, measure, wrap
from orbat.outputs.pdf.marks import Panel
from orbat.outputs.pdf.setter import HAIR, THIN, Setter
from orbat.outputs.pdf.styles import Styles

CLOSENESS = range(4)
"""How close tables are set: as tables; those of figures alone in words; then some of the words run together, then all.
"""
_IN_WORDS, _SOME_TOGETHER, _ALL_TOGETHER = 1, 2, 3

_GAP = 5.0
_BETWEEN, _AFTER = " · ", "  "
"""What stands between two labels, and what after a title or before one."""
_UNDER_HEADS, _UNDER_RULE = 1.4, 0.9
"""The white space under the rules of a table."""


def pieces_of(tables: Sequence[ReferenceTable], styles: Styles, width: float, closeness: int) -> tuple[Panel, ...]:
    """The tables in pieces that stand below one another: first those set in columns, then the lines of words."""
    grids = [table for table in tables if not _in_words(table, closeness)]
    said = [table for table in tables if _in_words(table, closeness)]
    many = [[table] for table in said if len(table.columns) > 2]
    few = [[table] for table in said if len(table.columns) <= 2]
    if closeness >= _SOME_TOGETHER:
        few = [[table for one in few for table in one]]
    groups = [[table for one in (*many, *few) for table in one]] if closeness == _ALL_TOGETHER else [*many, *few]
    runs = ([bit for table in group for bit in _bits(table, styles.detail, width)] for group in groups if group)
    return (*(_grid(table, styles, width) for table in grids), *(_run(bits, styles.detail, width) for bits in runs))


def _in_words(table: ReferenceTable, closeness: int) -> bool:
    """Whether a table is said in words: a label and a figure; or, where room is short, a label and figures."""
    labelled = not table.columns[0].figures and all(column.figures for column in table.columns[1:])
    return labelled and (closeness >= _IN_WORDS or len(table.columns) <= 2)


def _grid(table: ReferenceTable, styles: Styles, width: float) -> Panel:
    """A table in columns; rows that begin alike stand together between rules."""
    first, *others = table.columns
    named = not first.short
    titled = replace(table, columns=(replace(first, head=_title(table), short="") if named else first, *others))
    types = Types(styles.small, styles.label, _GAP)
    found = lanes_for(titled, types, width, spread=not named)
    setter = Setter()
    set_cells(setter, found.heads, found.lanes, types.head)
    setter.rule(0.0, found.right, THIN)
    heads = setter.panel(below=_UNDER_HEADS)
    setter.y += _UNDER_HEADS
    before = table.rows[0].cells[0]
    grouped = len({row.cells[0] for row in table.rows}) < len(table.rows)
    for row in table.rows:
        if grouped and row.cells[0] != before:
            setter.rule(0.0, found.right, HAIR)
            setter.y += _UNDER_RULE
        before = row.cells[0]
        set_cells(setter, row.cells, found.lanes, types.cell)
    return setter.panel(heads=heads)


def _title(table: ReferenceTable) -> str:
    return table.short or table.title


Bit = tuple[tuple[str, Style], ...]
"""Words that stay on one line, each in its type, beginning with the space before them."""


def _bits(table: ReferenceTable, style: Style, width: float) -> Iterator[Bit]:
    """A table in words: its title with the heads of its figures, then each label with its figures."""
    yield ((_AFTER + _title(table), style.bold),)
    if len(table.columns) > 2:
        yield ((" " + "/".join(column.head for column in table.columns[1:]).lower(), style.italic),)
    before = _AFTER
    for row in table.rows:
        label, *cells = (printed(cell) for cell in row.cells)
        figures = (" " + "/".join(cells), style.bold)
        words = [piece for word in label.split() for piece in wrap(word, style, width)]
        for word in words[:-1]:
            yield ((before + word, style),)
            before = " "
        last = ((before + "".join(words[-1:]), style), figures)
        yield from (last,) if _wide(last) <= width else ((one,) for one in last)
        before = _BETWEEN


def _run(bits: Iterable[Bit], style: Style, width: float) -> Panel:
    """Words one after another, in as many lines as they take."""
    setter = Setter()
    line: Bit = ()
    for bit in bits:
        if line and _wide((*line, *bit)) > width:
            _set_line(setter, line, style)
            line = ()
        (text, own), *others = bit
        line = (*line, *bit) if line else ((text.lstrip(" ·"), own), *others)
    _set_line(setter, line, style)
    return setter.panel()


def _set_line(setter: Setter, line: Bit, style: Style) -> None:
    x, baseline = 0.0, setter.baseline(style)
    for own, pieces in groupby(line, key=lambda piece: piece[1]):
        x = setter.words("".join(text for text, _ in pieces), x, baseline, own)
    setter.y += style.leading


def _wide(bit: Bit) -> float:
    return sum(measure(text, style) for text, style in bit)
