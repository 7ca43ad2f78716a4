"""Assigns the units of generated armies to formations: regiments stay together, limited units are spread out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from orbat.generator.limit_rows import Companions, FormationLimit, SeparateUnits
from orbat.generator.names import Parents
from orbat.model.orbat import Unit
from orbat.model.record import empty_mapping

T = TypeVar("T")

Place = tuple[int, int, int]
"""A formation, identified by three numbers: its tree, its level (0 is the lowest) and its position in the level."""


@dataclass(frozen=True)
class BoughtUnit:
    """A unit, with its regiment."""

    unit: Unit
    offer: int
    """An index in `ArmyProgram.offers`."""
    regiment: str
    parents: Parents = field(default_factory=empty_mapping)
    """The real formations in which the regiment served, by level."""
    core: str = ""
    """The core to which the unit belongs (see `Companions`), or ""."""


@dataclass
class Slot:
    """A formation that should get `size` units, and the units assigned so far."""

    places: tuple[Place, ...]
    """The positions of the formation and of the formations around it, lowest first."""
    size: int
    bought: list[BoughtUnit] = field(default_factory=list)
    real: Parents = field(default_factory=empty_mapping)
    """The real formation of all its units with a name, with those around it. Empty if unknown."""

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units assigned so far."""
        return tuple(one.unit for one in self.bought)

    @property
    def remaining(self) -> int:
        """The number of units that the formation can still get."""
        return self.size - len(self.bought)


