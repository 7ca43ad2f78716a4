"""Printed sheets: layouts (files in `templates/sheets`) and the player's print options.

Lengths and type sizes are in typographic points (1/72 inch).
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal, get_args

from orbat.model.path import OrbatPath
from orbat.model.points import Count
from orbat.model.record import Record, Scalar, Value
from orbat.model.spelling import UnknownWord
from orbat.model.text import Flag, FormatVersion, Id, Text
from orbat.registry import blocks

PaperName = Literal["a4", "letter", "a5"]
PAPERS: tuple[PaperName, ...] = get_args(PaperName)
PictureKind = Literal["svg", "png"]
"""The kinds of pictures of pages."""
CardSize = Literal["quarter", "poker"]
Face = Literal["regular", "bold", "italic"]

CORE_BLOCKS = (
    "title",
    "order",
    "at_home",
    "chart",
    "arms",
    "scouting",
    "deployment_order",
    "check_code",
    "signatures",
    "qr",
    "findings",
    "rules_notes",
    "play_notes",
    "roster",
    "cards",
    "labels",
    "reference",
    "map",
    "reserves",
)
"""The names of the core's own sheet blocks. Features add more."""

LABEL_WIDTHS, LABEL_DEPTHS = range(20, 201), range(10, 201)
"""The possible widths and depths of labels, in millimetres."""
MAX_BLANK_CARDS = 100
"""The maximum number of empty cards."""
MIN_TYPE_SIZE = 8
"""The minimum type size of a layout, in typographic points."""
_MAX_TYPE_SIZE = 72
_MAX_LENGTH = 1000


def _read_type_size(raw: object) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | Decimal) or not MIN_TYPE_SIZE <= raw <= _MAX_TYPE_SIZE:
        raise ValueError(f"should be a size of type from {MIN_TYPE_SIZE} to {_MAX_TYPE_SIZE} points")
    return float(raw)


def _read_length(raw: object) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | Decimal) or not 0 <= raw <= _MAX_LENGTH:
        raise ValueError(f"should be a length from 0 to {_MAX_LENGTH} points (72 to the inch)")
    return float(raw)


def block_names() -> tuple[str, ...]:
    """The names of all sheet blocks, including the blocks of the packages in `orbat.features`."""
    return (*CORE_BLOCKS, *blocks())


def _read_block(raw: object) -> str:
    known = block_names()
    if isinstance(raw, str) and raw in known:
        return raw
    raise UnknownWord(known)


BlockName = Annotated[str, Scalar(_read_block, {"type": "string", "enum": list(block_names())})]
TypeSize = Annotated[
    float, Scalar(_read_type_size, {"type": "number", "minimum": MIN_TYPE_SIZE, "maximum": _MAX_TYPE_SIZE})
]
Length = Annotated[float, Scalar(_read_length, {"type": "number", "minimum": 0, "maximum": _MAX_LENGTH})]


class TextStyle(Record):
    """A typeface, a size and a line spacing."""

    size: TypeSize
    face: Face = "regular"
    leading: Length | None = None


class TextStyles(Record):
    """The text styles of a sheet."""

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
    """A part of a sheet, such as a table or a heading."""

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
    """A sheet: blocks in order, text styles and page geometry."""

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
    """The player's print options."""

    paper: PaperName = "a4"
    landscape: bool | None = None
    """None for the orientation of the layout."""
    booklet: bool = False
    """Makes a booklet with two portrait pages on each side of the paper. For `a5`, the paper is A4."""
    large: bool = False
    """Makes all type 25 % larger."""
    boxes: Literal["clean", "as-is"] = "clean"
    """`clean` for empty tick boxes, `as-is` for boxes ticked for the losses so far."""
    hide_points: bool = False
    hide_house: bool = False
    merge: bool = False
    whole_pages: bool = False
    """Prints every brigade on its own page."""
    notes: bool = True
    at_home: bool = False
    """Adds a list of the units that stay at home."""
    rules_notes: bool = False
    """Adds a section at the end with the rules used."""
    usable: bool = False
    """Prints only the reference rows relevant to the ORBAT."""
    losses: tuple[tuple[OrbatPath, int], ...] = ()
    """The stands, guns or hits lost, by path."""
    counts: tuple[tuple[OrbatPath, Literal["half", "full"]], ...] = ()
    """Units and generals that count as lost, half or in full, by path."""
    ticked: tuple[tuple[OrbatPath, tuple[str, ...]], ...] = ()
    """Labels of ticked boxes, by path."""
    removed_units: tuple[OrbatPath, ...] = ()
    """Paths of units out of play."""
    card_size: CardSize = "quarter"
    """The size of cards: a quarter of a page (or as the layout says), or poker cards of 63 x 88 mm."""
    own_cards: bool = False
    """Prints a card for each unit. Otherwise, identical units share a card."""
    blank_cards: int = 0
    """The number of empty cards after the others."""
    label_size: tuple[int, int] | None = None
    """The width and depth of labels, in millimetres. None for the sizes of the ruleset's bases, and of tray labels."""
    black: bool = False
    """Prints flags in black, with a pattern for each colour."""
