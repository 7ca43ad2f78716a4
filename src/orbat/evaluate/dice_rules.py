"""Rules about the records of staff rolls, and about generals with several posts."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from orbat.evaluate.quote import CommanderLine
from orbat.evaluate.rule import ArmyCase, CommanderCase, RuleResult, formation_title
from orbat.evaluate.staff_rules import is_diced, rolls_with_paths, table_of
from orbat.evaluate.summary import FormationGeneral
from orbat.model.commanders import BOUGHT, DICED, PROMOTION, Level
from orbat.model.dates import read_date
from orbat.model.edits import Edit, Set
from orbat.model.finding import GroupText
from orbat.model.look_alikes import name_key
from orbat.model.orbat import Commander, Roll
from orbat.model.path import OrbatPath
from orbat.model.record import changed
from orbat.model.wording import all_of

if TYPE_CHECKING:
    from orbat.evaluate.seeds import SeededRoll


def seed_gives_dice(case: ArmyCase) -> Iterator[RuleResult]:
    """A seeded staff roll has the dice that the seed gives.

    Why: Anyone can calculate the dice again from the seed and the number of the general. Two generals with the same
    seed and number are reported too.

    Example: a roll written as 6, where the seed gives 4 for this general.

    Remedy: Write the dice that the seed gives, or roll again with another seed.
    """
    switch = case.rules.staff
    if switch is None or not any(
        # A roll without a number uses the general's place in the ORBAT. Generals that were moved, added or
        # removed since the roll can explain the dice.
        map(_is_seeded, (case.orbat.commander, *(one.commander for one in case.summary.generals)))
    ):
        return
    from orbat.evaluate.seeds import seeded_rolls  # most armies have no seeded dice

    users: dict[tuple[str, tuple[int, ...], int | None], SeededRoll] = {}
    for one in seeded_rolls(case.orbat, case.book):
        first = users.setdefault((one.roll.seed, one.dice, one.roll.number), one)
        if one.state not in ("wrong", "shared"):
            continue
        is_earlier = one.path[-1] != "roll"
        message = "seed {seed} gives {given} for {name}, but {dice} is written"
        if one.state == "shared":
            message = "{name} and {first} use the same dice of seed {seed}"
        elif is_earlier:
            message = "an earlier roll of {name}: seed {seed} gives {given}, but {dice} is written"
        yield RuleResult(
            message=message,
            help="Write {given}, or roll again with another seed."
            if one.state == "wrong"
            else "Roll again for {name} with another seed.",
            fields={
                "name": one.general.name,
                "first": first.general.name,
                "seed": one.roll.seed,
                "given": _sum(one.dice),
                "dice": _sum(one.roll.dice),
            },
            path=one.path,
            fix=_corrected(case, one) if one.state == "wrong" and not is_earlier else (),
        )


def _is_seeded(commander: Commander | None) -> bool:
    roll = commander.roll if commander else None
    return roll is not None and any(one.seed for one in (roll, *roll.earlier))


def _corrected(case: ArmyCase, one: SeededRoll) -> tuple[Edit, ...]:
    list_id = one.general.place.list_id if one.general.place else case.context.list_id
    name, table, _ = case.book.staff_table_in(case.rulings, case.orbat.staff_table, list_id)
    quality = table.quality_of(one.dice)
    number = one.general.number if one.roll.number is None else one.roll.number
    roll = changed(one.roll, dice=one.dice, table=name, result=quality, number=number)
    return Set(one.general.path, "roll", roll), Set(one.general.path, "quality", quality)


def rolled_on_chosen_table(case: CommanderCase) -> Iterator[RuleResult]:
    """Every staff roll uses the ORBAT's staff table and the row of the general's nation.

    Why: The players choose one staff table for all generals. If the correct table and row give the same quality, the
    finding is a warning. Rolls on the table `promotion` are not checked, because they are for generals promoted during
    a game.

    Example: a die of 3, read in the row of another nation because that row gives a better quality.

    Remedy: Read the same dice on the ORBAT's staff table, or change `staff_table` to the table that was used.
    """
    switch, staff, roll = case.rules.staff, case.book.ruleset.staff, case.commander.roll
    known = case.army.staff_table in ("default", "national")
    if (
        switch is None
        or roll is None
        or roll.table == PROMOTION
        or not known
        or case.army.quality_source != DICED
        or not is_diced(case)
    ):
        return
    nation = case.book.nation(case.list_id)
    written = table_of(staff, roll, nation)
    if written is None:
        return
    right, table, _ = case.book.staff_table_in(case.rulings, case.army.staff_table, case.list_id)
    if right == (nation if roll.table == "national" else roll.table):
        return
    if not staff.is_possible(roll.dice):
        yield RuleResult(
            message="{name}: the dice were read on staff table {table}, but the ORBAT uses {right}",
            help="Use staff table {right} for the dice.",
            cites=table.citations,
            fields={"table": roll.table, "right": right},
            path=("roll", "table"),
            change={"roll": changed(roll, table=right)},
        )
        return
    quality = table.quality_of(roll.dice)
    same = quality == written.quality_of(roll.dice)
    yield RuleResult(
        message="{name}: {dice} was read on staff table {table}, but the ORBAT uses {right}; both give {given}"
        if same
        else "{name}: {dice} was read on staff table {table}, but the ORBAT uses {right}, which gives {given}",
        help="Use staff table {right} for the dice.",
        cites=table.citations,
        fields={"dice": _sum(roll.dice), "table": roll.table, "right": right, "given": quality},
        path=("roll", "table"),
        change={"roll": changed(roll, table=right, result=quality), "quality": quality},
        severity="warning" if same else "error",
        doubt="dice" if same else None,
    )


def roll_record_sound(case: CommanderCase) -> Iterator[RuleResult]:
    """The date, method, seed and result of a staff roll agree.

    Why: The opponent can judge dice only by their record. The date must not be in the future. A roll with `method:
    seeded` needs a seed. If staff quality is bought or set by the scenario, a recorded roll gives a note.

    Example: `roll: {dice: [6], method: seeded}` without `seed`.

    Remedy: Correct the record of the roll, or roll again.
    """
    ruleset, roll = case.book.ruleset, case.commander.roll
    if not ruleset.staff.qualities:
        if roll or case.commander.quality:
            yield RuleResult(
                message="{name}: a staff roll is written, but {ruleset} has no staff quality"
                if roll
                else "{name}: the quality {quality} is written, but {ruleset} has no staff quality",
                help="Remove the roll and the quality.",
                fields={"ruleset": ruleset.title, "quality": case.commander.quality},
                path=("roll",) if roll else ("quality",),
                change={"roll": None, "quality": ""},
            )
        return
    if roll is None or not is_diced(case):
        return  # a roll of the player's own General is an error in any case
    if case.army.quality_source not in ("", DICED):
        yield RuleResult(
            message="{name}: a staff roll is written, but staff quality is bought"
            if case.army.quality_source == BOUGHT
            else "{name}: a staff roll is written, but the scenario sets staff quality",
            help="Remove the roll.",
            path=("roll",),
            change={"roll": None},
            severity="note",
        )
    for path, one in rolls_with_paths(roll):
        yield from _wrong_date(one, path)
        yield from _wrong_method(one, path)
        table = table_of(ruleset.staff, one, case.book.nation(case.list_id))
        given = table.quality_of(one.dice) if table else ""
        if given and one.result not in ("", given):
            yield RuleResult(
                message="{name}: the recorded result is {result}, but {dice} on staff table {table} gives {given}",
                help="Correct the result to {given}.",
                fields={"result": one.result, "dice": _sum(one.dice), "table": one.table, "given": given},
                path=(*path, "result"),
                doubt="dice",
            )


def _wrong_date(roll: Roll, path: OrbatPath) -> Iterator[RuleResult]:
    if not roll.on:
        return
    day = _first_day(roll.on)
    if day is None or day > _last_possible_day():
        yield RuleResult(
            message="{name}: the roll has the invalid date {on}; write a date such as 2026-09-20"
            if day is None
            else "{name}: the roll's date {on} is in the future",
            help="Correct the date of the roll.",
            fields={"on": roll.on},
            path=(*path, "on"),
            doubt="dice",
        )


def _first_day(text: str) -> datetime.date | None:
    with suppress(ValueError):
        date = read_date(text)
        return datetime.date(date.year, date.month or 1, 1)
    with suppress(ValueError):
        return datetime.datetime.fromisoformat(text).date()
    return None


def _last_possible_day() -> datetime.date:
    return (datetime.datetime.now(tz=datetime.UTC) + datetime.timedelta(hours=14)).date()


def _wrong_method(roll: Roll, path: OrbatPath) -> Iterator[RuleResult]:
    if roll.method == "seeded" and not roll.seed.strip():
        message = "{name}: seeded roll without a seed"
    elif roll.seed and roll.method not in (None, "seeded"):
        message = "{name}: the roll has a seed, but is marked as {method}"
    else:
        return
    yield RuleResult(
        message=message,
        help="Correct the method and the seed.",
        fields={"method": roll.method},
        path=(*path, "seed"),
        doubt="dice",
    )


_TWO_POSTS = GroupText("{count} {general}s have several posts: {items}", "{man} ({posts})")


def one_post_each(case: ArmyCase) -> Iterator[RuleResult]:
    """No general has two posts, such as the command of two brigades.

    Why: A general cannot be in two places. In history, the general of a division often commanded a brigade too, so the
    finding is only a note. Such a general is paid once if the brigade has `led_from_above: true`. Names that look alike
    count as one name.

    Example: one name for the player's General and for the general of a brigade.

    Remedy: Give one of the posts to another general, or write `led_from_above: true` in the inner formation.
    """
    posts: dict[str, list[CommanderLine | FormationGeneral]] = defaultdict(list)
    for one in (case.quote.commander, *case.summary.generals):
        if one and one.commander.name:
            posts[name_key(one.commander.name)].append(one)
    general = case.book.ruleset.commander_word
    titles = {general, "general", *(word for level in case.book.ruleset.levels for word in _words(level))}
    for name, several in posts.items():
        # a title such as `Brigade General` is not a name
        if len(several) > 1 and any(one.points for one in several) and not titles.issuperset(name.split()):
            yield RuleResult(
                message="{man} has several posts: {posts}",
                help="Give one of the posts to another {general}, or to an unnamed {general}.",
                fields={
                    "man": several[0].commander.name,
                    "posts": all_of(
                        formation_title(one) if isinstance(one, FormationGeneral) else "the army" for one in several
                    ),
                    "general": general,
                },
                path=(*several[1].path, "name"),
                fix=_led_from_above(several),
                group=_TWO_POSTS,
            )


def _led_from_above(posts: list[CommanderLine | FormationGeneral]) -> tuple[Set, ...]:
    # for the general of a division and of one of its brigades; the player's own General is paid only for the brigade
    if len(posts) != 2 or not all(one.points for one in posts):
        return ()
    outer, inner = (one.path[:-1] for one in posts)
    if not outer or inner[:-2] != outer:
        return ()
    return Set(inner, "commander", None), Set(inner, "led_from_above", True)


def _words(level: Level) -> Iterator[str]:
    for label in (level.label, *level.aliases):
        yield from label.casefold().split()


def _sum(dice: tuple[int, ...]) -> str:
    return " + ".join(map(str, dice))
