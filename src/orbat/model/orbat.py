"""An ORBAT: what one player fields. Frozen; an edit returns a new one (see `edits`).

Each field is declared once, with all that the formats need to know of it: see `stored`, and `fields` for the table.
A new field needs nothing but its line here. `extras` holds the `x-` keys of a record, and the keys that this version
does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Literal

from orbat.model.dates import DateText
from orbat.model.path import OrbatPath
from orbat.model.points import Change, WholeNumber
from orbat.model.record import Record, Value, empty_mapping
from orbat.model.stored import stored
from orbat.model.text import Extras, Flag, FormatVersion, OffBoard, PinText, Rating, Size, Text


class Roll(Record):
    """A staff roll: the dice, the table row they were read on, the result and how they were thrown.

    `earlier` keeps the rolls that an explicit re-roll replaced, newest first.
    """

    dice: tuple[WholeNumber, ...] = stored("The dice as thrown.", own_form=True, digest="always")
    table: Text = stored(
        "The staff table that the dice were read on.",
        default="default",
        own_form=True,
        digest="always",
        compared=False,
        always=True,
    )
    result: Text = stored("The quality that the dice gave.", default="", own_form=True, digest="always", compared=False)
    method: Literal["entered", "random", "seeded"] | None = stored(
        "How the dice were thrown.", default=None, own_form=True, digest="never", compared=False, pocket=False
    )
    seed: Text = stored(
        "The text that the random dice came from.",
        default="",
        own_form=True,
        digest="never",
        compared=False,
        pocket=False,
    )
    on: Text = stored("The day of the roll.", default="", own_form=True, digest="never", compared=False, pocket=False)
    earlier: tuple[Roll, ...] = stored(
        "The rolls that re-rolls replaced, the newest first.", default=(), own_form=True, digest="always"
    )
    extras: Extras = field(default_factory=empty_mapping, hash=False)


class Commander(Record):
    """A general: his name, his staff quality and the roll behind it; `player` marks the player's own General."""

    name: Text = stored("What people read.", default="", own_form=True, digest="always")
    quality: Text = stored("The staff quality, such as capable.", default="", own_form=True, digest="always")
    player: Flag = stored("true: this general represents the player.", default=False, own_form=True, digest="always")
    roll: Roll | None = stored("The staff roll behind the quality.", default=None, own_form=True, digest="always")
    note: Text = stored(
        "A remark that is kept and shown.", default="", own_form=True, digest="never", compared=False, pocket=False
    )
    extras: Extras = field(default_factory=empty_mapping, hash=False)


class Unit(Record):
    """One bought instance of an entry. `points` is a claim: what somebody wrote, never what it costs.

    `size` is a number (stands, guns) or the id of a named size. `off_board` may say how the unit comes on.
    `army_list` is for a unit lent by another army; without it the list of the formation holds.
    """

    name: Text = stored("What people read.", default="", own_form=True, digest="always")
    army_list: PinText | None = stored(
        "The list of this unit, where it is lent by another army.",
        default=None,
        own_form=True,
        digest="always",
        compared=False,
    )
    entry: Text = stored("The id of the army list's entry.", default="", own_form=True, digest="always")
    size: Size | None = stored(
        "How many stands, guns or lengths; or the id of a named size, such as large.",
        default=None,
        own_form=True,
        digest="always",
    )
    rating: Rating = stored("The troop grade, such as 3 or superior.", default="", own_form=True, digest="always")
    options: tuple[Text, ...] = stored("Ids of options, such as rifles.", default=(), own_form=True, digest="always")
    off_board: OffBoard = stored(
        "true: held in reserve off the table; or the id of the way in which it comes on.",
        default=False,
        own_form=True,
        digest="always",
    )
    note: Text = stored("A remark that is kept and shown.", default="", own_form=True, digest="never", pocket=False)
    points: Change | None = stored(
        "What somebody says it costs; compared with the price, never trusted.",
        default=None,
        own_form=True,
        digest="never",
        compared=False,
        pocket=False,
    )
    extras: Extras = field(default_factory=empty_mapping, hash=False)


class Formation(Record):
    """A corps, division or brigade. `points` is a claim of its subtotal, which a poor general may bring below
    nothing.

    `numbered` says that orbat gave it its name, such as `2nd Brigade`, which follows its place among its fellows.
    """

    level: Text = stored(
        "The level of formation, such as brigade; one of the ruleset's levels.",
        default="",
        own_form=True,
        digest="always",
    )
    name: Text = stored("What people read.", default="", own_form=True, digest="always")
    numbered: Flag = stored(
        "true: orbat gave it its name, such as 2nd Brigade, and changes the number with its place.",
        default=False,
        own_form=True,
        digest="never",
        compared=False,
        pocket=False,
    )
    army_list: PinText | None = stored(
        "The list of this formation, where it is lent by another army.",
        default=None,
        own_form=True,
        digest="always",
        compared=False,
    )
    commander: Commander | None = stored("The general in command.", default=None, own_form=True, digest="always")
    off_board: OffBoard = stored(
        "true: held in reserve off the table; or the id of the way in which it comes on.",
        default=False,
        own_form=True,
        digest="always",
    )
    note: Text = stored("A remark that is kept and shown.", default="", own_form=True, digest="never", pocket=False)
    formations: tuple[Formation, ...] = stored(
        "The formations in it, such as divisions and brigades.", default=(), own_form=True, digest="always"
    )
    units: tuple[Unit, ...] = stored("The units in it.", default=(), own_form=True, digest="always")
    points: Change | None = stored(
        "What somebody says it costs; compared with the price, never trusted.",
        default=None,
        own_form=True,
        digest="never",
        compared=False,
        pocket=False,
    )
    extras: Extras = field(default_factory=empty_mapping, hash=False)


