"""Exact probability distributions of dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

Chances = Mapping[int, Fraction]
"""A distribution: each possible number with its probability. The probabilities add up to 1."""

ONE = Fraction(1)


def die_chances(die: Sequence[int], value_of: Callable[[int], int] = lambda face: face) -> Chances:
    """The distribution of one die. `value_of` converts a face to a number, such as a number of hits."""
    return _combined((value_of(face), Fraction(1, len(die))) for face in die)


def total_of(one: Chances, other: Chances) -> Chances:
    """The distribution of the sum of two independent numbers."""
    return _combined((a + b, p * q) for a, p in one.items() for b, q in other.items())


def shifted(one: Chances, by: int) -> Chances:
    """The chances of each value after `by` is added to it."""
    return {value + by: chance for value, chance in one.items()}


def difference_between(one: Chances, other: Chances) -> Chances:
    """The distribution of the first number minus the second, for independent numbers."""
    return total_of(one, {-value: chance for value, chance in other.items()})


def mean(one: Chances) -> Fraction:
    """The expected value of a distribution."""
    return sum((value * chance for value, chance in one.items()), Fraction())


def probability(one: Chances, predicate: Callable[[int], bool]) -> Fraction:
    """The probability that a number satisfies a predicate."""
    return sum((chance for value, chance in one.items() if predicate(value)), Fraction())


def reroll_ties(one: Chances, again: Chances) -> Chances:
    """The distribution of the difference between two scores. Ties (0) are rolled again until one side wins.

    `one` is the distribution for the first roll, `again` for later rolls.
    """
    tied = one.get(0, Fraction())
    settled = {value: chance for value, chance in one.items() if value}
    share = ONE - again.get(0, Fraction())
    if not tied or not share:
        return settled
    return _combined((*settled.items(), *((v, tied * chance / share) for v, chance in again.items() if v)))


@lru_cache(maxsize=4096)
def volley(groups: tuple[tuple[tuple[int, ...], int], ...], rerolls: int = 0) -> Chances:
    """The distribution of a volley's hits.

    - `groups`: a pair for each kind of dice: the hits of each face, and the number of dice. `((0, 0, 0, 1, 1, 2), 3)`
      means three dice with one hit on a 4 or 5, and two hits on a 6.
    - `rerolls`: the maximum number of re-rolled misses. A die is re-rolled at most once.
    """
    ordered = sorted(groups, key=lambda group: -Fraction(sum(group[0]), len(group[0])))
    state: dict[tuple[int, tuple[int, ...]], Fraction] = {(0, ()): ONE}
    for number, (faces, dice) in enumerate(ordered):
        for _ in range(dice):
            state = _with_die(state, number, die_chances(faces), rerolls)
    again = [die_chances(faces) for faces, _ in ordered]
    ends: dict[tuple[int, ...], dict[int, Fraction]] = {}
    for (hits, missed), chance in state.items():
        ends.setdefault(missed, {})[hits] = chance
    parts = []
    for missed, hits_of in ends.items():
        whole: Chances = hits_of
        for group in missed:
            whole = total_of(whole, again[group])
        parts.append(whole)
    return _combined(pair for part in parts for pair in part.items())


def _with_die(
    state: Mapping[tuple[int, tuple[int, ...]], Fraction], group: int, die: Chances, rerolls: int
) -> dict[tuple[int, tuple[int, ...]], Fraction]:
    # a state is the number of hits so far, and the group of each missed die that will be rolled again
    found: dict[tuple[int, tuple[int, ...]], Fraction] = {}
    for (hits, missed), chance in state.items():
        for value, face_chance in die.items():
            kept = (*missed, group) if not value and len(missed) < rerolls else missed
            key = (hits + value, kept)
            found[key] = found.get(key, Fraction()) + chance * face_chance
    return found


def _combined(pairs: Iterable[tuple[int, Fraction]]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for value, chance in pairs:
        found[value] = found.get(value, Fraction()) + chance
    return dict(sorted(found.items()))
