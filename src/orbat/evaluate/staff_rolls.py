"""Rolling staff quality: every commander but the player's own, once, with the dice kept."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Literal

from orbat.model.book import Book
from orbat.model.commanders import DICED
from orbat.model.edits import Set, apply_all
from orbat.model.orbat import Commander, Orbat, PlacedFormation, Roll, commanders_of, is_player
from orbat.model.path import OrbatPath
from orbat.model.record import Value
from orbat.model.spelling import did_you_mean

# Where dice come from: the player's own throw, chance, or a seed that anyone can work out again.


DiceSource = Callable[[int, int, int], tuple[int, ...]]
"""Throws for a commander: his number in the document (from 1), how many dice, how many sides."""


def random_dice(random: Random) -> DiceSource:
    """Dice thrown by a generator of random numbers."""

    def throw(number: int, dice: int, sides: int) -> tuple[int, ...]:
        return tuple(random.randint(1, sides) for _ in range(dice))

    return throw


def seeded_dice(seed: str) -> DiceSource:
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


Method = Literal["entered", "random", "seeded"]


class RollRefused(ValueError):  # noqa: N818  # it refuses what was asked for; nothing went wrong
    """The dice or the names given cannot be used; the message says why."""


class Rolled(Value):
    """One new roll: whose, where, on which table, and a note where the nation has no row of its own."""

    path: OrbatPath
    name: str
    roll: Roll
    note: str = ""


class Candidate(Value):
    """A commander who may be diced for, with his number among all the commanders of the document, from 1.

    `word` is what the ruleset calls a commander.
    """

    number: int
    path: OrbatPath
    commander: Commander
    place: PlacedFormation | None
    word: str = "general"

    @property
    def name(self) -> str:
        """His name, or his formation's."""
        formation = self.place.formation if self.place else None
        return (
            self.commander.name
            or f"the {self.word} of {formation.name or formation.level if formation else 'the army'}"
        )


def candidates(orbat: Orbat, book: Book) -> tuple[Candidate, ...]:
    """The commanders that are diced for, in document order: all but the player's own where he is given his quality.

    Nobody where the ruleset has no staff quality, or the reading in force has it bought or set.
    """
    staff = book.ruleset.staff
    if not staff.qualities or staff.quality_source(book.rulings(orbat)) != DICED:
        return ()
    everyone = enumerate(commanders_of(orbat), start=1)
    return tuple(
        Candidate(number, path, commander, place, book.ruleset.commander_word)
        for number, (path, commander, place) in everyone
        if not (staff.player and is_player(path, commander))
    )


def commanders_to_roll(orbat: Orbat, book: Book, reroll: Iterable[str] = ()) -> tuple[Candidate, ...]:
    """Those to be rolled for now: whoever has no roll, or only those named for a re-roll. Raises RollRefused."""
    wanted = list(reroll)
    everyone = candidates(orbat, book)
    if not wanted:
        return tuple(one for one in everyone if one.commander.roll is None)
    chosen = [_chosen(orbat, everyone, name) for name in wanted]
    return tuple(sorted(chosen, key=lambda one: one.number))


def _chosen(orbat: Orbat, everyone: tuple[Candidate, ...], name: str) -> Candidate:
    """The one general of that name or number. Raises RollRefused, with a near name and whom there is."""
    found = [one for one in everyone if _is_called(one, name)]
    if len(found) == 1:
        return found[0]
    for number, (path, commander, place) in enumerate(commanders_of(orbat), start=1):
        player = Candidate(number, path, commander, place)
        if not found and is_player(path, commander) and _is_called(player, name):
            raise RollRefused(f"no re-roll for {player.name}: there is none; he is you, and is never diced for")
    why = f"{len(found)} are called so; write his number"
    if not found:
        why = f"there is none of that name.{did_you_mean(name, [one.name for one in everyone])}"
    names = ", ".join(f"{one.number} {one.name}" for one in everyone) or "nobody"
    raise RollRefused(f"no re-roll for {name}: {why}{'' if why.endswith('?') else '.'} Diced for are: {names}")


def check_seed_unused(due_now: tuple[Candidate, ...], seed: str) -> None:
    """Refuse a seed that a general has been diced for with: his die would be the same. Raises RollRefused."""
    for one in due_now:
        roll = one.commander.roll
        if roll and any(each.method == "seeded" and each.seed == seed for each in (roll, *roll.earlier)):
            says = f"{one.name} has been diced for with the seed {seed} before"
            raise RollRefused(f"{says}: the same seed gives the same die; take another word")


def _is_called(one: Candidate, name: str) -> bool:
    formation = one.place.formation.name if one.place else ""
    return name.casefold() in (one.commander.name.casefold(), formation.casefold(), str(one.number)) and bool(name)


def entered_dice(values: tuple[int, ...], due_now: tuple[Candidate, ...], dice: int, sides: int) -> DiceSource:
    """The dice that were thrown on the table, dealt out in document order. Raises RollRefused unless they fit."""
    needed = dice * len(due_now)
    if len(values) != needed:
        names = ", ".join(one.name for one in due_now) or "nobody"
        given = "1 die" if len(values) == 1 else f"{len(values)} dice"
        each = f" ({dice} for each)" if dice > 1 else ""
        raise RollRefused(f"{given} given, {needed} needed{each}, in this order: {names}")
    if wrong := [value for value in values if not 1 <= value <= sides]:
        raise RollRefused(f"a die shows {wrong[0]}; it has 1 to {sides}")
    order = {one.number: position for position, one in enumerate(due_now)}

    def throw(number: int, count: int, _sides: int) -> tuple[int, ...]:
        first = order[number] * count
        return values[first : first + count]

    return throw


def roll(
    orbat: Orbat,
    book: Book,
    due_now: tuple[Candidate, ...],
    throw: DiceSource,
    *,
    method: Method,
    table: str = "",
    seed: str = "",
    on: str = "",
) -> tuple[Orbat, tuple[Rolled, ...]]:
    """Dice for those due: the ORBAT with their rolls and qualities kept, and what was rolled.

    `table` is `default` or `national`, by default what the ORBAT says; `on` is the day, for the record of a re-roll.
    """
    staff = book.ruleset.staff
    wanted = table or orbat.staff_table
    edits: list[Set] = []
    rolled: list[Rolled] = []
    for one in due_now:
        list_id = one.place.list_id if one.place else (orbat.army_list.id if orbat.army_list else "")
        name, rows, missing = book.staff_table(orbat, list_id, wanted)
        note = (
            f"the national table has no row for the {book.title(list_id)} list; rolled on the {name} one"
            if missing
            else ""
        )
        dice = throw(one.number, staff.dice, staff.sides)
        result = next((quality for quality, values in rows.rows.items() if sum(dice) in values), "")
        earlier: tuple[Roll, ...] = ()
        if before := one.commander.roll:
            earlier = (replace(before, earlier=()), *before.earlier)
        made = Roll(dice=dice, table=name, result=result, method=method, seed=seed, on=on, earlier=earlier)
        edits += [Set(one.path, "roll", made), Set(one.path, "quality", result)]
        rolled.append(Rolled(one.path, one.name, made, note))
    return replace(apply_all(orbat, tuple(edits)), staff_table=wanted), tuple(rolled)
