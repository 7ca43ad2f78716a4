"""`orbat roll`."""

from __future__ import annotations

import datetime
import random
from pathlib import Path

import click

from orbat.cli.shared import FINE, USAGE, painter, say
from orbat.outputs.files import WriteFailed
from orbat.outputs.safe import visible
from orbat.outputs.text import finding_lines
from orbat.pipeline import save
from orbat.sources.library import Library
from orbat.sources.orbat_file import load_orbat
from orbat.staff.dice import Thrower, random_dice, seeded_dice
from orbat.staff.roll import Candidate, Method, Rolled, RollRefused, due, entered_dice, roll


@click.command("roll")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--table", type=click.Choice(["default", "national"]), help="The staff table; by default the file's.")
@click.option("--dice", default="", metavar="3,6,1", help="The dice thrown on the table, in document order.")
@click.option("--seed", default="", metavar="TEXT", help="Dice that follow from a text; see the documentation.")
@click.option("--reroll", multiple=True, metavar="WHO", help="Roll again for this general: his name or number.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write here instead of into the file.")
def roll_command(
    file: Path, table: str | None, dice: str, seed: str, reroll: tuple[str, ...], output: Path | None
) -> int:
    """Dice the staff quality of every general who has no roll yet, and keep the rolls in the file.

    The player's own General is never diced for. A general who has been diced for keeps his roll, unless --reroll
    names him; the earlier roll then stays in the record.
    """
    loaded = load_orbat(file)
    if loaded.orbat is None or loaded.findings:
        say(line for finding in loaded.findings for line in finding_lines(finding, painter()))
        say([f"{file} was not changed: mend it first."])
        return USAGE
    book, missing = Library().book(loaded.orbat)
    if book is None:
        say(line for finding in missing for line in finding_lines(finding, painter()))
        return USAGE
    try:
        due_now = due(loaded.orbat, reroll)
        throw, method = _thrower(dice, seed, due_now, book.ruleset.staff.dice, book.ruleset.staff.sides)
        today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
        orbat, rolled = roll(loaded.orbat, book, due_now, throw, method=method, table=table or "", seed=seed, on=today)
    except RollRefused as refused:
        raise click.UsageError(str(refused)) from refused
    say(_lines(rolled))
    if rolled or output:
        original = loaded.document.text if loaded.document else ""
        try:
            save(orbat, output or file, original)
        except WriteFailed as failed:
            raise click.UsageError(str(failed)) from failed
    return FINE


def _thrower(dice: str, seed: str, due_now: tuple[Candidate, ...], number: int, sides: int) -> tuple[Thrower, Method]:
    if dice and seed:
        raise RollRefused("give the dice thrown or a seed, not both")
    if dice:
        try:
            values = tuple(int(value) for value in dice.replace(",", " ").split())
        except ValueError as error:
            raise RollRefused(f"{dice!r} is not a list of dice such as 3,6,1") from error
        return entered_dice(values, due_now, number, sides), "entered"
    if seed:
        return seeded_dice(seed), "seeded"
    return random_dice(random.SystemRandom()), "random"


def _lines(rolled: tuple[Rolled, ...]) -> list[str]:
    if not rolled:
        return ["Every general has been diced for; name one with --reroll to roll again."]
    lines = []
    for one in rolled:
        thrown = " + ".join(map(str, one.roll.dice))
        was = f" (was {one.roll.earlier[0].result})" if one.roll.earlier else ""
        lines.append(f"{visible(one.name)}: {thrown} on the {one.roll.table} table, {one.roll.result}{was}")
        if one.note:
            lines.append(f"  {one.note}")
    return lines
