"""Edits: changes to an ORBAT, as data. The original ORBAT stays unchanged."""

from __future__ import annotations

import dataclasses
from typing import Any

from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.record import Value

Node = Orbat | Formation | Unit | Commander


class Set(Value):
    """An edit that sets a field of a unit, formation, general or ORBAT."""

    path: OrbatPath
    field: str
    value: Any


class Remove(Value):
    """An edit that removes a unit or formation with its contents."""

    path: OrbatPath


class Insert(Value):
    """An edit that inserts a unit or formation into a list."""

    path: OrbatPath
    """The path of the list: `("units",)` for units outside all formations."""
    position: int
    item: Formation | Unit


Edit = Set | Remove | Insert


def insertion(orbat: Orbat, home: OrbatPath, unit: Unit) -> Insert:
    """An edit that adds a unit at the end of a formation, or of the army (`()`)."""
    holder = (*home, "units")
    return Insert(holder, len(at(orbat, holder)), unit)


def at(orbat: Orbat, path: OrbatPath) -> Any:
    """The record, list or value at a path. Raises LookupError if the path does not exist."""
    node: Any = orbat
    for step in path:
        if isinstance(step, int):
            node = node[step]
        elif dataclasses.is_dataclass(node) and hasattr(node, step):
            node = getattr(node, step)
        else:
            raise LookupError(f"no {step} here")
    return node


def _changed(node: Any, path: OrbatPath, new: Any) -> Any:
    if not path:
        return new
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return (*node[:step], _changed(node[step], rest, new), *node[step + 1 :])
    return dataclasses.replace(node, **{step: _changed(getattr(node, step), rest, new)})


def apply(orbat: Orbat, edit: Edit) -> Orbat:
    """Apply one edit. Raises LookupError if the edit's path does not exist."""
    match edit:
        case Set(path, field, value):
            node = at(orbat, path)
            if value == getattr(node, field):
                return orbat
            changed: Orbat = _changed(orbat, (*path, field), value)
        case Remove(path):
            *parent, position = path or ("",)
            if not isinstance(position, int):
                raise LookupError("only a unit or formation can be removed")
            siblings = at(orbat, tuple(parent))
            if not 0 <= position < len(siblings):
                raise LookupError("no unit or formation at this path")
            changed = _changed(orbat, tuple(parent), (*siblings[:position], *siblings[position + 1 :]))
        case Insert(path, position, thing):
            siblings = at(orbat, path)
            if not 0 <= position <= len(siblings):
                raise LookupError("this position does not exist in the list")
            changed = _changed(orbat, path, (*siblings[:position], thing, *siblings[position:]))
    return changed


def apply_all(orbat: Orbat, edits: tuple[Edit, ...]) -> Orbat:
    """Apply several edits. All paths refer to the original ORBAT."""
    steps = sorted(edits, key=_order, reverse=True)
    for edit in steps:
        orbat = apply(orbat, edit)
    return orbat


def _order(edit: Edit) -> tuple[int, tuple[tuple[int, int, str], ...]]:
    # for descending order: removals last, later items first, so that the paths of the other edits stay valid
    removal = isinstance(edit, Remove)
    steps = tuple((1, step, "") if isinstance(step, int) else (0, 0, step) for step in edit.path)
    return (0 if removal else 1, steps)
