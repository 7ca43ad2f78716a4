"""The interpretation of typed lists: lines, claimed numbers, corrections and questions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from orbat.model.path import OrbatPath
from orbat.model.points import Points
from orbat.model.record import Value
from orbat.model.wording import phrase

ClaimType = Literal["piece", "each", "line", "subtotal", "total", "left", "size", "count"]
"""The meaning of a claimed number.

Prices: `piece` (one stand or gun), a unit, a line of the typed list, or a formation. For the whole army: the total
cost, the remaining points (`left`), the agreed size, or the number of units.
"""


PRICE_CLAIMS: tuple[ClaimType, ...] = ("piece", "each", "line")
"""The types of claims about the price of a unit or general: for one stand or gun, for one unit, or for a whole line."""


class Claim(Value):
    """A number written in a typed list, such as the points of a unit."""

    line: int
    """The line number, from 1."""
    claim_type: ClaimType
    typed: Points
    covers: tuple[OrbatPath, ...] = ()
    """Paths of the units and commanders that the number is about."""
    name: str = ""
    """The subject of the claimed number, as named in the text."""


class ClaimDifference(Value):
    """A typed number of points that differs from the calculated points."""

    claim: Claim
    calculated: Points
    reason: str = ""
    """The calculation, as text."""
    explained_by: tuple[int, ...] = ()
    """Lines with wrong numbers that cause the difference."""
    unpaid: tuple[int, ...] = ()
    """Lines of generals whose price is missing from the claimed sum."""

    @property
    def is_cause(self) -> bool:
        """Whether the mistake is in this number. False if wrong numbers on other lines explain the difference."""
        return not self.explained_by


class Alternative(Value):
    """Another possible entry for a typed name."""

    entry: str
    name: str
    similarity: int
    """How similar the typed name is to `name`, from 0 to 100."""


NumberRole = Literal[
    "count",
    "size",
    "men",
    "guns",
    "rating",
    "piece price",
    "unit price",
    "line price",
    "general's price",
    "subtotal",
    "total",
    "left",
    "game size",
    "length",
    "serial",
    "date",
    "name",
    "repeated",
    "outside",
]
"""The role of a number in a typed list.

`count`, `size`: the number of units and the size of each. `piece price`: the price of one stand or gun. `serial`: the
number of a line. `repeated`: a number that also occurs elsewhere on the line. `outside`: not part of the army.
"""

LineRole = Literal["unit", "general", "formation", "sum", "title", "head", "detail", "outside", "unread", ""]
"""The role of a line in a typed list. `head`: the heads of a table. `detail`: a detail of the troops on the line
above."""

Confidence = Literal["sure", "likely", "doubtful"]
"""How certain the reading of a list, or of a line, is."""
_CONFIDENCES: tuple[Confidence, ...] = ("sure", "likely", "doubtful")


def least_certain(found: Iterable[Confidence]) -> Confidence:
    """The lowest of several `Confidence` values, or "sure" if there are none."""
    return max(found, key=_CONFIDENCES.index, default="sure")


class NumberUse(Value):
    """A number in a typed line, with its position, value and meaning."""

    start: int
    end: int
    value: Points
    role: NumberRole
    paths: tuple[OrbatPath, ...] = ()
    """Paths of the units and commanders that the number describes."""


class ReadLine(Value):
    """A line of a typed list, with its interpretation."""

    number: int
    text: str
    paths: tuple[OrbatPath, ...] = ()
    """Paths of the units and commanders on the line."""
    explanation: str = ""
    """The chosen interpretation of an ambiguous line, with the reason."""
    alternatives: tuple[Alternative, ...] = ()
    """Other possible entries for an ambiguous line."""
    misspelt: tuple[tuple[str, str], ...] = ()
    """Pairs of a misspelt word and the army list's spelling."""
    unread: bool = False
    """Whether the line was not understood."""
    leftover: str = ""
    """Words of the line that were not understood."""
    leftover_number: bool = False
    """Whether `leftover` contains a number. If so, the line may be misread."""
    role: LineRole = ""
    numbers: tuple[NumberUse, ...] = ()
    confidence: Confidence = "sure"


CorrectionType = Literal[
    "size", "rating", "options", "entry", "buy", "none", "role", "column", "name", "formation", "general", "confirm"
]
"""The type of a correction.

`buy`: the line is a unit of a certain entry. `none`: the line is not part of the army. `confirm`: the line is right as
read. `role`: the role of the number at the position `start` of the line's text. `column`: the role of the number at
`start`, and of all numbers in the same column of the table. `formation` and `general`: the name of the formation, or of
the general, on the line.
"""


class Correction(Value):
    """A player's correction to the interpretation of a line."""

    line: int
    what: CorrectionType
    value: int | str | tuple[str, ...] | None
    words: str
    """The description shown to the player."""
    start: int = 0

    @property
    def name(self) -> str:
        """The name of the correction in messages about undo."""
        return phrase("{words}, line {line}", words=self.words, line=self.line)


class Answer(Value):
    """An answer that the player can choose for a question about a typed list."""

    words: str
    corrections: tuple[Correction, ...]


class Question(Value):
    """A question about a line that can be read in two ways."""

    line: int
    text: str
    """A whole sentence that quotes the line."""
    answers: tuple[Answer, ...] = ()


class CheckTarget(Value):
    """Which army to check, in a text with several armies."""

    army: int
    """The position of the army in the text, from 0."""
    ruleset: str
    """Used if the text names no ruleset."""
    army_list: str
    """Used if the text names no army list."""


class Reading(Value):
    """The interpretation of one army in a typed list."""

    lines: tuple[ReadLine, ...]
    claims: tuple[Claim, ...]
    guess: str = ""
    """The ruleset, army list or rulings that orbat guessed, in words."""
    alternatives: tuple[str, ...] = ()
    """Other possible army lists."""
    confidence: Confidence = "sure"
    questions: tuple[Question, ...] = ()

    @property
    def unread(self) -> tuple[ReadLine, ...]:
        """The lines that were not understood."""
        return tuple(line for line in self.lines if line.unread)

    def questions_on(self, line: int) -> tuple[Question, ...]:
        """The questions about a line."""
        return tuple(one for one in self.questions if one.line == line)

    @property
    def partly_read(self) -> tuple[ReadLine, ...]:
        """The lines that were only partly understood."""
        return tuple(line for line in self.lines if line.leftover and not line.unread)
