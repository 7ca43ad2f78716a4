"""The command `orbat score` and the option `orbat print --losses`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from orbat.cli.shared import (
    EXIT_OK,
    EXIT_USAGE,
    STANDARD_INPUT,
    CommandError,
    all_usable,
    check_pair,
    exists,
    painter,
    show_findings,
    width,
    write_json,
    write_lines,
    write_text,
)
from orbat.data.library import Library
from orbat.model.wording import phrase
from orbat.report.report import Report

if TYPE_CHECKING:
    from orbat.features.game.model import Game
    from orbat.features.game.score import Score
    from orbat.model.sheet import PrintOptions


@click.command("score")
@click.argument("first", metavar="A", type=click.Path(path_type=Path))
@click.argument("second", metavar="[B]", required=False, type=click.Path(path_type=Path))
@click.option("--losses", multiple=True, help="Losses of A: a file, or text such as '33rd Foot: 5 lost'.")
@click.option("--losses-b", multiple=True, help="Losses of B.")
@click.option("--save", is_flag=True, help="Save the losses beside each ORBAT, in NAME.play.yaml.")
@click.option("--ruleset", default="", help="Ruleset for files that name no ruleset.")
@click.option("--army", default="", help="Army list for files that name no army list.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
def score_command(
    first: Path,
    second: Path | None,
    losses: tuple[str, ...],
    losses_b: tuple[str, ...],
    save: bool,
    ruleset: str,
    army: str,
    as_json: bool,
) -> int:
    """Score a game: points lost, and the margin of victory.

    --losses takes a file or text. Losses are read from the file that --losses names; without one, from NAME.play.yaml
    in the folder of the ORBAT, if it exists. Losses that --losses gives as text are added. With B, both armies are
    scored and compared. The ORBATs are not changed.
    """
    if losses_b and second is None:
        raise click.UsageError("--losses-b needs a second ORBAT (B)")
    library, defaults = Library(), {"ruleset": ruleset, "army_list": army}
    sides = ((first, losses), (second, losses_b)) if second else ((first, losses),)
    reports = check_pair([path for path, _ in sides], library, defaults)
    if not all_usable(reports):
        return EXIT_USAGE
    games = [load_losses(report, path, words) for report, (path, words) in zip(reports, sides, strict=True)]
    from orbat.features.game.score import score

    scores = [score(report, game) for report, game in zip(reports, games, strict=True)]
    code = _show(scores, as_json=as_json)
    for one, (path, _) in zip(scores, sides, strict=True):
        if save:
            _save(one, path, err=as_json)
    return code


def _show(scores: list[Score], *, as_json: bool) -> int:
    from orbat.features.game.json_data import result_data, score_data
    from orbat.features.game.score import NotScored, result
    from orbat.features.game.text import result_lines, score_lines, single_score_lines

    if len(scores) == 1:
        if as_json:
            write_json(score_data(scores[0]))
        else:
            write_lines([*score_lines(scores[0], painter(), width()), *single_score_lines(scores[0], width())])
        return EXIT_OK
    found = result(*scores)
    if isinstance(found, NotScored):
        raise CommandError(found.reason)
    if as_json:
        write_json(result_data(found))
    else:
        write_lines(result_lines(found, painter(), width()))
    return EXIT_OK


def with_losses(printing: PrintOptions, report: Report, file: Path, losses: tuple[str, ...]) -> PrintOptions:
    """Add an army's losses to the print options for sheets. Raises CommandError.

    `losses` has the values of `--losses`. With `--boxes as-is` and no losses, the losses in `NAME.play.yaml` are used.
    """
    if not losses and printing.boxes != "as-is":
        return printing
    from orbat.features.game.score import score, with_marks

    return with_marks(printing, score(report, load_losses(report, file, losses)))


def load_losses(report: Report, path: Path, losses: tuple[str, ...]) -> Game:
    """Load an army's losses from a file and from texts. Raises CommandError.

    `losses` has the values of `--losses`: texts, and at most one file. The default file is `NAME.play.yaml`, if
    present.
    """
    from orbat.features.game.file import play_path
    from orbat.features.game.losses_text import UnknownLoss, parse_losses
    from orbat.features.game.model import Game

    files = [Path(one) for one in losses if _is_file(one)]
    if len(files) > 1:
        raise CommandError("only one file of losses is allowed per army")
    beside = [play_path(path)] if path != STANDARD_INPUT and exists(play_path(path)) else []
    game = Game(title=report.title)
    for file in (files or beside)[:1]:
        game = _read(file)
    try:
        for words in losses:
            if not _is_file(words):
                game = parse_losses(words, report, game)
    except UnknownLoss as error:
        raise CommandError(str(error)) from error
    return game


def _is_file(words: str) -> bool:
    # losses given as text contain a colon
    return words.lower().endswith((".yaml", ".yml")) or (":" not in words and exists(Path(words)))


def _read(file: Path) -> Game:
    from orbat.features.game.file import load_play

    found = load_play(file)
    if found.value is None:
        text = found.document.text if found.document else ""
        show_findings(Report(str(file), None, None, None, found.findings, text), err=True)
        raise CommandError(phrase("{file} is unusable; correct or rename the file", file=file))
    return found.value


def _save(score: Score, path: Path, *, err: bool) -> None:
    from orbat.features.game.file import play_path, play_yaml
    from orbat.session.files import write

    if path == STANDARD_INPUT:
        raise CommandError("--save needs a file, not standard input")
    file = play_path(path)
    write(file, play_yaml(score.saved_game).encode("utf-8", "replace"), backup=False)
    write_text([phrase("Written: {file}", file=file)], err=err)
