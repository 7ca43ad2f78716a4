"""Where a number comes from."""

from orbat.model.record import Record
from orbat.model.text import Citations, Flag, Text


class Sourced(Record):
    """Anything that holds a number: it cites the rulebook, names its historical sources, or is house.

    `cite` holds sections such as `DOE 5.3`, `sources` ids of the list's sources; `house` marks a number that no
    rulebook gives, with its reasoning in `note`.
    """

    cite: Citations = ()
    sources: tuple[str, ...] = ()
    house: Flag = False
    note: Text = ""

    @property
    def citations(self) -> tuple[str, ...]:
        """What to print behind a verdict that rests on this: the sections, or that the number is house."""
        return self.cite or (("house",) if self.house else tuple(self.sources))
