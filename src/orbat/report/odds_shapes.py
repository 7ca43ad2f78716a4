"""What odds are given as: sorts of units, their volleys and their tests."""

from __future__ import annotations

from fractions import Fraction

from orbat.model.record import Value
from orbat.model.reference import Whom, several
from orbat.report.chances import Chances, mean
from orbat.report.reference import Subject, concerns


class Sort(Value):
    """Units of an army that are all alike: what they are, their names, and what one of them costs."""

    names: tuple[str, ...]
    what: str
    subject: Subject
    size: int
    points: int | Fraction

    @property
    def name(self) -> str:
        """The first of their names."""
        return self.names[0]

    def is_like(self, other: Sort) -> bool:
        """Whether both are units of one sort, whatever their names."""
        return (self.subject, self.size, self.points) == (other.subject, other.size, other.points)

    def for_100(self, number: Fraction) -> Fraction | None:
        """So much of it as 100 points buy."""
        return number * 100 / Fraction(self.points) if self.points > 0 else None


class Cell(Value):
    """A volley at one target: the chances of its casualties, and those of a first volley where it is another."""

    hits: Chances
    first: Chances

    @property
    def expected(self) -> Fraction:
        """The casualties to be expected."""
        return mean(self.hits)

    @property
    def expected_first(self) -> Fraction:
        """Those of a first volley."""
        return mean(self.first)


class Shot(Value):
    """A volley at one range: how it is called, how many dice are thrown, and a cell for each target, if it is known."""

    range: str
    dice: int
    cells: tuple[Cell | None, ...]


class FireOdds(Value):
    """A unit's fire by one table; `rerolls` name the dice thrown again, in every volley and in the first.

    `heads` are the targets in short; `counted` says what the numbers are.
    """

    label: str
    targets: tuple[str, ...]
    heads: tuple[str, ...]
    counted: str
    shots: tuple[Shot, ...]
    rerolls: tuple[str, ...] = ()
    first: tuple[str, ...] = ()


class MoraleOdds(Value):
    """A test of morale: the score that the die must beat, what it comes from, and the chance to pass."""

    label: str
    score: int
    terms: tuple[tuple[str, int], ...]
    passes: Fraction


class UnitOdds(Value):
    """All odds of one sort of unit."""

    sort: Sort
    fire: tuple[FireOdds, ...]
    tests: tuple[MoraleOdds, ...]


def takes(whom: Whom, subject: Subject) -> bool:
    """Whether somebody is meant."""
    return concerns(several(whom), subject)
