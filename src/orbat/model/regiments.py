"""The real regiments whose names an army list gives to the units of an entry: those in use, and those still free."""

from __future__ import annotations

from dataclasses import replace

from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.orbat import Formation, Orbat, Unit, units_of
from orbat.model.spelling import find_known_name


def used_names(orbat: Orbat, book: Book) -> frozenset[str]:
    """The names that the units of an ORBAT bear, and those of the regiments that they mean: `33rd Foot` is one."""
    used = set()
    for place in units_of(orbat):
        entry = book.entry(place.list_id, place.unit.entry)
        used |= {place.unit.name, find_known_name(place.unit.name, entry.regiments, "first") if entry else ""}
    return frozenset(used - {""})


def free_regiments(entry: Entry, used: frozenset[str], after: str = "") -> tuple[str, ...]:
    """The regiments of an entry whose names no unit bears, in the list's order, those behind a given one first."""
    start = entry.regiments.index(after) + 1 if after in entry.regiments else 0
    return tuple(name for name in (*entry.regiments[start:], *entry.regiments[:start]) if name not in used)


def with_free_regiments(thing: Formation | Unit, book: Book, list_id: str, used: frozenset[str]) -> Formation | Unit:
    """A unit, or a formation with its units, each that bears a regiment's name under the next one that is free.

    Where none is free a unit keeps its name. `list_id` is the list of the formation that the thing is for.
    """
    taken = set(used)
    return _other_unit(thing, book, list_id, taken) if isinstance(thing, Unit) else _others(thing, book, list_id, taken)


def _others(formation: Formation, book: Book, list_id: str, taken: set[str]) -> Formation:
    """The formation with other regiments, whose names are added to those taken."""
    list_id = formation.army_list.id if formation.army_list else list_id
    units = tuple(_other_unit(unit, book, list_id, taken) for unit in formation.units)
    formations = tuple(_others(inner, book, list_id, taken) for inner in formation.formations)
    return replace(formation, units=units, formations=formations)


def _other_unit(unit: Unit, book: Book, list_id: str, taken: set[str]) -> Unit:
    entry = book.entry(unit.army_list.id if unit.army_list else list_id, unit.entry)
    if entry is None or unit.name not in entry.regiments:
        return unit
    free = free_regiments(entry, frozenset(taken), unit.name)
    taken.update(free[:1])
    return replace(unit, name=free[0]) if free else unit
