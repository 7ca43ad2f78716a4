"""What a game has cost an army: points lost and the margin they come to, and whether it has reached its breaking point.

Nothing here changes the ORBAT or its price.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Literal

from orbat.evaluate.quote import ExactPoints
from orbat.features.game.losses import losses
from orbat.features.game.model import Game, Note, placed, rejoined
from orbat.features.game.standing import Standing, StandingGroup, standings
from orbat.model.finding import format_cites
from orbat.model.path import OrbatPath
from orbat.model.play import Victory
from orbat.model.points import exact, show
from orbat.model.record import Value
from orbat.model.sheet import PrintOptions
from orbat.report.breaking_point import ArmyBreakingPoint, amount_at, breaking_point
from orbat.report.report import Report

# What a difference in points lost comes to: the ruleset's margins of victory for the size of a game.


SCALED = "scaled"
"""The reading under which the margins grow with the size of the game."""


class MarginBand(Value):
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
    bands: tuple[MarginBand, ...]
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
        return Margins(
            show(victory.size), bands(victory, Fraction(victory.size)), says, format_cites(victory.citations[:1])
        )
    says = (
        f"In proportion to those printed for {show(victory.size)} points, each limit rounded down to whole points;"
        f" what falls between two rows counts as the lesser."
    )
    cites = tuple(dict.fromkeys((*victory.citations[:1], "house")))
    return Margins(str(size), bands(victory, Fraction(size)), says, format_cites(cites))


def bands(victory: Victory, size: Fraction) -> tuple[MarginBand, ...]:
    """The bands for a size: the most of each grows in proportion, rounded down; the next begins one above it."""
    share = size / Fraction(victory.size)
    tops = [floor((Fraction(margin.least) - 1) * share) for margin in victory.margins[1:]]
    least = [floor(Fraction(victory.margins[0].least) * share), *(top + 1 for top in tops)]
    return tuple(
        MarginBand(first, top, margin.label)
        for first, top, margin in zip(least, [*tops, None], victory.margins, strict=True)
        if top is None or top >= first
    )


class Breakage(Value):
    """An army's breaking point, and how much of what counts for it is gone."""

    at: ArmyBreakingPoint
    gone: ExactPoints

    @property
    def broken(self) -> bool:
        """Whether the army is beaten."""
        return self.gone >= self.at.point

    @property
    def words(self) -> str:
        """`3 of 15 units gone, broken at 8: 1/2 of 15 units, to the nearest [house]`."""
        state = "the army is broken" if self.broken else f"the army breaks at {self.at.point}"
        return f"{show(self.gone)} of {show(self.at.of)} {self.at.counted} gone, {state}: {self.at.reason}"


class Score(Value):
    """What a game has cost an army. `counts_points` is whether its ruleset has points lost, which `cites` says.

    `astray` are notes on what the ORBAT has no longer: they count nothing.
    """

    report: Report
    game: Game
    groups: tuple[StandingGroup, ...]
    astray: tuple[Note, ...]
    counts_points: bool
    total: ExactPoints
    cites: str
    breakage: Breakage | None
    margins: Margins | None

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Every unit and general, in document order."""
        return tuple(one for group in self.groups for one in group.standings)

    @cached_property
    def lost(self) -> ExactPoints:
        """The points lost, which the opponent has scored; never more than the army has."""
        return max(0, min(exact(sum(one.points for one in self.standings)), self.total))

    @property
    def to_keep(self) -> Game:
        """The game as it is kept: each note where its thing is now, and those on what is no more."""
        return rejoined(replace(self.game, title=self.report.title), self.astray)

    @property
    def sum(self) -> str:
        """`36 + 18 = 54 of 158 points [DOE 18.2]`."""
        parts = [show(one.points) for one in self.standings if one.counts and one.points]
        words = f"{' + '.join(parts)} = {show(self.lost)}" if len(parts) > 1 else show(self.lost)
        return f"{words} of {show(self.total)} points {self.cites}".rstrip()


def score(report: Report, game: Game) -> Score:
    """The score of a game; the report must have been priced."""
    assert report.quote is not None
    here, astray = placed(game, names_of(report))
    found, groups = losses(report), standings(report, here)
    at = breaking_point(report)
    gone = {one.path for group in groups for one in group.standings if one.gone}
    return Score(
        report,
        here,
        groups,
        astray,
        counts_points=found is not None,
        total=report.quote.total,
        cites=found.cites if found else "",
        breakage=Breakage(at, amount_at(report, gone)) if at else None,
        margins=margins(report),
    )


def names_of(report: Report) -> dict[OrbatPath, str]:
    """What each unit and general of an ORBAT is called, by its place."""
    units = {row.path: row.name for row in report.rows if row.sort == "unit"}
    generals = {(*row.path, "commander"): row.commander for row in report.rows if row.commander}
    return units | generals


class Result(Value):
    """Two armies' scores held against each other; `winner` is 0 or 1, None where both lost as much."""

    scores: tuple[Score, Score]
    titles: tuple[str, str]
    by: ExactPoints
    winner: int | None
    band: MarginBand | None
    scale: Margins | None

    @property
    def words(self) -> str:
        """`Red is 60 points ahead: minor victory (51 to 80) [DOE 18.2]`."""
        ahead = "Both have lost as much"
        if self.winner is not None:
            ahead = f"{self.titles[self.winner]} is {show(self.by)} points ahead"
        return f"{ahead}: {band_words(self.band, self.scale)}" if self.band and self.scale else ahead


