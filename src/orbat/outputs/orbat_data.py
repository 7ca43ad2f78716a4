"""An ORBAT as plain data in the order and shape of its file; what is absent or usual is left out."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from fractions import Fraction
from typing import Any

from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit

KEYS: dict[str, tuple[str, ...]] = {
    "orbat": (
        "orbat", "title", "ruleset", "army_list", "game_size", "date", "player", "note", "tags", "staff_table",
        "rulings", "commander", "formations", "units", "total",
    ),
    "formation": (
        "level", "name", "numbered", "army_list", "commander", "off_board", "note", "formations", "units", "points",
    ),
    "unit": ("name", "army_list", "entry", "size", "rating", "options", "off_board", "note", "points"),
    "commander": ("name", "quality", "player", "roll", "note"),
    "roll": ("dice", "table", "result", "method", "seed", "on", "earlier"),
}  # fmt: skip
"""The keys of each part of the file, in their order."""


_ODD = r"[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]"
"""Characters that YAML would not read back if they stood in the text themselves."""
_WHOLE_RATINGS = frozenset(map(str, range(100)))


def orbat_data(orbat: Orbat) -> dict[str, Any]:
    """The whole ORBAT."""
    return _kept(
        {
            "orbat": orbat.orbat,
            "title": orbat.title,
            "ruleset": str(orbat.ruleset),
            "army_list": str(orbat.army_list) if orbat.army_list else None,
            "game_size": orbat.game_size,
            "date": _date(str(orbat.date)) if orbat.date else None,
            "player": orbat.player,
            "note": orbat.note,
            "tags": list(orbat.tags),
            "staff_table": orbat.staff_table if orbat.staff_table != "default" else None,
            "rulings": dict(orbat.rulings),
            "commander": _commander(orbat.commander),
            "formations": [_formation(formation) for formation in orbat.formations],
            "units": [_unit(unit) for unit in orbat.units],
            "total": _points(orbat.total),
            **orbat.extras,
        }
    )


def _formation(formation: Formation) -> dict[str, Any]:
    return _kept(
        {
            "level": formation.level,
            "name": formation.name,
            "numbered": formation.numbered,
            "army_list": str(formation.army_list) if formation.army_list else None,
            "commander": _commander(formation.commander),
            "off_board": formation.off_board,
            "note": formation.note,
            "formations": [_formation(inner) for inner in formation.formations],
            "units": [_unit(unit) for unit in formation.units],
            "points": _points(formation.points),
            **formation.extras,
        }
    )


def _unit(unit: Unit) -> dict[str, Any]:
    return _kept(
        {
            "name": unit.name,
            "army_list": str(unit.army_list) if unit.army_list else None,
            "entry": unit.entry,
            "size": unit.size,
            "rating": _rating(unit.rating),
            "options": list(unit.options),
            "off_board": unit.off_board,
            "note": unit.note,
            "points": _points(unit.points),
            **unit.extras,
        }
    )


def _commander(commander: Commander | None) -> dict[str, Any] | None:
    if commander is None:
        return None
    return _kept(
        {
            "name": commander.name,
            "quality": commander.quality,
            "player": commander.player,
            "roll": _roll(commander.roll) if commander.roll else None,
            "note": commander.note,
            **commander.extras,
        }
    )


def _roll(roll: Roll) -> dict[str, Any]:
    return {
        "dice": list(roll.dice),
        "table": roll.table,
        **_kept(
            {
                "result": roll.result,
                "method": roll.method,
                "seed": roll.seed,
                "on": roll.on,
                "earlier": [_roll(earlier) for earlier in roll.earlier],
            }
        ),
    }


def _kept(data: dict[str, Any]) -> dict[str, Any]:
    """The keys that say something; an empty mapping (an unnamed commander) does."""
    return {key: value for key, value in data.items() if _says_something(key, value)}


def _says_something(key: str, value: Any) -> bool:
    if key.startswith("x-"):
        return True
    if key in ("rulings", "commander") and isinstance(value, dict):
        return bool(value) or key == "commander"
    return value is not None and value is not False and value != "" and value != []


def _date(text: str) -> int | str:
    return int(text) if text.isdecimal() else text


def _rating(rating: str) -> int | str:
    """A rating as a number where reading it gives the same rating back."""
    return int(rating) if rating in _WHOLE_RATINGS else rating


def _points(points: int | Fraction | None) -> int | Decimal | None:
    """Points as a number of the file: whole, or a decimal. Prices are decimals, so every sum of them is one."""
    if points is None or isinstance(points, int):
        return points
    return Decimal(points.numerator) / Decimal(points.denominator)


def json_text(orbat: Orbat) -> str:
    """The whole ORBAT as JSON; decimals are written as they are, never as floats."""
    data = orbat_data(orbat)
    sign = "#"
    while sign in json.dumps(data, ensure_ascii=False, default=str):
        sign += "#"
    text = json.dumps(data, ensure_ascii=False, indent=2, default=lambda value: f"{sign}{value:f}{sign}")
    text = re.sub(f'"{sign}([0-9.]+){sign}"', r"\1", text)
    return re.sub(_ODD, lambda found: f"\\u{ord(found[0]):04x}", text) + "\n"
