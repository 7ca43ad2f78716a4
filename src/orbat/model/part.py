"""Parts of a file besides the main text, such as annotations and hidden rows."""

from __future__ import annotations

from typing import Literal

from orbat.model.record import Value

PartStatus = Literal["read", "harmless", "left"]
"""`read`: the part's text is in the ORBAT. `harmless`: the part cannot contain troops. `left`: the part was not
read."""


class Part(Value):
    """A part of a file besides the main text, such as an annotation or a hidden row."""

    kind: str
    """An id in `documents.parts.KINDS`."""
    where: str = ""
    """The place in the file."""
    count: int = 1
    """The number of parts of the same kind at the same place."""
    status: PartStatus = "left"
    shown: str = ""
    """The start of the part's text."""
