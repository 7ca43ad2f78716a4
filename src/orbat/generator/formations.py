"""Builds an ORBAT from a solution of the linear program: units named after regiments, in formations with generals."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

from orbat.generator.army_program import ArmyProgram, FormationVariables
from orbat.generator.limit_rows import Companions, FormationLimit, companions, formation_limits
from orbat.generator.linear_program import Solution
from orbat.generator.offers import branch_of
from orbat.generator.unit_sizes import unit_sizes
from orbat.model.army_list import ArmyList, Entry
from orbat.model.arrange import ordinal, renumber
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Commander, Formation, Orbat, Unit, formations_of
from orbat.model.raising import Branch
from orbat.model.text import Pin

# Assigning units to formations: regiments stay together, limited units are spread out.


T = TypeVar("T")

Place = tuple[int, int, int]
"""A formation, identified by three numbers: its tree, its level (0 is the lowest) and its position in the level."""


@dataclass
class Slot:
    """A formation that should get `size` units, and the units assigned so far. `places` identifies the formation
    itself and the formations that contain it, lowest first."""

    places: tuple[Place, ...]
    size: int
    units: list[Unit] = field(default_factory=list)
    regiments: set[str] = field(default_factory=set)

    @property
    def remaining(self) -> int:
        """Remaining capacity, in units."""
        return self.size - len(self.units)


@dataclass(frozen=True)
class BoughtUnit:
    """A unit and its regiment. `offer` is an index in `ArmyProgram.offers`."""

    unit: Unit
    offer: int
    regiment: str


class Distributor:
    """Assigns units to formations. If possible, it keeps limits such as `at most 1 rifle battalion in each brigade`,
    and puts units with the troops that they need."""

    def __init__(self, limits: tuple[FormationLimit, ...], companions: tuple[Companions, ...] = ()) -> None:
        self.limits, self.counts = limits, Counter[tuple[int, Place]]()
        self.companions, self.present = companions, set[tuple[int, Place]]()

    def assign(self, several: Sequence[BoughtUnit], slots: Sequence[Slot]) -> None:
        """Assign units to formations. If possible, units of one regiment go to the same formation."""
        scarce = [one for one in several if self._is_scarce(one)]
        for one in sorted(scarce, key=self._tightest_limit):
            self._place(one, min(slots, key=lambda slot: (not self._allows(one, slot), -slot.remaining)))
        # units that need others come last, since the others must be in their formations
        loose = sorted((one for one in several if not self._is_scarce(one)), key=self._needs_others)
        for block in _blocks(map(self._with_core, loose)):
            self._assign_block(block, slots)

    def spread(self, several: Sequence[BoughtUnit], slots: Sequence[Slot], others: Sequence[Slot] = ()) -> None:
        """Assign each unit to the formation with the most room, in `slots` if possible, otherwise in `others`.

        A unit breaks a limit only if it would break a limit in every formation.
        """
        ranked = [*((False, slot) for slot in slots), *((True, slot) for slot in others)]
        for one in sorted(several, key=self._tightest_limit):
            places = sorted(
                ranked, key=lambda it: (not self._allows(one, it[1]), it[0], -it[1].remaining, it[1].places)
            )
            self._place(one, places[0][1])

    def _assign_block(self, block: list[BoughtUnit], slots: Sequence[Slot]) -> None:
        while block:
            fitting = [slot for slot in slots if slot.remaining >= len(block)]
            slot = fitting[0] if fitting else max(slots, key=lambda one: one.remaining)
            taken = max(1, min(slot.remaining, len(block)))
            for one in block[:taken]:
                self._place(one, slot if self._allows(one, slot) else self._alternative(one, slots))
            block = block[taken:]

    def _alternative(self, one: BoughtUnit, slots: Sequence[Slot]) -> Slot:
        return min(slots, key=lambda slot: (not self._allows(one, slot), -slot.remaining))

    def _place(self, one: BoughtUnit, slot: Slot) -> None:
        slot.units.append(one.unit)
        slot.regiments.add(one.regiment)
        self.present.update((one.offer, place) for place in slot.places)
        for number, limit in enumerate(self.limits):
            if one.offer in limit.offers:
                self.counts.update((number, place) for place in slot.places if place[1] == limit.level)

    def _with_core(self, one: BoughtUnit) -> BoughtUnit:
        # the units of a core, such as a Guards brigade, are one block
        for number, core in enumerate(self.companions):
            if core.others is None and one.offer in core.offers:
                return replace(one, regiment=f"core {number}")
        return one

    def _needs_others(self, one: BoughtUnit) -> bool:
        return any(one.offer in needing.offers for needing in self.companions if needing.others is not None)

    def _has_others(self, one: BoughtUnit, slot: Slot) -> bool:
        for needing in self.companions:
            if needing.others is not None and one.offer in needing.offers:
                places = slot.places[:1] if needing.level is None else slot.places
                around = [place for place in places if needing.level in (None, place[1])]
                if around and not any((other, place) in self.present for other in needing.others for place in around):
                    return False
        return True

    def _allows(self, one: BoughtUnit, slot: Slot) -> bool:
        return self._has_others(one, slot) and all(
            self.counts[number, place] < limit.most
            for number, limit in enumerate(self.limits)
            if one.offer in limit.offers
            for place in slot.places
            if place[1] == limit.level
        )

    def _is_scarce(self, one: BoughtUnit) -> bool:
        return self._tightest_limit(one) <= SCARCE

    def _tightest_limit(self, one: BoughtUnit) -> float:
        return min((limit.most for limit in self.limits if one.offer in limit.offers), default=math.inf)


SCARCE = 2
"""A unit is scarce if a formation may contain at most this many units like it. Scarce units are assigned first, one
at a time. Not from a rulebook."""


def _blocks(several: Iterable[BoughtUnit]) -> list[list[BoughtUnit]]:
    blocks: list[list[BoughtUnit]] = []
    for one in several:
        if blocks and one.regiment and blocks[-1][-1].regiment == one.regiment:
            blocks[-1].append(one)
        else:
            blocks.append([one])
    return sorted(blocks, key=len, reverse=True)


def split_evenly(several: Sequence[T], count: int) -> list[list[T]]:
    """Split a sequence into consecutive parts of nearly equal length."""
    if not count:
        return []
    size, more = divmod(len(several), count)
    parts, start = [], 0
    for number in range(count):
        end = start + size + (number < more)
        parts.append(list(several[start:end]))
        start = end
    return parts


# Names of units and generals: regiments and commanders of the list, chosen by the seed.


_BATTALION = re.compile(r"\b(?:battalions?|bataillons?|bn|battery|batterie|squadrons?)\b", re.IGNORECASE)
"""Words that mark the name of a single battalion, battery or squadron."""

_NUMBERED = re.compile(r"\b\d+(?:st|nd|rd|th|er|e)?\.? (?:bn|battalions?|bataillons?)\b[ ,]*", re.IGNORECASE)
"""A battalion's number and the word for a battalion, as in `2nd battalion`, in a unit's name."""

_YEAR = re.compile(r"\b1[5-9]\d\d\b")
"""A year in the name of a unit: the year in which the unit was raised."""


class NamePool:
    """Names for units: the army list's regiments in order, starting with a random regiment.

    If the army has a date, regiments with a later year in their names are skipped.
    """

    def __init__(self, random: Random, battalions: int, date: Date | None = None) -> None:
        self.random, self.battalions, self.date = random, battalions, date
        self._left: dict[str, list[tuple[str, str]]] = {}
        self._used: set[str] = set()
        self._last: dict[str, tuple[int, str]] = {}

    def next(self, entry: Entry, offer: int, *, foot: bool) -> tuple[str, str]:
        """The next unused name for a unit of an entry, and the regiment. Both are "" if no name is left.

        If possible, units with different ratings or options get different regiments.
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
        most = min((limit.at_most for limit in entry.limits if limit.at_most and not limit.of), default=math.inf)
        single = battalions == 1 or most <= len(entry.regiment_names)
        firsts = [
            number
            for number, name in enumerate(entry.regiment_names)
            if not number or _regiment(name) != _regiment(entry.regiment_names[number - 1])
        ]
        start = self.random.choice(firsts) if firsts else 0
        for regiment in (*entry.regiment_names[start:], *entry.regiment_names[:start]):
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
    # `Minsk` for `2nd Battalion, Minsk`
    return _NUMBERED.sub("", name) or name


