"""What a game has cost an army: points lost and the margin they come to, and whether it has reached its breaking point.

Nothing here changes the ORBAT or its price.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from orbat.model.game import Game, Note, placed, rejoined
from orbat.model.path import Path
from orbat.model.points import exact, show
from orbat.model.record import Value
from orbat.pricing.quote import Points
from orbat.report.breaking import Breaking, breaking, counted
from orbat.report.losses import losses
from orbat.report.margins import Band, Margins, margins
from orbat.report.report import Report
from orbat.report.standing import Standing, StandingGroup, standings


class Breakage(Value):
    """An army's breaking point, and how much of what counts for it is gone."""

    at: Breaking
    gone: Points

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
    total: Points
    cites: str
    breakage: Breakage | None
    margins: Margins | None

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """Every unit and general, in document order."""
        return tuple(one for group in self.groups for one in group.standings)

    @cached_property
    def lost(self) -> Points:
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
    at = breaking(report)
    gone = {one.path for group in groups for one in group.standings if one.gone}
    return Score(
        report,
        here,
        groups,
        astray,
        counts_points=found is not None,
        total=report.quote.total,
        cites=found.cites if found else "",
        breakage=Breakage(at, counted(report, gone)) if at else None,
        margins=margins(report),
    )


def names_of(report: Report) -> dict[Path, str]:
    """What each unit and general of an ORBAT is called, by its place."""
    units = {row.path: row.name for row in report.rows if row.sort == "unit"}
    generals = {(*row.path, "commander"): row.commander for row in report.rows if row.commander}
    return units | generals


class Result(Value):
    """Two armies' scores held against each other; `winner` is 0 or 1, None where both lost as much."""

    scores: tuple[Score, Score]
    titles: tuple[str, str]
    by: Points
    winner: int | None
    band: Band | None
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


def band_of(scale: Margins | None, by: Points) -> Band | None:
    """The result that a difference gives; what falls between two bands counts as the lesser."""
    return next((band for band in reversed(scale.bands) if band.least <= by), None) if scale else None


def band_words(band: Band, scale: Margins) -> str:
    """`minor victory (151 to 250) [DOE 18.2]`."""
    return f"{band.label} ({band.words}, at {scale.size} points) {scale.cites}".rstrip()
