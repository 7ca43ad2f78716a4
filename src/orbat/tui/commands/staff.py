"""Commands that dice for the quality of generals. The dice stay: only an explicit re-roll takes their place."""

from __future__ import annotations

import datetime
import random
from typing import TYPE_CHECKING

from orbat.staff.dice import Thrower, random_dice
from orbat.staff.roll import Candidate, Method, RollRefused, candidates, due, entered_dice
from orbat.tui.screens.dice import SKIP, AskDice, dealt
from orbat.tui.steps import army
from orbat.tui.steps.selection import kind_selected

if TYPE_CHECKING:
    from orbat.tui.screens.builder import BuilderScreen


def roll(builder: BuilderScreen) -> None:
    """Roll for every general who has not been diced for."""
    if whom := due(builder.now.orbat, builder.now.book):
        _roll(builder, whom, random_dice(random.SystemRandom()), "random")
    else:
        again, typed = builder.key_of("reroll"), builder.key_of("dice")
        word = builder.now.book.ruleset.commander_word
        builder.say(f"Every {word} has been diced for; {again} rolls again for the selected one, {typed} takes dice.")


def reroll(builder: BuilderScreen) -> None:
    """Roll again for the general of the selected formation or army."""
    path = (*builder.now.selected, "commander")
    if whom := tuple(one for one in candidates(builder.now.orbat, builder.now.book) if one.path == path):
        _roll(builder, whom, random_dice(random.SystemRandom()), "random")
    else:
        what = kind_selected(builder.now)
        builder.say(f"This {what} has no {builder.now.book.ruleset.commander_word} who is diced for.")


def dice(builder: BuilderScreen) -> None:
    """Ask for the dice thrown on the table, in document order; any of the generals can be left for later."""
    whom = army.dice_due(builder.now)
    if not whom:
        builder.say(f"There is no {builder.now.book.ruleset.commander_word} who is diced for.")
        return
    staff = builder.now.book.ruleset.staff

    def wrong(text: str) -> str:
        try:
            _read_dice(text, whom, staff.dice, staff.sides)
        except ValueError as error:
            return f"{error}."
        return ""

    def answered(text: str | None) -> None:
        if text is not None:
            _roll(builder, *_read_dice(text, whom, staff.dice, staff.sides), "entered")

    builder.app.push_screen(AskDice(whom, staff.dice, staff.sides, wrong), answered)


def _read_dice(text: str, whom: tuple[Candidate, ...], each: int, sides: int) -> tuple[tuple[Candidate, ...], Thrower]:
    """The generals for whom dice were typed, and those dice. Raises ValueError."""
    hands = dealt(text, each)
    figures = [figure for hand in hands for figure in hand if figure != SKIP]
    if not figures or not all(one.isascii() and one.isdecimal() and len(one) < 4 for one in figures):
        raise RollRefused(f"Type figures from 1 to {sides}, with blanks or commas between them; {SKIP} skips a general")
    diced = tuple(one for one, hand in zip(whom, hands, strict=False) if hand != (SKIP,))
    return diced, entered_dice(tuple(map(int, figures)), diced, each, sides)


def _roll(builder: BuilderScreen, whom: tuple[Candidate, ...], throw: Thrower, method: Method) -> None:
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    done = army.roll_staff(builder.now, whom, throw, method, today)
    if done is not None:
        builder.do(done)
        builder.say(done.name.removeprefix("roll ").replace("; ", "\n"), title="Staff rolled")
