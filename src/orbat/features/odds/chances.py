"""Chances of dice, exactly: what can come up, and how likely it is, in fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

Chances = Mapping[int, Fraction]
"""How likely each number is; the chances come to 1."""

ONE = Fraction(1)


def thrown(die: Sequence[int], worth: Callable[[int], int] = lambda face: face) -> Chances:
    """What one die of these faces comes to, each face being worth so much."""
    return _gathered((worth(face), Fraction(1, len(die))) for face in die)


def added(one: Chances, other: Chances) -> Chances:
    """The sum of two that do not depend on one another."""
    return _gathered((a + b, p * q) for a, p in one.items() for b, q in other.items())


def shifted(one: Chances, by: int) -> Chances:
    """The same with so much added."""
    return {value + by: chance for value, chance in one.items()}


def less(one: Chances, other: Chances) -> Chances:
    """The first less the second."""
    return added(one, {-value: chance for value, chance in other.items()})


def mean(one: Chances) -> Fraction:
    """What is to be expected."""
    return sum((value * chance for value, chance in one.items()), Fraction())


def chance(one: Chances, holds: Callable[[int], bool]) -> Fraction:
    """How likely it is that something holds of the number."""
    return sum((chance for value, chance in one.items() if holds(value)), Fraction())


def untied(one: Chances, again: Chances) -> Chances:
    """A difference that is thrown again while it is nothing: `again` is then added to it, until it is something."""
    tied = one.get(0, Fraction())
    settled = {value: chance for value, chance in one.items() if value}
    share = ONE - again.get(0, Fraction())
    if not tied or not share:
        return settled
    return _gathered((*settled.items(), *((v, tied * chance / share) for v, chance in again.items() if v)))


@lru_cache(maxsize=4096)
def volley(groups: tuple[tuple[tuple[int, ...], int], ...], rerolls: int = 0) -> Chances:
    """The hits of a volley: so many dice of each sort, a sort being what each of its faces is worth.

    Up to so many dice that miss are thrown again, once: those of the sort with the most to expect first.
    """
    sorts = sorted(groups, key=lambda group: -Fraction(sum(group[0]), len(group[0])))
    state: dict[tuple[int, tuple[int, ...]], Fraction] = {(0, ()): ONE}
    for number, (faces, dice) in enumerate(sorts):
        for _ in range(dice):
            state = _with_die(state, number, thrown(faces), rerolls)
    again = [thrown(faces) for faces, _ in sorts]
    ends: dict[tuple[int, ...], dict[int, Fraction]] = {}
    for (hits, missed), likely in state.items():
        ends.setdefault(missed, {})[hits] = likely
    parts = []
    for missed, hits_of in ends.items():
        whole: Chances = hits_of
        for sort in missed:
            whole = added(whole, again[sort])
        parts.append(whole)
    return _gathered(pair for part in parts for pair in part.items())


def _with_die(
    state: Mapping[tuple[int, tuple[int, ...]], Fraction], sort: int, die: Chances, rerolls: int
) -> dict[tuple[int, tuple[int, ...]], Fraction]:
    """The hits so far, and the sorts of the first dice that missed, after another die."""
    found: dict[tuple[int, tuple[int, ...]], Fraction] = {}
    for (hits, missed), likely in state.items():
        for worth, chance_of in die.items():
            kept = (*missed, sort) if not worth and len(missed) < rerolls else missed
            key = (hits + worth, kept)
            found[key] = found.get(key, Fraction()) + likely * chance_of
    return found


def _gathered(pairs: Iterable[tuple[int, Fraction]]) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for value, likely in pairs:
        found[value] = found.get(value, Fraction()) + likely
    return dict(sorted(found.items()))
