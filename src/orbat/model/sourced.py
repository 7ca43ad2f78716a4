"""Sources of numbers."""

from typing import ClassVar, Literal

from orbat.model.record import Record
from orbat.model.text import Citations, Flag, Id, Text

Mark = Literal["", "inferred", "house"]
"""The mark of a number that is not in the rulebook: inferred from known numbers, or house."""


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


class RulesetFile(Sourced):
    """Base class of the files in a ruleset's folder. `called` describes the type of file in messages."""

    called: ClassVar[str]
    file_name: ClassVar[str]

    ruleset: Id
