"""Rolls for the quality of commanders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from orbat.evaluate.rule import formation_title
from orbat.model.book import Book
from orbat.model.commanders import DICED
from orbat.model.digest import sha256
from orbat.model.edits import Set, apply_all
from orbat.model.orbat import Commander, Orbat, PlacedFormation, Roll, commanders_of, is_player
from orbat.model.path import OrbatPath
from orbat.model.record import Value
from orbat.model.spelling import did_you_mean
from orbat.model.wording import phrase, plural

if TYPE_CHECKING:
    from random import Random

# Sources of dice: entered by the player, random, or reproducible from a seed.


DiceSource = Callable[[int, int, int], tuple[int, ...]]
"""A function that rolls for one commander. Arguments: number in the document (from 1), number of dice, sides per
die."""


def random_dice(random: Random) -> DiceSource:
    """Dice from a random number generator."""

    def roll_dice(number: int, dice: int, sides: int) -> tuple[int, ...]:
        return tuple(random.randint(1, sides) for _ in range(dice))

    return roll_dice


def seeded_dice(seed: str) -> DiceSource:
    """Dice that depend only on a seed text and the commander's number.

    The dice come from the bytes of the SHA-256 hash of `SEED:NUMBER:BLOCK` (UTF-8), in order. BLOCK is 0 at first, and
    grows by 1 when all bytes are used. A die is the byte modulo the number of sides, plus 1. For equal chances, large
    bytes are skipped: with 6 sides, bytes of 252 or more.
    """

    def roll_dice(number: int, dice: int, sides: int) -> tuple[int, ...]:
        fair = 256 - 256 % sides
        usable = (byte for byte in _bytes(seed, number) if byte < fair)
        return tuple(next(usable) % sides + 1 for _ in range(dice))

    return roll_dice


def _bytes(seed: str, number: int) -> Iterator[int]:
    block = 0
    while True:
        yield from sha256(f"{seed}:{number}:{block}".encode("utf-8", "surrogatepass"))
        block += 1


Method = Literal["entered", "random", "seeded"]


class RollRefused(ValueError):  # noqa: N818  # a refused request, not a failure
    """Raised if dice, names or seeds cannot be used. The message gives the reason."""


class Rolled(Value):
    """A new roll, with the commander's path and name."""

    path: OrbatPath
    name: str
    roll: Roll
    note: str = ""
    """The row used in place of a missing row of the national staff table, in words."""


class Candidate(Value):
    """A commander whose staff quality can be rolled."""

    number: int
    """The position among all commanders in the document, from 1."""
    path: OrbatPath
    commander: Commander
    place: PlacedFormation | None
    word: str = "general"
    """The ruleset's word for a commander."""

    @property
    def name(self) -> str:
        """The commander's name or, without a name, a text such as `general of 1st Brigade`."""
        if self.commander.name:
            return self.commander.name
        if self.place is None:
            return phrase("the army's {commander}", commander=self.word)
        return phrase(
            "{commander} of {formation}", commander=self.word, formation=formation_title(self.place.formation)
        )


def candidates(orbat: Orbat, book: Book) -> tuple[Candidate, ...]:
    """The commanders who can have a staff roll, in document order."""
    staff = book.ruleset.staff
    if not staff.qualities or staff.quality_source(book.rulings(orbat)) != DICED:
        return ()
    everyone = enumerate(commanders_of(orbat), start=1)
    return tuple(
        Candidate(number, path, commander, place, book.ruleset.commander_word)
        for number, (path, commander, place) in everyone
        # The ruleset may fix the quality of the player's own General.
        if not (staff.player and is_player(path, commander))
    )


def commanders_to_roll(orbat: Orbat, book: Book, reroll: Iterable[str] = ()) -> tuple[Candidate, ...]:
    """The commanders to roll for. By default, all commanders without a roll.

    `reroll` selects commanders instead: by name, by the formation's name, or by number in document order. Raises
    RollRefused for an unknown or ambiguous name.
    """
    wanted = list(reroll)
    everyone = candidates(orbat, book)
    if not wanted:
        return tuple(one for one in everyone if one.commander.roll is None)
    chosen = [_chosen(orbat, everyone, name) for name in wanted]
    return tuple(sorted(chosen, key=lambda one: one.number))


