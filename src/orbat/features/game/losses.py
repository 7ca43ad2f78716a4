"""Points that the opponent would score for each unit and general."""

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
    """Full points and half points that the opponent would score for a unit or general.

    The points are None if the unit or general has no price. `halves` is false if only full points are possible.
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
        """Points for the loss of `lost` stands, guns or hits: `half`, `full`, or "" for no points."""
        if self.strength is None or not lost:
            return ""
        remaining = self.strength.size - lost
        if remaining <= self.strength.removed:
            return "full"
        return "half" if self.strength.half is not None and remaining <= self.strength.half else ""


class LossGroup(Value):
    """A formation's title, and the points for its general and for its units."""

    title: str
    losses: tuple[Loss, ...]


class Losses(Value):
    """Points that the opponent would score for each unit and general of an army.

    `full`, `half` and `generals` are the ruleset's words: when a unit scores full points, when it scores half points,
    and when a general scores. `fates` lists the fates of a general that score, such as `captured`.
    """

    groups: tuple[LossGroup, ...]
    total: ExactPoints
    full: str
    half: str
    generals: str
    fates: tuple[Casualty, ...]
    cites: str


def losses(report: Report) -> Losses | None:
    """Points for each unit and general of an ORBAT. None without prices, or if the ruleset does not score losses."""
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
