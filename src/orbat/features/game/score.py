"""The score of a game: points lost, the margin of victory, and the breaking point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import floor
from typing import Literal

from orbat.evaluate.quote import ExactPoints
from orbat.features.game.condition import Condition, ConditionGroup, conditions, fate_words, state_words
from orbat.features.game.losses import losses
from orbat.features.game.model import Game, Note, match_notes, with_unmatched
from orbat.model.finding import format_cites
from orbat.model.path import OrbatPath
from orbat.model.play import Victory
from orbat.model.points import exact, show
from orbat.model.record import Value
from orbat.model.sheet import PrintOptions
from orbat.model.wording import phrase
from orbat.report.breaking_point import ArmyBreakingPoint, amount_at, breaking_point
from orbat.report.report import Report

# Margins of victory for a difference in points lost.


SCALED = "scaled"
"""Id of the ruling's choice that scales the margins with the game size."""


class MarginBand(Value):
    """A margin of victory, such as `minor victory`, with a range of differences in points lost."""

    least: int
    most: int | None
    """None if the range has no upper limit."""
    label: str

    @property
    def text(self) -> str:
        """The range as text: `151 to 250`, or `401 or more`."""
        if self.most is None:
            return phrase("{least} or more", least=self.least)
        return phrase("{least} to {most}", least=self.least, most=self.most)


class Margins(Value):
    """The margins of victory for one game size, from the smallest to the largest difference in points lost."""

    size: str
    """The game size as text."""
    bands: tuple[MarginBand, ...]
    note: str
    """Whether the margins are printed in the rulebook or scaled to the game size, as text."""
    cites: str


def margins(report: Report) -> Margins | None:
    """The margins of victory for the agreed size, or for the points of the army if no size is agreed.

    None if the ruleset has no margins of victory.
    """
    if report.book is None or report.orbat is None or report.book.ruleset.victory is None:
        return None
    victory = report.book.ruleset.victory
    agreed = report.orbat.game_size
    size = agreed or floor(report.total)
    # A ruling decides whether the printed margins are scaled to the agreed size. By default, they are not scaled.
    scaled = report.book.rulings(report.orbat).get(victory.ruling) == SCALED and size and size != victory.size
    if not scaled or not size:
        if agreed and agreed != victory.size:
            note = phrase(
                "The margins of victory are for {printed} points, but are also used for {size} points. "
                "To find the margin, round the difference in points lost down to a whole point.",
                printed=show(victory.size),
                size=agreed,
            )
        else:
            note = phrase(
                "The margins of victory are for {printed} points. "
                "To find the margin, round the difference in points lost down to a whole point.",
                printed=show(victory.size),
            )
        return Margins(
            show(victory.size), bands(victory, Fraction(victory.size)), note, format_cites(victory.citations[:1])
        )
    if agreed:
        note = phrase(
            "These margins of victory are scaled from the margins for {printed} points and rounded down. "
            "To find the margin, round the difference in points lost down to a whole point.",
            printed=show(victory.size),
        )
    else:
        note = phrase(
            "No size is agreed. The margins of victory for {printed} points are scaled to the points of the army and "
            "rounded down. To find the margin, round the difference in points lost down to a whole point.",
            printed=show(victory.size),
        )
    cites = tuple(dict.fromkeys((*victory.citations[:1], "house")))
    return Margins(str(size), bands(victory, Fraction(size)), note, format_cites(cites))


def bands(victory: Victory, size: Fraction) -> tuple[MarginBand, ...]:
    """Scale the ruleset's margins of victory to a game size."""
    # Each maximum is rounded down. The next range starts at the next whole number.
    share = size / Fraction(victory.size)
    tops = [floor((Fraction(margin.least) - 1) * share) for margin in victory.margins[1:]]
    least = [floor(Fraction(victory.margins[0].least) * share), *(top + 1 for top in tops)]
    return tuple(
        MarginBand(first, top, margin.label)
        for first, top, margin in zip(least, [*tops, None], victory.margins, strict=True)
        if top is None or top >= first
    )