def _chosen(orbat: Orbat, everyone: tuple[Candidate, ...], name: str) -> Candidate:
    found = [one for one in everyone if _is_called(one, name)]
    if len(found) == 1:
        return found[0]
    for number, (path, commander, place) in enumerate(commanders_of(orbat), start=1):
        player = Candidate(number, path, commander, place)
        if not found and is_player(path, commander) and _is_called(player, name):
            raise RollRefused(
                phrase(
                    "no re-roll for {name}, who represents the player; the player's quality is fixed", name=player.name
                )
            )
    names = ", ".join(f"{one.number} {one.name}" for one in everyone) or "none"
    if found:
        text = phrase(
            "several commanders match {name}; write a number instead. Commanders: {names}", name=name, names=names
        )
        raise RollRefused(text)
    near = did_you_mean(name, [one.name for one in everyone])
    raise RollRefused(phrase("no commander {name}.{near} Commanders: {names}", name=name, near=near, names=names))


def check_seed_unused(orbat: Orbat, due: tuple[Candidate, ...], seed: str) -> None:
    """Raise RollRefused if the seed was already used for a commander in `due`."""
    # A roll of another commander with the same number counts too: the same seed and number give the same dice.
    numbers: dict[int | None, Candidate] = {one.number: one for one in due}
    for path, commander, _ in commanders_of(orbat):
        rolls = (commander.roll, *commander.roll.earlier) if commander.roll else ()
        for roll in rolls:
            one = next((one for one in due if one.path == path), numbers.get(roll.number))
            if one and roll.method == "seeded" and roll.seed == seed:
                raise RollRefused(
                    phrase(
                        "seed {seed} was already used for {name} and would give the same dice; choose another seed",
                        seed=seed,
                        name=commander.name or one.name,
                    )
                )


def _is_called(one: Candidate, name: str) -> bool:
    formation = one.place.formation.name if one.place else ""
    return name.casefold() in (one.commander.name.casefold(), formation.casefold(), str(one.number)) and bool(name)


def entered_dice(values: tuple[int, ...], due: tuple[Candidate, ...], dice: int, sides: int) -> DiceSource:
    """Dice that a player has rolled, for the commanders in `due`, in document order.

    Raises RollRefused for a wrong number of dice or an impossible value.
    """
    needed = dice * len(due)
    if len(values) != needed:
        names = ", ".join(one.name for one in due) or "none"
        text = plural(
            len(values),
            "{count} die given, {needed} needed; enter {each} for each commander, in this order: {names}",
            "{count} dice given, {needed} needed; enter {each} for each commander, in this order: {names}",
            needed=needed,
            each=dice,
            names=names,
        )
        raise RollRefused(text)
    if wrong := [value for value in values if not 1 <= value <= sides]:
        raise RollRefused(phrase("a die gives 1 to {sides}, so {value} is impossible", value=wrong[0], sides=sides))
    order = {one.number: position for position, one in enumerate(due)}

    def roll_dice(number: int, count: int, _sides: int) -> tuple[int, ...]:
        first = order[number] * count
        return values[first : first + count]

    return roll_dice


def roll(
    orbat: Orbat,
    book: Book,
    due: tuple[Candidate, ...],
    dice_source: DiceSource,
    *,
    method: Method,
    table: str = "",
    seed: str = "",
    on: str = "",
) -> tuple[Orbat, tuple[Rolled, ...]]:
    """Roll for commanders. Returns the ORBAT with rolls and qualities, and the new rolls.

    - `table`: `default` or `national`; "" for the ORBAT's `staff_table`.
    - `on`: the date to record.
    """
    staff = book.ruleset.staff
    wanted = table or orbat.staff_table
    edits: list[Set] = []
    rolled: list[Rolled] = []
    for one in due:
        list_id = one.place.list_id if one.place else (orbat.army_list.id if orbat.army_list else "")
        name, rows, missing = book.staff_table(orbat, list_id, wanted)
        note = ""
        if missing:
            note = phrase(
                "the national staff table has no row for the {list} list, so generals of this list use the row {row}",
                list=book.title(list_id),
                row=name,
            )
        dice = dice_source(one.number, staff.dice, staff.sides)
        result = rows.quality_of(dice)
        earlier: tuple[Roll, ...] = ()
        if before := one.commander.roll:
            earlier = (replace(before, earlier=()), *before.earlier)
        new_roll = Roll(
            dice=dice,
            table=name,
            result=result,
            method=method,
            seed=seed,
            number=one.number if method == "seeded" else None,
            on=on,
            earlier=earlier,
        )
        edits += [Set(one.path, "roll", new_roll), Set(one.path, "quality", result)]
        rolled.append(Rolled(one.path, one.name, new_roll, note))
    return replace(apply_all(orbat, tuple(edits)), staff_table=wanted), tuple(rolled)
