"""What a difference in points lost comes to: the ruleset's margins of victory for the size of a game."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from orbat.model.finding import cited
from orbat.model.play import Victory
from orbat.model.points import show
from orbat.model.record import Value
from orbat.report.report import Report

SCALED = "scaled"
"""The reading under which the margins grow with the size of the game."""


class Band(Value):
    """The differences, in whole points, that give one result; the last has no most."""

    least: int
    most: int | None
    label: str

    @property
    def words(self) -> str:
        """`151 to 250`, or `401 or more`."""
        return f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}"


class Margins(Value):
    """The bands for a game of a size, the least difference first, and how they were come by."""

    size: str
    bands: tuple[Band, ...]
    says: str
    cites: str


def margins(report: Report) -> Margins | None:
    """The margins for the size agreed, by the ruling in force; as printed where no size is agreed.

    None where the ruleset has none.
    """
    if report.book is None or report.orbat is None or report.book.ruleset.victory is None:
        return None
    victory = report.book.ruleset.victory
    size = report.orbat.game_size
    scaled = report.book.rulings(report.orbat).get(victory.ruling) == SCALED and size and size != victory.size
    if not scaled or not size:
        other = f", used as they are for {size}" if size and size != victory.size else ""
        says = f"As printed for {show(victory.size)} points{other}."
        return Margins(show(victory.size), bands(victory, Fraction(victory.size)), says, cited(victory.citations[:1]))
    says = (
        f"In proportion to those printed for {show(victory.size)} points, each limit rounded down to whole points;"
        f" what falls between two rows counts as the lesser."
    )
    cites = tuple(dict.fromkeys((*victory.citations[:1], "house")))
    return Margins(str(size), bands(victory, Fraction(size)), says, cited(cites))


def bands(victory: Victory, size: Fraction) -> tuple[Band, ...]:
    """The bands for a size: the most of each grows in proportion, rounded down; the next begins one above it."""
    share = size / Fraction(victory.size)
    tops = [floor((Fraction(margin.least) - 1) * share) for margin in victory.margins[1:]]
    least = [floor(Fraction(victory.margins[0].least) * share), *(top + 1 for top in tops)]
    return tuple(
        Band(first, top, margin.label)
        for first, top, margin in zip(least, [*tops, None], victory.margins, strict=True)
        if top is None or top >= first
    )
