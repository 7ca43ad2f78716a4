"""Points that the opponent scores for the loss of each unit and general."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from orbat.evaluate.quote import CommanderLine, ExactPoints, UnitLine
from orbat.model.book import Book
from orbat.model.finding import format_cites
from orbat.model.path import OrbatPath
from orbat.model.play import Casualty
from orbat.model.points import exact
from orbat.model.record import Value
from orbat.model.sourced import Mark
from orbat.report.report import Report
from orbat.report.roster import RosterFormation, RosterUnit, UnitStrength, roster


class Loss(Value):
    """Points that the opponent scores for the loss of a unit or general: full points and half points.

    The points are None if the unit or general has no price. `halves` is false if the loss never scores half points.
    `mark` is `inferred` or `house` if the price is not from the rulebook, otherwise empty.
    """

    path: OrbatPath
    name: str
    full: ExactPoints | None
    half: ExactPoints | None
    halves: bool
    strength: UnitStrength | None = None
    general: bool = False
    mark: Mark = ""

    def after(self, lost: int) -> Literal["", "half", "full"]:
        """Points for the loss of `lost` stands, guns or hits: `half`, `full`, or empty if none. The unit's state is
        ignored."""
        if self.strength is None or not lost:
            return ""
        remaining = self.strength.size - lost
        if remaining <= self.strength.removed:
            return "full"
        return "half" if self.strength.half is not None and remaining <= self.strength.half else ""


class LossGroup(Value):
    """Possible losses of a formation, its general first."""

    title: str
    losses: tuple[Loss, ...]


class Losses(Value):
    """Possible losses of a whole army, by formation in document order.

    `full`, `half` and `generals` are the rulebook's conditions: for full points, for half points, and for scoring
    generals. `fates` lists the fates of a general for which the opponent scores.
    """

    groups: tuple[LossGroup, ...]
    total: ExactPoints
    full: str
    half: str
    generals: str
    fates: tuple[Casualty, ...]
    cites: str


def losses(report: Report) -> Losses | None:
    """Possible losses of an ORBAT. None if the ORBAT is not priced, or if the ruleset does not score points."""
    if report.book is None or report.quote is None or report.book.ruleset.victory is None:
        return None
    victory = report.book.ruleset.victory
    units = {line.path: line for line in report.quote.all_units}
    generals = {line.path[:-1]: line for line in report.quote.all_commanders}
    groups = [
        LossGroup(formation.title, tuple(_within(formation, units, generals if victory.fates else {}, report.book)))
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


def _within(
    formation: RosterFormation, units: dict[OrbatPath, UnitLine], generals: dict[OrbatPath, CommanderLine], book: Book
) -> Iterator[Loss]:
    """Possible losses of a formation: its general, if listed in `generals`, then its units."""
    if formation.row and formation.row.commander and (line := generals.get(formation.row.path)):
        yield Loss(
            line.path, formation.row.commander, line.points, None, halves=False, general=True, mark=line.sum.mark
        )
    for unit in formation.units:
        yield _unit(unit, units[unit.row.path], book)


def _unit(unit: RosterUnit, line: UnitLine, book: Book) -> Loss:
    entry = book.entry(line.list_id, line.unit.entry)
    halves = not (entry and book.kind(entry).works)
    full = line.sum.points
    half = exact(Fraction(full) / 2) if halves and full is not None else None
    return Loss(line.path, unit.row.name, full, half, halves, unit.strength, mark=line.sum.mark)
