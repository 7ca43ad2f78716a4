"""Prices of *Days of Glory*, *Honours of War* and the Napoleonic fast-play sheet.

The tables are copied from the price research, not from the data of the program. Entries (kinds, ratings, options) come
from the army lists. An army is a plain mapping, as in an ORBAT file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from tests.oracle.shared_keys import written_out

Army = Mapping[str, Any]

LISTS = Path(__file__).parents[2] / "army_lists"

# Points for a stand by class: foot 1 to 4, horse 4 to 10 (the sister rules, DOE 5.3).
GLORY_STANDS = {"infantry": (1, 2, 3, 4), "cavalry": (4, 6, 8, 10)}
GLORY_GUNS = {"smoothbore_gun": 30, "rifled_gun": 40, "siege_gun": 50}
GLORY_SISTER_GUNS = {"smoothbore_gun": 35, "rifled_gun": 35, "siege_gun": 50}
GLORY_OPTIONS = {"rifles": 1, "horse_artillery": 10}
GLORY_GENERAL = 30
GLORY_LENGTH = 10
GLORY_ENGINEERS = 30

# Points for a unit by grade, and the step for a named size.
HONOURS_GRADES = ("inferior", "standard", "superior")
HONOURS_UNITS = {
    "infantry": (80, 100, 120),
    "light_infantry": (60, 80, 100),
    "cavalry": (80, 100, 120),
    "light_gun": (30, 40, 50),
    "medium_gun": (40, 50, 60),
    "heavy_gun": (50, 60, 70),
    "howitzer": (40, 50, 60),
}
HONOURS_GUNS = ("light_gun", "medium_gun", "heavy_gun", "howitzer")
HONOURS_SIZES = {"small": -1, "standard": 0, "large": 1}
HONOURS_OPTIONS = {"musket_only": -10, "battalion_guns": 10, "rifles": 15, "carbines": 0, "horse_artillery": 10}
HONOURS_SECTION = 10
HONOURS_BOUGHT = {"dithering": -20, "dependable": 0, "dashing": 20}

FAST_PLAY_UNITS = {
    "infantry": 10,
    "light_infantry": 8,
    "guards": 15,
    "grenadiers": 12,
    "militia": 8,
    "heavy_cavalry": 15,
    "light_cavalry": 9,
    "cossacks": 9,
    "foot_artillery": 12,
    "horse_artillery": 13,
}
FAST_PLAY_OPTIONS = {"guard_horse": 5, "guard_guns": 2}
FAST_PLAY_HQ = {"corps": 8, "division": 5}


class Entry(NamedTuple):
    """An entry of an army list: its kind, ratings, sizes and options with their dates."""

    kind: str
    ratings: tuple[Any, ...]
    sizes: tuple[Any, ...]
    options: tuple[Mapping[str, Any], ...]


class ArmyList(NamedTuple):
    """An army list: its nation and the entries that it can buy, generals left out."""

    nation: str
    entries: Mapping[str, Entry]


@cache
def lists_of(ruleset: str) -> Mapping[str, ArmyList]:
    """The army lists of a ruleset, by id."""
    files = {path.stem: _read(path) for path in sorted((LISTS / ruleset).glob("*.yaml"))}
    rules = files["ruleset"]
    staff = {kind for kind, data in rules["kinds"].items() if data.get("staff")}
    common = rules.get("entries", [])
    return {
        name: ArmyList(
            data["nation"],
            {entry["id"]: _entry(entry) for entry in [*data["entries"], *common] if entry["kind"] not in staff},
        )
        for name, data in files.items()
        if "army_list" in data
    }


def _read(path: Path) -> Any:
    data = yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return written_out(data) if "army_list" in data else data


def _entry(data: Mapping[str, Any]) -> Entry:
    size = data.get("size")
    sizes = tuple(range(size["min"], size["max"] + 1)) if size else tuple(data.get("sizes", {}).get("allowed", ()))
    ratings = tuple(data.get("ratings", {}).get("allowed", ()))
    return Entry(data["kind"], ratings, sizes, tuple(data.get("options", ())))


def prices(army: Army) -> Mapping[str, int]:
    """Points by place: each unit, each commander, and the whole army as `total`."""
    found = dict(_costs(army, army["army_list"], army, "", "army"))
    return {**found, "total": sum(found.values())}


def _costs(army: Army, list_id: str, part: Army, place: str, level: str) -> Iterator[tuple[str, int]]:
    """Costs of a formation and of everything in it; the army is the outermost formation."""
    before = f"{place}." if place else ""
    commander = part.get("commander")
    if commander is not None:
        yield f"{before}commander", general_price(army, level, commander)
    for number, unit in enumerate(part.get("units", ())):
        yield f"{before}units[{number}]", unit_price(army, unit.get("army_list", list_id), unit)
    for number, formation in enumerate(part.get("formations", ())):
        inner = formation.get("army_list", list_id)
        yield from _costs(army, inner, formation, f"{before}formations[{number}]", formation["level"])


def general_price(army: Army, level: str, commander: Mapping[str, Any]) -> int:
    """Points of a commander. The army's commander is the player, who costs nothing."""
    free = level == "army" or bool(commander.get("player"))
    match army["ruleset"]:
        case "days_of_glory":
            return 0 if free else GLORY_GENERAL
        case "fast_play_napoleonic":
            return 0 if free else FAST_PLAY_HQ[level]
    bought = army.get("rulings", {}).get("commanders") == "bought"
    return HONOURS_BOUGHT[commander.get("quality", "dependable")] if bought else 0


