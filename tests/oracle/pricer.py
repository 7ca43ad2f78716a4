"""Prices of *Days of Empire*, written from the rulebook without orbat.

An ORBAT is the plain mapping that `yaml.safe_load` gives. Prices are constants of this file (DOE 5), so that a wrong
number in `ruleset.yaml` is found too. Entries come from the army lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from tests.oracle.shared_keys import written_out

Data = dict[str, Any]

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the same values, but faster
FOLDER = Path(__file__).parents[2] / "army_lists" / "days_of_empire"
NATIONS = ("british", "french", "ottoman", "russian", "sardinian")
LEVELS = ("corps", "division", "brigade")

GENERAL = 30  # DOE 5.1; the general of a corps costs the same, a house price
ENGINEERS = 30  # DOE 5.1, an officer with a party
FIELD_GUN = 35  # DOE 5.2
SIEGE_GUN = 50  # DOE 5.2
WORKS = 10  # DOE 5.2, a length of earthworks or pontoons
FOOT = {1: 1, 2: 2, 3: 3, 4: 4}  # DOE 5.3, by class
HORSE = {1: 4, 2: 6, 3: 8, 4: 10}  # DOE 5.3, by class
RIFLES = 1  # DOE 5.4, a stand
HORSE_ARTILLERY = 10  # DOE 5.4, a gun


@dataclass(frozen=True, eq=False)
class Formation:
    """A formation, its path, its army list, and the formations around it, outermost first."""

    path: str
    data: Data
    army_list: str | None
    above: tuple[Formation, ...]


@dataclass(frozen=True, eq=False)
class Unit:
    """A unit, its path, its army list, its entry (None if unknown), its points (None without a price)."""

    path: str
    data: Data
    army_list: str | None
    above: tuple[Formation, ...]
    entry: Data | None
    points: int | None

    @property
    def kind(self) -> str:
        """The kind of troops, or "" if the entry is unknown."""
        return str(self.entry["kind"]) if self.entry else ""

    @property
    def arm(self) -> str:
        """`infantry` or `cavalry`, or "" for all other kinds."""
        return self.kind if self.kind in ("infantry", "cavalry") else ""

    @property
    def listed(self) -> bool:
        """Whether the entry is from an army list, not one of the works that every army can buy."""
        return self.entry is not None and self.entry["id"] not in common_entries()


@cache
def army_list(name: str) -> Data:
    """A data file by its name, such as the army list `british`."""
    with (FOLDER / f"{name}.yaml").open(encoding="utf-8") as file:
        data: Data = yaml.load(file, Loader)
    return written_out(data) if "army_list" in data else data


@cache
def ruleset() -> Data:
    """The ruleset's file. Its prices are not used."""
    return army_list("ruleset")


@cache
def common_entries() -> dict[str, Data]:
    """The entries that every army can buy, by id: earthworks and pontoons."""
    return {entry["id"]: entry for entry in ruleset()["entries"]}


def ruling_choices() -> dict[str, tuple[str, ...]]:
    """The choices of each ruling, by id, the default choice first."""
    choices = {one["id"]: [choice["id"] for choice in one["choices"]] for one in ruleset()["rulings"]}
    return {one["id"]: (one["ours"], *choices[one["id"]]) for one in ruleset()["rulings"]}


@cache
def entries(name: str) -> dict[str, Data]:
    """The entries of an army list, by id."""
    return {entry["id"]: entry for entry in army_list(name)["entries"]}


@dataclass(frozen=True, eq=False)
class Army:
    """An ORBAT with all its formations and units."""

    orbat: Data
    formations: list[Formation]
    units: list[Unit]


def read(orbat: Data) -> Army:
    """Find all formations and units of an ORBAT, and price the units."""
    return Army(orbat, formations(orbat), units(orbat))


def list_id(text: str | None) -> str | None:
    """The id of an army list without its version: `british@1` is `british`."""
    return text.split("@")[0] if text else None


def formations(orbat: Data) -> list[Formation]:
    """All formations of an ORBAT that take the field, in the order of the file."""
    return list(_formations(orbat, "", list_id(orbat.get("army_list")), ()))


def _formations(parent: Data, path: str, lender: str | None, above: tuple[Formation, ...]) -> Iterator[Formation]:
    for number, data in enumerate(parent.get("formations") or []):
        if data.get("fielded") is False:
            continue
        place = f"{path}.formations[{number}]" if path else f"formations[{number}]"
        formation = Formation(place, data, list_id(data.get("army_list")) or lender, above)
        yield formation
        yield from _formations(data, place, formation.army_list, (*above, formation))


