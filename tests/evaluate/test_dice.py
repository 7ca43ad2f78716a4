"""Dice from a seed follow the documented recipe."""

from __future__ import annotations

import hashlib
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orbat.evaluate.staff_rolls import random_dice, seeded_dice


def _by_hand(seed: str, number: int, dice: int, sides: int) -> tuple[tuple[int, ...], int]:
    """An independent implementation of the recipe: the dice, and the number of skipped bytes."""
    multiple = sides * (256 // sides)
    thrown: list[int] = []
    passed = 0
    block = 0
    while True:
        text = seed + ":" + str(number) + ":" + str(block)
        for byte in hashlib.sha256(text.encode("utf-8")).digest():
            if len(thrown) == dice:
                return tuple(thrown), passed
            if byte >= multiple:
                passed += 1
            else:
                thrown.append(byte % sides + 1)
        block += 1


@given(
    seed=st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    number=st.integers(1, 99),
    dice=st.integers(0, 80),
    sides=st.sampled_from([2, 3, 6, 8, 10, 12, 20, 100, 255, 256]),
)
def test_seeded_dice_follow_the_recipe(seed: str, number: int, dice: int, sides: int) -> None:
    """For any seed, commander, number of dice and sides."""
    assert seeded_dice(seed)(number, dice, sides) == _by_hand(seed, number, dice, sides)[0]


@pytest.mark.parametrize("first", [252, 255])
def test_byte_that_would_favour_low_numbers_is_skipped(first: int) -> None:
    """With six sides, bytes from 252 up are skipped: for this seed the first byte, so the second is used."""
    seed = next(f"seed {n}" for n in range(10_000) if hashlib.sha256(f"seed {n}:1:0".encode()).digest()[0] == first)
    second = hashlib.sha256(f"{seed}:1:0".encode()).digest()[1]
    assert second < 252
    assert _by_hand(seed, 1, 1, 6) == ((second % 6 + 1,), 1)
    assert seeded_dice(seed)(1, 1, 6) == (second % 6 + 1,)


def test_many_dice_use_the_next_block() -> None:
    """The thirty-third die comes from the second block."""
    thrown = seeded_dice("Alma")(1, 40, 2)
    second = hashlib.sha256(b"Alma:1:1").digest()
    assert thrown[32:] == tuple(byte % 2 + 1 for byte in second[:8])


@pytest.mark.parametrize(
    ("seed", "number", "sides", "dice"),
    [
        ("Alma", 1, 6, (4, 6, 2, 5, 3, 5)),
        ("Alma", 2, 6, (5, 2, 3, 1, 6, 4)),
        ("Alma", 1, 10, (2, 10, 8, 3, 9, 1)),
        ("Инкерман", 1, 6, (4, 5, 4, 4, 4, 4)),
        ("", 1, 6, (3, 4, 6, 5, 3, 4)),
    ],
)
def test_seeded_dice_never_change(seed: str, number: int, sides: int, dice: tuple[int, ...]) -> None:
    """The same in every version, since players may reproduce them years later."""
    assert seeded_dice(seed)(number, len(dice), sides) == dice


def test_each_commander_has_independent_dice() -> None:
    """The dice of a commander do not depend on the number of earlier rolls."""
    throw = seeded_dice("Balaklava")
    assert throw(2, 3, 6) == seeded_dice("Balaklava")(2, 3, 6)
    assert len({throw(number, 8, 6) for number in range(1, 30)}) == 29


@pytest.mark.slow
def test_seeded_dice_are_fair() -> None:
    """Over 6000 seeds, each of the six faces occurs about a thousand times."""
    counts = Counter(seeded_dice(str(seed))(1, 1, 6)[0] for seed in range(6000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(900 < count < 1100 for count in counts.values())


def test_random_dice_are_within_their_sides() -> None:
    """The requested number of dice, with every face and no other."""
    throw = random_dice(random.Random(1854))
    thrown = throw(1, 600, 6)
    assert len(thrown) == 600
    assert set(thrown) == {1, 2, 3, 4, 5, 6}
