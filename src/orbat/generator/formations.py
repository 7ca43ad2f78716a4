"""Builds an ORBAT from a solution of the linear program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random

from orbat.generator.army_program import ArmyProgram, FormationVariables, OwnFormations
from orbat.generator.distribution import BoughtUnit, Distributor, Place, Slot, T, blocks, split_evenly
from orbat.generator.generals import LedFormation, draw_commanders
from orbat.generator.limit_rows import companions, formation_limits, units_apart
from orbat.generator.linear_program import Solution
from orbat.generator.names import NO_NAME, BrigadeRoom, NamePool, Parents, UnitName
from orbat.generator.offers import branch_of
from orbat.generator.real_formations import (
    most_units_of,
    parents_of,
    settle_real_formations,
    shared_formations,
    slot_sizes,
    with_real_names,
)
from orbat.generator.unit_sizes import unit_sizes
from orbat.model.army_list import Entry
from orbat.model.arrange import renumber
from orbat.model.book import Book
from orbat.model.orbat import Commander, Formation, Orbat, Unit, formations_of
from orbat.model.raising import Branch
from orbat.model.text import Pin
from orbat.model.wording import phrase


def build_orbat(army_program: ArmyProgram, solved: Solution, random: Random) -> Orbat:
    """Build the ORBAT from a solution of the linear program."""
    book, request = army_program.book, army_program.request
    army_list = book.lists[request.list_id]
    orbat = Orbat(
        title=f"{army_list.title}, {request.points} points",
        ruleset=Pin(book.ruleset.id),
        army_list=Pin(request.list_id),
        game_size=request.points,
        date=request.date,
        theatre=request.theatre if request.is_at_war else "",
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


LIGHT_FOOT = frozenset(("light_infantry", "rifles"))
"""The map symbols of light foot."""


class _Arranger:
    def __init__(self, army_program: ArmyProgram, solved: Solution, random: Random) -> None:
        self.army_program, self.solved, self.random = army_program, solved, random
        self.distributor = Distributor(
            formation_limits(army_program), companions(army_program), units_apart(army_program)
        )
        book, request, self.levels = (
            army_program.book,
            army_program.request,
            [level.id for level in army_program.levels],
        )
        self.names = NamePool(random, army_program.shape.battalions, request.date, request.theatre, self.levels)
        self.entries = {one.entry.id: one.entry for one in army_program.offers}
        self.rooms: dict[int, BrigadeRoom] = {}
        foot_guns = [one for one in army_program.offers if book.symbol(one.entry) == "foot_artillery"]
        cheapest = min(foot_guns, key=lambda one: one.points, default=None)
        self.light_guns = cheapest.entry.kind if cheapest else ""
        """The kind of the lightest guns."""
        self.parents: dict[str, Parents] = {}
        """The real formations of the units of foot and horse, by name."""
        self.independent: list[Unit] = []
        """The units of foot and horse outside all formations."""

    def all(self) -> tuple[tuple[Formation, ...], tuple[Unit, ...]]:
        trees = [self._slots(tree, self._places(number, tree)) for number, tree in enumerate(self.army_program.trees)]
        slots = {branch: inside for tree in trees for branch, inside in tree.items()}
        for branch, inside in slots.items():
            self._assign(branch, inside)
        higher = self._higher_slots(slots)
        self._assign_guns(slots, higher)
        self._name_batteries([*higher, *(slot for inside in slots.values() for slot in inside)])
        formations, reals = list[Formation](), list[Parents]()
        for number, tree in enumerate(self.army_program.trees):
            lowest = {id(slot): slot for branch in tree.branches for slot in slots[branch]}
            in_order = sorted(lowest.values(), key=lambda slot: slot.places)
            reals += [slot.real for slot in in_order]
            formations += self._build_tree(number, in_order, higher)
        named = with_real_names(formations, reals, self.levels)
        return named, (*self.independent, *(one.unit for one in self._buy("other")))

    def _assign(self, branch: Branch, slots: list[Slot]) -> None:
        others, free = self._buy(branch), slots
        if not slots:
            self.independent += [one.unit for one in others]
            return
        for own in self.army_program.own_formations:
            if own.branch == branch:
                count = self.solved.number(own.count)
                self._assign_real([one for one in others if one.offer in own.offers], free[:count], branch)
                others, free = [one for one in others if one.offer not in own.offers], free[count:]
        self._assign_real(others, free, branch)

    def _assign_real(self, several: list[BoughtUnit], slots: list[Slot], branch: Branch) -> None:
        shape = self.army_program.shape
        least, most = shape.horse if branch == "horse" else shape.foot
        if any(one.parents for one in several) and not any(slot.bought for slot in slots):
            sizes = slot_sizes([len(block) for block in blocks(several)], len(slots), least, most)
            for slot, size in zip(slots, sizes or (), strict=False):
                slot.size = size
        self.distributor.assign(several, slots)
        share = float(self.army_program.book.proportions.real_formations)
        settle_real_formations(slots, self.levels[0], most, share, self._other_name)
        self.parents |= {one.unit.name: one.parents for slot in slots for one in slot.bought if one.unit.name}

    def _other_name(self, one: BoughtUnit, suits: Callable[[Parents], bool]) -> UnitName | None:
        return self.names.other(self.entries[one.unit.entry], one.unit, suits)

    def _count(self, tree: FormationVariables, level: int) -> int:
        return round(self.solved.sum(tree.counts[level]))

    def _places(self, number: int, tree: FormationVariables) -> list[tuple[Place, ...]]:
        chains: list[tuple[Place, ...]] = [((number, 0, one),) for one in range(self._count(tree, 0))]
        several = [[one] for one in range(len(chains))]
        for level in range(1, len(self.army_program.levels)):
            count = self._count(tree, level)
            if not count:
                break
            grouped = self._group(number, level, several, count)
            several = [[one for part in parts for one in part] for parts in grouped]
            for upper, inside in enumerate(several):
                for one in inside:
                    chains[one] = (*chains[one], (number, level, upper))
        return chains

    def _slots(self, tree: FormationVariables, places: list[tuple[Place, ...]]) -> dict[Branch, list[Slot]]:
        if self.army_program.mixed:
            return dict.fromkeys(tree.branches, self._equal_slots(self.army_program.of_branch(*tree.branches), places))
        # first those of `own_formations`, so that they are together in the higher formations too
        slots: dict[Branch, list[Slot]] = {branch: [] for branch in tree.branches}
        others = {branch: set(self.army_program.of_branch(branch)) for branch in tree.branches}
        left = {branch: self.solved.number(self.army_program.lowest[branch]) for branch in tree.branches}
        for own in self._own_formations(tree):
            count = self.solved.number(own.count)
            slots[own.branch] += self._equal_slots(own.offers, places[:count])
            others[own.branch] -= own.offers
            left[own.branch] -= count
            places = places[count:]
        for branch, count in left.items():
            slots[branch] += self._equal_slots(sorted(others[branch]), places[:count])
            places = places[count:]
        return slots

    def _own_formations(self, tree: FormationVariables) -> list[OwnFormations]:
        return [own for own in self.army_program.own_formations if own.branch in tree.branches]

    def _group(self, number: int, level: int, several: Sequence[T], count: int) -> list[list[T]]:
        # formations in `count` higher ones: Guards, for example, apart from the line, if enough formations are left
        tree, (least, most) = self.army_program.trees[number], self.army_program.shape.lower[level - 1]
        own = sum(self.solved.number(one.count) for one in self._own_formations(tree)) if level == 1 else 0
        rest = len(several) - own
        for part in range(1, count):
            others = count - part
            if part * least <= own <= part * most and others * least <= rest <= others * most:
                return [*split_evenly(several[:own], part), *split_evenly(several[own:], others)]
        return split_evenly(several, count)

    def _equal_slots(self, offers: Iterable[int], places: list[tuple[Place, ...]]) -> list[Slot]:
        numbers = tuple(offers)
        units = round(self.solved.sum(self.army_program.count(numbers)))
        sizes = [len(part) for part in split_evenly(range(units), len(places))]
        self.rooms |= dict.fromkeys(numbers, BrigadeRoom(sizes))
        return [Slot(own, size) for own, size in zip(places, sizes, strict=True)]

    def _higher_slots(self, slots: dict[Branch, list[Slot]]) -> list[Slot]:
        level, tree = self.army_program.shape.guns_level, self.army_program.trees[0]
        if not level:
            return []
        above = range(level, len(self.army_program.levels))
        foot = {place for slot in slots.get("foot", ()) for place in slot.places}
        found = list[Slot]()
        for number in range(self._count(tree, level)):
            places = tuple((0, one, number if one == level else 0) for one in above)
            inside = [slot.real for branch in tree.branches for slot in slots[branch] if places[0] in slot.places]
            found.append(Slot(places, 0, real=shared_formations(inside, self.levels[level:])))
        # those without foot last
        return sorted(found, key=lambda slot: slot.places[0] not in foot)

    def _assign_guns(self, slots: dict[Branch, list[Slot]], higher: list[Slot]) -> None:
        guns, program = self._buy("guns"), self.army_program
        own_slots = self._own_slots(slots)
        own_guns = [one for one in guns if one.offer in program.own_guns] if own_slots["foot"] else []
        for one in own_guns:
            is_horse_gun = self._is_horse_gun(one) and bool(own_slots["horse"])
            self._spread([one], own_slots["horse" if is_horse_gun else "foot"])
        guns = [one for one in guns if one not in own_guns]
        with_horse = [one for one in guns if self._is_horse_gun(one)] if slots.get("horse") else []
        chosen = {id(one) for one in with_horse[: len(slots["horse"])]} if with_horse else set()
        self._spread([one for one in guns if id(one) in chosen], slots["horse"])
        rest = [one for one in guns if id(one) not in chosen]
        each = program.shape.guns
        places = higher or slots["foot"] or slots["horse"]
        self._spread(rest[: each * len(places)], places, slots["horse"])
        # more batteries than usual join the foot rather than the horse
        self._spread(rest[each * len(places) :], slots["foot"] or slots["horse"], places)

    def _own_slots(self, slots: dict[Branch, list[Slot]]) -> dict[Branch, list[Slot]]:
        found: dict[Branch, list[Slot]] = {}
        for branch in ("foot", "horse"):
            own = (one for one in self.army_program.own_formations if one.branch == branch)
            found[branch] = slots.get(branch, [])[: sum(self.solved.number(one.count) for one in own)]
        return found

    def _spread(self, guns: Sequence[BoughtUnit], slots: Sequence[Slot], others: Sequence[Slot] = ()) -> None:
        # heavy guns first, so that light guns join the light foot
        ordered = sorted(guns, key=self._is_light_gun)
        self.distributor.spread(ordered, slots, others, self._has_own_battery, self._is_too_heavy)

    def _is_light_gun(self, one: BoughtUnit) -> bool:
        return self._is_horse_gun(one) or self._entry_of(one).kind == self.light_guns

    def _is_too_heavy(self, one: BoughtUnit, slot: Slot) -> bool:
        # only light guns join a formation of nothing but light foot
        book, guns = self.army_program.book, self.army_program.of_branch("guns")
        symbols = {book.symbol(self._entry_of(other)) for other in slot.bought if other.offer not in guns}
        return bool(symbols) and symbols <= LIGHT_FOOT and not self._is_light_gun(one)

    def _entry_of(self, one: BoughtUnit) -> Entry:
        return self.army_program.offers[one.offer].entry

    def _has_own_battery(self, one: BoughtUnit, slot: Slot) -> bool:
        # whether the real formation of a slot has a battery that is not in the army yet
        there = sum(other.unit.entry == one.unit.entry for other in slot.bought)
        return bool(slot.real) and self.names.count(self.entries[one.unit.entry], slot.real) > there

    def _name_batteries(self, slots: Sequence[Slot]) -> None:
        guns = set(self.army_program.of_branch("guns"))
        for slot in {id(slot): slot for slot in slots}.values():
            for number, one in enumerate(slot.bought):
                if one.offer in guns:
                    entry = self.entries[one.unit.entry]
                    name = self.names.next(entry, one.offer, foot=False, unit=one.unit, formations=slot.real)
                    slot.bought[number] = replace(one, unit=replace(one.unit, name=name.name))

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
            own = sorted(own, key=lambda slot: slot.places)
            formations = [
                Formation(
                    level=army_program.levels[level].id,
                    numbered=True,
                    formations=tuple(inside),
                    units=tuple(own[upper].units) if own else (),
                )
                for upper, inside in enumerate(self._group(number, level, formations, count))
            ]
        return formations

    def _buy(self, branch: Branch) -> list[BoughtUnit]:
        return [unit for number in self.army_program.of_branch(branch) for unit in self._units(number)]

    def _units(self, number: int) -> Iterator[BoughtUnit]:
        offer = self.army_program.offers[number]
        count = self.solved.number(self.army_program.units[number])
        foot = offer.branch == "foot"
        room = self.rooms.get(number)
        names = [
            self.names.next(offer.entry, number, foot=foot, unit=offer.unit, room=room)
            # batteries get their names in their formations
            if offer.branch != "guns"
            else NO_NAME
            for _ in range(count)
        ]
        usual = [name.record.size if name.record else None for name in names]
        sizes = unit_sizes(self.army_program, self.solved, number, self.random, usual)
        for name, size in zip(names, sizes, strict=True):
            yield BoughtUnit(replace(offer.unit, name=name.name, size=size), number, name.regiment, name.parents)


def _fighting(book: Book, list_id: str, formation: Formation) -> Iterator[Entry]:
    # the entries of its foot and horse
    for unit in formation.units:
        entry = book.entry(list_id, unit.entry)
        if entry and branch_of(book, entry) != "guns":
            yield entry
    for inner in formation.formations:
        yield from _fighting(book, list_id, inner)


def _command(arranger: _Arranger, formation: Formation) -> LedFormation:
    book, list_id = arranger.army_program.book, arranger.army_program.request.list_id
    entries = list(_fighting(book, list_id, formation))
    arms = {book.kind(entry).arm for entry in entries}
    return LedFormation(
        formation.level,
        arms.pop() if len(arms) == 1 else "",
        tuple(dict.fromkeys((entry.kind, entry.subtype) for entry in entries)),
        most_units_of(formation, arranger.parents, arranger.levels),
        parents_of(formation, arranger.parents),
        not formation.numbered,
    )


def _with_generals(orbat: Orbat, arranger: _Arranger, random: Random) -> Orbat:
    army_program, book = arranger.army_program, arranger.army_program.book
    for holder in ((), *(place.path for place in formations_of(orbat))):
        orbat = renumber(orbat, (*holder, "formations"))
    placed = sorted(formations_of(orbat), key=lambda place: len(place.path))
    army_list = book.lists[army_program.request.list_id]
    commands = [_command(arranger, place.formation) for place in placed]
    names = draw_commanders(army_list, orbat.date, commands, random, army_program.request.theatre, arranger.levels)
    named = {place.path: name for place, name in zip(placed, names[1:], strict=True)}
    quality = default_quality(book, army_program)
    records = (one for entry in army_list.entries for one in entry.regiments)
    real = {name for record in records for name in record.parent.values()}

    def with_general(formation: Formation, path: tuple[str | int, ...]) -> Formation:
        inner = tuple(with_general(one, (*path, "formations", n)) for n, one in enumerate(formation.formations))
        own = replace(formation, commander=Commander(name=named[path], quality=quality), formations=inner)
        if not formation.numbered or formation.name not in real or not named[path]:
            return own
        # `1st Division` would be understood as the real one
        name = phrase("{general}'s {level}", general=named[path], level=formation.level.capitalize())
        return replace(own, name=name, numbered=False)

    assert orbat.commander is not None, "a raised army has the player's general"
    return replace(
        orbat,
        commander=replace(orbat.commander, name=names[0]),
        formations=tuple(with_general(one, ("formations", n)) for n, one in enumerate(orbat.formations)),
    )
