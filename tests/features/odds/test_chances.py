"""Exact chances compared with all rolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from orbat.features.odds.chances import (
    Chances,
    die_chances,
    difference_between,
    mean,
    reroll_ties,
    shifted,
    total_of,
    volley,
)

DIE = (1, 2, 3, 4, 5, 6)
AVERAGE = (2, 3, 3, 4, 4, 5)


def distribution(values: Iterator[int], rolls: int) -> Chances:
    """Distribution of values among a number of rolls."""
    return {value: Fraction(number, rolls) for value, number in sorted(Counter(values).items())}


@pytest.mark.parametrize("die", [DIE, AVERAGE])
def test_sums_and_differences_match_all_rolls(die: tuple[int, ...]) -> None:
    pairs = list(product(die, repeat=2))
    assert total_of(die_chances(die), die_chances(die)) == distribution((a + b for a, b in pairs), 36)
    assert difference_between(die_chances(die), die_chances(die)) == distribution((a - b for a, b in pairs), 36)
    assert mean(die_chances(die)) == Fraction(7, 2)


@pytest.mark.parametrize("rerolls", [0, 1, 2])
@pytest.mark.parametrize(
    "groups",
    [
        (((0, 0, 1, 1, 1, 2), 2),),
        (((0, 0, 1, 1, 1, 2), 1), ((0, 1, 1, 1, 2, 2), 2)),
        (((0, 0, 0, 0, 0, 0), 1), ((0, 0, 0, 1, 1, 1), 2)),
    ],
)
def test_a_volley_matches_all_rolls(groups: tuple[tuple[tuple[int, ...], int], ...], rerolls: int) -> None:
    """Missed dice are re-rolled, those with the highest expectation first. The re-rolls are rolled in advance."""
    best = sorted(groups, key=lambda group: -sum(group[0]))
    dice = [faces for faces, number in best for _ in range(number)]

    def hits(roll: tuple[int, ...]) -> int:
        first, again = roll[: len(dice)], list(roll[len(dice) :])
        total, remaining = 0, rerolls
        for faces, face in zip(dice, first, strict=True):
            total += faces[face]
            if not faces[face] and remaining:
                remaining -= 1
                total += faces[again.pop(0)]
        return total

    rolls = list(product(range(6), repeat=len(dice) + rerolls))
    assert volley(groups, rerolls) == distribution(map(hits, rolls), len(rolls))


@pytest.mark.parametrize("lead", range(-6, 7))
def test_ties_are_rerolled_until_there_is_none(lead: int) -> None:
    """Ties re-rolled three times: no chance differs by more than the remaining ties."""
    again = difference_between(die_chances(DIE), die_chances(DIE))
    found = reroll_ties(shifted(again, lead), again)
    assert sum(found.values()) == 1
    assert 0 not in found
    known: dict[int, Fraction] = {}
    tied = Fraction(1)
    start = lead
    for _ in range(4):
        rolls = Counter(start + a - b for a, b in product(DIE, repeat=2))
        for difference, number in rolls.items():
            if difference:
                known[difference] = known.get(difference, Fraction()) + tied * Fraction(number, 36)
        tied, start = tied * Fraction(rolls[0], 36), 0
    for difference, likely in found.items():
        assert known.get(difference, Fraction()) <= likely <= known.get(difference, Fraction()) + tied
