"""Commands that roll for staff quality. Only the command Roll again replaces an existing roll."""

from __future__ import annotations

import datetime
import random

from orbat.evaluate.staff_rolls import (
    Candidate,
    DiceSource,
    Method,
    RollRefused,
    candidates,
    commanders_to_roll,
    entered_dice,
    random_dice,
)
from orbat.model.wording import phrase
from orbat.tui.commands.host import Host
from orbat.tui.screens.dice import SKIP, AskDice, split_dice
from orbat.tui.steps import army
from orbat.tui.steps.selection import kind_selected


def roll(host: Host) -> None:
    """Roll staff quality for every general who has no roll yet."""
    if commanders := commanders_to_roll(host.now.orbat, host.now.book):
        _roll(host, commanders, random_dice(random.SystemRandom()), "random")
    else:
        host.say(
            phrase(
                "Every {commander} has a roll. Press {again} to roll again, or {typed} to enter dice.",
                commander=host.now.book.ruleset.commander_word,
                again=host.key_of("reroll"),
                typed=host.key_of("dice"),
            )
        )


def reroll(host: Host) -> None:
    """Roll again for the general of the selected formation or army."""
    path = (*host.now.selected, "commander")
    if commanders := tuple(one for one in candidates(host.now.orbat, host.now.book) if one.path == path):
        _roll(host, commanders, random_dice(random.SystemRandom()), "random")
    else:
        commander = host.now.book.ruleset.commander_word
        host.say(
            phrase("The army has no {commander} to roll for.", commander=commander)
            if kind_selected(host.now) == "army"
            else phrase("This formation has no {commander} to roll for.", commander=commander)
        )


def dice(host: Host) -> None:
    """Ask for dice that the user rolled by hand, for generals in the order of the ORBAT."""
    # The user can skip generals.
    commanders = army.commanders_for_dice(host.now)
    if not commanders:
        host.say(phrase("There is no {commander} to roll for.", commander=host.now.book.ruleset.commander_word))
        return
    staff = host.now.book.ruleset.staff

    def wrong(text: str) -> str:
        try:
            _read_dice(text, commanders, staff.dice, staff.sides)
        except ValueError as error:
            return f"{error}."
        return ""

    def answered(text: str | None) -> None:
        if text is not None:
            _roll(host, *_read_dice(text, commanders, staff.dice, staff.sides), "entered")

    host.show(AskDice(commanders, staff.dice, staff.sides, wrong), answered)


def _read_dice(
    text: str, commanders: tuple[Candidate, ...], each: int, sides: int
) -> tuple[tuple[Candidate, ...], DiceSource]:
    # Returns the generals who are not skipped, and their dice. Each general has `each` dice.
    groups = split_dice(text, each)
    numbers = [number for group in groups for number in group if number != SKIP]
    if not numbers or not all(one.isascii() and one.isdecimal() and len(one) < 4 for one in numbers):
        raise RollRefused(
            phrase(
                "Type numbers from 1 to {sides}, separated by spaces or commas; type {skip} to skip a commander",
                sides=sides,
                skip=SKIP,
            )
        )
    diced = tuple(one for one, group in zip(commanders, groups, strict=False) if group != (SKIP,))
    return diced, entered_dice(tuple(map(int, numbers)), diced, each, sides)


def _roll(host: Host, commanders: tuple[Candidate, ...], dice: DiceSource, method: Method) -> None:
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    done = army.roll_quality(host.now, commanders, dice, method, today)
    if done is not None:
        host.do(done)
        host.say(done.name.removeprefix("roll ").replace("; ", "\n"), title="Staff rolled")
