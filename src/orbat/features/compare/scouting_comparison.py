"""Compares the scouting points of two armies: which army is out-scouted, and the consequence."""

from __future__ import annotations

from dataclasses import replace

from orbat.evaluate.quote import ExactPoints
from orbat.model.finding import format_cites
from orbat.model.points import exact, show
from orbat.model.record import Value
from orbat.model.wording import phrase
from orbat.report.report import Report
from orbat.report.scouting import Scouting, scouting


class NotComparable(Value):
    """The reason why the scouting points of two armies cannot be compared."""

    reason: str


class ScoutingComparison(Value):
    """The scouting points of two armies, and the consequence for the deployment.

    The first army's ruling on scouting applies to both armies.
    """

    titles: tuple[str, str]
    """The first army comes first."""
    sides: tuple[Scouting, Scouting]
    """The first army comes first."""
    out_scouted_effect: str
    otherwise_effect: str
    other_reading: bool
    """Whether the second army has another ruling on scouting."""

    @property
    def lead_of_first(self) -> ExactPoints:
        """The scouting points of the first army minus the scouting points of the second army."""
        return exact(self.sides[0].points - self.sides[1].points)

    @property
    def lead(self) -> ExactPoints:
        """The difference between the scouting points of two armies, never negative."""
        return max(self.lead_of_first, exact(-self.lead_of_first))

    @property
    def out_scouted(self) -> int | None:
        """The index of the out-scouted army, 0 or 1. None if neither army is out-scouted."""
        if self.lead < self.sides[0].lead:
            return None
        return 1 if self.lead_of_first > 0 else 0

    @property
    def verdict(self) -> str:
        """The result as text: `Nobody is out-scouted: the scouting points are equal; a lead of 15 is needed`."""
        needed, cites = show(self.sides[0].lead), format_cites(self.sides[0].cites)
        lead = show(self.lead)
        if self.out_scouted is not None:
            text = phrase(
                "{title} is out-scouted: the opponent is {lead} points ahead; a lead of {needed} is needed",
                title=self.titles[self.out_scouted],
                lead=lead,
                needed=needed,
            )
        elif self.lead_of_first:
            text = phrase(
                "Nobody is out-scouted: {title} is {lead} points ahead; a lead of {needed} is needed",
                title=self.titles[self.lead_of_first < 0],
                lead=lead,
                needed=needed,
            )
        else:
            text = phrase(
                "Nobody is out-scouted: the scouting points are equal; a lead of {needed} is needed", needed=needed
            )
        return f"{text} {cites}".rstrip()

    @property
    def consequence(self) -> str:
        """The consequence for the deployment in the ruleset's words. Empty if the ruleset states none."""
        return self.otherwise_effect if self.out_scouted is None else self.out_scouted_effect


def compare_scouting(first: Report, second: Report) -> ScoutingComparison | NotComparable:
    """Compare the scouting points of two armies.

    Both reports must have prices. The first army's ruling on scouting applies to both.
    """
    assert first.book is not None
    assert second.book is not None
    assert first.orbat is not None
    assert second.orbat is not None
    if first.book.ruleset.id != second.book.ruleset.id:
        return NotComparable(
            phrase(
                "the rulesets differ: {first} uses {ruleset}, {second} uses {other}",
                first=first.title,
                ruleset=first.ruleset,
                second=second.title,
                other=second.ruleset,
            )
        )
    rule = first.book.ruleset.scouting
    if rule is None:
        return NotComparable(phrase("{ruleset} has no scouting", ruleset=first.ruleset))
    rulings = (first.book.rulings(first.orbat), second.book.rulings(second.orbat))
    other = rulings[0].get(rule.ruling) != rulings[1].get(rule.ruling)
    if other:
        same = {**second.orbat.rulings, rule.ruling: rulings[0][rule.ruling]}
        second = replace(second, orbat=replace(second.orbat, rulings=same))
    sides = scouting(first), scouting(second)
    assert sides[0] is not None
    assert sides[1] is not None
    return ScoutingComparison(_distinct_titles(first, second), (sides[0], sides[1]), rule.means, rule.otherwise, other)


def _distinct_titles(first: Report, second: Report) -> tuple[str, str]:
    if first.title != second.title:
        return first.title, second.title
    return phrase("{title} (first)", title=first.title), phrase("{title} (second)", title=second.title)
