"""Printed sheets: their layouts (files in `templates/sheets`) and the player's print options.

Lengths and type sizes here are typographic points (1/72 inch), not army points.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from orbat.model.path import OrbatPath
from orbat.model.points import Count
from orbat.model.record import Record, Scalar, Value
from orbat.model.spelling import UnknownWord
from orbat.model.text import Flag, FormatVersion, Id, Text
from orbat.registry import blocks

PaperName = Literal["a4", "letter"]
Face = Literal["regular", "bold", "italic"]

CORE_BLOCKS = (
    "title",
    "order",
    "chart",
    "arms",
    "scouting",
    "deployment_order",
    "check_code",
    "qr",
    "findings",
    "rules_notes",
    "roster",
    "cards",
    "reference",
    "map",
    "reserves",
)
"""The blocks of the core; features add more."""

MIN_TYPE_SIZE = 8
"""The minimum type size of a layout, in typographic points."""
_LARGEST = 72
_WIDEST = 1000


def _read_type_size(raw: object) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | Decimal) or not MIN_TYPE_SIZE <= raw <= _LARGEST:
        raise ValueError(f"should be a size of type from {MIN_TYPE_SIZE} to {_LARGEST} points")
    return float(raw)


def _read_length(raw: object) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | Decimal) or not 0 <= raw <= _WIDEST:
        raise ValueError(f"should be a length from 0 to {_WIDEST} points (72 to the inch)")
    return float(raw)


def block_names() -> tuple[str, ...]:
    """The names of all blocks for layouts."""
    return (*CORE_BLOCKS, *blocks())


def _read_block(raw: object) -> str:
    known = block_names()
    if isinstance(raw, str) and raw in known:
        return raw
    raise UnknownWord(known)


BlockName = Annotated[str, Scalar(_read_block, {"type": "string", "enum": list(block_names())})]
TypeSize = Annotated[float, Scalar(_read_type_size, {"type": "number", "minimum": MIN_TYPE_SIZE, "maximum": _LARGEST})]
Length = Annotated[float, Scalar(_read_length, {"type": "number", "minimum": 0, "maximum": _WIDEST})]


class TextStyle(Record):
    """A face at a size, and the distance between two baselines (by default 1.2 times the size)."""

    size: TypeSize
    face: Face = "regular"
    leading: Length | None = None


class TextStyles(Record):
    """The text styles of a sheet, by use.

    `strong` is for the most important text, `detail` for text after a name, `small` for sums, `label` for column
    headings, `box` for text in a box, `foot` for headers and footers.
    """

    title: TextStyle
    subtitle: TextStyle
    strong: TextStyle
    heading: TextStyle
    subheading: TextStyle
    minor: TextStyle
    text: TextStyle
    detail: TextStyle
    small: TextStyle
    note: TextStyle
    label: TextStyle
    total: TextStyle
    box: TextStyle
    foot: TextStyle


class PageMargins(Record):
    """The page margins."""

    side: Length
    top: Length
    bottom: Length


class Block(Record):
    """One block of a sheet. `block` is its name; its documentation says which of the other keys it uses.

    `columns` sets it in several columns, and `new_page` starts a page with it. `show` names the parts to print, for
    blocks with optional parts. An `optional` block is omitted where a one-page sheet has no room for it.
    """

    block: BlockName
    title: Text = ""
    columns: Count = 1
    new_page: Flag = False
    optional: Flag = False
    show: tuple[Id, ...] = ()
    tables: tuple[Id, ...] = ()
    page: Count | None = None
    across: Count | None = None
    down: Count | None = None
    rows: Count | None = None


class Layout(Record):
    """A sheet: its blocks in order, with text styles and page geometry.

    `for_opponent` sheets are those that `--for` prints, a `for_two` sheet compares two ORBATs. `hides` is what it never
    shows: `points`, or `off_board` formations and units. With `on_one_page`, type shrinks down to the minimum so that
    everything fits on a page. `bare` pages have no header or footer, since they are cut up. `order` is its position
    among the sheets.
    """

    sheet: FormatVersion
    id: Id
    title: Text
    about: Text
    order: Count
    for_opponent: Flag = False
    for_two: Flag = False
    hides: tuple[Literal["points", "off_board"], ...] = ()
    on_one_page: Flag = False
    bare: Flag = False
    landscape: Flag = False
    margins: PageMargins
    column_gap: Length
    type: TextStyles
    body: tuple[Block, ...]


class PrintOptions(Value):
    """The player's print options.

    `landscape` None uses the layout's orientation. `large` makes all type a quarter larger. `whole_pages` prints each
    brigade on its own page, `rules_notes` the rules used at the end, and `usable` only the reference rows that the
    ORBAT can use. `boxes` are clean, or show the losses so far, by path: strength lost (`losses`), units and generals
    that count as lost whatever their losses (`counts`), boxes ticked by their labels (`ticked`), and `removed_units`.
    """

    paper: PaperName = "a4"
    landscape: bool | None = None
    large: bool = False
    boxes: Literal["clean", "as-is"] = "clean"
    hide_points: bool = False
    hide_house: bool = False
    merge: bool = False
    whole_pages: bool = False
    notes: bool = True
    rules_notes: bool = False
    usable: bool = False
    losses: tuple[tuple[OrbatPath, int], ...] = ()
    counts: tuple[tuple[OrbatPath, Literal["half", "full"]], ...] = ()
    ticked: tuple[tuple[OrbatPath, tuple[str, ...]], ...] = ()
    removed_units: tuple[OrbatPath, ...] = ()
