"""Parts of a file besides its main text, such as annotations and hidden rows."""

from __future__ import annotations

from typing import Literal

from orbat.model.record import Value

PartStatus = Literal["read", "harmless", "left"]
"""`read`: the part's text is in the ORBAT. `harmless`: the part cannot contain troops. `left`: the part was not
read."""


class Part(Value):
    """A part of a file besides its main text, such as an annotation or a hidden row.

    `kind` is an id in `documents.parts.KINDS`. `where` is the part's place in the file, and `shown` is the start of its
    text. `count` is the number of parts of this kind at this place.
    """

    kind: str
    where: str = ""
    count: int = 1
    status: PartStatus = "left"
    shown: str = ""
