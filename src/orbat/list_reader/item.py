"""The items of a typed list: headings, generals, troops, numbers about the army and so on."""

from __future__ import annotations

from typing import Literal

from orbat.list_reader.army_numbers import ArmyNumber
from orbat.list_reader.entry_candidates import Wording
from orbat.list_reader.generals import TypedGeneral
from orbat.list_reader.lines import TypedLine
from orbat.list_reader.meaning import Description
from orbat.list_reader.roles import Number
from orbat.model.record import Value

ItemType = Literal["heading", "general", "troops", "army_numbers", "detail", "unread", "talk"]


class Item(Value):
    """The content of a typed line, or of a part of a line. `item_type`: for example a heading, a general or troops."""

    item_type: ItemType
    line: TypedLine
    name: str = ""
    level: str = ""
    general: TypedGeneral | None = None
    description: Description | None = None
    figures: tuple[Number, ...] = ()
    """The numbers of troops or of a detail, each with its possible roles."""
    wording: Wording | None = None
    numbers: tuple[ArmyNumber, ...] = ()
    off_board: bool | None = None
    text: str = ""
    """The part of the line that the item is about."""
    lines: tuple[int, ...] = ()
    """Numbers of further lines with details of the troops."""
