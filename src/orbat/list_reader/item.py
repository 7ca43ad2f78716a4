"""One thing that a typed line says."""

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
    """One thing that a line says."""

    item_type: ItemType
    line: TypedLine
    name: str = ""
    level: str = ""
    general: TypedGeneral | None = None
    readings: tuple[NumberReading, ...] = ()
    description: Description | None = None
    numbers: tuple[ArmyNumber, ...] = ()
    off_board: bool | None = None
    called: tuple[str, ...] = ()
    """The words that name the troops."""
    sibling: str = ""
    """The entry of another battalion of the same regiment."""