def units(orbat: Data) -> list[Unit]:
    """All units of an ORBAT that take the field: those of each formation, then the independent ones."""
    found: list[Unit] = []
    for formation in formations(orbat):
        found += _units(formation.data, formation.path, formation.army_list, (*formation.above, formation))
    return found + _units(orbat, "", list_id(orbat.get("army_list")), ())


def _units(parent: Data, path: str, lender: str | None, above: tuple[Formation, ...]) -> list[Unit]:
    found = []
    for number, data in enumerate(parent.get("units") or []):
        if data.get("fielded") is False:
            continue
        place = f"{path}.units[{number}]" if path else f"units[{number}]"
        name = list_id(data.get("army_list")) or lender
        entry = find_entry(name, data.get("entry"))
        found.append(Unit(place, data, name, above, entry, unit_points(data, entry)))
    return found


def find_entry(name: str | None, entry: str | None) -> Data | None:
    """An entry of the army list or of the ruleset, or None."""
    known = {**common_entries(), **(entries(name) if name else {})}
    return known.get(entry) if entry else None


def options_of(unit: Data, entry: Data) -> set[str]:
    """The options of a unit: those written, and those that every unit of the entry has."""
    always = {item["option"] for item in entry.get("options", []) if item["use"] == "always"}
    return always | set(unit.get("options") or [])


def rating_of(unit: Data, entry: Data) -> int | None:
    """The class of a unit. It may be left out if the entry has only one."""
    allowed = (entry.get("ratings") or {}).get("allowed", [])
    rating: int | None = unit.get("rating")
    return allowed[0] if rating is None and len(allowed) == 1 else rating


def unit_points(unit: Data, entry: Data | None) -> int | None:
    """The points of a unit, or None if its entry, size or class gives no price."""
    if entry is None:
        return None
    size = unit.get("size")
    party = {"general": GENERAL, "engineers": ENGINEERS}.get(entry["kind"])  # a price for one, whatever the number
    if isinstance(size, str) or (size is None and party is None):
        return None
    count = 1 if size is None else int(size)
    extra = count * sum(
        {"rifles": RIFLES, "horse_artillery": HORSE_ARTILLERY}.get(o, 0) for o in options_of(unit, entry)
    )
    if party is not None:
        return party + extra
    each = price_of_one(unit, entry)
    return None if each is None else count * each + extra


def price_of_one(unit: Data, entry: Data) -> int | None:
    """The points of one stand, gun or length without options, or None for an unknown class (DOE 5.2, 5.3)."""
    kind = entry["kind"]
    if kind in ("infantry", "cavalry"):
        return (FOOT if kind == "infantry" else HORSE).get(rating_of(unit, entry) or 0)
    return {"field_gun": FIELD_GUN, "siege_gun": SIEGE_GUN, "earthworks": WORKS, "pontoons": WORKS}[kind]


def general_points(formation: Data) -> int:
    """The points of a formation's general. The General who is the player is free (DOE 5.1)."""
    commander = formation.get("commander")
    if commander is None or commander.get("player") or formation.get("level") not in LEVELS:
        return 0
    return GENERAL


def is_inside(path: str, formation: Formation) -> bool:
    """Whether the formation is at the path or anywhere in the formation at the path."""
    return path == formation.path or any(path == outer.path for outer in formation.above)


def formation_points(path: str, army: Army) -> int:
    """The points of the formation at a path: its general, its units and the formations in it."""
    generals = sum(general_points(other.data) for other in army.formations if is_inside(path, other))
    return generals + sum(unit.points or 0 for unit in army.units if any(path == outer.path for outer in unit.above))


def total(army: Army) -> int:
    """The points of the army. Its commander is the player, who is free (DOE 5.1)."""
    generals = sum(general_points(formation.data) for formation in army.formations)
    return generals + sum(unit.points or 0 for unit in army.units)


def off_board(army: Army) -> int:
    """The points in reserve off the table: of formations, since a single unit cannot be (DOE 16.5).

    Nothing counts twice.
    """
    generals = sum(general_points(formation.data) for formation in army.formations if is_off(formation))
    troops = [unit for unit in army.units if unit.above and is_off(unit.above[-1])]
    return generals + sum(unit.points or 0 for unit in troops)


def is_off(formation: Formation) -> bool:
    """Whether the formation, or one around it, is off the table."""
    return any(outer.data.get("off_board") for outer in (*formation.above, formation))
