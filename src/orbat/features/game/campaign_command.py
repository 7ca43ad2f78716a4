"""The command `orbat campaign next`, and the builder's command Next game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from orbat.cli.new import require_new_file, text_of_new, write_new
from orbat.cli.shared import EXIT_OK, EXIT_USAGE, CommandError, all_usable, check_pair, write_text
from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.features.game.command import load_losses
from orbat.model.wording import phrase
from orbat.pipeline import Evaluator, report_on

if TYPE_CHECKING:
    from orbat.features.game.campaign import NextArmy
    from orbat.features.game.model import Game
    from orbat.model.finding import Finding
    from orbat.report.report import Report
    from orbat.tui.commands.host import Host


@click.group("campaign")
def campaign_command() -> None:
    """Campaigns: take the survivors of a game to the next game."""


@campaign_command.command("next")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", "losses", multiple=True, help="Losses: a file, or text such as '33rd Foot: 5 lost'.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="The new file. [default: FILE with the next number, such as army_2.yaml]",
)
def next_command(file: Path, losses: tuple[str, ...], output: Path | None) -> int:
    """Write the ORBAT of the next game, with the survivors of the last game.

    --game takes a file or text. Losses are read from the file that --game names; without one, from NAME.play.yaml in
    the folder of the ORBAT, if it exists. Losses that --game gives as text are added. The key `campaign` of the ruleset
    says which lost stands, guns and generals return. Each unit's note lists its games. FILE is not changed.
    """
    from orbat.render.text import verdict_line

    library = Library()
    output = output or next_path(file)
    require_new_file(output)
    reports = check_pair([file], library, {})
    if not all_usable(reports):
        return EXIT_USAGE
    army = survivors(reports[0], load_losses(reports[0], file, losses))
    if army is None:
        raise CommandError(
            phrase(
                "{ruleset} does not say which losses return after a game (key `campaign`)", ruleset=reports[0].ruleset
            )
        )
    write_new(output, text_of_new(army.orbat, output))
    after = report_on(str(output), Loaded(army.orbat, ()), library)
    write_text([*army.changes, phrase("Written: {file}", file=output), verdict_line(after)])
    return EXIT_OK


def survivors(report: Report, game: Game) -> NextArmy | None:
    """The army after a game. None if the ruleset has no key `campaign`."""
    from orbat.features.game.campaign import next_army
    from orbat.features.game.score import score

    rules = report.book.ruleset.campaign if report.book else None
    return next_army(score(report, game), rules) if rules else None


def next_path(file: Path) -> Path:
    """The path of the next ORBAT of a campaign: `army.yaml`, `army_2.yaml`, `army_3.yaml`."""
    found = re.fullmatch(r"(.+)_([0-9]{1,4})", file.stem)
    stem, number = (found[1], int(found[2]) + 1) if found else (file.stem, 2)
    return file.with_name(f"{stem}_{number}{file.suffix if file.suffix.lower() == '.json' else '.yaml'}")


def next_game(host: Host) -> None:
    """Show the army after the losses marked on the play screen.

    If the user accepts this army and names a new file, open this army as one edit, and save it in the new file.
    """
    from orbat.features.game.file import load_play, play_path

    state = host.now
    if state.file is None or not play_path(state.file).is_file():
        host.say(
            phrase("No losses are marked. Save the army, then mark its losses with {key}.", key=host.key_of("play"))
        )
        return
    found = load_play(play_path(state.file))
    army = survivors(state.report, found.value) if found.value else None
    if army is None:
        host.say(phrase("{file} cannot be used.", file=play_path(state.file).name))
        return
    if not army.changes:
        host.say("No losses are marked, so the army stays as it is.")
        return
    _preview(host, army, next_path(state.file).name)


def _fault_words(finding: Finding) -> str:
    if finding.severity == "error":
        return phrase("Not legal: {finding}", finding=finding.message)
    return phrase("House limit not kept: {finding}", finding=finding.message)


def _preview(host: Host, army: NextArmy, name: str) -> None:
    # `name`: the name of the new file to propose
    from orbat.evaluate.trial import added_faults
    from orbat.tui.commands import files
    from orbat.tui.state import StepResult
    from orbat.tui.widgets.lines import Line

    def take() -> None:
        step = StepResult("take the survivors to the next game", army.orbat, ())
        files.save_under(host, name, first=lambda: host.do(step))

    rules = host.now.book.ruleset.campaign
    rule = rules.note if rules else ""
    question = phrase(
        "The army for the next game. {rule} The file of this army stays as it is; the army for the next game gets a "
        "new file.",
        rule=rule,
    )
    changes = [Line(key=number, name=words) for number, words in enumerate(army.changes)]
    after = Evaluator().examine(army.orbat, host.now.book)[1]
    faults = [
        Line(key=("fault", number), name=_fault_words(one), role="warning")
        for number, one in enumerate(added_faults(host.now.findings, after))
    ]
    host.offer(question, (("apply", "Save as"), ("back", "Cancel")), {"apply": take}, (*faults, *changes), wide=True)
