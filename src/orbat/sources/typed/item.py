"""One thing that a typed line says."""

from __future__ import annotations

from typing import Literal

from orbat.model.record import Value
from orbat.sources.typed.generals import Chief
from orbat.sources.typed.meaning import Told
from orbat.sources.typed.numbers import Facts
from orbat.sources.typed.signs import Line
from orbat.sources.typed.spoken import Said

Sort = Literal["heading", "chief", "troops", "said", "detail", "unread", "talk"]


class Item(Value):
    """One thing that a line says."""

    sort: Sort
    line: Line
    name: str = ""
    level: str = ""
    chief: Chief | None = None
    facts: tuple[Facts, ...] = ()
    told: Told | None = None
    said: tuple[Said, ...] = ()
    off: bool | None = None
    called: tuple[str, ...] = ()
    """The words that name the troops."""
    beside: str = ""
    """The entry of another battalion of the same regiment."""
