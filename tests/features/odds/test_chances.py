"""Exact chances against every throw there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from orbat.features.odds.chances import Chances, added, less, mean, shifted, thrown, untied, volley

DIE = (1, 2, 3, 4, 5, 6)
AVERAGE = (2, 3, 3, 4, 4, 5)


def tried(values: Iterator[int], throws: int) -> Chances:
    """How often each value comes up among so many throws."""
    return {value: Fraction(number, throws) for value, number in sorted(Counter(values).items())}


@pytest.mark.parametrize("die", [DIE, AVERAGE])
def test_sums_and_differences_are_those_of_every_throw(die: tuple[int, ...]) -> None:
    pairs = list(product(die, repeat=2))
    assert added(thrown(die), thrown(die)) == tried((a + b for a, b in pairs), 36)
    assert less(thrown(die), thrown(die)) == tried((a - b for a, b in pairs), 36)
    assert mean(thrown(die)) == Fraction(7, 2)


@pytest.mark.parametrize("rerolls", [0, 1, 2])
@pytest.mark.parametrize(
    "groups",
    [
        (((0, 0, 1, 1, 1, 2), 2),),
        (((0, 0, 1, 1, 1, 2), 1), ((0, 1, 1, 1, 2, 2), 2)),
        (((0, 0, 0, 0, 0, 0), 1), ((0, 0, 0, 1, 1, 1), 2)),
    ],
)
def test_a_volley_is_that_of_every_throw(groups: tuple[tuple[tuple[int, ...], int], ...], rerolls: int) -> None:
    """Dice that miss are thrown again, those with the most to expect first; the dice for that are thrown beforehand."""
    best = sorted(groups, key=lambda group: -sum(group[0]))
    dice = [faces for faces, number in best for _ in range(number)]

    def hits(throw: tuple[int, ...]) -> int:
        first, again = throw[: len(dice)], list(throw[len(dice) :])
        total, left = 0, rerolls
        for faces, face in zip(dice, first, strict=True):
            total += faces[face]
            if not faces[face] and left:
                left -= 1
                total += faces[again.pop(0)]
        return total

    throws = list(product(range(6), repeat=len(dice) + rerolls))
    assert volley(groups, rerolls) == tried(map(hits, throws), len(throws))


@pytest.mark.parametrize("lead", range(-6, 7))
def test_a_tie_is_thrown_until_there_is_none(lead: int) -> None:
    """Ties are thrown three times over; no chance is off by more than what is tied even then."""
    again = less(thrown(DIE), thrown(DIE))
    found = untied(shifted(again, lead), again)
    assert sum(found.values()) == 1
    assert 0 not in found
    known: dict[int, Fraction] = {}
    tied = Fraction(1)
    start = lead
    for _ in range(4):
        throws = Counter(start + a - b for a, b in product(DIE, repeat=2))
        for difference, number in throws.items():
            if difference:
                known[difference] = known.get(difference, Fraction()) + tied * Fraction(number, 36)
        tied, start = tied * Fraction(throws[0], 36), 0
    for difference, likely in found.items():
        assert known.get(difference, Fraction()) <= likely <= known.get(difference, Fraction()) + tied
