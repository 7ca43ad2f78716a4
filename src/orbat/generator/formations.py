"""From what was bought to an ORBAT: units named after the list's regiments, put into formations with their generals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

from orbat.generator.army_program import ArmyProgram, FormationVariables, unit_sizes
from orbat.generator.limit_rows import FormationLimit, formation_limits
from orbat.generator.linear_program import Solution
from orbat.generator.offers import Branch, branch_of
from orbat.model.army_list import ArmyList, Entry
from orbat.model.arrange import ordinal, renumber
from orbat.model.book import Book
from orbat.model.dates import Date
from orbat.model.orbat import Commander, Formation, Orbat, Unit, formations_of
from orbat.model.text import Pin

# Dealing units out to formations: those of a regiment together, and what the limits keep apart, apart.


T = TypeVar("T")

Place = tuple[int, int, int]
"""A formation: its tree, its level from the lowest up, and its number among them."""


@dataclass
class Slot:
    """A formation that is given units: the place of it and of those above it, lowest first, and how many it is for."""

    places: tuple[Place, ...]
    size: int
    units: list[Unit] = field(default_factory=list)
    regiments: set[str] = field(default_factory=set)

    @property
    def remaining(self) -> int:
        """How many units more it is for."""
        return self.size - len(self.units)


@dataclass(frozen=True)
class BoughtUnit:
    """A unit, the number of the offer it is bought by, and its regiment."""

    unit: Unit
    offer: int
    regiment: str


class Distributor:
    """Deals units out, and remembers how many each formation has of what is limited in it."""

    def __init__(self, limits: tuple[FormationLimit, ...]) -> None:
        self.limits, self.counts = limits, Counter[tuple[int, Place]]()

    def assign(self, several: Sequence[BoughtUnit], slots: Sequence[Slot]) -> None:
        """Give each unit to a formation: first, one at a time, those of which a formation may have only so many."""
        apart = [one for one in several if self._few(one)]
        for one in sorted(apart, key=self._fewest):
            self._give(one, min(slots, key=lambda slot: (not self._allows(one, slot), -slot.remaining)))
        for block in _blocks(one for one in several if not self._few(one)):
            self._deal_block(block, slots)

    def spread(self, several: Sequence[BoughtUnit], slots: Sequence[Slot], others: Sequence[Slot] = ()) -> None:
        """Give each unit to the formation that allows it and has the fewest beside the size it is for; where none of
        them allows it, to one of the others."""
        ranked = [*((0, slot) for slot in slots), *((1, slot) for slot in others)]
        for one in sorted(several, key=self._fewest):
            places = sorted(
                ranked, key=lambda it: (not self._allows(one, it[1]), it[0], -it[1].remaining, it[1].places)
            )
            self._give(one, places[0][1])

    def _deal_block(self, block: list[BoughtUnit], slots: Sequence[Slot]) -> None:
        while block:
            fitting = [slot for slot in slots if slot.remaining >= len(block)]
            slot = fitting[0] if fitting else max(slots, key=lambda one: one.remaining)
            taken = max(1, min(slot.remaining, len(block)))
            for one in block[:taken]:
                self._give(one, slot if self._allows(one, slot) else self._other(one, slots))
            block = block[taken:]

    def _other(self, one: BoughtUnit, slots: Sequence[Slot]) -> Slot:
        return min(slots, key=lambda slot: (not self._allows(one, slot), -slot.remaining))

    def _give(self, one: BoughtUnit, slot: Slot) -> None:
        slot.units.append(one.unit)
        slot.regiments.add(one.regiment)
        for number, limit in enumerate(self.limits):
            if one.offer in limit.offers:
                self.counts.update((number, place) for place in slot.places if place[1] == limit.level)

    def _allows(self, one: BoughtUnit, slot: Slot) -> bool:
        return all(
            self.counts[number, place] < limit.most
            for number, limit in enumerate(self.limits)
            if one.offer in limit.offers
            for place in slot.places
            if place[1] == limit.level
        )

    def _few(self, one: BoughtUnit) -> bool:
        """Whether a formation may have hardly any of it."""
        return self._fewest(one) <= SCARCE

    def _fewest(self, one: BoughtUnit) -> int:
        return min((limit.most for limit in self.limits if one.offer in limit.offers), default=99)


SCARCE = 2
"""Of what a formation may have so many at most they are dealt out one by one. House: more come as they are named."""


def _blocks(several: Iterable[BoughtUnit]) -> list[list[BoughtUnit]]:
    """Units that follow one another in runs of one regiment, the longest first."""
    blocks: list[list[BoughtUnit]] = []
    for one in several:
        if blocks and one.regiment and blocks[-1][-1].regiment == one.regiment:
            blocks[-1].append(one)
        else:
            blocks.append([one])
    return sorted(blocks, key=len, reverse=True)


def split_evenly(several: Sequence[T], count: int) -> list[list[T]]:
    """Some things in so many parts one after another, as equal as can be."""
    if not count:
        return []
    size, more = divmod(len(several), count)
    parts, start = [], 0
    for number in range(count):
        end = start + size + (number < more)
        parts.append(list(several[start:end]))
        start = end
    return parts


# The names that raised units and generals bear: the list's regiments and commanders, others by each seed.


_BATTALION = re.compile(r"\b(?:battalions?|bataillons?|bn|battery|batterie|squadrons?)\b", re.IGNORECASE)
"""Words in the name of a unit that is no regiment of several."""

_NUMBERED = re.compile(r"\b\d+(?:st|nd|rd|th|er|e)?\.? (?:bn|battalions?|bataillons?)\b[ ,]*", re.IGNORECASE)
"""The number of a battalion before the name of its regiment."""

_YEAR = re.compile(r"\b1[5-9]\d\d\b")
"""A year in the name of a unit: when it was raised."""


class NamePool:
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


def draw_commanders(army_list: ArmyList, date: Date | None, arms: Sequence[str], random: Random) -> list[str]:
    """A commander of the whole army at a date, and one for each formation of some arms, "" being of several.

    They are drawn at random, in the list's order, from those who led that arm, or else from those who led no one arm;
    from the others where these do not suffice. There is "" where there are no more.
    """
    chiefs = army_list.commanders_in_chief_at(date)
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


def build_orbat(calculation: ArmyProgram, solved: Solution, random: Random) -> Orbat:
    """The ORBAT of a solution, of the size and at the date wished for."""
    book, wish = calculation.book, calculation.request
    army_list = book.lists[wish.list_id]
    orbat = Orbat(
        title=f"{army_list.title}, {wish.points} points",
        ruleset=Pin(book.ruleset.id),
        army_list=Pin(wish.list_id),
        game_size=wish.points,
        date=wish.date,
        rulings={
            name: choice for name, choice in calculation.rulings.items() if choice != book.default_rulings.get(name)
        },
        commander=Commander(quality=_own_quality(book, calculation)),
    )
    formations, units = _Arranger(calculation, solved, random).all()
    return _commanded(replace(orbat, formations=formations, units=units), calculation, random)


def _own_quality(book: Book, calculation: ArmyProgram) -> str:
    """The quality of the player's own general where it is not given by the ruleset."""
    return "" if book.ruleset.staff.player else default_quality(book, calculation)


