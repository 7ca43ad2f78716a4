"""A part of a file that is not in the ORBAT's text, such as an annotation or a hidden row."""

from __future__ import annotations

from typing import Literal

from orbat.model.record import Value

PartStatus = Literal["read", "harmless", "left"]
"""`read`: its text is in the ORBAT. `harmless`: it cannot contain troops. `left`: it was not read."""


class Part(Value):
    """A part of a file: its kind (an id of `documents.parts.KINDS`), its place, and the start of its text.

    `count`: the number of such parts at this place.
    """

    kind: str
    where: str = ""
    count: int = 1
    status: PartStatus = "left"
    shown: str = ""
