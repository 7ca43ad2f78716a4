"""The points that the opponent scores for the loss of units and generals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal

from orbat.evaluate.quote import CommanderLine, ExactPoints, UnitLine
from orbat.model.book import Book
from orbat.model.finding import format_cites
from orbat.model.path import OrbatPath
from orbat.model.play import Casualty, Victory
from orbat.model.points import exact
from orbat.model.record import Value
from orbat.model.sourced import Mark
from orbat.report.report import Report
from orbat.report.roster import RosterFormation, RosterUnit, UnitStrength, roster


class Loss(Value):
    """The points that the opponent scores for the loss of a unit or general."""

    path: OrbatPath
    name: str
    full: ExactPoints | None
    """None if the unit or general has no price."""
    half: ExactPoints | None
    """Half of `full`. None for generals and works, and for units without a price."""
    halves: bool
    """Whether half points are possible."""
    strength: UnitStrength | None = None
    general: bool = False
    mark: Mark = ""
    """`inferred` or `house` if the price is not from the rulebook, otherwise empty."""

    def after(self, lost: int) -> Literal["", "half", "full"]:
        """The points that the opponent scores for `lost` stands, guns or hits: `half`, `full`, or "" for none."""
        if self.strength is None or not lost:
            return ""
        remaining = self.strength.size - lost
        if remaining <= self.strength.removed:
            return "full"
        return "half" if self.strength.half is not None and remaining <= self.strength.half else ""


class LossGroup(Value):
    """A formation's title, with a `Loss` for the general and for each unit."""

    title: str
    losses: tuple[Loss, ...]


class Losses(Value):
    """The points that the opponent scores for the loss of each unit and general of an army."""

    groups: tuple[LossGroup, ...]
    total: ExactPoints
    full: str
    """The ruleset's text about losses that give full points."""
    half: str
    """The ruleset's text about losses that give half points."""
    generals: str
    """The ruleset's text about losses of generals that give points."""
    fates: tuple[Casualty, ...]
    """The losses of generals that give points, such as `captured`."""
    cites: str


def losses(report: Report) -> Losses | None:
    """The points that the opponent scores for the loss of each unit and general of an ORBAT.

    None if the report has no prices, or if the ruleset does not score losses.
    """
    if report.book is None or report.quote is None or report.orbat is None or report.book.ruleset.victory is None:
        return None
    victory = report.book.ruleset.victory
    scoring = _Scoring(report.book, victory, report.book.rulings(report.orbat))
    units = {line.path: line for line in report.quote.all_units}
    generals = {line.path[:-1]: line for line in report.quote.all_commanders}
    groups = [
        LossGroup(formation.title, tuple(scoring.within(formation, units, generals if victory.fates else {})))
        for formation in roster(report).formations
    ]
    return Losses(
        tuple(group for group in groups if group.losses),
        report.quote.total,
        victory.full,
        victory.half,
        victory.generals,
        victory.fates,
        format_cites(victory.citations),
    )


WORKS_NEVER_COUNT = "never"
"""Id of the ruling's choice under which lost works do not count."""


class _Scoring(Value):
    book: Book
    victory: Victory
    rulings: Mapping[str, str]

    def within(
        self,
        formation: RosterFormation,
        units: dict[OrbatPath, UnitLine],
        generals: dict[OrbatPath, CommanderLine],
    ) -> Iterator[Loss]:
        if formation.row and formation.row.commander and (line := generals.get(formation.row.path)):
            yield self._general(formation.row.commander, line)
        for unit in formation.units:
            yield from self._unit(unit, units[unit.row.path])

    def _general(self, name: str, line: CommanderLine) -> Loss:
        points, own = line.points, self.victory.player_general
        if line.is_player and own:
            points = own.points.get(self.rulings.get(own.ruling, ""), points)
        return Loss(line.path, name, points, None, halves=False, general=True, mark=line.sum.mark)

    def _unit(self, unit: RosterUnit, line: UnitLine) -> Iterator[Loss]:
        entry = self.book.entry(line.list_id, line.unit.entry)
        works = entry is not None and self.book.kind(entry).works
        if works and self.rulings.get(self.victory.works_ruling) == WORKS_NEVER_COUNT:
            return
        full = line.sum.points
        half = None if works or full is None else exact(Fraction(full) / 2)
        yield Loss(line.path, unit.row.name, full, half, not works, unit.strength, mark=line.sum.mark)
