"""The items of a typed line: headings, generals, troops, numbers about the army and so on."""

from __future__ import annotations

from typing import Literal

from orbat.list_reader.army_numbers import ArmyNumber
from orbat.list_reader.generals import TypedGeneral
from orbat.list_reader.lines import TypedLine
from orbat.list_reader.meaning import Description
from orbat.list_reader.numbers import NumberReading
from orbat.model.record import Value

ItemType = Literal["heading", "general", "troops", "army_numbers", "detail", "unread", "talk"]


class Item(Value):
    """What a typed line, or a part of it, says. `item_type`: for example a heading, a general, troops or a detail."""

    item_type: ItemType
    line: TypedLine
    name: str = ""
    level: str = ""
    general: TypedGeneral | None = None
    readings: tuple[NumberReading, ...] = ()
    description: Description | None = None
    numbers: tuple[ArmyNumber, ...] = ()
    off_board: bool | None = None
    name_words: tuple[str, ...] = ()
    """Words of the troops' name."""
    sibling: str = ""
    """Entry id of the previous troops, if they are another battalion of the same regiment."""
