"""Commands that dice for the quality of generals. The dice stay: only an explicit re-roll takes their place."""

from __future__ import annotations

import datetime
import random
from typing import TYPE_CHECKING

from orbat.staff.dice import Thrower, random_dice
from orbat.staff.roll import Method, RollRefused, candidates, due, entered_dice
from orbat.tui.steps import army

if TYPE_CHECKING:
    from orbat.tui.screens.builder import BuilderScreen


def roll(builder: BuilderScreen) -> None:
    """Roll for every general who has not been diced for."""
    _roll(builder, (), random_dice(random.SystemRandom()), "random")


def reroll(builder: BuilderScreen) -> None:
    """Roll again for the general of the selected formation."""
    path = (*builder.now.selected, "commander")
    number = next((one.number for one in candidates(builder.now.orbat) if one.path == path), None)
    if number is None:
        builder.say("This formation has no general who is diced for.")
    else:
        _roll(builder, (str(number),), random_dice(random.SystemRandom()), "random")


def dice(builder: BuilderScreen) -> None:
    """Ask for the dice thrown on the table, in document order."""
    names = ", ".join(one.name for one in due(builder.now.orbat))
    if not names:
        builder.say(f"Every general has been diced for; {builder.key_of('reroll')} rolls again for the selected one.")
        return
    builder.ask(f"Dice thrown, such as 3 6 1, in this order: {names}", "", lambda text: _entered(builder, text))


def _entered(builder: BuilderScreen, text: str) -> None:
    figures = text.replace(",", " ").split()
    if not figures or not all(one.isascii() and one.isdecimal() and len(one) < 4 for one in figures):
        builder.say("Type the dice as figures, such as 3 6 1.", severity="warning")
        return
    table = builder.now.book.ruleset.staff
    try:
        throw = entered_dice(tuple(map(int, figures)), due(builder.now.orbat), table.dice, table.sides)
    except RollRefused as refused:
        builder.say(f"{refused}.", severity="warning")
    else:
        _roll(builder, (), throw, "entered")


def _roll(builder: BuilderScreen, names: tuple[str, ...], throw: Thrower, method: Method) -> None:
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    try:
        done = army.roll_staff(builder.now, names, throw, method, today)
    except RollRefused as refused:
        builder.say(f"{refused}.", severity="warning")
        return
    if done is None:
        builder.say(f"Every general has been diced for; {builder.key_of('reroll')} rolls again for the selected one.")
        return
    builder.do(done)
    builder.say(done.name.removeprefix("roll ").replace("; ", "\n"), title="Staff rolled")
