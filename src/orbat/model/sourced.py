"""Where a number comes from."""

from typing import ClassVar, Literal

from orbat.model.record import Record
from orbat.model.text import Citations, Flag, Id, Text

Mark = Literal["", "inferred", "house"]
"""What a number is that no rulebook gives: worked out from known ones, or our own."""


class Sourced(Record):
    """Anything that holds a number: it cites the rulebook, names its sources, is worked out from known ones, or house.

    `cite` holds sections such as `DOE 5.3`, `sources` ids of the file's sources; `inferred` marks a number worked out
    from known ones, likely but not confirmed; `house` one that no rulebook gives. `note` has the reasoning of both.
    """

    cite: Citations = ()
    sources: tuple[str, ...] = ()
    inferred: Flag = False
    house: Flag = False
    note: Text = ""

    @property
    def citations(self) -> tuple[str, ...]:
        """What to print behind a verdict that rests on this: the sections, or that the number is house or inferred."""
        return self.cite or ((self.mark,) if self.mark else tuple(self.sources))

    @property
    def mark(self) -> Mark:
        """How the number is marked where it is shown: house, inferred, or not at all."""
        return "" if self.cite else "house" if self.house else "inferred" if self.inferred else ""


class RulesetFile(Sourced):
    """A file of one ruleset, in its folder: `called` is what it holds in words, `file_name` how it is named."""

    called: ClassVar[str]
    file_name: ClassVar[str]

    ruleset: Id
