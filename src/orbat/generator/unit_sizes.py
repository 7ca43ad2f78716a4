"""The sizes of units in generated armies: near the typical size, with a natural spread."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from orbat.generator.army_program import ArmyProgram
from orbat.generator.linear_program import Solution


def unit_sizes(
    army_program: ArmyProgram, solved: Solution, number: int, random: Random, usual: Sequence[int | str | None] = ()
) -> list[int | str | None]:
    """The sizes of all units of `offers[number]`.

    `usual` has the usual size of each unit, in order. If a size is missing or is not a number, `offers[number].usual`
    is used.
    """
    offer, count = army_program.offers[number], solved.number(army_program.units[number])
    if not offer.has_numeric_size or not count:
        return [offer.unit.size] * count
    # The sizes of foot and horse vary by chance, but as many units as possible stay within the usual spread. Guns do
    # not vary.
    stands = round(solved.sum(army_program.stands(number)))
    low, high = army_program.spread_of(offer)
    own = [size if isinstance(size, int) else offer.usual for size in (*usual, *[None] * count)][:count]
    chance = (high - low) // 4 if offer.branch in ("foot", "horse") else 0
    sizes = [min(max(size + random.randint(-chance, chance), low), high) for size in own]
    _change_total(sizes, stands, (low, high), random)
    _move_excess(sizes, stands, (offer.least, offer.most))
    return list(sizes)


def _change_total(sizes: list[int], total: int, bounds: tuple[int, int], random: Random) -> None:
    # one stand at a time, each time for a random unit with room
    low, high = bounds
    while change := total - sum(sizes):
        step = 1 if change > 0 else -1
        room = [number for number, size in enumerate(sizes) if low <= size + step <= high]
        if not room:
            break
        sizes[random.choice(room)] += step


def _move_excess(sizes: list[int], total: int, bounds: tuple[int, int]) -> None:
    # stands outside the spread go to as few units as possible
    least, most = bounds
    for number, size in enumerate(sizes):
        change = total - sum(sizes)
        sizes[number] = min(max(size + change, least), most)
