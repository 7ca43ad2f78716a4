"""The command `orbat roll`."""

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
from orbat.model.wording import phrase
from orbat.pipeline import report_on, save

NOTHING_TO_ROLL = "all generals have a roll; --reroll NAME rolls again for a general"


@click.command("roll")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--table",
    type=click.Choice(["default", "national"]),
    help="Staff table to roll on. [default: the table that FILE names]",
)
@click.option("--dice", metavar="3,6,1", help="Your own dice rolls, in the order of the generals in the file.")
@click.option(
    "--seed",
    metavar="TEXT",
    help="Calculate the dice from this text. The same text gives the same dice; see the user guide.",
)
@click.option("--reroll", multiple=True, metavar="WHO", help="Roll again for the general with this name or number.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write to this file instead of FILE.")
def roll_command(
    file: Path, table: str | None, dice: str | None, seed: str | None, reroll: tuple[str, ...], output: Path | None
) -> int:
    """Roll the staff quality of generals, and save the rolls.

    The command rolls for every general without a roll. If the rules fix the quality of the general who represents the
    player, the command does not roll for that general. With --reroll, only the named generals get a new roll. The
    replaced rolls stay in the ORBAT.
    """
    require_savable(file)
    if output is not None:
        require_savable(output)
        require_folder(output)
    library = Library()
    loaded = read_input(file, library)[0]
    if loaded.orbat is None or any(finding.severity == "error" for finding in loaded.findings):
        show_findings(report_on(str(file), replace(loaded, orbat=None), library))
        write_text([phrase("{file} not changed: correct the errors in the file first.", file=file)])
        return EXIT_USAGE
    book, _ = library.book(loaded.orbat)
    if book is None:
        show_findings(report_on(str(file), loaded, library))
        return EXIT_USAGE
    try:
        _require_dicing(loaded.orbat, book)
        candidates = commanders_to_roll(loaded.orbat, book, reroll)
        staff = book.ruleset.staff
        roller, method = _roller(loaded.orbat, dice, seed, candidates, staff.dice, staff.sides)
        today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
        orbat, rolled = roll(
            loaded.orbat, book, candidates, roller, method=method, table=table or "", seed=seed or "", on=today
        )
    except RollRefused as refused:
        raise CommandError(str(refused)) from refused
    write_text(_lines(rolled))
    if rolled or output:
        original = loaded.document.text if loaded.document else ""
        save(orbat, output or file, original)
        if output:
            write_text([phrase("Written: {file}", file=output)], err=True)
    return EXIT_OK


def _require_dicing(orbat: Orbat, book: Book) -> None:
    staff = book.ruleset.staff
    if not staff.qualities:
        raise RollRefused(phrase("{ruleset} has no staff quality", ruleset=book.ruleset.title))
    if (how := staff.quality_source(book.rulings(orbat))) != DICED:
        raise RollRefused(
            phrase(
                "no dice are rolled, because the ruling {ruling} in this ORBAT says that staff quality is {how}",
                how=how,
                ruling=staff.ruling,
            )
        )


def _roller(
    orbat: Orbat, dice: str | None, seed: str | None, candidates: tuple[Candidate, ...], number: int, sides: int
) -> tuple[DiceSource, Method]:
    if dice is not None and seed is not None:
        raise RollRefused("--dice cannot be combined with --seed")
    if dice is not None:
        if not candidates:
            raise RollRefused(NOTHING_TO_ROLL)
        try:
            values = tuple(int(value) for value in dice.replace(",", " ").split())
        except ValueError as error:
            raise RollRefused(phrase("{dice!r} is not a list of dice such as 3,6,1", dice=dice)) from error
        return entered_dice(values, candidates, number, sides), "entered"
    if seed is not None:
        if not seed.strip():
            raise RollRefused("--seed needs a text; without --seed the dice are random")
        check_seed_unused(orbat, candidates, seed)
        return seeded_dice(seed), "seeded"
    return random_dice(random.SystemRandom()), "random"


def _lines(rolled: tuple[Rolled, ...]) -> list[str]:
    if not rolled:
        return ["All generals have a roll. --reroll NAME rolls again for a general."]
    lines = []
    for one in rolled:
        dice = " + ".join(map(str, one.roll.dice))
        if one.roll.earlier:
            text = phrase(
                "{name}: {dice} on the {table} table, {result} (was {earlier})",
                name=one.name,
                dice=dice,
                table=one.roll.table,
                result=one.roll.result,
                earlier=one.roll.earlier[0].result,
            )
        else:
            text = phrase(
                "{name}: {dice} on the {table} table, {result}",
                name=one.name,
                dice=dice,
                table=one.roll.table,
                result=one.roll.result,
            )
        lines.append(text)
        if one.note:
            lines.append(f"  {one.note}")
    return lines
