"""Names of units in generated armies, from the army list."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from orbat.model.army_list import Entry
from orbat.model.dates import Date
from orbat.model.numbered_names import ordinal
from orbat.model.orbat import Unit
from orbat.model.record import EMPTY_MAPPING, Value
from orbat.model.service import Regiment

_BATTALION = re.compile(r"\b(?:battalions?|bataillons?|bn|battery|batterie|squadrons?)\b", re.IGNORECASE)
"""Words that mark the name of a single battalion, battery or squadron."""

_NUMBERED = re.compile(r"\b\d+(?:st|nd|rd|th|er|e)?\.? (?:bn|battalions?|bataillons?)\b[ ,]*", re.IGNORECASE)
"""A battalion's number and the word for a battalion, as in `2nd battalion`, in a unit's name."""

_YEAR = re.compile(r"\b1[5-9]\d\d\b")
"""A year in the name of a unit: the year in which the unit was raised."""

Parents = Mapping[str, str]
"""The formations to which a regiment belonged: their names by level."""


class UnitName(Value):
    """A name for a unit, such as `33rd Foot, 1st Bn`, with the name of the regiment: `33rd Foot`."""

    name: str
    regiment: str
    record: Regiment | None = None
    """The regiment's record. None if the army list has no record."""

    @property
    def parents(self) -> Parents:
        """The real formations in which the regiment served, by level."""
        return self.record.parent if self.record else EMPTY_MAPPING


NO_NAME = UnitName("", "")


def names_at(entry: Entry, battalions: int, date: Date | None, theatre: str) -> int:
    """How many units can be named after an entry's regiments, with at most `battalions` units per regiment."""
    present = [name for name in entry.regiments_at(date, theatre) if not _raised_later(name, date)]
    if _is_single(entry, battalions, len(present)):
        return len(present)
    return sum(1 if _BATTALION.search(name) else battalions for name in present)


def _is_single(entry: Entry, battalions: int, present: int) -> bool:
    # whether the army list has no more units than regiments
    most = min((limit.at_most for limit in entry.limits if limit.at_most and not limit.of), default=math.inf)
    return battalions == 1 or most <= present


def _raised_later(name: str, date: Date | None) -> bool:
    return date is not None and any(int(year) > date.year for year in _YEAR.findall(name))


class BrigadeRoom:
    """Decides whether a generated army may take another unit from a real formation.

    A real formation is one in which historical regiments served together, such as a brigade.
    """

    # A real formation that nearly fills a generated one gets its place, and may fill it. If no place is left, further
    # units come from different formations, so that no real formation is divided.
    def __init__(self, sizes: Sequence[int]) -> None:
        self._free = sorted(sizes, reverse=True)
        self._drawn: Counter[tuple[tuple[str, str], ...]] = Counter()
        self._places: dict[tuple[tuple[str, str], ...], int] = {}

    def is_full(self, record: Regiment | None) -> bool:
        """Whether the army already has the maximum number of units from the real formation of a regiment."""
        if record is None or not record.parent:
            return False
        return self._drawn[_key(record)] >= self._places.get(_key(record), self._free[0] if self._free else 1)

    def draw(self, record: Regiment | None) -> None:
        """Record that the army gets another unit from the real formation of a regiment."""
        if record is None or not record.parent:
            return
        self._drawn[_key(record)] += 1
        if self._free and _key(record) not in self._places:
            nearly = self._free[0] - (self._free[0] > SMALL_FORMATION)
            if self._drawn[_key(record)] >= nearly:
                self._places[_key(record)] = self._free.pop(0)


SMALL_FORMATION = 2
"""A larger formation is nearly full if it lacks one unit. Not from a rulebook."""


def _key(record: Regiment) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(record.parent.items()))


