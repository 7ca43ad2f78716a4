"""From what was bought to an ORBAT: units named after the list's regiments, put into formations with their generals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from orbat.model.army_list import ArmyList, Entry
from orbat.model.book import Book
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.muster.calculation import Calculation
from orbat.muster.offers import Branch, Offer
from orbat.muster.program import Solved

T = TypeVar("T")


def arranged(calculation: Calculation, solved: Solved) -> Orbat:
    """The ORBAT of a solution, of the size and at the date wished for."""
    book, wish = calculation.book, calculation.wish
    army_list = book.lists[wish.list_id]
    names = iter(army_list.commanders)
    top = next(names, "")
    formations = _Arranger(calculation, solved, names).all()
    return Orbat(
        title=f"{army_list.title}, {wish.points} points",
        ruleset=Pin(book.ruleset.id),
        army_list=Pin(wish.list_id),
        game_size=wish.points,
        date=wish.date,
        commander=Commander(name=top, quality=_own_quality(book, calculation)),
        formations=formations,
    )


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

    def __init__(self, calculation: Calculation, solved: Solved, names: Iterator[str]) -> None:
        self.calculation, self.solved, self.names = calculation, solved, names
        self.army_list: ArmyList = calculation.book.lists[calculation.wish.list_id]
        self.named: dict[str, Iterator[str]] = {}

    def all(self) -> tuple[Formation, ...]:
        """The formations of the highest level there are, the lower ones in them."""
        numbers = [self.solved.number(variable) for variable in self.calculation.formations]
        foot, horse = (self._lowest(branch) for branch in ("foot", "horse"))
        guns = self._units("guns")
        level = self.calculation.shape.guns_level
        if not level or not numbers[level]:
            foot, horse = _with_guns(foot, horse, guns)
            guns = []
        formations = [*foot, *horse]
        for number in range(1, len(numbers)):
            if not numbers[number]:
                break
            formations = self._higher(number, formations, numbers[number])
            if number == level:
                formations = [
                    replace(one, units=tuple(own))
                    for one, own in zip(formations, _dealt(guns, len(formations)), strict=True)
                ]
        return tuple(self._commanded(one) for one in formations)

    def _lowest(self, branch: Branch) -> list[Formation]:
        """The formations of one branch, each with about as many units, like beside like."""
        count = self.solved.number(self.calculation.lowest[branch])
        units = self._units(branch)
        level = self.calculation.levels[0].id
        return [Formation(level=level, numbered=True, units=tuple(part)) for part in _parted(units, count)]

    def _higher(self, number: int, lower: list[Formation], count: int) -> list[Formation]:
        level = self.calculation.levels[number].id
        return [Formation(level=level, numbered=True, formations=tuple(part)) for part in _parted(lower, count)]

    def _units(self, branch: Branch) -> list[Unit]:
        """The units of a branch, in the list's order, each under the name of a regiment."""
        calculation, units = self.calculation, list[Unit]()
        for number in calculation.of_branch(branch):
            offer, count = calculation.offers[number], self.solved.number(calculation.units[number])
            stands = self.solved.number(calculation.stands[number]) if offer.counted else 0
            units += self._bought(offer, count, stands)
        return units

    def _bought(self, offer: Offer, count: int, stands: int) -> Iterator[Unit]:
        for number in range(count):
            size = offer.unit.size
            if offer.counted:
                size = stands // count + (number < stands % count)
            yield replace(offer.unit, name=self._name(offer.entry), size=size)

    def _name(self, entry: Entry) -> str:
        if entry.id not in self.named:
            self.named[entry.id] = _names(entry, self._battalions(entry))
        return next(self.named[entry.id], "")

    def _battalions(self, entry: Entry) -> int:
        """How many battalions a regiment of foot has."""
        habits = {habit.what: habit.number for habit in self.army_list.habits}
        foot = any(offer.entry is entry and offer.branch == "foot" for offer in self.calculation.offers)
        return habits.get("battalions_per_regiment", (1, 1))[1] if foot else 1

    def _commanded(self, formation: Formation) -> Formation:
        """The formation and those in it with a general each."""
        book = self.calculation.book
        commander = Commander(name=next(self.names, ""), quality=quality_of(book, self.calculation))
        inner = tuple(self._commanded(one) for one in formation.formations)
        return replace(formation, commander=commander, formations=inner)


def _names(entry: Entry, battalions: int) -> Iterator[str]:
    """The names that units of an entry bear: each regiment's, or those of its battalions."""
    for regiment in entry.regiments:
        if battalions == 1:
            yield regiment
        else:
            yield from (f"{regiment}, {_ordinal(number)} Bn" for number in range(1, battalions + 1))


def _ordinal(number: int) -> str:
    return f"{number}{('st', 'nd', 'rd')[number - 1] if number <= 3 else 'th'}"


def _parted(several: list[T], count: int) -> list[list[T]]:
    """Some things in so many parts one after another, as equal as can be."""
    if not count:
        return []
    size, more = divmod(len(several), count)
    parts, start = [], 0
    for number in range(count):
        end = start + size + (number < more)
        parts.append(several[start:end])
        start = end
    return parts


def _dealt(several: list[T], count: int) -> list[list[T]]:
    """Some things dealt out in turn."""
    return [several[number::count] for number in range(count)]


def _with_guns(
    foot: list[Formation], horse: list[Formation], guns: list[Unit]
) -> tuple[list[Formation], list[Formation]]:
    """The formations with the guns dealt out among those of foot, the smallest first, or of horse where that is all."""
    to = foot or horse
    order = sorted(range(len(to)), key=lambda number: len(to[number].units))
    found = list(to)
    for number, gun in enumerate(guns):
        place = order[number % len(order)]
        found[place] = replace(found[place], units=(*found[place].units, gun))
    return (found, horse) if foot else (foot, found)
