"""An item of the basis of a verdict."""

from __future__ import annotations

from orbat.model.finding import Topic
from orbat.model.record import Value


class BasisItem(Value):
    """A choice, a doubt or a fact on which a verdict depends.

    Unusual items are doubts: the verdict's headline names them with `short`, a few words such as `names that look
    alike`. Ordinary items, such as dice that the players threw at the table, are shown only in the details. The text
    report shows their `short`, if they have one.
    """

    topic: Topic
    text: str
    short: str = ""
    unusual: bool = False
    name: str = ""
    """The name of the ruling, if the item is a reading."""
    code: str = ""
    """The code of the finding that says the same."""