class Unscored(Value):
    """Why two armies cannot be scored against each other."""

    why: str


def result(first: Score, second: Score) -> Result | Unscored:
    """Hold two scores against each other; the scale is that of the first army's size."""
    a, b = first.report, second.report
    assert a.book is not None
    assert b.book is not None
    if a.book.ruleset.id != b.book.ruleset.id:
        return Unscored(f"{a.title} is for {a.ruleset}, and {b.title} is for {b.ruleset}")
    titles = (a.title, b.title) if a.title != b.title else (f"{a.title} (first)", f"{b.title} (second)")
    by = exact(second.lost - first.lost)
    winner = 0 if by > 0 else 1 if by < 0 else None
    lead = max(by, exact(-by))
    return Result((first, second), titles, lead, winner, band_of(first.margins, lead), first.margins)


def band_of(scale: Margins | None, by: ExactPoints) -> MarginBand | None:
    """The result that a difference gives; what falls between two bands counts as the lesser."""
    return next((band for band in reversed(scale.bands) if band.least <= by), None) if scale else None


def band_words(band: MarginBand, scale: Margins) -> str:
    """`minor victory (151 to 250) [DOE 18.2]`."""
    return f"{band.label} ({band.words}, at {scale.size} points) {scale.cites}".rstrip()


# What of a game is marked in the boxes of a sheet.


def marked(printing: PrintOptions, found: Score) -> PrintOptions:
    """The sheets that are wanted, with all that has befallen the army marked in their boxes."""
    gone = tuple(one.path for one in found.standings if one.gone)
    return replace(
        printing,
        boxes="as-is",
        losses=crossed(found),
        counts=counted_marks(found),
        ticked=tuple(ticked(found)),
        removed_units=gone,
    )


def crossed(found: Score) -> tuple[tuple[OrbatPath, int], ...]:
    """How many boxes of each unit are crossed: all of those of a unit that is gone."""
    return tuple(
        (one.path, one.strength.size if one.gone else one.lost)
        for one in found.standings
        if one.strength and (one.lost or one.gone)
    )


def counted_marks(found: Score) -> tuple[tuple[OrbatPath, Literal["half", "full"]], ...]:
    """For how much each unit and general that counts is ticked among the losses."""
    return tuple((one.path, one.counts) for one in found.standings if one.counts)


def ticked(found: Score) -> Iterator[tuple[OrbatPath, tuple[str, ...]]]:
    """The states that are ticked of each unit; of each general his fate, and what the one who takes his place is."""
    staff = found.report.book.ruleset.staff if found.report.book else None
    labels = {one.id: one.label for one in staff.qualities} if staff else {}
    for one in found.standings:
        note, unit = found.game.general(one.path), found.game.unit(one.path)
        if one.general:
            after = labels.get(note.promoted.result, "") if note.promoted else ""
            words = tuple(filter(None, (note.fate, after)))
        else:
            words = tuple(state for state in one.states if state in unit.ticked)
        if words:
            yield one.path, words