def draw_commanders(army_list: ArmyList, date: Date | None, arms: Sequence[str], random: Random) -> list[str]:
    """Draw names at random from the army list: for the commander-in-chief, then for the commander of each formation.

    `arms` contains the arm (such as infantry) of each formation, or "" if a formation has several. If possible, a
    formation gets a commander who led its arm. If the army list has too few names, the missing names are "".
    """
    chiefs = army_list.commanders_in_chief_at(date)
    leader = random.choice(chiefs) if len(chiefs) > 1 else "".join(chiefs)
    left = [name for name in army_list.commanders_at(date) if name not in chiefs]
    led = {one.name: one.arm for one in army_list.service}
    known = {led.get(name, "") for name in left}
    kinds = [arm if arm in known else "" for arm in arms]
    drawn: dict[str, list[str]] = {}
    for kind in dict.fromkeys(kinds):
        own = [name for name in left if led.get(name, "") == kind]
        chosen = {*random.sample(own, min(len(own), kinds.count(kind)))}
        drawn[kind] = [name for name in own if name in chosen]
    rest = [name for name in left if not any(name in names for names in drawn.values())]
    return [leader, *(next(iter(_take_first(drawn[kind]) or _take_first(rest)), "") for kind in kinds)]


def _take_first(names: list[str]) -> list[str]:
    return [names.pop(0)] if names else []


