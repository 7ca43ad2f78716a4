"""`orbat roll`."""

from __future__ import annotations

import datetime
import random
from dataclasses import replace
from pathlib import Path

import click

from orbat.cli.shared import (
    EXIT_OK,
    EXIT_USAGE,
    CommandError,
    read_input,
    require_folder,
    require_savable,
    show_findings,
    write_text,
)
from orbat.data.library import Library
from orbat.evaluate.staff_rolls import (
    Candidate,
    DiceSource,
    Method,
    Rolled,
    RollRefused,
    check_seed_unused,
    commanders_to_roll,
    entered_dice,
    random_dice,
    roll,
    seeded_dice,
)
from orbat.model.book import Book
from orbat.model.commanders import DICED
from orbat.model.orbat import Orbat
from orbat.pipeline import report_on, save
from orbat.session.files import WriteFailed

NOBODY_DUE = "every general has been diced for; add --reroll NAME to roll again for one"


@click.command("roll")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--table", type=click.Choice(["default", "national"]), help="The staff table; by default the file's.")
@click.option("--dice", metavar="3,6,1", help="The dice thrown on the table, in document order.")
@click.option("--seed", metavar="TEXT", help="Dice that follow from a text; the user guide has the recipe.")
@click.option("--reroll", multiple=True, metavar="WHO", help="Roll again for this general: his name or number.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write here instead of into the file.")
def roll_command(
    file: Path, table: str | None, dice: str | None, seed: str | None, reroll: tuple[str, ...], output: Path | None
) -> int:
    """Dice the staff quality of the generals and keep the rolls.

    Every general who has no roll yet is diced for; the player's own only where the rules give him no quality. A
    general who has been diced for keeps his roll, unless --reroll names him; the earlier roll then stays in the record.
    """
    require_savable(file, "rolls are kept")
    if output is not None:
        require_savable(output, "rolls are kept")
        require_folder(output)
    library = Library()
    loaded = read_input(file, library)[0]
    if loaded.orbat is None or any(finding.severity == "error" for finding in loaded.findings):
        show_findings(report_on(str(file), replace(loaded, orbat=None), library))
        write_text([f"{file} was not changed: mend it first."])
        return EXIT_USAGE
    book, _ = library.book(loaded.orbat)
    if book is None:
        show_findings(report_on(str(file), loaded, library))
        return EXIT_USAGE
    try:
        _refuse_unless_diced(loaded.orbat, book)
        due_now = commanders_to_roll(loaded.orbat, book, reroll)
        throw, method = _thrower(dice, seed, due_now, book.ruleset.staff.dice, book.ruleset.staff.sides)
        today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
        orbat, rolled = roll(
            loaded.orbat, book, due_now, throw, method=method, table=table or "", seed=seed or "", on=today
        )
    except RollRefused as refused:
        raise CommandError(str(refused)) from refused
    write_text(_lines(rolled))
    if rolled or output:
        original = loaded.document.text if loaded.document else ""
        try:
            save(orbat, output or file, original)
        except WriteFailed as failed:
            raise CommandError(str(failed)) from failed
        if output:
            write_text([f"Written: {output}"], err=True)
    return EXIT_OK


def _refuse_unless_diced(orbat: Orbat, book: Book) -> None:
    """Refuse to dice where the ruleset has no staff quality, or a reading of it has none diced. Raises RollRefused."""
    staff = book.ruleset.staff
    if not staff.qualities:
        raise RollRefused(f"{book.ruleset.title} has no staff quality to be diced for")
    if (how := staff.quality_source(book.rulings(orbat))) != DICED:
        raise RollRefused(f"staff quality is {how} by the reading of {staff.ruling} in this ORBAT; it is not diced for")


def _thrower(
    dice: str | None, seed: str | None, due_now: tuple[Candidate, ...], number: int, sides: int
) -> tuple[DiceSource, Method]:
    if dice is not None and seed is not None:
        raise RollRefused("give the dice thrown or a seed, not both")
    if dice is not None:
        if not due_now:
            raise RollRefused(NOBODY_DUE)
        try:
            values = tuple(int(value) for value in dice.replace(",", " ").split())
        except ValueError as error:
            raise RollRefused(f"{dice!r} is not a list of dice such as 3,6,1") from error
        return entered_dice(values, due_now, number, sides), "entered"
    if seed is not None:
        if not seed.strip():
            raise RollRefused("--seed wants a word or two; without --seed the dice are random")
        check_seed_unused(due_now, seed)
        return seeded_dice(seed), "seeded"
    return random_dice(random.SystemRandom()), "random"


def _lines(rolled: tuple[Rolled, ...]) -> list[str]:
    if not rolled:
        return [f"{NOBODY_DUE[0].upper()}{NOBODY_DUE[1:]}."]
    lines = []
    for one in rolled:
        thrown = " + ".join(map(str, one.roll.dice))
        was = f" (was {one.roll.earlier[0].result})" if one.roll.earlier else ""
        lines.append(f"{one.name}: {thrown} on the {one.roll.table} table, {one.roll.result}{was}")
        if one.note:
            lines.append(f"  {one.note}")
    return lines
