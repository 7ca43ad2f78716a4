"""The roster: formations with generals, and units with strength and loss boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil

from orbat.evaluate.pricing import size_of
from orbat.evaluate.quote import UnitLine
from orbat.model.applicability import alternatives
from orbat.model.book import Book
from orbat.model.finding import format_cites
from orbat.model.kinds import Kind, Symbol, TrackStep
from orbat.model.orbat import Orbat
from orbat.model.path import OrbatPath
from orbat.model.play import GONE, UnitFate, UnitMark, Victory
from orbat.model.points import exact, show
from orbat.model.record import Value, changed
from orbat.model.ruleset import Ruleset
from orbat.model.subject import Subject, is_relevant
from orbat.model.wording import phrase, plural
from orbat.report.abilities import AbilityNote, notes_of, unit_subject
from orbat.report.deployment import INDEPENDENT
from orbat.report.dice_results import Results, results_to_roll
from orbat.report.included import included_with, included_words
from orbat.report.report import Report
from orbat.report.rows import Row, formation_heading
from orbat.report.service import ServiceNotes, service_notes
from orbat.report.works import works_length

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


def thresholds(strength: UnitStrength | None, ticks: Ticks | None) -> tuple[str, ...]:
    """What lost stands or crossed boxes mean for a unit, such as `removed at: 2`."""
    if ticks:
        return tuple(f"{step.at}: {step.means}" for step in ticks.steps)
    if strength is None:
        return ()
    half, removed = strength.half, strength.removed
    return (
        *((phrase("under half: {number}", number=half),) if half is not None else ()),
        *((phrase("removed at: {number}", number=removed),) if removed else ()),
    )


def labels_for(marks: Sequence[UnitMark | UnitFate], subject: Subject | None) -> tuple[str, ...]:
    """The labels of the states and marks that apply to a unit."""
    return tuple(one.label for one in marks if subject and is_relevant(alternatives(one.for_), subject))


def unit_states(ticks: Ticks | None, subject: Subject | None, ruleset: Ruleset) -> tuple[str, ...]:
    """The labels of a unit's temporary states, such as `disordered`. The states of its kind of troops come first."""
    return (*(ticks.states if ticks else ()), *labels_for(ruleset.states, subject))


def firing_advice(size: int | None, subject: Subject | None, ruleset: Ruleset) -> str:
    """How many stands of a unit cannot shoot, because stands shoot in groups. "" if all can."""
    groups = (one for one in ruleset.firing_groups if subject and is_relevant(alternatives(one.for_), subject))
    group = next(groups, None)
    left = size % group.size if size and group else 0
    if group is None or not 0 < left < group.least:
        return ""
    return plural(left, "{count} stand does not shoot", "{count} stands do not shoot")


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
    states: tuple[str, ...] = ()
    """The labels of boxes to tick for states that end, such as `disordered`."""
    marks: tuple[str, ...] = ()
    """The labels of boxes to tick for what lasts, such as `first fire`."""
    facts: tuple[str, ...] = ()
    """Short facts about the unit in play, such as `removed at: 2`."""
    symbol: Symbol | None = None
    """The sign of its arm."""

    @property
    def bars(self) -> tuple[int, ...]:
        """The positions, from 1, of the boxes at which a rule applies, such as a retreat.

        The boxes for half strength and for removal are not included.
        """
        return tuple(step.at for step in self.ticks.steps) if self.ticks else ()

    history: tuple[str, ...] = ()
    """What the army list's record says about the regiment, the most important first."""


class RosterFormation(Value):
    """A heading of the roster, with the units below the heading."""

    title: str
    row: Row | None
    """The row of the army or formation. None for the units outside formations."""
    above: tuple[str, ...]
    """The headings of all formations that contain the formation, outermost first."""
    depth: int
    points: str
    """The points as text. For the army, the cost of the General, or "" for 0."""
    units: tuple[RosterUnit, ...] = ()
    dice: Results = ()
    """For a general who is not diced yet: the qualities with their dice, as `("capable", "2–5")`. Otherwise ()."""
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
    dice = results_to_roll(report.orbat, report.book)
    radius, victory = ruleset.command_radius, ruleset.victory
    removals = [cite for kind in ruleset.kinds.values() if kind.removed_at for cite in kind.removed_at.citations]
    return Roster(
        _formations(report, _units(report, report.book, history), history, dice),
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
    size, ruleset = size_of(line.unit, kind), book.ruleset
    subject = unit_subject(line.unit, entry, size, book, orbat)
    in_play = None if kind.works else subject
    ticks, strength = ticks_of(kind), counted_strength(size, kind, ruleset.victory)
    return RosterUnit(
        row,
        strength,
        notes_of(subject, ruleset, book.rulings(orbat)),
        ticks,
        included_words(included_with(subject, ruleset)),
        states=(*unit_states(ticks, in_play, ruleset), *labels_for(_lasting_fates(ruleset), in_play)),
        marks=labels_for(ruleset.marks, in_play),
        facts=(
            *thresholds(strength, ticks),
            *filter(None, (works_length(size, kind, ruleset),)),
            *_facts(in_play, ruleset),
            *filter(None, (firing_advice(size, in_play, ruleset),)),
        ),
        symbol=book.symbol(entry),
    )


def _lasting_fates(ruleset: Ruleset) -> tuple[UnitFate, ...]:
    # a unit that has left the game needs no box
    return tuple(one for one in ruleset.unit_fates if one.id not in GONE)


def _facts(subject: Subject | None, ruleset: Ruleset) -> tuple[str, ...]:
    return tuple(
        phrase("{label}: {text}", label=one.label, text=one.text)
        for one in ruleset.facts
        if subject and is_relevant(alternatives(one.for_), subject)
    )


def counted_strength(size: int | None, kind: Kind, victory: Victory | None) -> UnitStrength | None:
    """The strength of a unit in stands, guns or boxes to tick. None if the unit has none of these."""
    if ticks := ticks_of(kind):
        return UnitStrength(ticks.boxes, None, 0) if ticks.boxes else None
    counted = kind.counted_in[1] and not kind.sizes and not kind.works
    return strength_of(size, kind, victory) if size and counted else None


def _formations(
    report: Report, units: Mapping[OrbatPath, RosterUnit], history: ServiceNotes, dice: Mapping[OrbatPath, Results]
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
            results = dice.get((*row.path, "commander"), ())
            above = tuple(around[:-1])
            formations.append(RosterFormation(title, row, above, row.depth, row.points, mine, results, led))
        elif row.sort == "army" and row.commander:
            points = "" if row.commander_points == "0" else row.commander_points
            led = history.get(("commander",), ())
            results = dice.get(("commander",), ())
            formations.append(RosterFormation(row.level.capitalize(), row, (), 1, points, (), results, led))
    if alone := tuple(own.get((), ())):
        assert report.quote is not None
        points = show(exact(sum(line.points for line in report.quote.units)))
        formations.append(RosterFormation(INDEPENDENT, None, (), 1, points, alone))
    return tuple(formations)
