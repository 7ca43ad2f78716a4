"""An ORBAT: what one player fields. Frozen; an edit returns a new one (see `edits`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Literal

from orbat.model.dates import DateText
from orbat.model.path import Path
from orbat.model.points import Change, WholeNumber
from orbat.model.record import Record, Value, nothing
from orbat.model.text import Extras, Flag, FormatVersion, OffBoard, PinText, Rating, Size, Text


class Roll(Record):
    """A staff roll: the dice, the table row they were read on, the result and how they were thrown.

    `earlier` keeps the rolls that an explicit re-roll replaced, newest first.
    """

    dice: tuple[WholeNumber, ...]
    table: Text = "default"
    result: Text = ""
    method: Literal["entered", "random", "seeded"] | None = None
    seed: Text = ""
    on: Text = ""
    earlier: tuple[Roll, ...] = ()


class Commander(Record):
    """A general: his name, his staff quality and the roll behind it; `player` marks the player's own General."""

    name: Text = ""
    quality: Text = ""
    roll: Roll | None = None
    player: Flag = False
    note: Text = ""
    extras: Extras = field(default_factory=nothing, hash=False)


class Unit(Record):
    """One bought instance of an entry. `points` is a claim: what somebody wrote, never what it costs.

    `size` is a number (stands, guns) or the id of a named size. `off_board` may say how the unit comes on.
    `army_list` is for a unit lent by another army; without it the list of the formation holds.
    """

    name: Text = ""
    army_list: PinText | None = None
    entry: Text = ""
    size: Size | None = None
    rating: Rating = ""
    options: tuple[Text, ...] = ()
    off_board: OffBoard = False
    note: Text = ""
    points: Change | None = None
    extras: Extras = field(default_factory=nothing, hash=False)


class Formation(Record):
    """A corps, division or brigade. `points` is a claim of its subtotal, which a poor general may bring below
    nothing.

    `numbered` says that orbat gave it its name, such as `2nd Brigade`, which follows its place among its fellows.
    """

    level: Text = ""
    name: Text = ""
    numbered: Flag = False
    army_list: PinText | None = None
    commander: Commander | None = None
    off_board: OffBoard = False
    note: Text = ""
    formations: tuple[Formation, ...] = ()
    units: tuple[Unit, ...] = ()
    points: Change | None = None
    extras: Extras = field(default_factory=nothing, hash=False)


class Orbat(Record):
    """A whole order of battle. `total` is a claim; an absent `game_size` means that none is agreed."""

    orbat: FormatVersion = 1
    title: Text = ""
    ruleset: PinText
    army_list: PinText | None = None
    game_size: WholeNumber | None = None
    date: DateText | None = None
    player: Text = ""
    note: Text = ""
    tags: tuple[Text, ...] = ()
    staff_table: Text = "default"
    rulings: Mapping[str, Text] = field(default_factory=nothing, hash=False)
    commander: Commander | None = None
    formations: tuple[Formation, ...] = ()
    units: tuple[Unit, ...] = ()
    total: Change | None = None
    extras: Extras = field(default_factory=nothing, hash=False)


class PlacedFormation(Value):
    """A formation, where it is, and the formations above it, highest first."""

    path: Path
    formation: Formation
    above: tuple[Formation, ...]
    list_id: str


class PlacedUnit(Value):
    """A unit, where it is, and the formations it stands in, highest first."""

    path: Path
    unit: Unit
    above: tuple[Formation, ...]
    list_id: str


def formations_of(orbat: Orbat) -> Iterator[PlacedFormation]:
    """Every formation in document order, each before those within it."""

    def walk(
        formations: tuple[Formation, ...], path: Path, above: tuple[Formation, ...], list_id: str
    ) -> Iterator[PlacedFormation]:
        for number, formation in enumerate(formations):
            here = (*path, "formations", number)
            own = formation.army_list.id if formation.army_list else list_id
            yield PlacedFormation(here, formation, above, own)
            yield from walk(formation.formations, here, (*above, formation), own)

    return walk(orbat.formations, (), (), orbat.army_list.id if orbat.army_list else "")


def list_at(orbat: Orbat, path: Path) -> str:
    """The id of the list that holds in a formation, `()` being the army: its own, that of one around it, or ""."""
    own = orbat.army_list.id if orbat.army_list else ""
    return next((place.list_id for place in formations_of(orbat) if place.path == path), own)


def units_of(orbat: Orbat) -> Iterator[PlacedUnit]:
    """Every unit: those of each formation in document order, then the independent ones."""
    for place in formations_of(orbat):
        yield from _placed(place.formation.units, place.path, (*place.above, place.formation), place.list_id)
    yield from _placed(orbat.units, (), (), orbat.army_list.id if orbat.army_list else "")


def _placed(units: tuple[Unit, ...], path: Path, above: tuple[Formation, ...], list_id: str) -> Iterator[PlacedUnit]:
    for number, unit in enumerate(units):
        own = unit.army_list.id if unit.army_list else list_id
        yield PlacedUnit((*path, "units", number), unit, above, own)


def commanders_of(
    orbat: Orbat, places: Iterable[PlacedFormation] | None = None
) -> Iterator[tuple[Path, Commander, PlacedFormation | None]]:
    """Every commander in document order, the army's own first, with the formation he commands.

    `places` are the ORBAT's formations, from whoever has them already.
    """
    if orbat.commander:
        yield ("commander",), orbat.commander, None
    for place in formations_of(orbat) if places is None else places:
        if place.formation.commander:
            yield (*place.path, "commander"), place.formation.commander, place


def is_player(path: Path, commander: Commander) -> bool:
    """Whether this general represents the player: the army's own, or one marked so."""
    return path == ("commander",) or commander.player
