"""Dealing units out to formations: those of a regiment together, and what the limits keep apart, apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from orbat.model.orbat import Unit
from orbat.muster.limiting import Room

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
    def left(self) -> int:
        """How many units more it is for."""
        return self.size - len(self.units)


@dataclass(frozen=True)
class Bought:
    """A unit, the number of the offer it is bought by, and its regiment."""

    unit: Unit
    offer: int
    regiment: str


class Dealer:
    """Deals units out, and remembers how many each formation has of what is limited in it."""

    def __init__(self, rooms: tuple[Room, ...]) -> None:
        self.rooms, self.counts = rooms, Counter[tuple[int, Place]]()

    def deal(self, several: Sequence[Bought], slots: Sequence[Slot]) -> None:
        """Give each unit to a formation: first, one at a time, those of which a formation may have only so many."""
        apart = [one for one in several if self._few(one)]
        for one in sorted(apart, key=self._fewest):
            self._give(one, min(slots, key=lambda slot: (not self._allows(one, slot), -slot.left)))
        for block in _blocks(one for one in several if not self._few(one)):
            self._deal_block(block, slots)

    def spread(self, several: Sequence[Bought], slots: Sequence[Slot], others: Sequence[Slot] = ()) -> None:
        """Give each unit to the formation that allows it and has the fewest beside the size it is for; where none of
        them allows it, to one of the others."""
        ranked = [*((0, slot) for slot in slots), *((1, slot) for slot in others)]
        for one in sorted(several, key=self._fewest):
            places = sorted(ranked, key=lambda it: (not self._allows(one, it[1]), it[0], -it[1].left, it[1].places))
            self._give(one, places[0][1])

    def _deal_block(self, block: list[Bought], slots: Sequence[Slot]) -> None:
        while block:
            fitting = [slot for slot in slots if slot.left >= len(block)]
            slot = fitting[0] if fitting else max(slots, key=lambda one: one.left)
            taken = max(1, min(slot.left, len(block)))
            for one in block[:taken]:
                self._give(one, slot if self._allows(one, slot) else self._other(one, slots))
            block = block[taken:]

    def _other(self, one: Bought, slots: Sequence[Slot]) -> Slot:
        return min(slots, key=lambda slot: (not self._allows(one, slot), -slot.left))

    def _give(self, one: Bought, slot: Slot) -> None:
        slot.units.append(one.unit)
        slot.regiments.add(one.regiment)
        for number, room in enumerate(self.rooms):
            if one.offer in room.offers:
                self.counts.update((number, place) for place in slot.places if place[1] == room.level)

    def _allows(self, one: Bought, slot: Slot) -> bool:
        return all(
            self.counts[number, place] < room.most
            for number, room in enumerate(self.rooms)
            if one.offer in room.offers
            for place in slot.places
            if place[1] == room.level
        )

    def _few(self, one: Bought) -> bool:
        """Whether a formation may have hardly any of it."""
        return self._fewest(one) <= FEW

    def _fewest(self, one: Bought) -> int:
        return min((room.most for room in self.rooms if one.offer in room.offers), default=99)


FEW = 2
"""Of what a formation may have so many at most they are dealt out one by one. House: more come as they are named."""


def _blocks(several: Iterable[Bought]) -> list[list[Bought]]:
    """Units that follow one another in runs of one regiment, the longest first."""
    blocks: list[list[Bought]] = []
    for one in several:
        if blocks and one.regiment and blocks[-1][-1].regiment == one.regiment:
            blocks[-1].append(one)
        else:
            blocks.append([one])
    return sorted(blocks, key=len, reverse=True)


def parted(several: Sequence[T], count: int) -> list[list[T]]:
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
