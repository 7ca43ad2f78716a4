"""The sheets and print options, as lines to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from orbat.model.record import Value
from orbat.model.sheet import Layout, PrintOptions
from orbat.tui.widgets.lines import Line


class PrintRequest(Value):
    """What the user wants to print: ids of sheets in order, and print options."""

    sheets: tuple[str, ...] = ()
    printing: PrintOptions = PrintOptions()


_LABEL_SIZES = ((20, 20), (25, 15), (30, 30), (40, 20), (40, 40), (50, 25), (60, 15), (100, 15))
"""The sizes of labels to choose from, in millimetres."""


class _Setting(Value):
    # One print option, with the labels of its possible values.

    field: str
    name: str
    about: str
    values: tuple[tuple[Any, str], ...]


_SETTINGS = (
    _Setting("paper", "Paper", "The paper size.", (("a4", "A4"), ("letter", "Letter"), ("a5", "A5"))),
    _Setting(
        "landscape",
        "Orientation",
        "The orientation of the paper. Automatic: the best one for each sheet.",
        ((None, "automatic"), (False, "portrait"), (True, "landscape")),
    ),
    _Setting(
        "booklet",
        "Booklet",
        "Two pages on each side of the paper. Print them double-sided, flipped on the short edge, and fold.",
        ((False, "no"), (True, "two pages on a sheet")),
    ),
    _Setting("large", "Type", "The size of the text. Large text is 25% larger.", ((False, "normal"), (True, "large"))),
    _Setting("hide_points", "Points", "Whether prices and totals are printed.", ((False, "shown"), (True, "hidden"))),
    _Setting(
        "notes", "Your notes", "Whether your notes on units are printed.", ((True, "printed"), (False, "omitted"))
    ),
    _Setting(
        "merge",
        "Equal units",
        "How identical units of a formation are printed.",
        ((False, "a line each"), (True, "on one line")),
    ),
    _Setting(
        "whole_pages",
        "Brigades",
        "Whether each brigade starts a new page.",
        ((False, "one after another"), (True, "a page each")),
    ),
    _Setting(
        "card_size",
        "Card size",
        "The size of cards. Poker cards are 63 x 88 mm.",
        (("quarter", "quarter page"), ("poker", "poker")),
    ),
    _Setting(
        "own_cards",
        "Cards",
        "Whether identical units share a card, with boxes for each unit.",
        ((False, "shared"), (True, "one for each unit")),
    ),
    _Setting(
        "blank_cards",
        "Empty cards",
        "The number of empty cards after the others.",
        ((0, "none"), (4, "4"), (8, "8"), (12, "12")),
    ),
    _Setting(
        "label_size",
        "Label size",
        "The size of labels. By default, the ruleset's bases, and 80 x 12 mm for trays.",
        (
            (None, "default"),
            *(((width, depth), f"{width} x {depth} mm") for width, depth in _LABEL_SIZES),
        ),
    ),
    _Setting("black", "Flags", "How the flags on labels are printed.", ((False, "in colour"), (True, "in black"))),
    _Setting(
        "usable",
        "Reference",
        "Which rows of the reference tables are printed.",
        ((False, "in full"), (True, "what this army can use")),
    ),
    _Setting(
        "at_home",
        "At home",
        "Whether the order of battle lists the units that stay at home.",
        ((False, "omitted"), (True, "after the order of battle")),
    ),
    _Setting(
        "rules_notes",
        "Rules used",
        "Whether the rules that this ORBAT uses are explained at the end.",
        ((False, "omitted"), (True, "at the end")),
    ),
    _Setting(
        "hide_house",
        "House marks",
        "Whether prices that are not in a rulebook are marked.",
        ((False, "shown"), (True, "omitted")),
    ),
    _Setting(
        "boxes",
        "Losses",
        "Whether losses are marked in the boxes of units.",
        (("clean", "not marked"), ("as-is", "marked")),
    ),
)
_SET = {one.field: one for one in _SETTINGS}


def lines_of(request: PrintRequest, layouts: Mapping[str, Layout]) -> tuple[Line, ...]:
    """The sheets as check boxes, and the print options with current values."""
    own = tuple(_sheet(layout, request) for layout in layouts.values() if not layout.for_opponent)
    others = tuple(_sheet(layout, request) for layout in layouts.values() if layout.for_opponent)
    settings = tuple(Line(key=one.field, name=one.name, columns=(_word(one, request.printing),)) for one in _SETTINGS)
    return (
        *own,
        *((Line(key="others", name="For your opponent", heading=True, role="head"), *others) if others else ()),
        Line(key="settings", name="Options", heading=True, role="head"),
        *settings,
    )


def _sheet(layout: Layout, request: PrintRequest) -> Line:
    wanted = layout.id in request.sheets
    return Line(key=layout.id, name=f"[{'x' if wanted else ' '}] {layout.title}", columns=("",))


def _word(setting: _Setting, printing: PrintOptions) -> str:
    now = getattr(printing, setting.field)
    return next(word for value, word in setting.values if value == now)


def changed(request: PrintRequest, key: str, layouts: Mapping[str, Layout]) -> PrintRequest:
    """The print request after the user presses Enter on the line with this `key`."""
    if key in layouts:
        kept = set(request.sheets) ^ {key}
        return replace(request, sheets=tuple(one for one in layouts if one in kept))
    if key not in _SET:
        return request
    values = [value for value, _ in _SET[key].values]
    after = values[(values.index(getattr(request.printing, key)) + 1) % len(values)]
    return replace(request, printing=replace(request.printing, **{key: after}))


def about(key: str, layouts: Mapping[str, Layout]) -> str:
    """The description of a sheet or a print option, in one sentence."""
    if key in layouts:
        return layouts[key].about
    return _SET[key].about if key in _SET else ""