def unit_price(army: Army, list_id: str, unit: Mapping[str, Any]) -> int:
    """Points of a unit. A rating that its entry leaves no choice of need not be written."""
    army_list = lists_of(army["ruleset"])[list_id]
    entry = army_list.entries[unit["entry"]]
    rating = unit.get("rating", entry.ratings[0] if len(entry.ratings) == 1 else None)
    options = {*unit.get("options", ()), *always(entry, army.get("date"))}
    rulings = army.get("rulings", {})
    match army["ruleset"]:
        case "days_of_glory":
            return glory_price(entry.kind, unit.get("size", 1), rating, options, rulings.get("gun_prices") == "sister")
        case "fast_play_napoleonic":
            return FAST_PLAY_UNITS[entry.kind] + sum(FAST_PLAY_OPTIONS[option] for option in options)
    tenth_more = army_list.nation == "prussian" and rulings.get("national_differences") != "none"
    return honours_price(entry.kind, unit.get("size", 1), rating, options, tenth_more)


def always(entry: Entry, date: str | None) -> set[str]:
    """Options that every unit of the entry has at the date. Without a date, those that are never optional."""
    uses = [
        item
        for item in entry.options
        if date is None or str(item.get("from", "")) <= date[:4] <= str(item.get("to", "9999"))
    ]
    optional = {item["option"] for item in uses if item["use"] == "optional"}
    return {item["option"] for item in uses if item["use"] == "always"} - optional


def glory_price(kind: str, size: int, rating: int | None, options: set[str], sister: bool) -> int:
    """Points of a unit of *Days of Glory*. `sister` takes the gun prices of the sister rules."""
    extra = sum(GLORY_OPTIONS[option] for option in options)
    if kind in GLORY_STANDS and rating is not None:
        return size * (GLORY_STANDS[kind][rating - 1] + extra)
    guns = GLORY_SISTER_GUNS if sister else GLORY_GUNS
    if kind in guns:
        return size * (guns[kind] + extra)
    return GLORY_ENGINEERS if kind == "engineers" else size * GLORY_LENGTH


def honours_price(kind: str, size: Any, rating: str | None, options: set[str], tenth_more: bool) -> int:
    """Points of a unit of *Honours of War*. `tenth_more`: 11/10 of the price, to the nearest 5, halves up."""
    if kind in HONOURS_UNITS and rating is not None:
        step = 10 if kind in HONOURS_GUNS else 20
        price = HONOURS_UNITS[kind][HONOURS_GRADES.index(rating)] + step * HONOURS_SIZES[size]
        price += sum(HONOURS_OPTIONS[option] for option in options)
    else:
        price = HONOURS_SECTION * size
    if not tenth_more:
        return price
    fives = Fraction(price * 11, 10) / 5
    return 5 * int(fives + Fraction(1, 2))
