"""Sources of numbers."""

from typing import ClassVar, Literal

from orbat.model.record import Record
from orbat.model.text import Citations, Flag, Id, Text

Mark = Literal["", "inferred", "house"]
"""The mark of a number that is not in the rulebook: inferred from known numbers, or house."""

Authority = Literal["rulebook", "work", "house"]
"""Where a number comes from: the rulebook, a published work, or neither."""


SOURCE_KEYS = frozenset({"cite", "sources", "inferred", "house"})
"""The keys that give the source of a number."""


class Sourced(Record):
    """Base class of records with numbers and their sources."""

    cite: Citations = ()
    sources: tuple[str, ...] = ()
    inferred: Flag = False
    house: Flag = False
    note: Text = ""

    @property
    def citations(self) -> tuple[str, ...]:
        """The citations to print: sections if there are any, otherwise `house` or `inferred`, otherwise sources."""
        return self.cite or ((self.mark,) if self.mark else tuple(self.sources))

    @property
    def mark(self) -> Mark:
        """The word to print with the number: `house`, `inferred` or ""."""
        return "" if self.cite else "house" if self.house else "inferred" if self.inferred else ""

    @property
    def authority(self) -> Authority:
        """The origin of the number: `rulebook`, `work` (a published work) or `house`."""
        if self.cite:
            return "rulebook"
        return "work" if self.sources and not self.house else "house"


class RulesetFile(Sourced):
    """Base class of the files in a ruleset's folder."""

    called: ClassVar[str]
    file_name: ClassVar[str]

    ruleset: Id
