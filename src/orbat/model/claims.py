"""Claims: numbers in a typed list. orbat compares them with the calculated numbers."""

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
    """A number written in a typed list, such as the points of a unit. `line` is the line number, from 1.

    `covers` gives the paths of the units and commanders that the number is about.
    """

    line: int
    claim_type: ClaimType
    typed: Points
    covers: tuple[OrbatPath, ...] = ()
    name: str = ""
    """The subject of the claimed number, as named in the text."""


class ClaimDifference(Value):
    """A claim that differs from the calculated points. `reason` shows the calculation.

    `explained_by` and `unpaid` are line numbers of the typed text. `explained_by`: the lines whose wrong numbers cause
    this difference. `unpaid`: the lines of generals whose price is missing from the claimed sum.
    """

    claim: Claim
    calculated: Points
    reason: str = ""
    explained_by: tuple[int, ...] = ()
    unpaid: tuple[int, ...] = ()

    @property
    def is_cause(self) -> bool:
        """Whether the typed number itself is wrong. False if wrong numbers on other lines explain the difference."""
        return not self.explained_by


class Alternative(Value):
    """Another possible entry for a typed name. `similarity` tells how similar the typed name is to `name`, from 0 to
    100."""

    entry: str
    name: str
    similarity: int


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
    """The lowest of several `Confidence` values; "sure" if there are none."""
    return max(found, key=_CONFIDENCES.index, default="sure")


class NumberUse(Value):
    """A number on a line: its place in the line's text, its value and its role.

    `paths` are the paths of the units and commanders that the number describes.
    """

    start: int
    end: int
    value: Points
    role: NumberRole
    paths: tuple[OrbatPath, ...] = ()


class ReadLine(Value):
    """One line of a typed list, with its interpretation.

    `paths` are the paths of the units and commanders on the line. For an ambiguous line, `explanation` gives the chosen
    interpretation and the reason, and `alternatives` lists other possible entries. `misspelt` pairs each misspelt word
    with the army list's spelling. `unread` is True if the line was not understood. `leftover` is the part of the line
    that was not understood. `leftover_number` is True if this part contains a number: the line may then have been
    misread.
    """

    number: int
    text: str
    paths: tuple[OrbatPath, ...] = ()
    explanation: str = ""
    alternatives: tuple[Alternative, ...] = ()
    misspelt: tuple[tuple[str, str], ...] = ()
    unread: bool = False
    leftover: str = ""
    leftover_number: bool = False
    role: LineRole = ""
    numbers: tuple[NumberUse, ...] = ()
    confidence: Confidence = "sure"


CorrectionType = Literal[
    "size", "rating", "options", "entry", "buy", "none", "role", "column", "name", "formation", "general"
]
"""The type of a correction.

`buy`: the line is a unit of a certain entry. `none`: the line is not part of the army. `role`: the role of the number
at the position `start` of the line's text. `column`: the role of the number at `start`, and of all numbers in the same
column of the table. `formation` and `general`: the name of the formation, or of the general, on the line.
"""


class Correction(Value):
    """A player's correction to the interpretation of one line. `words` is the description shown to the player."""

    line: int
    what: CorrectionType
    value: int | str | tuple[str, ...] | None
    words: str
    start: int = 0

    @property
    def name(self) -> str:
        """The name of the undo step."""
        return phrase("{words}, line {line}", words=self.words, line=self.line)


class Answer(Value):
    """A possible answer to a question about a typed list. `words` is the text of the answer. `corrections` are made if
    the player chooses the answer."""

    words: str
    corrections: tuple[Correction, ...]


class Question(Value):
    """A question about a line that can be read in two ways. `text` is a whole sentence that quotes the line."""

    line: int
    text: str
    answers: tuple[Answer, ...] = ()


class CheckTarget(Value):
    """The army to check in a text that contains several armies. `army` is its position in the text, from 0.

    `ruleset` and `army_list` are used if the text does not name them.
    """

    army: int
    ruleset: str
    army_list: str


class Reading(Value):
    """The interpretation of one army in a typed list: its lines and claims.

    If the text does not name its ruleset, army list or rulings, orbat guesses; `guess` describes the guess.
    `alternatives` are other possible army lists.
    """

    lines: tuple[ReadLine, ...]
    claims: tuple[Claim, ...]
    guess: str = ""
    alternatives: tuple[str, ...] = ()
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