def build_orbat(army_program: ArmyProgram, solved: Solution, random: Random) -> Orbat:
    """Build the ORBAT of a solution. The size and date of the ORBAT are the size and date in the request."""
    book, request = army_program.book, army_program.request
    army_list = book.lists[request.list_id]
    orbat = Orbat(
        title=f"{army_list.title}, {request.points} points",
        ruleset=Pin(book.ruleset.id),
        army_list=Pin(request.list_id),
        game_size=request.points,
        date=request.date,
        rulings={
            name: choice for name, choice in army_program.rulings.items() if choice != book.default_rulings.get(name)
        },
        commander=Commander(quality=_player_quality(book, army_program)),
    )
    formations, units = _Arranger(army_program, solved, random).all()
    return _with_generals(replace(orbat, formations=formations, units=units), army_program, random)


def _player_quality(book: Book, army_program: ArmyProgram) -> str:
    return "" if book.ruleset.staff.player else default_quality(book, army_program)


def default_quality(book: Book, army_program: ArmyProgram) -> str:
    """The staff quality of generals in generated armies.

    - If players buy qualities: the one with the price nearest to 0.
    - If the scenario sets qualities: the middle one.
    - If players roll for qualities: "".
    """
    staff = book.ruleset.staff
    how = staff.quality_source(army_program.rulings)
    if not staff.qualities or how == "diced":
        return ""
    if how == "bought" and staff.prices:
        points = staff.prices.points
        return min(points, key=lambda one: float(max(points[one], -points[one])))
    return staff.qualities[len(staff.qualities) // 2].id


class _Arranger:
    def __init__(self, army_program: ArmyProgram, solved: Solution, random: Random) -> None:
        self.army_program, self.solved, self.random = army_program, solved, random
        self.distributor = Distributor(formation_limits(army_program), companions(army_program))
        self.names = NamePool(random, army_program.shape.battalions, army_program.request.date)

    def all(self) -> tuple[tuple[Formation, ...], tuple[Unit, ...]]:
        trees = [self._slots(tree, self._places(number, tree)) for number, tree in enumerate(self.army_program.trees)]
        slots = {branch: inside for tree in trees for branch, inside in tree.items()}
        for branch, inside in slots.items():
            self._assign(branch, inside)
        higher = self._higher_slots()
        self._assign_guns(slots, higher)
        formations: list[Formation] = []
        for number, tree in enumerate(self.army_program.trees):
            lowest = {id(slot): slot for branch in tree.branches for slot in slots[branch]}
            formations += self._build_tree(number, [*lowest.values()], higher)
        return tuple(formations), tuple(one.unit for one in self._buy("other"))

    def _assign(self, branch: Branch, slots: list[Slot]) -> None:
        others, free = self._buy(branch), slots
        for own in self.army_program.own_formations:
            if own.branch == branch:
                count = self.solved.number(own.count)
                self.distributor.assign([one for one in others if one.offer in own.offers], free[:count])
                others, free = [one for one in others if one.offer not in own.offers], free[count:]
        self.distributor.assign(others, free)

    def _count(self, tree: FormationVariables, level: int) -> int:
        return round(self.solved.sum(tree.counts[level]))

    def _places(self, number: int, tree: FormationVariables) -> list[tuple[Place, ...]]:
        chains: list[tuple[Place, ...]] = [((number, 0, one),) for one in range(self._count(tree, 0))]
        several = [[one] for one in range(len(chains))]
        for level in range(1, len(self.army_program.levels)):
            count = self._count(tree, level)
            if not count:
                break
            several = [[one for part in parts for one in part] for parts in split_evenly(several, count)]
            for upper, inside in enumerate(several):
                for one in inside:
                    chains[one] = (*chains[one], (number, level, upper))
        return chains

    def _slots(self, tree: FormationVariables, places: list[tuple[Place, ...]]) -> dict[Branch, list[Slot]]:
        if self.army_program.mixed:
            return dict.fromkeys(tree.branches, self._equal_slots(self.army_program.of_branch(*tree.branches), places))
        slots: dict[Branch, list[Slot]] = {}
        for branch in tree.branches:
            count = self.solved.number(self.army_program.lowest[branch])
            slots[branch], places = self._branch_slots(branch, places[:count]), places[count:]
        return slots

    def _branch_slots(self, branch: Branch, places: list[tuple[Place, ...]]) -> list[Slot]:
        # first those of `own_formations`, in their order
        others, slots = self.army_program.of_branch(branch), list[Slot]()
        for own in self.army_program.own_formations:
            if own.branch == branch:
                count = self.solved.number(own.count)
                slots += self._equal_slots(own.offers, places[:count])
                others, places = [one for one in others if one not in own.offers], places[count:]
        return [*slots, *self._equal_slots(others, places)]

    def _equal_slots(self, offers: Iterable[int], places: list[tuple[Place, ...]]) -> list[Slot]:
        units = round(self.solved.sum(self.army_program.count(offers)))
        sizes = [len(part) for part in split_evenly(range(units), len(places))]
        return [Slot(own, size) for own, size in zip(places, sizes, strict=True)]

    def _higher_slots(self) -> list[Slot]:
        level, tree = self.army_program.shape.guns_level, self.army_program.trees[0]
        if not level:
            return []
        above = range(level, len(self.army_program.levels))
        return [
            Slot(tuple((0, one, number if one == level else 0) for one in above), 0)
            for number in range(self._count(tree, level))
        ]

    def _assign_guns(self, slots: dict[Branch, list[Slot]], higher: list[Slot]) -> None:
        guns = self._buy("guns")
        with_horse = [one for one in guns if self._is_horse_gun(one)] if slots.get("horse") else []
        chosen = {id(one) for one in with_horse[: len(slots["horse"])]} if with_horse else set()
        self.distributor.spread([one for one in guns if id(one) in chosen], slots["horse"])
        rest = [one for one in guns if id(one) not in chosen]
        each = self.army_program.shape.guns
        places = higher or slots["foot"] or slots["horse"]
        self.distributor.spread(rest[: each * len(places)], places, slots["horse"])
        self.distributor.spread(rest[each * len(places) :], slots["horse"] or slots["foot"], places)

    def _is_horse_gun(self, one: BoughtUnit) -> bool:
        return self.army_program.book.symbol(self.army_program.offers[one.offer].entry) == "horse_artillery"

    def _build_tree(self, number: int, slots: list[Slot], higher: list[Slot]) -> list[Formation]:
        army_program = self.army_program
        formations = [Formation(level=army_program.levels[0].id, numbered=True, units=tuple(s.units)) for s in slots]
        for level in range(1, len(army_program.levels)):
            count = self._count(army_program.trees[number], level)
            if not count:
                break
            own = higher if not number and level == army_program.shape.guns_level else []
            formations = [
                Formation(
                    level=army_program.levels[level].id,
                    numbered=True,
                    formations=tuple(inside),
                    units=tuple(own[upper].units) if own else (),
                )
                for upper, inside in enumerate(split_evenly(formations, count))
            ]
        return formations

    def _buy(self, branch: Branch) -> list[BoughtUnit]:
        return [
            BoughtUnit(unit, number, regiment)
            for number in self.army_program.of_branch(branch)
            for unit, regiment in self._units(number)
        ]

    def _units(self, number: int) -> Iterator[tuple[Unit, str]]:
        offer = self.army_program.offers[number]
        for size in unit_sizes(self.army_program, self.solved, number, self.random):
            name, regiment = self.names.next(offer.entry, number, foot=offer.branch == "foot")
            yield replace(offer.unit, name=name, size=size), regiment


def _arm(book: Book, list_id: str, formation: Formation) -> str:
    entries = [book.entry(list_id, unit.entry) for unit in formation.units]
    arms = {book.kind(entry).arm for entry in entries if entry and branch_of(book, entry) != "guns"}
    arms |= {_arm(book, list_id, inner) for inner in formation.formations}
    return arms.pop() if len(arms) == 1 else ""


def _with_generals(orbat: Orbat, army_program: ArmyProgram, random: Random) -> Orbat:
    book = army_program.book
    for holder in ((), *(place.path for place in formations_of(orbat))):
        orbat = renumber(orbat, (*holder, "formations"))
    placed = sorted(formations_of(orbat), key=lambda place: len(place.path))
    arms = [_arm(book, army_program.request.list_id, place.formation) for place in placed]
    names = draw_commanders(book.lists[army_program.request.list_id], orbat.date, arms, random)
    named = {place.path: name for place, name in zip(placed, names[1:], strict=True)}
    quality = default_quality(book, army_program)

    def with_general(formation: Formation, path: tuple[str | int, ...]) -> Formation:
        inner = tuple(with_general(one, (*path, "formations", n)) for n, one in enumerate(formation.formations))
        return replace(formation, commander=Commander(name=named[path], quality=quality), formations=inner)

    assert orbat.commander is not None, "a raised army has the player's general"
    return replace(
        orbat,
        commander=replace(orbat.commander, name=names[0]),
        formations=tuple(with_general(one, ("formations", n)) for n, one in enumerate(orbat.formations)),
    )
