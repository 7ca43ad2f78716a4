"""The order in which an army is deployed, brigade by brigade, and its reserves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from orbat.evaluate.quote import CommanderLine, ExactPoints, FormationLine, Quote, UnitLine
from orbat.model.book import Book
from orbat.model.finding import format_cites
from orbat.model.path import OrbatPath
from orbat.model.points import exact
from orbat.model.record import Value
from orbat.report.report import Report
from orbat.report.rows import Row, formation_heading

INDEPENDENT = "Independent units"
"""The heading of units that are in no formation."""


class DeployedUnit(Value):
    """A formation with its own units, deployed together, in the order of their arms.

    `name` is the printed name, such as `Brigade Adams`; `own_name` is the name in the ORBAT. The points are those of
    the units, and of the commander where they deploy together. `reserve` is the short name of the arrival method.
    """

    path: OrbatPath
    name: str
    own_name: str
    level: str
    points: ExactPoints
    units: tuple[Row, ...]
    reserve: str = ""


class ArrivalMethod(Value):
    """A way for reserves to arrive: short name, description, requirement and citation."""

    short: str
    label: str
    needs: str
    cites: str

    @property
    def words(self) -> str:
        """`rear: reserve from the rear, 3+ on 1d6`."""
        return ", ".join(part for part in (f"{self.short}: {self.label}", self.needs) if part)


class DeploymentGroup(Value):
    """The formations of one arm, in document order."""

    arm: str
    label: str
    formations: tuple[DeployedUnit, ...]


class Deployment(Value):
    """The groups in deployment order, the reserves, and the section that gives the order.

    Without a section the ruleset gives no order, and the arms are in the ruleset's own order. `ways` has the arrival
    methods of the reserves.
    """

    groups: tuple[DeploymentGroup, ...]
    reserves: tuple[DeployedUnit, ...]
    cites: tuple[str, ...]
    ways: tuple[ArrivalMethod, ...] = ()


def deployment(report: Report) -> Deployment:
    """The order of deployment.

    A formation without sub-formations deploys as one, with the arm of most of its units. The own units of other
    formations, and independent units, deploy arm by arm. Reserves are listed apart.
    """
    if report.book is None or report.quote is None:
        return Deployment((), (), ())
    placing = _Placing(report, report.book, report.quote)
    placed = list(placing.all())
    order = {arm: number for number, arm in enumerate(placing.arms)}
    on_table = sorted((one for one in placed if not one[2]), key=lambda one: order.get(one[0], len(order)))
    groups = [
        DeploymentGroup(arm, arm.replace("_", " ") or "unknown", tuple(one for _, one, _ in those))
        for arm, those in groupby(on_table, key=lambda one: one[0])
    ]
    rule, reserves = report.book.ruleset.deployment, tuple(one for _, one, off in placed if off)
    ways = _ways(report.book, {one.reserve for one in reserves})
    return Deployment(tuple(groups), reserves, rule.citations if rule else (), ways)


def _ways(book: Book, used: Collection[str]) -> tuple[ArrivalMethod, ...]:
    found = (
        ArrivalMethod(one.short or one.label, one.label, one.needs, format_cites(one.citations))
        for one in book.ruleset.reserves
    )
    return tuple(way for way in found if way.short in used)


_Found = tuple[str, DeployedUnit, bool]
"""An arm, what deploys with it, and whether it stays off the table."""


class _Held(NamedTuple):
    """Whether something is off the table, and the short name of its arrival method."""

    off: bool = False
    way: str = ""


class _Placing:
    """Collects what deploys together, in document order."""

    def __init__(self, report: Report, book: Book, quote: Quote) -> None:
        ruleset = book.ruleset
        self.book = book
        self.quote = quote
        self.rows = {row.path: row for row in report.rows}
        self.arms = tuple(dict.fromkeys((*(ruleset.deployment.order if ruleset.deployment else ()), *ruleset.arms)))

    def all(self) -> Iterator[_Found]:
        """Everything in the army."""
        for line in self.quote.formations:
            yield from self._within(line, _Held())
        yield from self._by_arm(self.rows[()], self.quote.units, _Held())

    def _within(self, line: FormationLine, held: _Held) -> Iterator[_Found]:
        row = self.rows[line.path]
        if row.off_board:
            held = _Held(True, row.reserve or held.way)
        apart = () if held.off else tuple(unit for unit in line.units if unit.unit.off_board)
        units = tuple(unit for unit in line.units if unit not in apart)
        if line.formations:
            yield from self._by_arm(row, units, held)
        elif units:
            yield self.arm(units), self._placed(row, units, held, line.commander), held.off
        for way, several in groupby(sorted(apart, key=self._way), key=self._way):
            those = tuple(several)
            yield self.arm(those), self._placed(row, those, _Held(True, way)), True
        for inner in line.formations:
            yield from self._within(inner, held)

    def _by_arm(self, row: Row, units: Iterable[UnitLine], held: _Held) -> Iterator[_Found]:
        def sort(unit: UnitLine) -> tuple[bool, str, int]:
            return bool(unit.unit.off_board), self._way(unit), self._rank(unit)

        for (off, way, _), several in groupby(sorted(units, key=sort), key=sort):
            those = tuple(several)
            own = _Held(held.off or off, way or held.way)
            yield self.arm(those), self._placed(row, those, own), own.off

    def _placed(
        self, row: Row, units: tuple[UnitLine, ...], held: _Held, commander: CommanderLine | None = None
    ) -> DeployedUnit:
        points = exact(sum(unit.points for unit in units) + (commander.points if commander else 0))
        rows = tuple(self.rows[unit.path] for unit in sorted(units, key=self._rank))
        if row.sort == "army":
            return DeployedUnit((), INDEPENDENT, "", "", points, rows, held.way)
        return DeployedUnit(
            row.path, formation_heading(row.level, row.name), row.name, row.level, points, rows, held.way
        )

    def _way(self, unit: UnitLine) -> str:
        return self.rows[unit.path].reserve

    def arm(self, units: tuple[UnitLine, ...]) -> str:
        """The arm of most units; in a tie the arm with the larger units, then the one that deploys first."""
        found = [self._arm(unit) for unit in units]
        sizes = {arm: sum(unit.sum.pieces for unit in units if self._arm(unit) == arm) for arm in found}
        return max(sorted(sizes, key=self._place), key=lambda arm: (found.count(arm), sizes[arm]))

    def _arm(self, unit: UnitLine) -> str:
        entry = self.book.entry(unit.list_id, unit.unit.entry)
        return self.book.kind(entry).arm if entry else ""

    def _place(self, arm: str) -> int:
        return self.arms.index(arm) if arm in self.arms else len(self.arms)

    def _rank(self, unit: UnitLine) -> int:
        return self._place(self._arm(unit))
