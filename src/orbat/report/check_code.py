"""The check code: a few letters that tell whether two ORBATs, a printed one and a file, have the same in them."""

from __future__ import annotations

import json
from typing import Any

from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.text import Pin

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and figures that cannot be mistaken for one another; there is neither I nor O, 0 nor 1."""
_GROUPS, _GROUP = 2, 4


def check_code(orbat: Orbat) -> str:
    """`K7QF-3MXA`: the digest of what is in the army.

    It depends on the data and the rulings named, the formations, generals with their dice, units, and their order;
    not on how a file writes them, on titles, notes and tags, on the agreed size, on the versions of the data, nor on
    points that somebody claims.
    """
    import hashlib

    canonical = json.dumps(_army(orbat), separators=(",", ":"))
    number = int.from_bytes(hashlib.sha256(canonical.encode()).digest(), "big")
    letters = ""
    for _ in range(_GROUPS * _GROUP):
        number, letter = divmod(number, len(_LETTERS))
        letters += _LETTERS[letter]
    return "-".join(letters[start : start + _GROUP] for start in range(0, len(letters), _GROUP))


def _army(orbat: Orbat) -> list[Any]:
    return [
        orbat.ruleset.id,
        _list(orbat.army_list),
        str(orbat.date or ""),
        orbat.staff_table,
        sorted(orbat.rulings.items()),
        _commander(orbat.commander),
        [_formation(formation) for formation in orbat.formations],
        [_unit(unit) for unit in orbat.units],
    ]


def _list(pin: Pin | None) -> str:
    return pin.id if pin else ""


def _formation(formation: Formation) -> list[Any]:
    return [
        formation.level,
        formation.name,
        _list(formation.army_list),
        formation.off_board,
        _commander(formation.commander),
        [_formation(inner) for inner in formation.formations],
        [_unit(unit) for unit in formation.units],
    ]


def _unit(unit: Unit) -> list[Any]:
    return [
        unit.name,
        _list(unit.army_list),
        unit.entry,
        unit.size,
        unit.rating,
        sorted(unit.options),
        unit.off_board,
    ]


def _commander(commander: Commander | None) -> list[Any] | None:
    if commander is None:
        return None
    roll = _roll(commander.roll) if commander.roll else None
    return [commander.name, commander.quality, commander.player, roll]


def _roll(roll: Roll) -> list[Any]:
    return [list(roll.dice), roll.table, roll.result, [_roll(earlier) for earlier in roll.earlier]]
