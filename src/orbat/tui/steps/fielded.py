"""Edits that choose which units take the field. Pure functions."""

from __future__ import annotations

from typing import TypeVar

from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.record import changed
from orbat.model.wording import plural
from orbat.tui.state import State, StepResult

Ticked = frozenset[OrbatPath]
"""The paths of units, and of formations without units, that take the field."""
_Item = TypeVar("_Item", Formation, Unit)


def tickable(holder: Orbat | Formation, path: OrbatPath = ()) -> Ticked:
    """The paths of all units and all empty formations inside a formation or army.

    If the formation itself is empty, the result contains only the path of this formation.
    """
    inner = ((one, (*path, "formations", number)) for number, one in enumerate(holder.formations))
    found = frozenset((*path, "units", number) for number in range(len(holder.units))).union(
        *(tickable(one, here) for one, here in inner)
    )
    return found or (frozenset((path,)) if path else found)


def ticked_in(holder: Orbat | Formation, path: OrbatPath = ()) -> Ticked:
    """The paths of the units and empty formations that take the field now."""
    formations = [(one, (*path, "formations", number)) for number, one in enumerate(holder.formations)]
    if not (formations or holder.units):
        return tickable(holder, path)
    units = frozenset((*path, "units", number) for number, unit in enumerate(holder.units) if unit.fielded)
    return units.union(*(ticked_in(one, here) for one, here in formations if one.fielded))


def with_ticked(orbat: Orbat, ticked: Ticked) -> Orbat:
    """A copy of an ORBAT in which only the items at these paths take the field.

    If nothing in a formation is ticked, only the formation is set to stay at home, not the items inside.
    """
    formations = tuple(_formation(one, ("formations", number), ticked) for number, one in enumerate(orbat.formations))
    return changed(orbat, formations=formations, units=_units(orbat.units, (), ticked))


def _formation(formation: Formation, path: OrbatPath, ticked: Ticked) -> Formation:
    if ticked.isdisjoint(tickable(formation, path)):
        return _marked(formation, fielded=False)
    formations = tuple(
        _formation(one, (*path, "formations", number), ticked) for number, one in enumerate(formation.formations)
    )
    new = changed(formation, fielded=True, formations=formations, units=_units(formation.units, path, ticked))
    # the same object, so that it is not priced again
    return formation if new == formation else new


def _units(units: tuple[Unit, ...], path: OrbatPath, ticked: Ticked) -> tuple[Unit, ...]:
    return tuple(_marked(one, fielded=(*path, "units", number) in ticked) for number, one in enumerate(units))


def _marked(item: _Item, *, fielded: bool) -> _Item:
    return item if item.fielded == fielded else changed(item, fielded=fielded)


def toggled(orbat: Orbat, ticked: Ticked, path: OrbatPath) -> Ticked:
    """Tick or untick a unit, or everything in a formation. A partly ticked formation becomes fully ticked."""
    inside = frozenset(one for one in tickable(orbat) if one[: len(path)] == path)
    return ticked - inside if inside <= ticked else ticked | inside


def choose(state: State, ticked: Ticked) -> StepResult | None:
    """Take the ticked units to the field, and leave the others at home. Returns None if nothing changes."""
    orbat = with_ticked(state.orbat, ticked)
    if orbat == state.orbat:
        return None
    count = sum(path[-2] == "units" for path in ticked)
    step = plural(count, "choose {count} unit for this game", "choose {count} units for this game")
    return StepResult(step, orbat, state.selected)
