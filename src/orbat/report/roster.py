"""The roster: formations with generals, and units with strength and loss boxes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from orbat.evaluate.pricing import size_of
from orbat.evaluate.quote import UnitLine
from orbat.model.book import Book
from orbat.model.finding import format_cites
from orbat.model.kinds import Kind, TrackStep
from orbat.model.orbat import Orbat
from orbat.model.path import OrbatPath
from orbat.model.play import Victory
from orbat.model.points import exact, show
from orbat.model.record import Value, changed
from orbat.report.abilities import AbilityNote, notes_of, unit_subject
from orbat.report.deployment import INDEPENDENT
from orbat.report.included import included_with, included_words
from orbat.report.report import Report
from orbat.report.rows import Row, formation_heading
from orbat.report.service import ServiceNotes, service_notes

# Boxes to tick in play, for kinds that do not have one box per stand.


class Ticks(Value):
    """The boxes to tick for a unit, with their label."""

    label: str
    boxes: int
    """The number of equal boxes. 0 if there is a box for each of the `states`."""
    states: tuple[str, ...]
    cites: str
    steps: tuple[TrackStep, ...] = ()
    """The effects of crossed boxes."""


def ticks_of(kind: Kind) -> Ticks | None:
    """The boxes to tick for units of a kind, or None."""
    track = kind.track
    if track is None or kind.works:
        return None
    return Ticks(track.label, track.boxes or 0, track.states, format_cites(track.citations), track.steps)


class UnitStrength(Value):
    """A unit's size, and the strengths at which it is under half strength or removed."""

    size: int
    """Stands or guns."""
    half: int | None
    """The largest number of remaining stands or guns under half strength, or None."""
    removed: int
    """The largest number of remaining stands or guns at which the unit is removed."""

    @property
    def to_half(self) -> int | None:
        """The number of losses that brings the unit under half strength, or None."""
        return None if self.half is None else self.size - self.half

    @property
    def to_removal(self) -> int:
        """The number of losses at which the unit is removed."""
        return self.size - self.removed


def strength_of(size: int, kind: Kind, victory: Victory | None) -> UnitStrength:
    """Calculate the strengths at which a unit is under half strength or removed."""
    removed = min(kind.removed_at.size, size) if kind.removed_at else 0
    if victory is None or victory.half_below is None:
        return UnitStrength(size, None, removed)
    half = ceil(Fraction(size) * Fraction(victory.half_below)) - 1
    return UnitStrength(size, half if half > removed else None, removed)


class RosterUnit(Value):
    """A unit of the roster."""

    row: Row
    strength: UnitStrength | None
    """The strength in stands, guns or equal boxes, or None."""
    ability_notes: tuple[AbilityNote, ...]
    ticks: Ticks | None = None
    """The boxes to tick, or None."""
    included: str = ""
    """The free miniatures of the unit, as text: `6 pioneers, 1 wagon`."""
    history: tuple[str, ...] = ()
    """What the army list's record says about the regiment, the most important first."""


class RosterFormation(Value):
    """A heading of the roster, with units."""

    title: str
    row: Row | None
    """The row of the army or formation. None for the units outside formations."""
    above: tuple[str, ...]
    """The headings of all formations that contain the formation, outermost first."""
    depth: int
    points: str
    """The points as text. For the army, the cost of the General, or "" for 0."""
    units: tuple[RosterUnit, ...] = ()
    history: tuple[str, ...] = ()
    """What the army list's record says about the general, the most important first."""


class Roster(Value):
    """The roster of an ORBAT, in document order."""

    formations: tuple[RosterFormation, ...] = ()
    command_radius: str = ""
    """Text such as `16 inches`."""
    radius_cites: str = ""
    half_cites: str = ""
    """The citations for half strength."""
    removed_cites: str = ""
    """The citations for the removal of units."""

    @property
    def units(self) -> tuple[RosterUnit, ...]:
        """Every unit of the roster, in order."""
        return tuple(unit for formation in self.formations for unit in formation.units)