class NamePool:
    """Names for units: regiments that served at a date in a theatre."""

    # Regiments of the same real formations follow each other: the formations are in random order, and those of all
    # entries are in the same order. Regiments without a known formation come last, in the army list's order, from a
    # random regiment. If the army has a date, regiments with a later year in their names are skipped.
    def __init__(
        self,
        random: Random,
        battalions: int,
        date: Date | None = None,
        theatre: str = "",
        levels: Sequence[str] = (),
    ) -> None:
        self.random, self.battalions, self.date, self.theatre = random, battalions, date, theatre
        self.levels = tuple(reversed(levels))
        self._left: dict[str, list[UnitName]] = {}
        self._used: dict[str, UnitName] = {}
        self._last: dict[str, tuple[int, str]] = {}
        self._ranks: dict[tuple[str, ...], float] = {}

    def next(
        self,
        entry: Entry,
        offer: int,
        *,
        foot: bool,
        unit: Unit | None = None,
        room: BrigadeRoom | None = None,
        formations: Parents | None = None,
    ) -> UnitName:
        """The next unused name for a unit of an entry. The name is "" if none is left.

        With `formations`, regiments that belonged to other real formations are left out.
        """
        # If possible, units with different ratings or options get different regiments, `unit` gets a regiment
        # that usually has its rating and options, and no more units come from one real formation than `room`
        # allows.
        left = self._names_of(entry, self.battalions if foot else 1)
        before, regiment = self._last.get(entry.id, (offer, ""))
        if before != offer:
            left.sort(key=lambda one: one.regiment == regiment)
        free = [one for one in left if one.name not in self._used]
        # no name is better than that of a regiment with another rating
        suited = [one for one in free if _difference(one.record, entry, unit) < OTHER_RATING]
        if formations is not None:
            own = [one for one in suited if _belongs(one, formations)]
            suited = own or [one for one in suited if not one.parents]
        room = room or BrigadeRoom(())
        name = min(
            suited, key=lambda one: (_difference(one.record, entry, unit), room.is_full(one.record)), default=NO_NAME
        )
        room.draw(name.record)
        self._left[entry.id] = [one for one in free if one is not name]
        self._used[name.name] = name
        self._last[entry.id] = (offer, name.regiment)
        return name

    def other(self, entry: Entry, unit: Unit, suits: Callable[[Parents], bool]) -> UnitName | None:
        """An unused name that suits a unit at least as well as its present name. None if there is no such name.

        `suits` tests the historical formations in which the regiment with the new name served.
        """
        own = self._used.get(unit.name)
        worst = _difference(own.record if own else None, entry, unit)
        for one in self._left.get(entry.id, ()):
            is_free = one.name not in self._used and suits(one.parents)
            if is_free and _difference(one.record, entry, unit) <= worst:
                self._used[one.name] = one
                return one
        return None

    def count(self, entry: Entry, formations: Parents) -> int:
        """The number of unused names of regiments that served in the given historical formations."""
        left = self._names_of(entry, 1)
        return sum(_belongs(one, formations) and one.name not in self._used for one in left)

    def _names_of(self, entry: Entry, battalions: int) -> list[UnitName]:
        if entry.id not in self._left:
            self._left[entry.id] = list(self._all(entry, battalions))
        return self._left[entry.id]

    def _all(self, entry: Entry, battalions: int) -> Iterator[UnitName]:
        present = entry.regiments_at(self.date, self.theatre)
        single = _is_single(entry, battalions, len(present))
        firsts = [
            number
            for number, name in enumerate(present)
            if not number or _regiment(name) != _regiment(present[number - 1])
        ]
        start = self.random.choice(firsts) if firsts else 0
        rotated = (*present[start:], *present[:start])
        for regiment in sorted(rotated, key=lambda name: self._rank(self._record(entry, name))):
            if _raised_later(regiment, self.date):
                continue
            record = self._record(entry, regiment)
            if single or _BATTALION.search(regiment):
                yield UnitName(regiment, _regiment(regiment), record)
            else:
                for number in range(1, battalions + 1):
                    yield UnitName(f"{regiment}, {ordinal(number)} Bn", regiment, record)

    def _record(self, entry: Entry, name: str) -> Regiment | None:
        return entry.regiment_at(name, self.date, self.theatre)

    def _rank(self, record: Regiment | None) -> tuple[float, ...]:
        # highest level first, so that the brigades of a division follow each other
        names = [record.parent[level] for level in self.levels if level in record.parent] if record else []
        paths = [tuple(names[: number + 1]) for number in range(len(names))]
        return tuple(self._ranks.setdefault(path, self.random.random()) for path in paths) or (math.inf,)


def _belongs(name: UnitName, formations: Parents) -> bool:
    return bool(name.parents) and name.parents.items() <= formations.items()


OTHER_RATING = 4
"""How little a unit suits a regiment that has another rating."""


def _difference(record: Regiment | None, entry: Entry, unit: Unit | None) -> int:
    # how little a unit suits a regiment; 0 if it has the regiment's usual rating and options
    if unit is None:
        return 0
    other_options = bool(record and record.options and {*record.options} != {*unit.options})
    if record and record.rating is not None:
        # worse than a regiment without a known rating
        return OTHER_RATING * (bool(unit.rating) and unit.rating != record.rating) + other_options
    typical = entry.ratings.typical if entry.ratings else ""
    return 2 * (bool(unit.rating) and unit.rating != typical) + other_options


def _regiment(name: str) -> str:
    # `Minsk` for `2nd Battalion, Minsk`
    return _NUMBERED.sub("", name) or name