class Orbat(Record):
    """A whole order of battle. `total` is a claim; an absent `game_size` means that none is agreed."""

    orbat: FormatVersion = stored(
        "The version of this file format: 1.",
        default=1,
        own_form=True,
        digest="never",
        compared=False,
        always=True,
    )
    title: Text = stored("What people read.", default="", own_form=True, digest="never")
    ruleset: PinText = stored(
        "The id of the ruleset; once saved, with @ and the version of its data.", own_form=True, digest="always"
    )
    army_list: PinText | None = stored(
        "The id of the army list; once saved, with @ and the version of its data.",
        default=None,
        own_form=True,
        digest="always",
    )
    game_size: WholeNumber | None = stored(
        "The agreed points; leave it out while none are agreed.", default=None, own_form=True, digest="never"
    )
    date: DateText | None = stored(
        "When the battle is: a year, or a year and month such as 1854-09.",
        default=None,
        own_form=True,
        digest="always",
    )
    player: Text = stored("Whose army it is.", default="", own_form=True, digest="never")
    note: Text = stored("A remark that is kept and shown.", default="", own_form=True, digest="never", pocket=False)
    tags: tuple[Text, ...] = stored(
        "Words to find it by.", default=(), own_form=True, digest="never", compared=False, pocket=False
    )
    staff_table: Text = stored(
        "The staff table in use: default or national.", default="default", own_form=True, digest="always"
    )
    rulings: Mapping[str, Text] = stored(
        "The readings chosen, by ruling, where they are not ours.",
        default_factory=empty_mapping,
        hash=False,
        own_form=True,
        digest="always",
    )
    commander: Commander | None = stored("The General who is the player.", default=None, own_form=True, digest="always")
    formations: tuple[Formation, ...] = stored(
        "The formations in it, such as divisions and brigades.", default=(), own_form=True, digest="always"
    )
    units: tuple[Unit, ...] = stored(
        "The units that stand in no formation.", default=(), own_form=True, digest="always"
    )
    total: Change | None = stored(
        "What somebody says it all costs; compared with the price, never trusted.",
        default=None,
        own_form=True,
        digest="never",
        compared=False,
        pocket=False,
    )
    extras: Extras = field(default_factory=empty_mapping, hash=False)


class PlacedFormation(Value):
    """A formation, where it is, and the formations above it, highest first."""

    path: OrbatPath
    formation: Formation
    above: tuple[Formation, ...]
    list_id: str


class PlacedUnit(Value):
    """A unit, where it is, and the formations it stands in, highest first."""

    path: OrbatPath
    unit: Unit
    above: tuple[Formation, ...]
    list_id: str


def formations_of(orbat: Orbat) -> Iterator[PlacedFormation]:
    """Every formation in document order, each before those within it."""

    def walk(
        formations: tuple[Formation, ...], path: OrbatPath, above: tuple[Formation, ...], list_id: str
    ) -> Iterator[PlacedFormation]:
        for number, formation in enumerate(formations):
            here = (*path, "formations", number)
            own = formation.army_list.id if formation.army_list else list_id
            yield PlacedFormation(here, formation, above, own)
            yield from walk(formation.formations, here, (*above, formation), own)

    return walk(orbat.formations, (), (), orbat.army_list.id if orbat.army_list else "")


def list_at(orbat: Orbat, path: OrbatPath) -> str:
    """The id of the list that holds in a formation, `()` being the army: its own, that of one around it, or ""."""
    own = orbat.army_list.id if orbat.army_list else ""
    return next((place.list_id for place in formations_of(orbat) if place.path == path), own)


def units_of(orbat: Orbat) -> Iterator[PlacedUnit]:
    """Every unit: those of each formation in document order, then the independent ones."""
    for place in formations_of(orbat):
        yield from _placed(place.formation.units, place.path, (*place.above, place.formation), place.list_id)
    yield from _placed(orbat.units, (), (), orbat.army_list.id if orbat.army_list else "")


def _placed(
    units: tuple[Unit, ...], path: OrbatPath, above: tuple[Formation, ...], list_id: str
) -> Iterator[PlacedUnit]:
    for number, unit in enumerate(units):
        own = unit.army_list.id if unit.army_list else list_id
        yield PlacedUnit((*path, "units", number), unit, above, own)


def commanders_of(
    orbat: Orbat, places: Iterable[PlacedFormation] | None = None
) -> Iterator[tuple[OrbatPath, Commander, PlacedFormation | None]]:
    """Every commander in document order, the army's own first, with the formation he commands.

    `places` are the ORBAT's formations, from whoever has them already.
    """
    if orbat.commander:
        yield ("commander",), orbat.commander, None
    for place in formations_of(orbat) if places is None else places:
        if place.formation.commander:
            yield (*place.path, "commander"), place.formation.commander, place


def is_player(path: OrbatPath, commander: Commander) -> bool:
    """Whether this general represents the player: the army's own, or one marked so."""
    return path == ("commander",) or commander.player
