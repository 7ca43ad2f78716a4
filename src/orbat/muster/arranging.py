"""From what was bought to an ORBAT: units named after the list's regiments, put into formations with their generals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from orbat.model.arrange import renumber
from orbat.model.book import Book
from orbat.model.orbat import Commander, Formation, Orbat, Unit, formations_of
from orbat.model.text import Pin
from orbat.muster.calculation import Calculation, Tree, bought
from orbat.muster.dealing import Bought, Dealer, Place, Slot, parted
from orbat.muster.limiting import rooms
from orbat.muster.naming import Names, generals
from orbat.muster.offers import Branch, branch_of
from orbat.muster.program import Solved


def arranged(calculation: Calculation, solved: Solved, random: Random) -> Orbat:
    """The ORBAT of a solution, of the size and at the date wished for."""
    book, wish = calculation.book, calculation.wish
    army_list = book.lists[wish.list_id]
    orbat = Orbat(
        title=f"{army_list.title}, {wish.points} points",
        ruleset=Pin(book.ruleset.id),
        army_list=Pin(wish.list_id),
        game_size=wish.points,
        date=wish.date,
        rulings={name: choice for name, choice in calculation.rulings.items() if choice != book.ours.get(name)},
        commander=Commander(quality=_own_quality(book, calculation)),
    )
    formations, units = _Arranger(calculation, solved, random).all()
    return _commanded(replace(orbat, formations=formations, units=units), calculation, random)


def _own_quality(book: Book, calculation: Calculation) -> str:
    """The quality of the player's own general where it is not given by the ruleset."""
    return "" if book.ruleset.staff.player else quality_of(book, calculation)


def quality_of(book: Book, calculation: Calculation) -> str:
    """The quality that commanders have where none is diced: the one that costs least to leave or take."""
    staff = book.ruleset.staff
    how = staff.come_by(calculation.rulings)
    if not staff.qualities or how == "diced":
        return ""
    if how == "bought" and staff.prices:
        points = staff.prices.points
        return min(points, key=lambda one: float(max(points[one], -points[one])))
    return staff.qualities[len(staff.qualities) // 2].id


class _Arranger:
    """Puts the units of a solution into formations."""

    def __init__(self, calculation: Calculation, solved: Solved, random: Random) -> None:
        self.calculation, self.solved = calculation, solved
        self.dealer = Dealer(rooms(calculation))
        self.names = Names(random, calculation.shape.battalions, calculation.wish.date)

    def all(self) -> tuple[tuple[Formation, ...], tuple[Unit, ...]]:
        """The formations of the highest level there are, the lower ones in them; and the units that stand in none."""
        trees = [self._slots(tree, self._places(number, tree)) for number, tree in enumerate(self.calculation.trees)]
        slots = {branch: inside for tree in trees for branch, inside in tree.items()}
        for branch, inside in slots.items():
            self.dealer.deal(self._bought(branch), inside)
        higher = self._higher_slots()
        self._deal_guns(slots, higher)
        formations: list[Formation] = []
        for number, tree in enumerate(self.calculation.trees):
            lowest = {id(slot): slot for branch in tree.branches for slot in slots[branch]}
            formations += self._built(number, [*lowest.values()], higher)
        return tuple(formations), tuple(one.unit for one in self._bought("other"))

    def _count(self, tree: Tree, level: int) -> int:
        return round(self.solved.sum(tree.counts[level]))

    def _places(self, number: int, tree: Tree) -> list[tuple[Place, ...]]:
        """The places that the lowest formations of a tree stand in."""
        chains: list[tuple[Place, ...]] = [((number, 0, one),) for one in range(self._count(tree, 0))]
        several = [[one] for one in range(len(chains))]
        for level in range(1, len(self.calculation.levels)):
            count = self._count(tree, level)
            if not count:
                break
            several = [[one for part in parts for one in part] for parts in parted(several, count)]
            for upper, inside in enumerate(several):
                for one in inside:
                    chains[one] = (*chains[one], (number, level, upper))
        return chains

    def _slots(self, tree: Tree, places: list[tuple[Place, ...]]) -> dict[Branch, list[Slot]]:
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
        sizes = [len(part) for part in parted(range(units), len(places))]
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

    def _is_horse_gun(self, one: Bought) -> bool:
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
                for upper, inside in enumerate(parted(formations, count))
            ]
        return formations

    def _bought(self, branch: Branch) -> list[Bought]:
        """The units of a branch, in the list's order, each under the name of a regiment."""
        return [
            Bought(unit, number, regiment)
            for number in self.calculation.of_branch(branch)
            for unit, regiment in self._units(number)
        ]

    def _units(self, number: int) -> Iterator[tuple[Unit, str]]:
        offer = self.calculation.offers[number]
        for size in bought(self.calculation, self.solved, number):
            name, regiment = self.names.next(offer.entry, number, foot=offer.branch == "foot")
            yield replace(offer.unit, name=name, size=size), regiment


def _arm(book: Book, list_id: str, formation: Formation) -> str:
    """The arm that all of a formation's troops are of, guns apart; "" where they are of several."""
    entries = [book.entry(list_id, unit.entry) for unit in formation.units]
    arms = {book.kind(entry).arm for entry in entries if entry and branch_of(book, entry) != "guns"}
    arms |= {_arm(book, list_id, inner) for inner in formation.formations}
    return arms.pop() if len(arms) == 1 else ""


def _commanded(orbat: Orbat, calculation: Calculation, random: Random) -> Orbat:
    """The ORBAT with a general of the list for each formation, the first of them its own; the highest come first."""
    book = calculation.book
    for holder in ((), *(place.path for place in formations_of(orbat))):
        orbat = renumber(orbat, (*holder, "formations"))
    placed = sorted(formations_of(orbat), key=lambda place: len(place.path))
    arms = [_arm(book, calculation.wish.list_id, place.formation) for place in placed]
    names = generals(book.lists[calculation.wish.list_id], orbat.date, arms, random)
    named = {place.path: name for place, name in zip(placed, names[1:], strict=True)}
    quality = quality_of(book, calculation)

    def with_general(formation: Formation, path: tuple[str | int, ...]) -> Formation:
        inner = tuple(with_general(one, (*path, "formations", n)) for n, one in enumerate(formation.formations))
        return replace(formation, commander=Commander(name=named[path], quality=quality), formations=inner)

    assert orbat.commander is not None, "a raised army has the player's general"
    return replace(
        orbat,
        commander=replace(orbat.commander, name=names[0]),
        formations=tuple(with_general(one, ("formations", n)) for n, one in enumerate(orbat.formations)),
    )
