"""A printed sheet: its layout, as a file in `templates/sheets` holds it, and how the player wants it printed.

Lengths and sizes of type here are typographic points (1/72 inch), never the points an army costs.
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
"""What sheets are made of; features have more blocks."""

MIN_TYPE_SIZE = 8
"""The smallest type a layout may ask for, in typographic points."""
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
    """The names of the blocks that a layout may have."""
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
    """A face at a size, and the distance between two baselines; by default 1.2 times the size."""

    size: TypeSize
    face: Face = "regular"
    leading: Length | None = None


class TextStyles(Record):
    """The type of everything that is set, by what it is for.

    `strong` is for what must be seen first, `detail` for what follows a name, `small` for sums, `label` for the
    heads of columns, `box` for words in a box, `foot` for what every page repeats.
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
    """The white edge of the paper."""

    side: Length
    top: Length
    bottom: Length


class Block(Record):
    """One thing a sheet is made of. `block` names it; which of the other keys it heeds, its documentation says.

    `columns` sets it in so many columns side by side, `new_page` begins a page with it. `show` names the parts of it
    that are wanted, where it has such. `optional` leaves it out where a sheet on one page has no room for it.
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
    """A sheet: what stands on it, in order, in which type on which paper.

    `for_opponent` makes it one of the sheets that `--for` names, `for_two` that of a comparison of two ORBATs. `hides`
    is what it never shows: `points`, or `off_board` formations and units. `on_one_page` lets type shrink to its floor
    so that all of it fits on a page. `bare` pages have neither running head nor foot, since they are cut up. `order`
    is its place among the sheets.
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
    """How the player wants his sheets.

    `landscape` None leaves it to the layout. `large` adds a quarter to all type. `boxes` are drawn clean, or with
    the losses marked so far: how much each unit at a path has lost, and for how much what is at a path `counts`,
    whatever its losses say; what is `ticked` of a unit or general at a path, by the words beside the boxes; and which
    units are `gone`. `whole_pages` gives each brigade a page.
    `rules_notes` are the rules used, once at the end. `usable` keeps only those rows of reference tables that the ORBAT
    can use.
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