class Distributor:
    """Assigns units to formations, within the limits on formations if possible."""

    def __init__(
        self,
        limits: tuple[FormationLimit, ...],
        companions: tuple[Companions, ...] = (),
        apart: tuple[SeparateUnits, ...] = (),
    ) -> None:
        self.apart = apart
        self.limits, self.counts = limits, Counter[tuple[int, Place]]()
        self.companions, self.present = companions, set[tuple[int, Place]]()

    def assign(self, several: Sequence[BoughtUnit], slots: Sequence[Slot]) -> None:
        """Assign units to formations. If possible, units of one regiment or brigade stay together."""
        before = self.counts.copy(), self.present.copy(), [slot.bought.copy() for slot in slots]
        self._assign(several, slots)
        if all(slot.bought for slot in slots if slot.size):
            return
        if not any(self._needs_others(one) for one in several):
            self._fill_empty(slots)
            return
        # the units that need others left a formation empty, so a block of others goes with them
        self.counts, self.present, contents = before
        for slot, inside in zip(slots, contents, strict=True):
            slot.bought = inside
        self._assign(self._with_others(several), slots)

    def _fill_empty(self, slots: Sequence[Slot]) -> None:
        # limits left formations empty, so each gets units of those with most, unless other units are to come
        if sum(slot.size - len(slot.bought) for slot in slots) > 0:
            return
        bound = {offer for one in self.companions for offer in (*one.offers, *(one.others or ()))}
        for slot in (one for one in slots if not one.bought):
            while len(slot.bought) < min(slot.size, SCARCE):
                others = [one for one in slots if one is not slot and len(one.bought) > SCARCE]
                movable = [
                    (other, unit)
                    for other in others
                    for unit in other.bought
                    if unit.offer not in bound and self._allows(unit, slot)
                ]
                if not movable:
                    break
                other, unit = max(movable, key=lambda it: (not it[1].parents, len(it[0].bought)))
                other.bought.remove(unit)
                for number, limit in enumerate(self.limits):
                    if unit.offer in limit.offers:
                        self.counts.subtract((number, place) for place in other.places if place[1] == limit.level)
                self._place(unit, slot)

    def _with_others(self, several: Sequence[BoughtUnit]) -> list[BoughtUnit]:
        needing = [one for one in several if self._needs_others(one)]
        others = blocks(one for one in several if not self._needs_others(one))
        joined = {id(one) for one in (*needing, *min(others, key=len, default=[]))}
        return [replace(one, core="with others") if id(one) in joined else one for one in several]

    def _assign(self, several: Sequence[BoughtUnit], slots: Sequence[Slot]) -> None:
        units = self._with_cores(several, max((slot.size for slot in slots), default=0))
        for block in blocks(one for one in units if one.core):
            self._assign_block(block, slots)
        units = [one for one in units if not one.core]
        scarce = [one for one in units if self._is_scarce(one) and not one.parents]
        for one in sorted(scarce, key=self._tightest_limit):
            self._place(one, min(slots, key=lambda slot: (not self._allows(one, slot), -slot.remaining)))
        # units that need others come last, since the others must be in their formations
        loose = (one for one in units if one.parents or not self._is_scarce(one))
        for block in sorted(blocks(sorted(loose, key=self._needs_others)), key=self._is_mixed_freely):
            self._assign_block(block, slots)

    def spread(
        self,
        several: Sequence[BoughtUnit],
        slots: Sequence[Slot],
        others: Sequence[Slot] = (),
        prefers: Callable[[BoughtUnit, Slot], bool] = lambda _unit, _slot: False,
        avoids: Callable[[BoughtUnit, Slot], bool] = lambda _unit, _slot: False,
    ) -> None:
        """Assign each unit to the emptiest formation in `slots` that allows the unit, or else to one in `others`.

        Formations for which `prefers` is true come first. Formations for which `avoids` is true come last.
        """
        # A unit breaks a limit only if it would break a limit in every formation.
        ranked = [*((False, slot) for slot in slots), *((True, slot) for slot in others)]
        for one in sorted(several, key=self._tightest_limit):
            places = sorted(
                ranked,
                key=lambda it: (
                    not self._allows(one, it[1]),
                    avoids(one, it[1]),
                    it[0],
                    not prefers(one, it[1]),
                    -it[1].remaining,
                    it[1].places,
                ),
            )
            self._place(one, places[0][1])

    def _is_mixed_freely(self, block: Sequence[BoughtUnit]) -> bool:
        # those that may not share a formation with others come first
        return not any(one.offer in apart.others for one in block for apart in self.apart)

    def _assign_block(self, block: list[BoughtUnit], slots: Sequence[Slot]) -> None:
        while block:
            fitting = [slot for slot in slots if slot.remaining >= len(block)]
            exact = [slot for slot in fitting if _is_real(block) and slot.remaining == len(block)]
            slot = (exact or fitting)[0] if fitting else max(slots, key=lambda one: one.remaining)
            taken = max(1, min(slot.remaining, len(block)))
            for one in block[:taken]:
                self._place(one, slot if self._allows(one, slot) else self._alternative(one, slots))
            block = block[taken:]

    def _alternative(self, one: BoughtUnit, slots: Sequence[Slot]) -> Slot:
        return min(slots, key=lambda slot: (not self._allows(one, slot), -slot.remaining))

    def _place(self, one: BoughtUnit, slot: Slot) -> None:
        slot.bought.append(one)
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
                    found[place] = replace(found[place], core=name)
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
        return (
            not self._is_apart(one, slot)
            and self._has_others(one, slot)
            and all(
                self.counts[number, place] < limit.most
                for number, limit in enumerate(self.limits)
                if one.offer in limit.offers
                for place in slot.places
                if place[1] == limit.level
            )
        )

    def _is_apart(self, one: BoughtUnit, slot: Slot) -> bool:
        there = {other.offer for other in slot.bought} if self.apart else set()
        return any(
            (one.offer in apart.offers and there & apart.others) or (one.offer in apart.others and there & apart.offers)
            for apart in self.apart
        )

    def _is_scarce(self, one: BoughtUnit) -> bool:
        return self._tightest_limit(one) <= SCARCE

    def _tightest_limit(self, one: BoughtUnit) -> float:
        return min((limit.most for limit in self.limits if one.offer in limit.offers), default=math.inf)


SCARCE = 2
"""A unit is scarce if a formation may contain at most this many units like it. Scarce units are assigned first, one
at a time. Not from a rulebook."""


def blocks(several: Iterable[BoughtUnit]) -> list[list[BoughtUnit]]:
    """Groups of units that should stay together, for example because they belong to one real brigade or regiment."""
    found: dict[object, list[BoughtUnit]] = {}
    for number, one in enumerate(several):
        real = tuple(sorted(one.parents.items()))
        found.setdefault(one.core or real or one.regiment or number, []).append(one)
    # Real brigades keep their order, which is that of divisions. After them come the regiments, largest first.
    return sorted(found.values(), key=lambda block: (not _is_real(block), 0 if _is_real(block) else -len(block)))


def _is_real(block: Sequence[BoughtUnit]) -> bool:
    return bool(block[0].parents) and not block[0].core


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