class BreakingState(Value):
    """An army's breaking point, and the number of lost units or points."""

    breaking_point: ArmyBreakingPoint
    gone: ExactPoints

    @property
    def broken(self) -> bool:
        """Whether the army is broken."""
        return self.gone >= self.breaking_point.point

    @property
    def text(self) -> str:
        """The state as text: `3 of 15 units gone; the army breaks when 8 or more are gone: ...`."""
        point = self.breaking_point
        if self.broken:
            return phrase(
                "{gone} of {total} {counted} gone; the army is broken: {reason}",
                gone=show(self.gone),
                total=show(point.total),
                counted=point.counted,
                reason=point.reason,
            )
        return phrase(
            "{gone} of {total} {counted} gone; the army breaks when {point} or more are gone: {reason}",
            gone=show(self.gone),
            total=show(point.total),
            counted=point.counted,
            point=point.point,
            reason=point.reason,
        )


class Score(Value):
    """The score of one army in a game."""

    report: Report
    game: Game
    groups: tuple[ConditionGroup, ...]
    unmatched: tuple[Note, ...]
    """Notes on units and generals that are no longer in the ORBAT. They score nothing."""
    counts_points: bool
    """Whether the ruleset scores losses."""
    total: ExactPoints
    """The points of the army."""
    cites: str
    """The section of the rulebook, as `[X 18.2]`."""
    breaking: BreakingState | None
    margins: Margins | None

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The `Condition` of every unit and general, in the order of the ORBAT."""
        return tuple(one for group in self.groups for one in group.conditions)

    @cached_property
    def lost(self) -> ExactPoints:
        """The points that the opponent scores, which can exceed the total of the army."""
        # A general without cost may give points when lost.
        return max(0, exact(sum(one.points for one in self.conditions)))

    @property
    def saved_game(self) -> Game:
        """The game to save. Notes on units and generals that are no longer in the ORBAT come last."""
        return with_unmatched(replace(self.game, title=self.report.title), self.unmatched)

    @property
    def sum(self) -> str:
        """The calculation of the points lost: `36 + 18 = 54 of 158 points [X 18.2]`."""
        parts = [show(one.points) for one in self.conditions if one.counts and one.points]
        total = f"{' + '.join(parts)} = {show(self.lost)}" if len(parts) > 1 else show(self.lost)
        return phrase("{lost} of {total} points {cites}", lost=total, total=show(self.total), cites=self.cites).rstrip()


def score(report: Report, game: Game) -> Score:
    """Score a game. The report must have prices."""
    assert report.quote is not None
    matched, unmatched = match_notes(game, names_of(report))
    found, groups = losses(report), conditions(report, matched)
    point = breaking_point(report)
    gone = {one.path for group in groups for one in group.conditions if one.gone}
    return Score(
        report,
        matched,
        groups,
        unmatched,
        counts_points=found is not None,
        total=report.quote.total,
        cites=found.cites if found else "",
        breaking=BreakingState(point, amount_at(report, gone)) if point else None,
        margins=margins(report),
    )


def names_of(report: Report) -> dict[OrbatPath, str]:
    """The names of all units and generals of an ORBAT, by path."""
    units = {row.path: row.name for row in report.rows if row.sort == "unit"}
    generals = {(*row.path, "commander"): row.commander for row in report.rows if row.commander}
    return units | generals


class Result(Value):
    """A comparison of two scores."""

    scores: tuple[Score, Score]
    titles: tuple[str, str]
    difference: ExactPoints
    winner: int | None
    """The index of the army that lost fewer points, 0 or 1; None for a tie."""
    band: MarginBand | None
    scale: Margins | None

    @property
    def text(self) -> str:
        """The result as text: `Red leads by 60 points: minor victory (51 to 80) [X 18.2]`."""
        if self.winner is None:
            lead = "Equal points lost"
        else:
            lead = phrase(
                "{title} leads by {points} points", title=self.titles[self.winner], points=show(self.difference)
            )
        return f"{lead}: {band_text(self.band, self.scale)}" if self.band and self.scale else lead


class NotScored(Value):
    """The reason why two scores cannot be compared."""

    reason: str


def result(first: Score, second: Score) -> Result | NotScored:
    """Compare two scores. The margins of victory of the first army apply."""
    a, b = first.report, second.report
    assert a.book is not None
    assert b.book is not None
    if a.book.ruleset.id != b.book.ruleset.id:
        return NotScored(
            phrase(
                "the rulesets differ: {first} uses {ruleset}, {second} uses {other}",
                first=a.title,
                ruleset=a.ruleset,
                second=b.title,
                other=b.ruleset,
            )
        )
    titles = a.title, b.title
    if a.title == b.title:
        titles = phrase("{title} (first)", title=a.title), phrase("{title} (second)", title=b.title)
    difference = exact(second.lost - first.lost)
    winner = 0 if difference > 0 else 1 if difference < 0 else None
    lead = max(difference, exact(-difference))
    return Result((first, second), titles, lead, winner, band_of(first.margins, lead), first.margins)


def band_of(scale: Margins | None, difference: ExactPoints) -> MarginBand | None:
    """The margin of victory for the difference between the points that two armies lost.

    None if the difference is too small, or if `scale` is None.
    """
    # A difference between two ranges gets the smaller margin: for example, 50.5 between `21 to 50` and `51 to 80`.
    return next((band for band in reversed(scale.bands) if band.least <= difference), None) if scale else None


def band_text(band: MarginBand, scale: Margins) -> str:
    """A margin of victory as text: `minor victory (151 to 250, at 800 points) [X 18.2]`."""
    text = phrase("{label} ({range}, at {size} points)", label=band.label, range=band.text, size=scale.size)
    return f"{text} {scale.cites}".rstrip()


# Marks in the boxes of a sheet.


def with_marks(printing: PrintOptions, score: Score) -> PrintOptions:
    """Add the losses of a game to the print options for sheets."""
    gone = tuple(one.path for one in score.conditions if one.gone)
    return replace(
        printing,
        boxes="as-is",
        losses=crossed_boxes(score),
        counts=counted_marks(score),
        ticked=tuple(ticked(score)),
        removed_units=gone,
    )


def crossed_boxes(score: Score) -> tuple[tuple[OrbatPath, int], ...]:
    """The number of boxes to cross off for units with losses, as (path, number)."""
    # If a unit has left the game, all its boxes are crossed off.
    return tuple(
        (one.path, one.strength.size if one.gone else one.lost)
        for one in score.conditions
        if one.strength and (one.lost or one.gone)
    )


def counted_marks(score: Score) -> tuple[tuple[OrbatPath, Literal["half", "full"]], ...]:
    """The units and generals for which the opponent scores points, as (path, `half` or `full`)."""
    return tuple((one.path, one.counts) for one in score.conditions if one.counts)


def ticked(score: Score) -> Iterator[tuple[OrbatPath, tuple[str, ...]]]:
    """Yield the labels of boxes to tick for units and generals, as (path, labels)."""
    ruleset = score.report.book.ruleset if score.report.book else None
    staff = ruleset.staff if ruleset else None
    # The labels of a unit are its states and marks. The labels of a general are the fate and the successor's quality.
    labels = {one.id: one.label for one in staff.qualities} if staff else {}
    for one in score.conditions:
        note, unit = score.game.general(one.path), score.game.unit(one.path)
        if one.general:
            successor = labels.get(note.promoted.result, "") if note.promoted else ""
            words = tuple(filter(None, (fate_words(note.fate, ruleset), successor)))
        else:
            fate = state_words(unit.state, ruleset)
            words = (*(state for state in one.states if state in unit.ticked), *filter(None, (fate,)))
        if words:
            yield one.path, words