def roster(report: Report) -> Roster:
    """The roster of an ORBAT. Empty if the ORBAT has no price."""
    if report.book is None or report.orbat is None or report.quote is None:
        return Roster()
    ruleset, history = report.book.ruleset, service_notes(report.orbat, report.book, report.quote)
    radius, victory = ruleset.command_radius, ruleset.victory
    removals = [cite for kind in ruleset.kinds.values() if kind.removed_at for cite in kind.removed_at.citations]
    return Roster(
        _formations(report, _units(report, report.book, history), history),
        f"{radius.number} {radius.what}" if radius else "",
        format_cites(radius.citations) if radius else "",
        format_cites(victory.citations[:1]) if victory else "",
        format_cites(tuple(dict.fromkeys(removals))),
    )


def _units(report: Report, book: Book, history: ServiceNotes) -> dict[OrbatPath, RosterUnit]:
    assert report.orbat is not None
    assert report.quote is not None
    orbat = report.orbat
    lines = {line.path: line for line in report.quote.all_units}
    alike: dict[object, RosterUnit] = {}  # by what decides the boxes and notes of a unit
    units = {}
    for row in report.rows:
        if row.sort == "unit":
            line = lines[row.path]
            unit = line.unit
            key = line.list_id, unit.entry, unit.size, unit.rating, unit.options
            if key not in alike:
                alike[key] = _unit(row, line, book, orbat)
            units[row.path] = changed(alike[key], row=row, history=history.get(row.path, ()))
    return units


def _unit(row: Row, line: UnitLine, book: Book, orbat: Orbat) -> RosterUnit:
    entry = book.entry(line.list_id, line.unit.entry)
    if entry is None:
        return RosterUnit(row, None, ())
    kind = book.kind(entry)
    size = size_of(line.unit, kind)
    subject = unit_subject(line.unit, entry, size, book, orbat)
    notes = notes_of(subject, book.ruleset, book.rulings(orbat))
    included = included_words(included_with(subject, book.ruleset))
    return RosterUnit(row, counted_strength(size, kind, book.ruleset.victory), notes, ticks_of(kind), included)


def counted_strength(size: int | None, kind: Kind, victory: Victory | None) -> UnitStrength | None:
    """The strength in stands, guns or equal boxes, or None if the unit has no such boxes."""
    if ticks := ticks_of(kind):
        return UnitStrength(ticks.boxes, None, 0) if ticks.boxes else None
    counted = kind.counted_in[1] and not kind.sizes and not kind.works
    return strength_of(size, kind, victory) if size and counted else None


def _formations(
    report: Report, units: Mapping[OrbatPath, RosterUnit], history: ServiceNotes
) -> tuple[RosterFormation, ...]:
    own: dict[OrbatPath, list[RosterUnit]] = {}
    for path, unit in units.items():
        own.setdefault(path[:-2], []).append(unit)
    formations: list[RosterFormation] = []
    around: list[str] = []
    for row in report.rows:
        if row.sort == "formation":
            title = formation_heading(row.level, row.name)
            around = [*around[: row.depth - 1], title]
            mine = tuple(own.get(row.path, ()))
            led = history.get((*row.path, "commander"), ())
            formations.append(RosterFormation(title, row, tuple(around[:-1]), row.depth, row.points, mine, led))
        elif row.sort == "army" and row.commander:
            points = "" if row.commander_points == "0" else row.commander_points
            led = history.get(("commander",), ())
            formations.append(RosterFormation(row.level.capitalize(), row, (), 1, points, history=led))
    if alone := tuple(own.get((), ())):
        assert report.quote is not None
        points = show(exact(sum(line.points for line in report.quote.units)))
        formations.append(RosterFormation(INDEPENDENT, None, (), 1, points, alone))
    return tuple(formations)
