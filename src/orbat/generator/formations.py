"""Builds an ORBAT from a solution of the linear program."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

from orbat.generator.army_program import ArmyProgram, FormationVariables
from orbat.generator.limit_rows import Companions, FormationLimit, companions, formation_limits
from orbat.generator.linear_program import Solution
from orbat.generator.names import BrigadeRoom, NamePool, Parents, draw_commanders, real_brigade
from orbat.generator.offers import branch_of
from orbat.generator.real_formations import real_parents, slot_sizes, with_real_names
from orbat.generator.unit_sizes import unit_sizes
from orbat.model.arrange import renumber
from orbat.model.book import Book
from orbat.model.orbat import Commander, Formation, Orbat, Unit, formations_of
from orbat.model.raising import Branch
from orbat.model.record import EMPTY_MAPPING, empty_mapping
from orbat.model.text import Pin

# Assigning units to formations: regiments stay together, limited units are spread out.


T = TypeVar("T")

Place = tuple[int, int, int]
"""A formation, identified by three numbers: its tree, its level (0 is the lowest) and its position in the level."""


@dataclass
class Slot:
    """A formation that should get `size` units, and the units assigned so far."""

    places: tuple[Place, ...]
    """The positions of the formation and of the formations around it, lowest first."""
    size: int
    units: list[Unit] = field(default_factory=list)
    regiments: set[str] = field(default_factory=set)

    @property
    def remaining(self) -> int:
        """Remaining capacity, in units."""
        return self.size - len(self.units)


@dataclass(frozen=True)
class BoughtUnit:
    """A unit, with its regiment."""

    unit: Unit
    offer: int
    """An index in `ArmyProgram.offers`."""
    regiment: str
    parents: Parents = field(default_factory=empty_mapping)
    """The real formations of the regiment."""
    is_core: bool = False
    """Whether `regiment` is a core instead (see `Companions`)."""


class Distributor:
    """Assigns units to formations, within the limits on formations if possible."""

    def __init__(self, limits: tuple[FormationLimit, ...], companions: tuple[Companions, ...] = ()) -> None:
        self.limits, self.counts = limits, Counter[tuple[int, Place]]()
        self.companions, self.present = companions, set[tuple[int, Place]]()

    def assign(self, several: Sequence[BoughtUnit], slots: Sequence[Slot]) -> None:
        """Assign units to formations. If possible, units of one regiment or brigade stay together."""
        units = self._with_cores(several, max((slot.size for slot in slots), default=0))
        for block in blocks(one for one in units if one.is_core):
            self._assign_block(block, slots)
        units = [one for one in units if not one.is_core]
        scarce = [one for one in units if self._is_scarce(one) and not one.parents]
        for one in sorted(scarce, key=self._tightest_limit):
            self._place(one, min(slots, key=lambda slot: (not self._allows(one, slot), -slot.remaining)))
        # units that need others come last, since the others must be in their formations
        loose = (one for one in units if one.parents or not self._is_scarce(one))
        for block in blocks(sorted(loose, key=self._needs_others)):
            self._assign_block(block, slots)

    def spread(self, several: Sequence[BoughtUnit], slots: Sequence[Slot], others: Sequence[Slot] = ()) -> None:
        """Assign each unit to the emptiest formation in `slots` that allows the unit, or else in `others`."""
        # A unit breaks a limit only if it would break a limit in every formation.
        ranked = [*((False, slot) for slot in slots), *((True, slot) for slot in others)]
        for one in sorted(several, key=self._tightest_limit):
            places = sorted(
                ranked, key=lambda it: (not self._allows(one, it[1]), it[0], -it[1].remaining, it[1].places)
            )
            self._place(one, places[0][1])

    def _assign_block(self, block: list[BoughtUnit], slots: Sequence[Slot]) -> None:
        while block:
            fitting = [slot for slot in slots if slot.remaining >= len(block)]
            exact = [slot for slot in fitting if block[0].parents and slot.remaining == len(block)]
            slot = (exact or fitting)[0] if fitting else max(slots, key=lambda one: one.remaining)
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

    def _with_cores(self, several: Sequence[BoughtUnit], most: int) -> list[BoughtUnit]:
        # The units of a core, such as a Guards brigade, are one block, or several if they are too many for a formation.
        # They keep to their real brigades if each of these has enough units.
        found = list(several)
        for number, core in enumerate(self.companions):
            if core.others is not None:
                continue
            places = [place for place, one in enumerate(found) if one.offer in core.offers]
            real = Counter(tuple(sorted(found[place].parents.items())) for place in places)
            if () not in real and all(core.least <= count <= most for count in real.values()):
                continue
            parts = split_evenly(places, -(-len(places) // most)) if most else []
            for part, inside in enumerate(parts):
                for place in inside:
                    name = f"core {number}.{part}"
                    found[place] = replace(found[place], regiment=name, parents=EMPTY_MAPPING, is_core=True)
        return found

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


def blocks(several: Iterable[BoughtUnit]) -> list[list[BoughtUnit]]:
    """Groups of units that should stay together: of one real brigade or, without a brigade, of one regiment."""
    found: dict[object, list[BoughtUnit]] = {}
    for number, one in enumerate(several):
        real = tuple(sorted(one.parents.items()))
        found.setdefault(real or one.regiment or number, []).append(one)
    # Real brigades keep their order, which is that of divisions. After them come the regiments, largest first.
    return sorted(found.values(), key=lambda block: (not block[0].parents, 0 if block[0].parents else -len(block)))


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


def build_orbat(army_program: ArmyProgram, solved: Solution, random: Random) -> Orbat:
    """Build the ORBAT of a solution."""
    book, request = army_program.book, army_program.request
    army_list = book.lists[request.list_id]
    orbat = Orbat(
        title=f"{army_list.title}, {request.points} points",
        ruleset=Pin(book.ruleset.id),
        army_list=Pin(request.list_id),
        game_size=request.points,
        date=request.date,
        theatre=request.theatre,
        rulings={
            name: choice for name, choice in army_program.rulings.items() if choice != book.default_rulings.get(name)
        },
        commander=Commander(quality=_player_quality(book, army_program)),
    )
    arranger = _Arranger(army_program, solved, random)
    formations, units = arranger.all()
    return _with_generals(replace(orbat, formations=formations, units=units), arranger, random)


def _player_quality(book: Book, army_program: ArmyProgram) -> str:
    return "" if book.ruleset.staff.player else default_quality(book, army_program)


def default_quality(book: Book, army_program: ArmyProgram) -> str:
    """The staff quality of generals in generated armies, or "" if players roll for quality."""
    # If players buy qualities, the price nearest to 0. If the scenario sets qualities, the middle quality.
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
        request, self.levels = army_program.request, [level.id for level in army_program.levels]
        self.names = NamePool(random, army_program.shape.battalions, request.date, request.theatre, self.levels)
        self.parents: dict[str, Parents] = {}
        self.rooms: dict[int, BrigadeRoom] = {}

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
        named = with_real_names(formations, self.parents, self.levels)
        return named, tuple(one.unit for one in self._buy("other"))

    def _assign(self, branch: Branch, slots: list[Slot]) -> None:
        others, free = self._buy(branch), slots
        for own in self.army_program.own_formations:
            if own.branch == branch:
                count = self.solved.number(own.count)
                self._assign_real([one for one in others if one.offer in own.offers], free[:count], branch)
                others, free = [one for one in others if one.offer not in own.offers], free[count:]
        self._assign_real(others, free, branch)

    def _assign_real(self, several: list[BoughtUnit], slots: list[Slot], branch: Branch) -> None:
        shape = self.army_program.shape
        if any(one.parents for one in several) and not any(slot.units for slot in slots):
            least, most = shape.horse if branch == "horse" else shape.foot
            sizes = slot_sizes([len(block) for block in blocks(several)], len(slots), least, most)
            for slot, size in zip(slots, sizes or (), strict=False):
                slot.size = size
        self.distributor.assign(several, slots)
        self._rename_strays(slots, shape.horse[1] if branch == "horse" else shape.foot[1])

    def _rename_strays(self, slots: list[Slot], most: int) -> None:
        # A real brigade that would fit into one formation is not divided if other regiments can take its place.
        entries = self.army_program.book.entries(self.army_program.request.list_id)
        there: dict[object, list[tuple[Slot, int]]] = {}
        for slot in slots:
            for number, unit in enumerate(slot.units):
                there.setdefault(tuple(sorted(self.parents.get(unit.name, {}).items())), []).append((slot, number))
        avoided = there.keys() - {()}
        for brigade, places in there.items():
            counts = Counter(id(slot) for slot, _ in places)
            if not brigade or len(counts) == 1 or len(places) > most:
                continue
            ((largest, _),) = counts.most_common(1)
            for slot, number in places:
                unit = slot.units[number]
                entry = entries[unit.entry].at(self.army_program.request.date)
                other = self.names.other(entry, unit, avoided) if id(slot) != largest else None
                if other:
                    avoided |= {real_brigade(other)} - {()}
                    self.parents[other.name] = other.record.parent if other.record else EMPTY_MAPPING
                    slot.units[number] = replace(unit, name=other.name)

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
        numbers = tuple(offers)
        units = round(self.solved.sum(self.army_program.count(numbers)))
        sizes = [len(part) for part in split_evenly(range(units), len(places))]
        self.rooms |= dict.fromkeys(numbers, BrigadeRoom(sizes))
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
        return [unit for number in self.army_program.of_branch(branch) for unit in self._units(number)]

    def _units(self, number: int) -> Iterator[BoughtUnit]:
        offer = self.army_program.offers[number]
        count = self.solved.number(self.army_program.units[number])
        foot = offer.branch == "foot"
        room = self.rooms.get(number)
        names = [self.names.next(offer.entry, number, foot=foot, unit=offer.unit, room=room) for _ in range(count)]
        usual = [name.record.size if name.record else None for name in names]
        sizes = unit_sizes(self.army_program, self.solved, number, self.random, usual)
        for name, size in zip(names, sizes, strict=True):
            parents = name.record.parent if name.record else EMPTY_MAPPING
            if name.name and offer.branch in ("foot", "horse"):
                self.parents[name.name] = parents
            yield BoughtUnit(replace(offer.unit, name=name.name, size=size), number, name.regiment, parents)


def _arm(book: Book, list_id: str, formation: Formation) -> str:
    entries = [book.entry(list_id, unit.entry) for unit in formation.units]
    arms = {book.kind(entry).arm for entry in entries if entry and branch_of(book, entry) != "guns"}
    arms |= {_arm(book, list_id, inner) for inner in formation.formations}
    return arms.pop() if len(arms) == 1 else ""


def _with_generals(orbat: Orbat, arranger: _Arranger, random: Random) -> Orbat:
    army_program, book = arranger.army_program, arranger.army_program.book
    for holder in ((), *(place.path for place in formations_of(orbat))):
        orbat = renumber(orbat, (*holder, "formations"))
    placed = sorted(formations_of(orbat), key=lambda place: len(place.path))
    arms = [_arm(book, army_program.request.list_id, place.formation) for place in placed]
    army_list = book.lists[army_program.request.list_id]
    real = [
        (place.formation.level, real_parents(place.formation, arranger.parents, arranger.levels)) for place in placed
    ]
    names = draw_commanders(army_list, orbat.date, arms, random, orbat.theatre, real)
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
