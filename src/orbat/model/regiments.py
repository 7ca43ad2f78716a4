"""Names of an army list's regiments, and which of them an ORBAT uses."""

from __future__ import annotations

from dataclasses import replace

from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.orbat import Formation, Orbat, Unit, units_of
from orbat.model.spelling import find_known_name


def used_names(orbat: Orbat, book: Book) -> frozenset[str]:
    """The unit names in an ORBAT, both as written and in full."""
    used = set()
    # A short name such as `33rd Foot` also uses the regiment's full name.
    for place in units_of(orbat):
        entry = book.entry(place.list_id, place.unit.entry)
        used |= {place.unit.name, find_known_name(place.unit.name, entry.regiment_names, "first") if entry else ""}
    return frozenset(used - {""})


def free_regiments(entry: Entry, used: frozenset[str], after: str = "") -> tuple[str, ...]:
    """The regiments of an entry that are not in `used`, in list order.

    With `after`, the regiment that follows `after` comes first.
    """
    start = entry.regiment_names.index(after) + 1 if after in entry.regiment_names else 0
    return tuple(name for name in (*entry.regiment_names[start:], *entry.regiment_names[:start]) if name not in used)


def with_free_regiments(item: Formation | Unit, book: Book, list_id: str, used: frozenset[str]) -> Formation | Unit:
    """Copy a formation or unit, and name its units after unused regiments.

    Without unused regiments, units keep their names. `list_id` is the army list at the copy's place.
    """
    taken = set(used)
    return (
        _rename_unit(item, book, list_id, taken)
        if isinstance(item, Unit)
        else _rename_formation(item, book, list_id, taken)
    )


def _rename_formation(formation: Formation, book: Book, list_id: str, taken: set[str]) -> Formation:
    list_id = formation.army_list.id if formation.army_list else list_id
    units = tuple(_rename_unit(unit, book, list_id, taken) for unit in formation.units)
    formations = tuple(_rename_formation(inner, book, list_id, taken) for inner in formation.formations)
    return replace(formation, units=units, formations=formations)


def _rename_unit(unit: Unit, book: Book, list_id: str, taken: set[str]) -> Unit:
    entry = book.entry(unit.army_list.id if unit.army_list else list_id, unit.entry)
    if entry is None or unit.name not in entry.regiment_names:
        return unit
    free = free_regiments(entry, frozenset(taken), unit.name)
    taken.update(free[:1])
    return replace(unit, name=free[0]) if free else unit
