"""Where dice come from: the player's own throw, chance, or a seed that anyone can work out again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from random import Random

Thrower = Callable[[int, int, int], tuple[int, ...]]
"""Throws for a commander: his number in the document (from 1), how many dice, how many sides."""


def random_dice(random: Random) -> Thrower:
    """Dice thrown by a generator of random numbers."""

    def throw(number: int, dice: int, sides: int) -> tuple[int, ...]:
        return tuple(random.randint(1, sides) for _ in range(dice))

    return throw


def seeded_dice(seed: str) -> Thrower:
    """Dice that follow from a text and the commander's number.

    The bytes of SHA-256 over `SEED:NUMBER:BLOCK` (UTF-8, blocks from 0) are taken in order. A byte that is not below
    the largest multiple of the sides up to 256 is passed over; any other gives its remainder by the sides, plus 1.
    """

    def throw(number: int, dice: int, sides: int) -> tuple[int, ...]:
        fair = 256 - 256 % sides
        usable = (byte for byte in _bytes(seed, number) if byte < fair)
        return tuple(next(usable) % sides + 1 for _ in range(dice))

    return throw


def _bytes(seed: str, number: int) -> Iterator[int]:
    block = 0
    while True:
        yield from hashlib.sha256(f"{seed}:{number}:{block}".encode("utf-8", "surrogatepass")).digest()
        block += 1
