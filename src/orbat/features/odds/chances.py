"""Exact probability distributions of dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

Chances = Mapping[int, Fraction]
"""Probability of each number; the total is 1."""

ONE = Fraction(1)


def die_chances(die: Sequence[int], worth: Callable[[int], int] = lambda face: face) -> Chances:
    """Distribution of one die; `worth` maps faces to numbers."""
    return _combined((worth(face), Fraction(1, len(die))) for face in die)


def total_of(one: Chances, other: Chances) -> Chances:
    """Distribution of the sum of two independent numbers."""
    return _combined((a + b, p * q) for a, p in one.items() for b, q in other.items())


def shifted(one: Chances, by: int) -> Chances:
    """Distribution of a number plus a constant."""
    return {value + by: chance for value, chance in one.items()}


def difference_between(one: Chances, other: Chances) -> Chances:
    """Distribution of the first number minus the second, independent one."""
    return total_of(one, {-value: chance for value, chance in other.items()})


def mean(one: Chances) -> Fraction:
    """Expected value."""
    return sum((value * chance for value, chance in one.items()), Fraction())


def probability(one: Chances, holds: Callable[[int], bool]) -> Fraction:
    """Probability that the number satisfies a predicate."""
    return sum((chance for value, chance in one.items() if holds(value)), Fraction())


def reroll_ties(one: Chances, again: Chances) -> Chances:
    """Distribution of a difference that is re-rolled, with `again`, until it is not 0."""
    tied = one.get(0, Fraction())
    settled = {value: chance for value, chance in one.items() if value}
    share = ONE - again.get(0, Fraction())
    if not tied or not share:
        return settled
    return _combined((*settled.items(), *((v, tied * chance / share) for v, chance in again.items() if v)))


@lru_cache(maxsize=4096)
def volley(groups: tuple[tuple[tuple[int, ...], int], ...], rerolls: int = 0) -> Chances:
    """Distribution of the hits of a volley. Each group has the hits of each face, and a number of dice.

    Up to `rerolls` missed dice are re-rolled once, those with the highest expected hits first.
    """
    sorts = sorted(groups, key=lambda group: -Fraction(sum(group[0]), len(group[0])))
    state: dict[tuple[int, tuple[int, ...]], Fraction] = {(0, ()): ONE}
    for number, (faces, dice) in enumerate(sorts):
        for _ in range(dice):
            state = _with_die(state, number, die_chances(faces), rerolls)
    again = [die_chances(faces) for faces, _ in sorts]
    ends: dict[tuple[int, ...], dict[int, Fraction]] = {}
    for (hits, missed), likely in state.items():
        ends.setdefault(missed, {})[hits] = likely
    parts = []
    for missed, hits_of in ends.items():
        whole: Chances = hits_of
        for sort in missed:
            whole = total_of(whole, again[sort])
        parts.append(whole)
    return _combined(pair for part in parts for pair in part.items())


def _with_die(
    state: Mapping[tuple[int, tuple[int, ...]], Fraction], sort: int, die: Chances, rerolls: int
) -> dict[tuple[int, tuple[int, ...]], Fraction]:
    """Add a die to the state: hits so far, and the sorts of the missed dice to re-roll."""
    found: dict[tuple[int, tuple[int, ...]], Fraction] = {}
    for (hits, missed), likely in state.items():
        for worth, chance_of in die.items():
            kept = (*missed, sort) if not worth and len(missed) < rerolls else missed
            key = (hits + worth, kept)
            found[key] = found.get(key, Fraction()) + likely * chance_of
    return found


def _combined(pairs: Iterable[tuple[int, Fraction]]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for value, likely in pairs:
        found[value] = found.get(value, Fraction()) + likely
    return dict(sorted(found.items()))
