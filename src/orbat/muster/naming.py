"""The names that raised units and generals bear: the list's regiments and commanders, others by each seed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

from orbat.model.army_list import ArmyList, Entry
from orbat.model.arrange import ordinal
from orbat.model.dates import Date

_BATTALION = re.compile(r"\b(?:battalions?|bataillons?|bn|battery|batterie|squadrons?)\b", re.IGNORECASE)
"""Words in the name of a unit that is no regiment of several."""

_NUMBERED = re.compile(r"\b\d+(?:st|nd|rd|th|er|e)?\.? (?:bn|battalions?|bataillons?)\b[ ,]*", re.IGNORECASE)
"""The number of a battalion before the name of its regiment."""

_YEAR = re.compile(r"\b1[5-9]\d\d\b")
"""A year in the name of a unit: when it was raised."""


class Names:
    """The names of units, regiment after regiment in the list's order from one drawn at random; at a date none whose
    name has a later year."""

    def __init__(self, random: Random, battalions: int, date: Date | None = None) -> None:
        self.random, self.battalions, self.date = random, battalions, date
        self._left: dict[str, list[tuple[str, str]]] = {}
        self._used: set[str] = set()
        self._last: dict[str, tuple[int, str]] = {}

    def next(self, entry: Entry, offer: int, *, foot: bool) -> tuple[str, str]:
        """The name of the next unit of an entry, and its regiment's; both empty where the list names no more.

        Units bought by another offer, of another rating or with other options, are another regiment's if there is one.
        """
        if entry.id not in self._left:
            self._left[entry.id] = list(self._all(entry, self.battalions if foot else 1))
        left = self._left[entry.id]
        before, regiment = self._last.get(entry.id, (offer, ""))
        if before != offer:
            left.sort(key=lambda one: one[1] == regiment)
        name = next((one for one in left if one[0] not in self._used), ("", ""))
        self._left[entry.id] = left[left.index(name) + 1 :] if name in left else []
        self._used.add(name[0])
        self._last[entry.id] = (offer, name[1])
        return name

    def _all(self, entry: Entry, battalions: int) -> Iterator[tuple[str, str]]:
        most = min((limit.at_most for limit in entry.limits if limit.at_most and not limit.of), default=99)
        single = battalions == 1 or most <= len(entry.regiments)
        firsts = [
            number
            for number, name in enumerate(entry.regiments)
            if not number or _regiment(name) != _regiment(entry.regiments[number - 1])
        ]
        start = self.random.choice(firsts) if firsts else 0
        for regiment in (*entry.regiments[start:], *entry.regiments[:start]):
            if self._raised_later(regiment):
                continue
            if single or _BATTALION.search(regiment):
                yield regiment, _regiment(regiment)
            else:
                for number in range(1, battalions + 1):
                    yield f"{regiment}, {ordinal(number)} Bn", regiment

    def _raised_later(self, name: str) -> bool:
        return self.date is not None and any(int(year) > self.date.year for year in _YEAR.findall(name))


def _regiment(name: str) -> str:
    """The regiment of a battalion of that name."""
    return _NUMBERED.sub("", name) or name


def generals(army_list: ArmyList, date: Date | None, arms: Sequence[str], random: Random) -> list[str]:
    """A commander of the whole army at a date, and one for each formation of some arms, "" being of several.

    They are drawn at random, in the list's order, from those who led that arm, or else from those who led no one arm;
    from the others where these do not suffice. There is "" where there are no more.
    """
    chiefs = army_list.chiefs_at(date)
    leader = random.choice(chiefs) if len(chiefs) > 1 else "".join(chiefs)
    left = [name for name in army_list.commanders_at(date) if name not in chiefs]
    led = {one.commander: one.arm for one in army_list.service}
    known = {led.get(name, "") for name in left}
    kinds = [arm if arm in known else "" for arm in arms]
    drawn: dict[str, list[str]] = {}
    for kind in dict.fromkeys(kinds):
        own = [name for name in left if led.get(name, "") == kind]
        chosen = {*random.sample(own, min(len(own), kinds.count(kind)))}
        drawn[kind] = [name for name in own if name in chosen]
    rest = [name for name in left if not any(name in names for names in drawn.values())]
    return [leader, *(next(iter(_taken(drawn[kind]) or _taken(rest)), "") for kind in kinds)]


def _taken(names: list[str]) -> list[str]:
    """The first of some names, taken away from them; none where there is none."""
    return [names.pop(0)] if names else []
