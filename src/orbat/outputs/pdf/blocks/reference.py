"""The quick-reference tables of a ruleset. All lengths are typographic points."""

from __future__ import annotations

from dataclasses import replace

from orbat.model.reference import Reference, ReferenceTable
from orbat.model.sheet import Block
from orbat.outputs.pdf.blocks.table_setting import table_panels
from orbat.outputs.pdf.fonts import measure, shown
from orbat.outputs.pdf.marks import Bookmark, Panel
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import STRONG, Setter
from orbat.report.reference import subjects_of, usable

_PARTS = ("head", "wide", "narrow")
_GAP = 12.0
_ABOVE = 18.0
"""The space above a table on the roster."""


def reference(press: Press, block: Block) -> tuple[Panel, ...]:
    """The tables that the block names in `tables`, or those of its `page`, or all; the layout's last page has those
    of later pages too. `show` wants parts of it: the `head`, the `wide` tables, the `narrow` ones; or those that belong
    on the `roster` of an army with units.
    """
    found = press.reference
    if found is None:
        return ()
    show = block.show or _PARTS
    if "roster" in show:
        return _on_roster(press, found)
    tables = _wanted(found, press, block)
    if press.printing.usable:
        subjects = subjects_of(press.report)
        tables = [one for table in tables if (one := usable(table, subjects))]
    if press.printing.hide_house:
        tables = [replace(table, house=False, inferred=False) for table in tables]
    panels = list(_head(found, press)) if "head" in show else []
    for table in tables:
        if ("wide" if table.wide else "narrow") in show:
            panels += table_panels(table, press.styles, press.width)
    return tuple(panels)


def _on_roster(press: Press, found: Reference) -> tuple[Panel, ...]:
    """The tables for the roster, each whole, in half the width; nothing for an army without units."""
    if not (press.report.quote and press.report.quote.all_units):
        return ()
    half = press.in_columns(2).width
    sets = [table_panels(table, press.styles, half) for table in found.tables if table.roster]
    return tuple(
        replace(panel, keep=number < len(panels) - 1, before=panel.before if number else _ABOVE)
        for panels in sets
        for number, panel in enumerate(panels)
    )


def _wanted(found: Reference, press: Press, block: Block) -> list[ReferenceTable]:
    if block.tables:
        return [table for table in found.tables if table.id in block.tables]
    if block.page is None:
        return list(found.tables)
    last = max(one.page or 0 for one in press.layout.body if one.block == block.block)
    return [table for table in found.tables if min(table.page, last) == block.page]


def _head(found: Reference, press: Press) -> tuple[Panel, ...]:
    """The title of the tables, with the date of the sheet they come from."""
    setter, styles = Setter(), press.styles
    setter.marks.append(Bookmark(0.0, 0.0, 0, shown(press.layout.title)))
    printed = shown(f"as printed {found.printed}") if found.printed else ""
    date = measure(printed, styles.subtitle)
    baseline = setter.baseline(styles.title)
    setter.lines(found.title, 0.0, press.width - date - _GAP, styles.title)
    setter.words(printed, press.width - date, baseline, styles.subtitle)
    setter.y += 2
    setter.rule(0.0, press.width, STRONG)
    return (setter.panel(),)
