"""The names that raised units and generals bear: the list's regiments and commanders, others by each seed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from orbat.model.army_list import Entry
from orbat.model.arrange import ordinal

_BATTALION = re.compile(r"\b(?:battalions?|bataillons?|bn|battery|batterie|squadrons?)\b", re.IGNORECASE)
"""Words in the name of a unit that is no regiment of several."""

_NUMBERED = re.compile(r"\b\d+(?:st|nd|rd|th|er|e)?\.? (?:bn|battalions?|bataillons?)\b[ ,]*", re.IGNORECASE)
"""The number of a battalion before the name of its regiment."""


class Names:
    """The names of units, regiment after regiment in the list's order from one drawn at random."""

    def __init__(self, random: Random, battalions: int) -> None:
        self.random, self.battalions = random, battalions
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
            if single or _BATTALION.search(regiment):
                yield regiment, _regiment(regiment)
            else:
                for number in range(1, battalions + 1):
                    yield f"{regiment}, {ordinal(number)} Bn", regiment


def _regiment(name: str) -> str:
    """The regiment of a battalion of that name."""
    return _NUMBERED.sub("", name) or name


def drawn_in_order(names: tuple[str, ...], count: int, random: Random) -> list[str]:
    """So many of some names drawn at random, in their order, the first among them; "" where there are no more."""
    if count >= len(names):
        return [*names, *[""] * (count - len(names))]
    if not count:
        return []
    chosen = {0, *random.sample(range(1, len(names)), count - 1)}
    return [name for number, name in enumerate(names) if number in chosen]
