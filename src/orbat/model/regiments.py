"""Names of an army list's regiments, and which of them an ORBAT uses."""

from __future__ import annotations

from dataclasses import replace

from orbat.model.army_list import Entry
from orbat.model.book import Book
from orbat.model.numbered_names import unused_name
from orbat.model.orbat import Formation, Orbat, Unit, units_of
from orbat.model.service import ANY_CAMPAIGN, Campaign
from orbat.model.spelling import find_known_name


def used_names(orbat: Orbat, book: Book) -> frozenset[str]:
    """The unit names in an ORBAT, both as written and in full."""
    used = set()
    # A short name such as `33rd Foot` also uses the regiment's full name.
    for place in units_of(orbat, unfielded=True):
        entry, name = book.entry(place.list_id, place.unit.entry), place.unit.name
        used.add(name)
        if entry and name:
            used |= {entry.known_regiments.find(name), find_known_name(name, entry.regiment_names, "first")}
    return frozenset(used - {""})


def free_regiments(
    entry: Entry, used: frozenset[str], after: str = "", campaign: Campaign = ANY_CAMPAIGN, rating: str = ""
) -> tuple[str, ...]:
    """An entry's unused regiments that served in a campaign, in the army list's order.

    With `after`, the regiment that follows `after` comes first. With `rating`, only regiments that may have the rating.
    """
    start = entry.regiment_names.index(after) + 1 if after in entry.regiment_names else 0
    present = {*entry.regiments_at(campaign.date, campaign.theatre)} - used
    if rating:
        present = {name for name in present if _is_rated(entry, name, rating, campaign)}
    return tuple(name for name in (*entry.regiment_names[start:], *entry.regiment_names[:start]) if name in present)


def _is_rated(entry: Entry, name: str, rating: str, campaign: Campaign) -> bool:
    record = entry.regiment_at(name, campaign.date, campaign.theatre)
    same = record is None or record.rating in (None, rating)
    return same and entry.may_have(rating, name, campaign.date, campaign.theatre)


def with_free_regiments(item: Formation | Unit, book: Book, list_id: str, orbat: Orbat) -> Formation | Unit:
    """Copy a formation or unit, with unused names for its units.

    A unit named after a regiment gets the name of an unused regiment or, if none is left, the name of its entry. Other
    units keep their names. If the resulting name is already in use, a number is added to it. `list_id` is the id of the
    army list that applies to the copy.
    """
    renamer = _Renamer(book, orbat)
    return renamer.unit(item, list_id) if isinstance(item, Unit) else renamer.formation(item, list_id)


class _Renamer:
    def __init__(self, book: Book, orbat: Orbat) -> None:
        self.book, self.orbat = book, orbat
        self.taken = set(used_names(orbat, book))

    def formation(self, formation: Formation, list_id: str) -> Formation:
        list_id = formation.army_list.id if formation.army_list else list_id
        units = tuple(self.unit(unit, list_id) for unit in formation.units)
        formations = tuple(self.formation(inner, list_id) for inner in formation.formations)
        return replace(formation, units=units, formations=formations)

    def unit(self, unit: Unit, list_id: str) -> Unit:
        list_id = unit.army_list.id if unit.army_list else list_id
        entry = self.book.entry(list_id, unit.entry)
        if not unit.name:
            return unit
        name, regiment = unit.name, entry.known_regiments.find(unit.name) if entry else ""
        if entry and regiment:
            campaign = self.book.campaign(self.orbat, list_id)
            free = free_regiments(entry, frozenset(self.taken), regiment, campaign, unit.rating)
            name = free[0] if free else entry.name
        name = unused_name(name, frozenset(self.taken))
        self.taken.add(name)
        return replace(unit, name=name)
