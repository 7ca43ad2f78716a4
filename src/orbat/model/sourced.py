"""Sources of numbers."""

from typing import ClassVar, Literal

from orbat.model.record import Record
from orbat.model.text import Citations, Flag, Id, Text

Mark = Literal["", "inferred", "house"]
"""The mark of a number that is not in the rulebook: inferred from known numbers, or house."""

Authority = Literal["rulebook", "work", "house"]
"""What a number rests on: the rulebook, a published work, or neither."""


class Sourced(Record):
    """Base class of records with numbers: each record has a citation, sources or a source mark.

    `cite` lists sections such as `DOE 5.3`; `sources` lists ids of the file's sources. `inferred` numbers are
    derived from known ones: likely, but not confirmed. `house` numbers are in no rulebook. `note` gives the
    reasoning behind inferred and house numbers.
    """

    cite: Citations = ()
    sources: tuple[str, ...] = ()
    inferred: Flag = False
    house: Flag = False
    note: Text = ""

    @property
    def citations(self) -> tuple[str, ...]:
        """The citations to print: the sections if there are any, otherwise the source mark, otherwise the sources."""
        return self.cite or ((self.mark,) if self.mark else tuple(self.sources))

    @property
    def mark(self) -> Mark:
        """The source mark to print with the number: house, inferred or none."""
        return "" if self.cite else "house" if self.house else "inferred" if self.inferred else ""

    @property
    def authority(self) -> Authority:
        """What the number rests on.

        A number marked `house` is house, even if it names the works that led to it. So is a number with neither a
        section nor works, such as one that is only inferred.
        """
        if self.cite:
            return "rulebook"
        return "work" if self.sources and not self.house else "house"


class RulesetFile(Sourced):
    """Base class of the files in a ruleset's folder. `called` describes the type of file in messages."""

    called: ClassVar[str]
    file_name: ClassVar[str]

    ruleset: Id
