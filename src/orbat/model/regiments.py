"""Names of an army list's regiments, and which of them an ORBAT uses."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from orbat.model.army_list import ArmyList, Entry
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.numbered_names import ordinal, unused_name
from orbat.model.orbat import Formation, Orbat, Unit, units_of
from orbat.model.service import ANY_CAMPAIGN, Campaign
from orbat.model.spelling import find_known_name

_BATTALION = re.compile(r"\b([0-9]{1,2})(?:st|nd|rd|th)(?= (?:bn|battalion)\b)", re.IGNORECASE)
"""The number of a battalion in the name of a unit."""
_HABIT = re.compile(r"battalions_per_regiment(?:_([0-9]{4}))?")
"""The id of the habit that gives the battalions of a regiment, with its first year."""


def battalions_per_regiment(army_list: ArmyList | None, date: Date | None) -> int:
    """The largest number of battalions in a regiment of foot at a date; 1 if the army list does not say."""
    habits = army_list.habits if army_list else ()
    found = sorted((int(match[1] or 0), one.number[1]) for one in habits if (match := _HABIT.fullmatch(one.what)))
    fitting = [number for since, number in found if since <= (date.year if date else 0)]
    return fitting[-1] if fitting else found[-1][1] if found else 1


def used_names(orbat: Orbat, book: Book) -> frozenset[str]:
    """The unit names in an ORBAT, as written, and the full names of their regiments."""
    used = set()
    # A short name such as `33rd Foot` also uses the regiment's full name.
    for place in units_of(orbat, unfielded=True):
        entry, name = book.entry(place.list_id, place.unit.entry), place.unit.name
        used.add(name)
        if entry and name:
            used |= {entry.known_regiments.find(name), find_known_name(name, entry.regiment_names, "first")}
    return frozenset(used - {""})


def incomplete_regiments(orbat: Orbat, entry: Entry, battalions: int) -> frozenset[str]:
    """The regiments of an entry from which an ORBAT has some battalions, but fewer than `battalions`."""
    count = Counter[str]()
    for place in units_of(orbat, unfielded=True):
        name, regiment = place.unit.name, entry.known_regiments.find(place.unit.name)
        is_part = _BATTALION.search(name) and not _BATTALION.search(regiment)
        count[regiment] += 1 if is_part else battalions
    return frozenset(name for name, number in count.items() if name and number < battalions)


def free_regiments(
    entry: Entry,
    used: frozenset[str],
    after: str = "",
    campaign: Campaign = ANY_CAMPAIGN,
    rating: str = "",
    theatres: frozenset[str] = frozenset(),
) -> tuple[str, ...]:
    """An entry's unused regiments that served in a campaign, in the army list's order.

    With `after`, the regiment that follows `after` comes first. With `rating`, only regiments that may have the rating.
    With `theatres`, regiments of these theatres come first, then regiments without a theatre, then the others.
    """
    start = entry.regiment_names.index(after) + 1 if after in entry.regiment_names else 0
    present = {*entry.regiments_at(campaign.date, campaign.theatre)} - used
    if rating:
        present = {name for name in present if _is_rated(entry, name, rating, campaign)}
    names = [name for name in (*entry.regiment_names[start:], *entry.regiment_names[:start]) if name in present]
    return tuple(sorted(names, key=lambda name: _distance(entry, name, campaign, theatres)) if theatres else names)


def _distance(entry: Entry, name: str, campaign: Campaign, theatres: frozenset[str]) -> int:
    # 0: the regiment served in one of the theatres; 1: its record names no theatre; 2: only other theatres
    records = [one for one in entry.regiments_by_name[name] if one.is_present(campaign.date, campaign.theatre)]
    if any(theatres.intersection(one.theatre) for one in records):
        return 0
    return 1 if any(not one.theatre for one in records) else 2


def _is_rated(entry: Entry, name: str, rating: str, campaign: Campaign) -> bool:
    record = entry.regiment_at(name, campaign.date, campaign.theatre)
    same = record is None or record.rating in (None, rating)
    return same and entry.may_have(rating, name, campaign.date, campaign.theatre)


def with_free_regiments(item: Formation | Unit, book: Book, list_id: str, orbat: Orbat) -> Formation | Unit:
    """Copy a formation or unit, with unused names for its units.

    A numbered battalion becomes the next unused battalion of its regiment, if there is one. Any other unit named after
    a regiment gets the name of an unused regiment, if possible one with the unit's rating. If no regiment is left, the
    unit gets the name of its entry. A unit that is not named after a regiment keeps its name. If the resulting name is
    already in use, a number is added to it. `list_id` is the id of the army list that applies to the copy.
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
            name = self._battalion(unit.name, entry, regiment, list_id) or self._regiment(
                unit, entry, regiment, list_id
            )
        name = unused_name(name, frozenset(self.taken))
        self.taken.add(name)
        return replace(unit, name=name)

    def _battalion(self, name: str, entry: Entry, regiment: str, list_id: str) -> str:
        # The next unused battalion of the regiment, or "", also if the army list names single battalions.
        if not (own := _BATTALION.search(name)) or _BATTALION.search(regiment):
            return ""
        most = battalions_per_regiment(self.book.lists.get(list_id), self.orbat.date)
        used = {
            int(number[1])
            for one in self.taken
            if (number := _BATTALION.search(one)) and entry.known_regiments.find(one) == regiment
        }
        later = [*range(int(own[1]) + 1, most + 1), *range(1, int(own[1]))]
        free = next((number for number in later if number not in used and number <= most), None)
        return f"{name[: own.start()]}{ordinal(free)}{name[own.end() :]}" if free else ""

    def _regiment(self, unit: Unit, entry: Entry, regiment: str, list_id: str) -> str:
        campaign, taken = self.book.campaign(self.orbat, list_id), frozenset(self.taken)
        theatres = frozenset({campaign.theatre} - {""})
        for rating in dict.fromkeys((unit.rating, "")):
            if free := free_regiments(entry, taken, regiment, campaign, rating, theatres):
                return free[0]
        return entry.name
