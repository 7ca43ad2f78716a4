"""Claims: numbers in a typed list, and how they compare with the quote."""

from __future__ import annotations

from typing import Literal

from orbat.model.path import OrbatPath
from orbat.model.points import Points
from orbat.model.record import Value
from orbat.model.wording import phrase

ClaimType = Literal["piece", "each", "line", "subtotal", "total", "left", "size", "count"]
"""What a typed number is: the price of one stand or gun (`piece`), of one unit, of a line or of a formation; the army's
total, the remaining points (`left`), the agreed size, or the number of units."""


class Claim(Value):
    """A typed number on a line of the text (from 1), and the paths of the units and commanders it covers."""

    line: int
    claim_type: ClaimType
    typed: Points
    covers: tuple[OrbatPath, ...] = ()
    name: str = ""
    """What the number is for, as the text calls it."""


class ClaimDifference(Value):
    """A claim that differs from the quote, with the calculated points and the sum behind them (`reason`).

    `explained_by` are the lines of other differences that explain this one completely; a difference without any is a
    cause. `unpaid` are the lines of generals whose price is missing from the claimed sum.
    """

    claim: Claim
    calculated: Points
    reason: str = ""
    explained_by: tuple[int, ...] = ()
    unpaid: tuple[int, ...] = ()

    @property
    def is_cause(self) -> bool:
        """Whether no other difference explains it."""
        return not self.explained_by


class Alternative(Value):
    """Another entry that a typed name may mean, with their similarity from 0 to 100."""

    entry: str
    name: str
    similarity: int


class ReadLine(Value):
    """One line of a typed list and how it was read.

    `paths` are the units and commanders read from it. `explanation` says which of several readings was chosen, and
    why. `alternatives` are other entries that its name may mean. `misspelt` are words of its name, each with the
    intended word of the army list. `unread` lines were not understood.
    """

    number: int
    text: str
    paths: tuple[OrbatPath, ...] = ()
    explanation: str = ""
    alternatives: tuple[Alternative, ...] = ()
    misspelt: tuple[tuple[str, str], ...] = ()
    unread: bool = False


CorrectionType = Literal["size", "rating", "options", "entry", "buy", "none"]
"""What a correction changes. `buy`: the line is a unit of an entry after all. `none`: the line is not a unit."""


class Correction(Value):
    """A player's correction of the reading of one line; `words` describes it to the player."""

    line: int
    what: CorrectionType
    value: int | str | tuple[str, ...] | None
    words: str

    @property
    def name(self) -> str:
        """The name of the undo step."""
        return phrase("{words}, line {line}", words=self.words, line=self.line)


class CheckTarget(Value):
    """The army of a text that is being checked (from 0), and the ruleset and list to use where the text names none."""

    army: int
    ruleset: str
    army_list: str


class Reading(Value):
    """The reading of one army in a typed list: its lines and its claims.

    `guess` describes the ruleset, list and rulings that were assumed where the text names none; `alternatives` are
    other lists that it may be of.
    """

    lines: tuple[ReadLine, ...]
    claims: tuple[Claim, ...]
    guess: str = ""
    alternatives: tuple[str, ...] = ()

    @property
    def unread(self) -> tuple[ReadLine, ...]:
        """The lines that were not understood."""
        return tuple(line for line in self.lines if line.unread)