def default_quality(book: Book, calculation: ArmyProgram) -> str:
    """The quality that commanders have where none is diced: the one that costs least to leave or take."""
    staff = book.ruleset.staff
    how = staff.quality_source(calculation.rulings)
    if not staff.qualities or how == "diced":
        return ""
    if how == "bought" and staff.prices:
        points = staff.prices.points
        return min(points, key=lambda one: float(max(points[one], -points[one])))
    return staff.qualities[len(staff.qualities) // 2].id


class _Arranger:
    """Puts the units of a solution into formations."""

    def __init__(self, calculation: ArmyProgram, solved: Solution, random: Random) -> None:
        self.calculation, self.solved = calculation, solved
        self.dealer = Distributor(formation_limits(calculation))
        self.names = NamePool(random, calculation.shape.battalions, calculation.request.date)

    def all(self) -> tuple[tuple[Formation, ...], tuple[Unit, ...]]:
        """The formations of the highest level there are, the lower ones in them; and the units that stand in none."""
        trees = [self._slots(tree, self._places(number, tree)) for number, tree in enumerate(self.calculation.trees)]
        slots = {branch: inside for tree in trees for branch, inside in tree.items()}
        for branch, inside in slots.items():
            self.dealer.assign(self._bought(branch), inside)
        higher = self._higher_slots()
        self._deal_guns(slots, higher)
        formations: list[Formation] = []
        for number, tree in enumerate(self.calculation.trees):
            lowest = {id(slot): slot for branch in tree.branches for slot in slots[branch]}
            formations += self._built(number, [*lowest.values()], higher)
        return tuple(formations), tuple(one.unit for one in self._bought("other"))

    def _count(self, tree: FormationVariables, level: int) -> int:
        return round(self.solved.sum(tree.counts[level]))

    def _places(self, number: int, tree: FormationVariables) -> list[tuple[Place, ...]]:
        """The places that the lowest formations of a tree stand in."""
        chains: list[tuple[Place, ...]] = [((number, 0, one),) for one in range(self._count(tree, 0))]
        several = [[one] for one in range(len(chains))]
        for level in range(1, len(self.calculation.levels)):
            count = self._count(tree, level)
            if not count:
                break
            several = [[one for part in parts for one in part] for parts in split_evenly(several, count)]
            for upper, inside in enumerate(several):
                for one in inside:
                    chains[one] = (*chains[one], (number, level, upper))
        return chains

    def _slots(self, tree: FormationVariables, places: list[tuple[Place, ...]]) -> dict[Branch, list[Slot]]:
        """The lowest formations of each branch, one branch's after the other's; the same for all where they mix."""
        if self.calculation.mixed:
            return dict.fromkeys(tree.branches, self._sized(tree.branches, places))
        slots: dict[Branch, list[Slot]] = {}
        for branch in tree.branches:
            count = self.solved.number(self.calculation.lowest[branch])
            slots[branch], places = self._sized((branch,), places[:count]), places[count:]
        return slots

    def _sized(self, branches: tuple[Branch, ...], places: list[tuple[Place, ...]]) -> list[Slot]:
        """The lowest formations of some branches, each for about as many units."""
        units = round(self.solved.sum(self.calculation.count(self.calculation.of_branch(*branches))))
        sizes = [len(part) for part in split_evenly(range(units), len(places))]
        return [Slot(own, size) for own, size in zip(places, sizes, strict=True)]

    def _higher_slots(self) -> list[Slot]:
        """The formations of the level that has the guns, where that is not the lowest; those of the first branch."""
        level, tree = self.calculation.shape.guns_level, self.calculation.trees[0]
        if not level:
            return []
        above = range(level, len(self.calculation.levels))
        return [
            Slot(tuple((0, one, number if one == level else 0) for one in above), 0)
            for number in range(self._count(tree, level))
        ]

    def _deal_guns(self, slots: dict[Branch, list[Slot]], higher: list[Slot]) -> None:
        """Guns go to the formations that have them by habit, horse guns to horse, and the rest where there is room."""
        guns = self._bought("guns")
        with_horse = [one for one in guns if self._is_horse_gun(one)] if slots.get("horse") else []
        chosen = {id(one) for one in with_horse[: len(slots["horse"])]} if with_horse else set()
        self.dealer.spread([one for one in guns if id(one) in chosen], slots["horse"])
        rest = [one for one in guns if id(one) not in chosen]
        each = self.calculation.shape.guns
        places = higher or slots["foot"] or slots["horse"]
        self.dealer.spread(rest[: each * len(places)], places, slots["horse"])
        self.dealer.spread(rest[each * len(places) :], slots["horse"] or slots["foot"], places)

    def _is_horse_gun(self, one: BoughtUnit) -> bool:
        return self.calculation.book.symbol(self.calculation.offers[one.offer].entry) == "horse_artillery"

    def _built(self, number: int, slots: list[Slot], higher: list[Slot]) -> list[Formation]:
        """The formations of a tree, those of its highest level with the lower ones in them."""
        calculation = self.calculation
        formations = [Formation(level=calculation.levels[0].id, numbered=True, units=tuple(s.units)) for s in slots]
        for level in range(1, len(calculation.levels)):
            count = self._count(calculation.trees[number], level)
            if not count:
                break
            own = higher if not number and level == calculation.shape.guns_level else []
            formations = [
                Formation(
                    level=calculation.levels[level].id,
                    numbered=True,
                    formations=tuple(inside),
                    units=tuple(own[upper].units) if own else (),
                )
                for upper, inside in enumerate(split_evenly(formations, count))
            ]
        return formations

    def _bought(self, branch: Branch) -> list[BoughtUnit]:
        """The units of a branch, in the list's order, each under the name of a regiment."""
        return [
            BoughtUnit(unit, number, regiment)
            for number in self.calculation.of_branch(branch)
            for unit, regiment in self._units(number)
        ]

    def _units(self, number: int) -> Iterator[tuple[Unit, str]]:
        offer = self.calculation.offers[number]
        for size in unit_sizes(self.calculation, self.solved, number):
            name, regiment = self.names.next(offer.entry, number, foot=offer.branch == "foot")
            yield replace(offer.unit, name=name, size=size), regiment


def _arm(book: Book, list_id: str, formation: Formation) -> str:
    """The arm that all of a formation's troops are of, guns apart; "" where they are of several."""
    entries = [book.entry(list_id, unit.entry) for unit in formation.units]
    arms = {book.kind(entry).arm for entry in entries if entry and branch_of(book, entry) != "guns"}
    arms |= {_arm(book, list_id, inner) for inner in formation.formations}
    return arms.pop() if len(arms) == 1 else ""


def _commanded(orbat: Orbat, calculation: ArmyProgram, random: Random) -> Orbat:
    """The ORBAT with a general of the list for each formation, the first of them its own; the highest come first."""
    book = calculation.book
    for holder in ((), *(place.path for place in formations_of(orbat))):
        orbat = renumber(orbat, (*holder, "formations"))
    placed = sorted(formations_of(orbat), key=lambda place: len(place.path))
    arms = [_arm(book, calculation.request.list_id, place.formation) for place in placed]
    names = draw_commanders(book.lists[calculation.request.list_id], orbat.date, arms, random)
    named = {place.path: name for place, name in zip(placed, names[1:], strict=True)}
    quality = default_quality(book, calculation)

    def with_general(formation: Formation, path: tuple[str | int, ...]) -> Formation:
        inner = tuple(with_general(one, (*path, "formations", n)) for n, one in enumerate(formation.formations))
        return replace(formation, commander=Commander(name=named[path], quality=quality), formations=inner)

    assert orbat.commander is not None, "a raised army has the player's general"
    return replace(
        orbat,
        commander=replace(orbat.commander, name=names[0]),
        formations=tuple(with_general(one, ("formations", n)) for n, one in enumerate(orbat.formations)),
    )
