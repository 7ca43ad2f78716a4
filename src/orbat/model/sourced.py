"""Sources of numbers."""

from typing import ClassVar, Literal

from orbat.model.record import Record
from orbat.model.text import Citations, Flag, Id, Text

Mark = Literal["", "inferred", "house"]
"""The mark of a number that is not in the rulebook: inferred from known numbers, or house."""

Authority = Literal["rulebook", "work", "house"]
"""Where a number comes from: the rulebook, a published work, or neither."""


class Sourced(Record):
    """Base class of records with numbers. A record says where its numbers come from.

    `cite` lists sections, such as `X 5.3` of the rulebook with the code X. `sources` lists ids of the file's sources.
    `inferred` numbers are derived from known numbers: likely, but not confirmed. `house` numbers are in no rulebook.
    `note` gives the reasoning behind inferred and house numbers.
    """

    cite: Citations = ()
    sources: tuple[str, ...] = ()
    inferred: Flag = False
    house: Flag = False
    note: Text = ""

    @property
    def citations(self) -> tuple[str, ...]:
        """The citations to print. In order of preference: the sections, the word `house` or `inferred`, the sources."""
        return self.cite or ((self.mark,) if self.mark else tuple(self.sources))

    @property
    def mark(self) -> Mark:
        """The word to print with the number: `house`, `inferred` or "". A number that cites a section has no mark."""
        return "" if self.cite else "house" if self.house else "inferred" if self.inferred else ""

    @property
    def authority(self) -> Authority:
        """Where the number comes from: `rulebook`, `work` (a published work) or `house`.

        A number marked `house` is `house` even if `sources` is not empty. A number without sections and sources is also
        `house`.
        """
        if self.cite:
            return "rulebook"
        return "work" if self.sources and not self.house else "house"


class RulesetFile(Sourced):
    """Base class of the files in a ruleset's folder. `called` is the word for the file in messages, such as `reference
    tables`."""

    called: ClassVar[str]
    file_name: ClassVar[str]

    ruleset: Id
