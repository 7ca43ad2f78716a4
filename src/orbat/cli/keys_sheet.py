"""The sheet with the keys of the builder: `orbat print --keys`."""

from __future__ import annotations

from dataclasses import replace

from orbat.model.reference import Column, Reference, ReferenceRow, ReferenceTable
from orbat.model.sheet import Block, Layout, PrintOptions
from orbat.model.text import Id
from orbat.render.pdf.render import render
from orbat.report.report import Report
from orbat.tui.commands.table import COMMANDS
from orbat.tui.help import KeyTable, key_tables
from orbat.tui.keys import read_keys, shown

TITLE = "Keys of the builder"
COLUMNS = 2


def keys_sheet(reference_layout: Layout, printing: PrintOptions) -> bytes:
    """The keys of all screens as a PDF, with the user's own keys.

    `reference_layout`: a layout with the fonts and margins to use.
    """
    own = read_keys(COMMANDS).keys
    known = {one.id: own.get(one.id, one.keys) for one in COMMANDS}
    commands, pages = key_tables(COMMANDS, lambda id: ", ".join(shown(key) for key in known[id].split(",")))
    reference = Reference(
        reference=1,
        ruleset=Id("keys"),
        title=TITLE,
        tables=(_table("builder", "Commands of the builder", commands), _table("screens", "Panes and screens", pages)),
    )
    body = (
        Block(block="reference", show=("head",)),
        Block(block="reference", show=("narrow",), columns=COLUMNS),
    )
    layout = replace(reference_layout, title=TITLE, body=body)
    return render(Report(TITLE, None, None, None, ()), (layout,), printing, reference=reference)


def _table(id: str, title: str, parts: tuple[KeyTable, ...]) -> ReferenceTable:
    # one table for all parts, so that the columns of keys have the same width
    rows: list[ReferenceRow] = []
    for part in parts:
        rows += [ReferenceRow(heading=part.title), *(ReferenceRow(cells=row) for row in part.rows)]
    return ReferenceTable(id=Id(id), title=title, columns=(Column(), Column()), rows=tuple(rows))
