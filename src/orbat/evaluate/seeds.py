"""Compares seeded staff rolls with the dice that the seed gives."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from typing import Literal

from orbat.evaluate.staff_rolls import Candidate, candidates, seeded_dice
from orbat.model.book import Book
from orbat.model.orbat import Orbat, Roll
from orbat.model.path import OrbatPath
from orbat.model.record import Value

MAX_REMOVED = 2
"""Maximum number of generals that may have been removed since a roll. A larger maximum would accept more altered
dice."""

SeedState = Literal["reproduced", "moved", "shared", "wrong"]


class SeededRoll(Value):
    """A roll with a seed, compared with the dice that the seed gives."""

    general: Candidate
    path: OrbatPath
    roll: Roll
    dice: tuple[int, ...]
    """The dice that the seed gives for the general."""
    state: SeedState
    """The comparison of the dice.

    - `reproduced`: the seed gives the written dice.
    - `moved`: the seed gives the written dice for an earlier number of the general.
    - `shared`: another general uses the same dice of the seed.
    - `wrong`: the seed does not give the written dice.
    """


def seeded_rolls(orbat: Orbat, book: Book) -> tuple[SeededRoll, ...]:
    """All rolls with a seed. The generals are in document order, and each general's newest roll comes first."""
    staff = book.ruleset.staff
    by_seed: dict[str, list[tuple[Candidate, OrbatPath, Roll]]] = defaultdict(list)
    everyone = candidates(orbat, book)
    # Impossible dice are left out. So are rolls of the player's own General, if the ruleset fixes the quality.
    for one in everyone:
        for path, roll in rolls_of(one):
            if roll.seed and staff.is_possible(roll.dice):
                by_seed[roll.seed].append((one, path, roll))
    found = [result for seed, rolls in by_seed.items() for result in _checked(seed, rolls, everyone, staff.sides)]
    order = {one.number: place for place, one in enumerate(everyone)}
    return tuple(sorted(found, key=lambda one: (order[one.general.number], len(one.path))))


def rolls_of(one: Candidate) -> Iterator[tuple[OrbatPath, Roll]]:
    """A general's staff rolls, the newest first, each with its path in the ORBAT."""
    if roll := one.commander.roll:
        yield (*one.path, "roll"), roll
        for number, earlier in enumerate(roll.earlier):
            yield (*one.path, "roll", "earlier", number), earlier


def _checked(
    seed: str, rolls: list[tuple[Candidate, OrbatPath, Roll]], everyone: tuple[Candidate, ...], sides: int
) -> Iterator[SeededRoll]:
    source = seeded_dice(seed)
    used: dict[int, Candidate] = {}
    old = [(one, roll) for one, _, roll in rolls if roll.number is None]
    explained = bool(old) and _explained(seed, old, [one.number for one in everyone], sides)
    for one, path, roll in rolls:
        dice = source(one.number if roll.number is None else roll.number, len(roll.dice), sides)
        state: SeedState = "reproduced"
        if dice != roll.dice:
            state = "moved" if roll.number is None and explained else "wrong"
        elif roll.number is not None:
            if used.setdefault(roll.number, one) is not one:
                state = "shared"
            elif roll.number != one.number:
                state = "moved"
        yield SeededRoll(one, path, roll, dice, state)


# Rolls of earlier versions of orbat have no number. Since then, generals may have been moved.


def _explained(seed: str, rolls: list[tuple[Candidate, Roll]], numbers: list[int], sides: int) -> bool:
    """Whether the seed gives the dice of all rolls, even if generals were moved or removed after the rolls."""
    source, count = seeded_dice(seed), len(rolls[0][1].dice)
    written = [(one.number, roll.dice) for one, roll in rolls]
    given = {number: source(number, count, sides) for number in numbers}
    if not Counter(dice for _, dice in written) - Counter(given.values()):
        # The present generals in another order, or up to `MAX_REMOVED` removed generals, can explain the dice.
        return True
    return _is_shifted(written, lambda number: source(number, count, sides))


def _is_shifted(written: list[tuple[int, tuple[int, ...]]], given: Callable[[int], tuple[int, ...]]) -> bool:
    # if generals were removed, each of the others had the same number as now, or a higher one
    shift = 0
    for number, dice in written:
        while given(number + shift) != dice:
            shift += 1
            if shift > MAX_REMOVED:
                return False
    return True
