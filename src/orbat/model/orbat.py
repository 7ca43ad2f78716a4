"""An ORBAT: one player's order of battle, as frozen records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Literal, NamedTuple

from orbat.model.dates import DateText
from orbat.model.path import OrbatPath
from orbat.model.points import Change, WholeNumber
from orbat.model.record import Record, empty_mapping
from orbat.model.stored import stored_field
from orbat.model.text import Extras, Flag, FormatVersion, OffBoard, PinText, Rating, Size, Text

HouseLimits = Literal["warn", "enforce", "ignore"]
"""How a house limit that is not kept is reported: as a warning, as an error or not at all."""


# `stored_field` declares everything about a field that the file formats need. The field `extras` holds `x-` keys, and
# keys unknown to this version of orbat.


class Roll(Record):
    """A staff roll: dice, staff table, resulting quality and method of rolling."""

    dice: tuple[WholeNumber, ...] = stored_field(
        "The results of the dice, in the order rolled.", custom_notation=True, digest="always"
    )
    table: Text = stored_field(
        "The staff table that was used: default, promotion (for the successor of a lost general), or a nation.",
        default="default",
        custom_notation=True,
        digest="always",
        compared=False,
        always=True,
    )
    result: Text = stored_field(
        "The quality that the dice gave.", default="", custom_notation=True, digest="always", compared=False
    )
    method: Literal["entered", "random", "seeded"] | None = stored_field(
        "How the dice were rolled.", default=None, custom_notation=True, digest="never", compared=False, in_code=False
    )
    seed: Text = stored_field(
        "The seed text of the random dice.",
        default="",
        custom_notation=True,
        digest="never",
        compared=False,
        in_code=False,
    )
    number: WholeNumber | None = stored_field(
        "The general's place among all generals when the dice were rolled, from 1. Seeded dice depend on this place.",
        default=None,
        digest="never",
        compared=False,
        in_code=False,
    )
    on: Text = stored_field(
        "The date of the roll.", default="", custom_notation=True, digest="never", compared=False, in_code=False
    )
    earlier: tuple[Roll, ...] = stored_field(
        "Earlier rolls that re-rolls have replaced, newest first.", default=(), custom_notation=True, digest="always"
    )
    extras: Extras = field(default_factory=empty_mapping, hash=False)


class Commander(Record):
    """A general, with staff quality and staff roll."""

    name: Text = stored_field("The displayed name.", default="", custom_notation=True, digest="always")
    quality: Text = stored_field(
        "The staff quality, such as capable.", default="", custom_notation=True, digest="always"
    )
    player: Flag = stored_field(
        "true: this general represents the player.", default=False, custom_notation=True, digest="always"
    )
    roll: Roll | None = stored_field(
        "The staff roll that gave the quality.", default=None, custom_notation=True, digest="always"
    )
    note: Text = stored_field(
        "A remark, shown with the item.",
        default="",
        custom_notation=True,
        digest="never",
        compared=False,
        in_code=False,
    )
    extras: Extras = field(default_factory=empty_mapping, hash=False)


class Unit(Record):
    """A unit, bought from an entry of an army list."""

    name: Text = stored_field("The displayed name.", default="", custom_notation=True, digest="always")
    army_list: PinText | None = stored_field(
        "The army list of this unit, if the unit is from another army.",
        default=None,
        custom_notation=True,
        digest="always",
        compared=False,
    )
    entry: Text = stored_field("The id of the army list's entry.", default="", custom_notation=True, digest="always")
    size: Size | None = stored_field(
        "The number of stands, guns or lengths of works, or the id of a named size, such as large.",
        default=None,
        custom_notation=True,
        digest="always",
    )
    rating: Rating = stored_field(
        "The troop grade, such as 3 or superior.", default="", custom_notation=True, digest="always"
    )
    options: tuple[Text, ...] = stored_field(
        "Ids of options, such as rifles.", default=(), custom_notation=True, digest="always"
    )
    off_board: OffBoard = stored_field(
        "true: in reserve off the table. If the ruleset defines ways of arriving, the id of a way, such as flank.",
        default=False,
        custom_notation=True,
        digest="always",
    )
    fielded: Flag = stored_field(
        "false: the unit stays at home. It is kept in the file, but not counted.",
        default=True,
        digest="never",
        in_code=False,
    )
    note: Text = stored_field(
        "A remark, shown with the item.", default="", custom_notation=True, digest="never", in_code=False
    )
    points: Change | None = stored_field(
        "The claimed cost in points, checked against the calculated cost.",
        default=None,
        custom_notation=True,
        digest="never",
        compared=False,
        in_code=False,
    )
    extras: Extras = field(default_factory=empty_mapping, hash=False)


class Formation(Record):
    """A corps, division or brigade."""

    level: Text = stored_field(
        "The level of formation, such as brigade; one of the ruleset's levels.",
        default="",
        custom_notation=True,
        digest="always",
    )
    name: Text = stored_field("The displayed name.", default="", custom_notation=True, digest="always")
    numbered: Flag = stored_field(
        "true: orbat names the formation by its position, such as 2nd Brigade.",
        default=False,
        custom_notation=True,
        digest="never",
        compared=False,
        in_code=False,
    )
    army_list: PinText | None = stored_field(
        "The army list of this formation, if the formation is from another army.",
        default=None,
        custom_notation=True,
        digest="always",
        compared=False,
    )
    commander: Commander | None = stored_field(
        "The general in command.", default=None, custom_notation=True, digest="always"
    )
    led_from_above: Flag = stored_field(
        "true: the formation has no general, because the general of the enclosing formation leads it directly.",
        default=False,
    )
    off_board: OffBoard = stored_field(
        "true: in reserve off the table. If the ruleset defines ways of arriving, the id of a way, such as flank.",
        default=False,
        custom_notation=True,
        digest="always",
    )
    fielded: Flag = stored_field(
        "false: the formation stays at home with everything inside. It is kept in the file, but not counted.",
        default=True,
        digest="never",
        in_code=False,
    )
    note: Text = stored_field(
        "A remark, shown with the item.", default="", custom_notation=True, digest="never", in_code=False
    )
    formations: tuple[Formation, ...] = stored_field(
        "The formations in this formation, such as divisions and brigades.",
        default=(),
        custom_notation=True,
        digest="always",
    )
    units: tuple[Unit, ...] = stored_field(
        "The units directly in this formation.", default=(), custom_notation=True, digest="always"
    )
    points: Change | None = stored_field(
        "The claimed cost in points, checked against the calculated cost.",
        default=None,
        custom_notation=True,
        digest="never",
        compared=False,
        in_code=False,
    )
    extras: Extras = field(default_factory=empty_mapping, hash=False)


class Orbat(Record):
    """An order of battle."""

    orbat: FormatVersion = stored_field(
        "The version of this file format: 1.",
        default=1,
        custom_notation=True,
        digest="never",
        compared=False,
        always=True,
    )
    title: Text = stored_field("The displayed title.", default="", custom_notation=True, digest="never")
    ruleset: PinText = stored_field(
        "The id of the ruleset. Saved files add @ and the version of the ruleset.",
        custom_notation=True,
        digest="always",
    )
    army_list: PinText | None = stored_field(
        "The id of the army list. Saved files add @ and the version of the list.",
        default=None,
        custom_notation=True,
        digest="always",
    )
    game_size: WholeNumber | None = stored_field(
        "The agreed size in points; omit the key if no size is agreed.",
        default=None,
        custom_notation=True,
        digest="never",
    )
    date: DateText | None = stored_field(
        "The date of the battle: a year, or a year and month such as 1854-09.",
        default=None,
        custom_notation=True,
        digest="always",
    )
    theatre: Text = stored_field("The theatre of war; one of the ids that the army list declares.", default="")
    player: Text = stored_field("The name of the player.", default="", custom_notation=True, digest="never")
    note: Text = stored_field(
        "A remark, shown with the item.", default="", custom_notation=True, digest="never", in_code=False
    )
    tags: tuple[Text, ...] = stored_field(
        "Words for searching.", default=(), custom_notation=True, digest="never", compared=False, in_code=False
    )
    staff_table: Text = stored_field(
        "The staff table in use: default or national.", default="default", custom_notation=True, digest="always"
    )
    rulings: Mapping[str, Text] = stored_field(
        "Choices for rulings, by ruling id; omitted rulings have the default choice.",
        default_factory=empty_mapping,
        hash=False,
        custom_notation=True,
        digest="always",
    )
    house_limits: HouseLimits = stored_field(
        "How a house limit that is not kept is reported: as a warning (warn), as an error (enforce) or not at all "
        "(ignore).",
        default="warn",
        digest="never",
    )
    partial: Flag = stored_field(
        "Whether troops are left out, such as reserves that the opponent may not see.",
        default=False,
        label="part of an army",
    )
    commander: Commander | None = stored_field(
        "The player's own General.", default=None, custom_notation=True, digest="always"
    )
    formations: tuple[Formation, ...] = stored_field(
        "The formations directly in the army, such as corps, divisions or brigades.",
        default=(),
        custom_notation=True,
        digest="always",
    )
    units: tuple[Unit, ...] = stored_field(
        "The independent units, outside all formations.", default=(), custom_notation=True, digest="always"
    )
    total: Change | None = stored_field(
        "The claimed total in points, checked against the calculated cost.",
        default=None,
        custom_notation=True,
        digest="never",
        compared=False,
        in_code=False,
    )
    extras: Extras = field(default_factory=empty_mapping, hash=False)


class PlacedFormation(NamedTuple):
    """A formation, with its path and the formations around it."""

    path: OrbatPath
    formation: Formation
    above: tuple[Formation, ...]
    """The formations that contain the formation, highest first."""
    list_id: str
    """The id of the army list."""


class PlacedUnit(NamedTuple):
    """A unit, with its path and the formations around it."""

    path: OrbatPath
    unit: Unit
    above: tuple[Formation, ...]
    """The formations that contain the unit, highest first."""
    list_id: str
    """The id of the army list."""


def formations_of(orbat: Orbat, *, unfielded: bool = False) -> Iterator[PlacedFormation]:
    """Every formation that takes the field, in document order. A formation precedes the formations inside it.

    With `unfielded`, also the formations that stay at home.
    """

    def walk(
        formations: tuple[Formation, ...], path: OrbatPath, above: tuple[Formation, ...], list_id: str
    ) -> Iterator[PlacedFormation]:
        for number, formation in enumerate(formations):
            if not (formation.fielded or unfielded):
                continue
            here = (*path, "formations", number)
            own = formation.army_list.id if formation.army_list else list_id
            yield PlacedFormation(here, formation, above, own)
            yield from walk(formation.formations, here, (*above, formation), own)

    return walk(orbat.formations, (), (), orbat.army_list.id if orbat.army_list else "")


def list_id_at(orbat: Orbat, path: OrbatPath) -> str:
    """The id of the army list for the formation or army at a path, or ""."""
    own = orbat.army_list.id if orbat.army_list else ""
    # A formation without an army list has the list of the formation around it.
    return next((place.list_id for place in formations_of(orbat, unfielded=True) if place.path == path), own)


def units_of(orbat: Orbat, *, unfielded: bool = False) -> Iterator[PlacedUnit]:
    """Every unit that takes the field, in document order. Units outside all formations come last.

    With `unfielded`, also the units that stay at home.
    """
    places = [
        (place.formation.units, place.path, (*place.above, place.formation), place.list_id)
        for place in formations_of(orbat, unfielded=unfielded)
    ]
    places.append((orbat.units, (), (), orbat.army_list.id if orbat.army_list else ""))
    for units, path, above, list_id in places:
        for number, unit in enumerate(units):
            if unit.fielded or unfielded:
                own = unit.army_list.id if unit.army_list else list_id
                yield PlacedUnit((*path, "units", number), unit, above, own)


def commanders_of(
    orbat: Orbat, places: Iterable[PlacedFormation] | None = None
) -> Iterator[tuple[OrbatPath, Commander, PlacedFormation | None]]:
    """Every commander that takes the field, with path and formation, in document order.

    The army's own commander comes first and has no formation. To save time, pass the result of
    `formations_of` as `places`.
    """
    if orbat.commander:
        yield ("commander",), orbat.commander, None
    for place in formations_of(orbat) if places is None else places:
        if place.formation.commander:
            yield (*place.path, "commander"), place.formation.commander, place


def contains_units(holder: Orbat | Formation, *, unfielded: bool = False) -> bool:
    """Whether an army or formation contains a unit that takes the field, at any depth.

    With `unfielded`, units that stay at home count too.
    """
    return any(unit.fielded or unfielded for unit in holder.units) or any(
        (inner.fielded or unfielded) and contains_units(inner, unfielded=unfielded) for inner in holder.formations
    )


def is_player(path: OrbatPath, commander: Commander) -> bool:
    """Whether a general represents the player: the army's commander, or a general marked `player`."""
    return path == ("commander",) or commander.player
