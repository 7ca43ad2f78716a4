"""One thing that a typed line says."""

from __future__ import annotations

from typing import Literal

from orbat.list_reader.army_numbers import ArmyNumber
from orbat.list_reader.generals import TypedGeneral
from orbat.list_reader.lines import TypedLine
from orbat.list_reader.meaning import Described
from orbat.list_reader.numbers import NumberReading
from orbat.model.record import Value

Sort = Literal["heading", "chief", "troops", "said", "detail", "unread", "talk"]


class Item(Value):
    """One thing that a line says."""

    sort: Sort
    line: TypedLine
    name: str = ""
    level: str = ""
    chief: TypedGeneral | None = None
    facts: tuple[NumberReading, ...] = ()
    told: Described | None = None
    said: tuple[ArmyNumber, ...] = ()
    off: bool | None = None
    called: tuple[str, ...] = ()
    """The words that name the troops."""
    beside: str = ""
    """The entry of another battalion of the same regiment."""
