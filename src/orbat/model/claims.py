"""What somebody typed of an army's points, and how it compares with the quote: the check of an opponent's sums."""

from __future__ import annotations

from typing import Literal

from orbat.model.path import OrbatPath
from orbat.model.points import Points
from orbat.model.record import Value

ClaimType = Literal["piece", "each", "line", "subtotal", "total", "left", "size", "count"]
"""What a typed number says: the price of one stand or gun, of one unit, of a line, of a formation; the army's total,
what is left of the agreed size, that size, or how many units there are."""


class Claim(Value):
    """A number that somebody typed, on a line of his text (from 1), and the units and commanders it covers."""

    line: int
    claim_type: ClaimType
    typed: Points
    covers: tuple[OrbatPath, ...] = ()
    name: str = ""
    """What it is of, in the words of the text."""


class ClaimDifference(Value):
    """A claim that is not what the quote comes to; `reason` is the sum behind ours.

    An echo is explained wholly by other differences, those on the lines `echo_of`; anything else is a cause. `unpaid`
    are the lines of generals whose price is what is missing from a sum.
    """

    claim: Claim
    calculated: Points
    reason: str = ""
    explained_by: tuple[int, ...] = ()
    unpaid: tuple[int, ...] = ()

    @property
    def is_cause(self) -> bool:
        """Whether nothing else explains it."""
        return not self.explained_by


class Alternative(Value):
    """Another entry that a typed name may mean, and how near it is, from 0 to 100."""

    entry: str
    name: str
    similarity: int


class ReadLine(Value):
    """One line of a typed list and what was made of it.

    `paths` are the units and commanders it became; `how` says, where that was a choice, which reading was kept and
    why; `rivals` are other entries that its name may mean, where that is uncertain; `misspelt` are words of its name,
    each with the word of the army list that it is taken for.
    """

    number: int
    text: str
    paths: tuple[OrbatPath, ...] = ()
    explanation: str = ""
    alternatives: tuple[Alternative, ...] = ()
    misspelt: tuple[tuple[str, str], ...] = ()
    unread: bool = False


CorrectionType = Literal["size", "rating", "options", "entry", "buy", "none"]
"""What of a line is put right; `buy` is that it buys an entry after all, `none` that it buys nothing."""


class Correction(Value):
    """What was read of a line of a text, put right; `words` say it to the player."""

    line: int
    what: CorrectionType
    value: int | str | tuple[str, ...] | None
    words: str

    @property
    def name(self) -> str:
        """What the step is called."""
        return f"{self.words}, line {self.line}"


class CheckTarget(Value):
    """Which army of a text is being checked, from 0, and what it is read by where the text does not say."""

    army: int
    ruleset: str
    army_list: str


class Reading(Value):
    """All that was read of one army in a typed list: its lines, and the numbers that were typed.

    `guess` says what ruleset, list and readings of rules it was taken for, where the text does not say, and `rivals`
    what else it may be of.
    """

    lines: tuple[ReadLine, ...]
    claims: tuple[Claim, ...]
    guess: str = ""
    alternatives: tuple[str, ...] = ()

    @property
    def unread(self) -> tuple[ReadLine, ...]:
        """The lines that nothing was made of."""
        return tuple(line for line in self.lines if line.unread)
