"""Two armies' scouting points held against each other: who is out-scouted, and what that means for the deployment."""

from __future__ import annotations

from dataclasses import replace

from orbat.evaluate.quote import ExactPoints
from orbat.model.finding import format_cites
from orbat.model.points import exact, show
from orbat.model.record import Value
from orbat.report.report import Report
from orbat.report.scouting import Scouting, scouting


class Unscouted(Value):
    """Why two armies' scouting cannot be held against each other."""

    why: str


class Outscouting(Value):
    """Both armies' scouting points under one reading, and what follows.

    `titles` and `sides` are in the order in which the armies were named. `other_reading` says that the second army
    reads the rule otherwise by itself.
    """

    titles: tuple[str, str]
    sides: tuple[Scouting, Scouting]
    means: str
    otherwise: str
    other_reading: bool

    @property
    def by(self) -> ExactPoints:
        """By how much the first is ahead of the second; negative where it is behind."""
        return exact(self.sides[0].points - self.sides[1].points)

    @property
    def lead(self) -> ExactPoints:
        """By how much one is ahead of the other."""
        return max(self.by, exact(-self.by))

    @property
    def out_scouted(self) -> int | None:
        """Which of the two is out-scouted, 0 or 1; None where neither is."""
        if self.lead < self.sides[0].ahead:
            return None
        return 1 if self.by > 0 else 0

    @property
    def verdict(self) -> str:
        """`The Blue army is out-scouted: 15 behind, and 15 are enough [DOE 19.3]`, or that nobody is."""
        ahead, cites = show(self.sides[0].ahead), format_cites(self.sides[0].cites)
        lead = show(self.lead)
        if self.out_scouted is not None:
            words = f"{self.titles[self.out_scouted]} is out-scouted: {lead} points behind, and {ahead} are enough"
        elif self.by:
            words = f"Nobody is out-scouted: {self.titles[self.by < 0]} is {lead} points ahead, and {ahead} are needed"
        else:
            words = f"Nobody is out-scouted: both have as many points, and one needs {ahead} more"
        return f"{words} {cites}".rstrip()

    @property
    def consequence(self) -> str:
        """What that means for the deployment, where the ruleset says so."""
        return self.otherwise if self.out_scouted is None else self.means


def outscouting(first: Report, second: Report) -> Outscouting | Unscouted:
    """Hold two armies' scouting points against each other, under the reading in force in the first of them."""
    assert first.book is not None
    assert second.book is not None
    assert first.orbat is not None
    assert second.orbat is not None
    if first.book.ruleset.id != second.book.ruleset.id:
        return Unscouted(f"{first.title} is for {first.ruleset}, and {second.title} is for {second.ruleset}")
    rule = first.book.ruleset.scouting
    if rule is None:
        return Unscouted(f"{first.ruleset} has no scouting")
    rulings = (first.book.rulings(first.orbat), second.book.rulings(second.orbat))
    other = rulings[0].get(rule.ruling) != rulings[1].get(rule.ruling)
    if other:
        same = {**second.orbat.rulings, rule.ruling: rulings[0][rule.ruling]}
        second = replace(second, orbat=replace(second.orbat, rulings=same))
    sides = scouting(first), scouting(second)
    assert sides[0] is not None
    assert sides[1] is not None
    return Outscouting(_apart(first, second), (sides[0], sides[1]), rule.means, rule.otherwise, other)


def _apart(first: Report, second: Report) -> tuple[str, str]:
    """What the two are called; two of one title are told apart by the order they were named in."""
    if first.title != second.title:
        return first.title, second.title
    return f"{first.title} (first)", f"{second.title} (second)"
