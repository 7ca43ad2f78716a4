"""The roster: each formation that has troops, with its general and its place, and each unit with what it can lose."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from orbat.evaluate.pricing import rating_of, size_of
from orbat.evaluate.quote import UnitLine
from orbat.model.book import Book
from orbat.model.finding import format_cites
from orbat.model.kinds import Kind
from orbat.model.path import OrbatPath
from orbat.model.play import Victory
from orbat.model.points import exact, show
from orbat.model.record import Value
from orbat.report.abilities import AbilityNote, abilities_of, ability_note
from orbat.report.deployment import INDEPENDENT
from orbat.report.report import Report
from orbat.report.rows import Row, formation_heading

# What a player ticks off for a unit in play, where its kind has other boxes than one for each stand.


class Ticks(Value):
    """What the boxes of a unit are called: so many `boxes`, or a box for each of its `states`."""

    label: str
    boxes: int
    states: tuple[str, ...]
    cites: str


def ticks_of(kind: Kind) -> Ticks | None:
    """What is ticked off for units of a kind; None where that is their stands, or nothing."""
    track = kind.track
    if track is None or kind.works:
        return None
    return Ticks(track.label, track.boxes or 0, track.states, format_cites(track.citations))


class UnitStrength(Value):
    """A unit's size, and the strengths at which something befalls it.

    With `half` left, or fewer, it is under half of its size; None where that comes never, or not before it is taken
    off the table, which is with `removed` left.
    """

    size: int
    half: int | None
    removed: int

    @property
    def to_half(self) -> int | None:
        """The loss that brings it under half, counted from 1."""
        return None if self.half is None else self.size - self.half

    @property
    def to_removal(self) -> int:
        """The loss that takes it off the table, counted from 1; 0 where it is so small from the first."""
        return self.size - self.removed


def strength_of(size: int, kind: Kind, victory: Victory | None) -> UnitStrength:
    """The strengths of a unit of a kind."""
    removed = min(kind.removed_at.size, size) if kind.removed_at else 0
    if victory is None or victory.half_below is None:
        return UnitStrength(size, None, removed)
    half = ceil(Fraction(size) * Fraction(victory.half_below)) - 1
    return UnitStrength(size, half if half > removed else None, removed)


class RosterUnit(Value):
    """A unit of the roster. What is no troops, or has nothing to count, has no strength.

    `ticks` are what its kind has instead of stands to lose: so many boxes are a strength too, states are none.
    """

    row: Row
    strength: UnitStrength | None
    ability_notes: tuple[AbilityNote, ...]
    ticks: Ticks | None = None


class RosterFormation(Value):
    """A formation with its own units, or the units of none.

    `row` is that of the formation or the army; `above` are the headings of the formations around it, highest first.
    `points` is empty where there is nothing but a General who is free.
    """

    title: str
    row: Row | None
    above: tuple[str, ...]
    depth: int
    points: str
    units: tuple[RosterUnit, ...] = ()


class Roster(Value):
    """Everything of an ORBAT, in document order; `reach` says how far a general commands: `16 inches`.

    `radius`, `half` and `removed` are the sections that this and the strengths of those names rest on.
    """

    formations: tuple[RosterFormation, ...] = ()
    reach: str = ""
    radius: str = ""
    half: str = ""
    removed: str = ""

    @property
    def units(self) -> tuple[RosterUnit, ...]:
        """Every unit."""
        return tuple(troop for command in self.formations for troop in command.units)


def roster(report: Report) -> Roster:
    """The roster of an ORBAT; without commands where nothing could be priced."""
    if report.book is None or report.orbat is None or report.quote is None:
        return Roster()
    ruleset = report.book.ruleset
    radius, victory = ruleset.command_radius, ruleset.victory
    removals = [cite for kind in ruleset.kinds.values() if kind.removed_at for cite in kind.removed_at.citations]
    return Roster(
        _commands(report, _troops(report, report.book)),
        f"{radius.number} {radius.what}" if radius else "",
        format_cites(radius.citations) if radius else "",
        format_cites(victory.citations[:1]) if victory else "",
        format_cites(tuple(dict.fromkeys(removals))),
    )


def _troops(report: Report, book: Book) -> dict[OrbatPath, RosterUnit]:
    assert report.orbat is not None
    assert report.quote is not None
    rulings = book.rulings(report.orbat)
    lines = {line.path: line for line in report.quote.all_units}
    return {row.path: _troop(row, lines[row.path], book, rulings) for row in report.rows if row.sort == "unit"}


def _troop(row: Row, line: UnitLine, book: Book, rulings: Mapping[str, str]) -> RosterUnit:
    entry = book.entry(line.list_id, line.unit.entry)
    if entry is None:
        return RosterUnit(row, None, ())
    kind = book.kind(entry)
    size = size_of(line.unit, kind)
    abilities = abilities_of(entry, rating_of(line.unit, entry), size, book.ruleset, rulings)
    deeds = tuple(ability_note(ability, rulings) for ability in abilities)
    return RosterUnit(row, _to_lose(size, kind, book.ruleset.victory), deeds, ticks_of(kind))


def _to_lose(size: int | None, kind: Kind, victory: Victory | None) -> UnitStrength | None:
    """What a unit can lose: the boxes of its kind, otherwise its stands or guns where these are counted."""
    if ticks := ticks_of(kind):
        return UnitStrength(ticks.boxes, None, 0) if ticks.boxes else None
    counted = kind.counted_in[1] and not kind.sizes and not kind.works
    return strength_of(size, kind, victory) if size and counted else None


def _commands(report: Report, troops: Mapping[OrbatPath, RosterUnit]) -> tuple[RosterFormation, ...]:
    """The army where it has a General, each formation, and the units of none."""
    own: dict[OrbatPath, list[RosterUnit]] = {}
    for path, troop in troops.items():
        own.setdefault(path[:-2], []).append(troop)
    commands: list[RosterFormation] = []
    around: list[str] = []
    for row in report.rows:
        if row.sort == "formation":
            title = formation_heading(row.level, row.name)
            around = [*around[: row.depth - 1], title]
            mine = tuple(own.get(row.path, ()))
            commands.append(RosterFormation(title, row, tuple(around[:-1]), row.depth, row.points, mine))
        elif row.sort == "army" and row.commander:
            points = "" if row.commander_points == "0" else row.commander_points
            commands.append(RosterFormation(row.level.capitalize(), row, (), 1, points))
    if alone := tuple(own.get((), ())):
        assert report.quote is not None
        points = show(exact(sum(line.points for line in report.quote.units)))
        commands.append(RosterFormation(INDEPENDENT, None, (), 1, points, alone))
    return tuple(commands)
