"""The order in which formations deploy, and the reserves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from orbat.evaluate.pricing import size_of
from orbat.evaluate.quote import CommanderLine, ExactPoints, FormationLine, Quote, UnitLine
from orbat.model.book import Book
from orbat.model.finding import format_cites
from orbat.model.path import OrbatPath
from orbat.model.points import exact
from orbat.model.record import Value
from orbat.model.wording import phrase
from orbat.report.report import Report
from orbat.report.rows import Row, formation_heading
from orbat.report.works import works_length

INDEPENDENT = "Independent units"
"""The heading of units outside all formations."""


class DeployedUnit(Value):
    """Units of one formation that deploy together."""

    path: OrbatPath
    name: str
    """The printed name, such as `Brigade Adams`."""
    points: ExactPoints
    """The cost. If the whole formation deploys together, includes the commander."""
    units: tuple[Row, ...]
    details: tuple[str, ...] = ()
    """The names of the units; for works, with their length."""
    reserve: str = ""
    """The short name of a reserve's way of arriving, or ""."""


class ArrivalMethod(Value):
    """A way for reserves to arrive."""

    short: str
    label: str
    needs: str
    """The required dice roll."""
    cites: str

    @property
    def words(self) -> str:
        """How reserves arrive, as text: `rear: reserve from the rear, 3+ on 1d6`."""
        if not self.needs:
            return phrase("{name}: {method}", name=self.short, method=self.label)
        return phrase("{name}: {method}, {needs}", name=self.short, method=self.label, needs=self.needs)


class DeploymentGroup(Value):
    """One step of the deployment: the formations of one arm, such as infantry."""

    arm: str
    label: str
    formations: tuple[DeployedUnit, ...]


class Deployment(Value):
    """The groups in deployment order, and the reserves."""

    groups: tuple[DeploymentGroup, ...]
    reserves: tuple[DeployedUnit, ...]
    cites: tuple[str, ...]
    """The citations for the order. Empty if the ruleset gives no order."""
    methods: tuple[ArrivalMethod, ...] = ()
    """The arrival methods that the reserves use."""


def deployment(report: Report) -> Deployment:
    """Work out the order in which an army deploys."""
    # A formation that contains no other formations deploys as one group, with the arm of most of its units. All other
    # units deploy with their arm.
    if report.book is None or report.quote is None:
        return Deployment((), (), ())
    builder = _DeploymentBuilder(report, report.book, report.quote)
    placed = list(builder.all())
    order = {arm: number for number, arm in enumerate(builder.arms)}
    on_table = sorted((one for one in placed if not one[2]), key=lambda one: order.get(one[0], len(order)))
    groups = [
        DeploymentGroup(arm, arm.replace("_", " ") or "unknown", tuple(one for _, one, _ in group))
        for arm, group in groupby(on_table, key=lambda one: one[0])
    ]
    rule, reserves = report.book.ruleset.deployment, tuple(one for _, one, off in placed if off)
    methods = _arrival_methods(report.book, {one.reserve for one in reserves})
    return Deployment(tuple(groups), reserves, rule.citations if rule else (), methods)


def _arrival_methods(book: Book, used: Collection[str]) -> tuple[ArrivalMethod, ...]:
    found = (
        ArrivalMethod(one.short or one.label, one.label, one.needs, format_cites(one.citations))
        for one in book.ruleset.reserves
    )
    return tuple(method for method in found if method.short in used)


_Found = tuple[str, DeployedUnit, bool]
"""Units that deploy together: their arm, the units, and whether they are a reserve."""


class _ReserveStatus(NamedTuple):
    # `method`: a short name for the way of arriving, such as `rear`
    off: bool = False
    method: str = ""


class _DeploymentBuilder:
    def __init__(self, report: Report, book: Book, quote: Quote) -> None:
        ruleset = book.ruleset
        self.book = book
        self.quote = quote
        self.rows = {row.path: row for row in report.rows}
        self.arms = tuple(dict.fromkeys((*(ruleset.deployment.order if ruleset.deployment else ()), *ruleset.arms)))

    def all(self) -> Iterator[_Found]:
        for line in self.quote.formations:
            yield from self._within(line, _ReserveStatus())
        yield from self._by_arm(self.rows[()], self.quote.units, _ReserveStatus())

    def _within(self, line: FormationLine, status: _ReserveStatus) -> Iterator[_Found]:
        row = self.rows[line.path]
        if row.off_board:
            status = _ReserveStatus(True, row.reserve or status.method)
        apart = () if status.off else tuple(unit for unit in line.units if unit.unit.off_board)
        units = tuple(unit for unit in line.units if unit not in apart)
        if line.formations:
            yield from self._by_arm(row, units, status)
        elif units:
            yield self.arm(units), self._placed(row, units, status, line.commander), status.off
        for method, several in groupby(sorted(apart, key=self._method), key=self._method):
            group = tuple(several)
            yield self.arm(group), self._placed(row, group, _ReserveStatus(True, method)), True
        for inner in line.formations:
            yield from self._within(inner, status)

    def _by_arm(self, row: Row, units: Iterable[UnitLine], status: _ReserveStatus) -> Iterator[_Found]:
        def sort(unit: UnitLine) -> tuple[bool, str, int]:
            return bool(unit.unit.off_board), self._method(unit), self._rank(unit)

        for (off, method, _), several in groupby(sorted(units, key=sort), key=sort):
            group = tuple(several)
            own = _ReserveStatus(status.off or off, method or status.method)
            yield self.arm(group), self._placed(row, group, own), own.off

    def _placed(
        self, row: Row, units: tuple[UnitLine, ...], status: _ReserveStatus, commander: CommanderLine | None = None
    ) -> DeployedUnit:
        points = exact(sum(unit.points for unit in units) + (commander.points if commander else 0))
        ordered = sorted(units, key=self._rank)
        rows, details = tuple(self.rows[unit.path] for unit in ordered), tuple(map(self._detail, ordered))
        if row.sort == "army":
            return DeployedUnit((), INDEPENDENT, points, rows, details, status.method)
        return DeployedUnit(row.path, formation_heading(row.level, row.name), points, rows, details, status.method)

    def _detail(self, unit: UnitLine) -> str:
        name, entry = self.rows[unit.path].name, self.book.entry(unit.list_id, unit.unit.entry)
        kind = self.book.kind(entry) if entry else None
        length = works_length(size_of(unit.unit, kind), kind, self.book.ruleset) if kind else ""
        return phrase("{name} ({length})", name=name, length=length) if length else name

    def _method(self, unit: UnitLine) -> str:
        return self.rows[unit.path].reserve

    def arm(self, units: tuple[UnitLine, ...]) -> str:
        found = [self._arm(unit) for unit in units]
        sizes = {arm: sum(unit.sum.pieces for unit in units if self._arm(unit) == arm) for arm in found}
        # among arms with equally many units, the one with more stands or guns, then the one that deploys first
        return max(sorted(sizes, key=self._place), key=lambda arm: (found.count(arm), sizes[arm]))

    def _arm(self, unit: UnitLine) -> str:
        entry = self.book.entry(unit.list_id, unit.unit.entry)
        return self.book.kind(entry).arm if entry else ""

    def _place(self, arm: str) -> int:
        return self.arms.index(arm) if arm in self.arms else len(self.arms)

    def _rank(self, unit: UnitLine) -> int:
        return self._place(self._arm(unit))
