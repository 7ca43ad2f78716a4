"""Formations and units that stay at home (`fielded: false`): their paths, and an ORBAT without them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from orbat.model.arrange import after_removal
from orbat.model.orbat import Formation, Orbat, formations_of, units_of
from orbat.model.path import OrbatPath, document_order
from orbat.model.record import changed

_Holder = TypeVar("_Holder", Orbat, Formation)


def only_fielded(holder: _Holder) -> _Holder:
    """A copy of an ORBAT or formation without the formations and units that stay at home."""
    formations = tuple(only_fielded(one) for one in holder.formations if one.fielded)
    units = tuple(one for one in holder.units if one.fielded)
    return changed(holder, formations=formations, units=units)


def fielded_lists(orbat: Orbat) -> frozenset[str]:
    """The ids of the ORBAT's army list, and of the army lists of all formations and units that take the field."""
    own = {orbat.army_list.id} if orbat.army_list else set()
    return frozenset(
        own.union(
            (place.list_id for place in formations_of(orbat)),
            (place.list_id for place in units_of(orbat)),
        )
    )


def unfielded_paths(holder: Orbat | Formation, path: OrbatPath = ()) -> Iterator[OrbatPath]:
    """The paths of the formations and units that stay at home.

    Items inside a formation that stays at home are left out.
    """
    for number, formation in enumerate(holder.formations):
        here = (*path, "formations", number)
        if formation.fielded:
            yield from unfielded_paths(formation, here)
        else:
            yield here
    for number, unit in enumerate(holder.units):
        if not unit.fielded:
            yield (*path, "units", number)


def after_removals(path: OrbatPath, removed: tuple[OrbatPath, ...]) -> OrbatPath | None:
    """The new path of an item after some removals. None if the item, or a formation that contains it, is removed."""
    for one in sorted(removed, key=document_order, reverse=True):
        if path[: len(one)] == one:
            return None
        path = after_removal(path, one)
    return path
