"""In which order an army is placed on the table, brigade by brigade, and what stays off it."""

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
"""What the units that stand in no formation are called together."""


class DeployedUnit(Value):
    """What is placed as one: a formation with the units that stand in it itself, in the order of their arms.

    `name` is how it is printed, `Brigade Adams`; `own` is the name that was written. Its points are those of the
    units and of the commander, where he goes with them. `reserve` is the short word for the way in which it comes on.
    """

    path: OrbatPath
    name: str
    own_name: str
    level: str
    points: ExactPoints
    units: tuple[Row, ...]
    reserve: str = ""


class ArrivalMethod(Value):
    """A way in which reserves come on: its short word, what it is, what it takes, and where that stands."""

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
    """The groups in the order they are placed, what is held off the table, and the section that gives the order.

    Without a section the ruleset gives no order, and the arms stand as it lists them. `ways` are those in which the
    reserves come on, where there are several.
    """

    groups: tuple[DeploymentGroup, ...]
    reserves: tuple[DeployedUnit, ...]
    cites: tuple[str, ...]
    ways: tuple[ArrivalMethod, ...] = ()


def deployment(report: Report) -> Deployment:
    """The order of deployment.

    A formation without others in it is placed whole, among the arm of most of its units. The own troops of one that
    has others in it, and units in no formation, are placed arm by arm. Reserves are not placed.
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
"""What is placed, with its arm before it and whether it stays off the table after it."""


class _Held(NamedTuple):
    """Whether something stays off the table, and the short word for the way in which it comes on."""

    off: bool = False
    way: str = ""


class _Placing:
    """Goes through a quote in document order."""

    def __init__(self, report: Report, book: Book, quote: Quote) -> None:
        ruleset = book.ruleset
        self.book = book
        self.quote = quote
        self.rows = {row.path: row for row in report.rows}
        self.arms = tuple(dict.fromkeys((*(ruleset.deployment.order if ruleset.deployment else ()), *ruleset.arms)))

    def all(self) -> Iterator[_Found]:
        """Everything that is placed."""
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
        """The arm of most units; of two alike, that with the larger units, then that which is placed first."""
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
