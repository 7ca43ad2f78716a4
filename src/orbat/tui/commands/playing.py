"""Opening the play screen for what is in the host."""

from __future__ import annotations

from pathlib import Path

from orbat.model.game import Game
from orbat.model.sheet import Printing
from orbat.report.marking import marked
from orbat.report.score import score
from orbat.sources.play_file import load_play, play_path
from orbat.tui.commands.host import Host
from orbat.tui.screens.playing import PlayScreen


def play(host: Host) -> None:
    """Open the game that is kept beside the ORBAT's file, or begin one."""
    state = host.now
    if state.file is None:
        host.say(f"Save the ORBAT first ({host.key_of('save')}): its losses are kept beside its file.")
        return
    file, game = play_path(state.file), Game(title=state.report.title)
    if file.exists():
        kept = game_in(host, file)
        if kept is None:
            return
        game = kept
    host.show(PlayScreen(state.report, file, game))


def game_in(host: Host, file: Path) -> Game | None:
    """The game in a file; what is wrong with it is said."""
    found = load_play(file)
    if found.value is None:
        first = found.findings[0]
        where = f", line {first.line}" if first.line else ""
        says = f"{file.name}{where} cannot be used: {first.message}. Mend it, or set it aside."
        host.say(says, severity="error")
    return found.value


def with_losses(host: Host, printing: Printing) -> Printing:
    """What is to be printed, with the losses marked that are kept beside the file, where they are wanted."""
    file = host.now.file
    if printing.boxes != "as-is":
        return printing
    if file is None or not play_path(file).exists():
        host.say("No losses are kept beside the file, so no box is marked.")
        return printing
    game = game_in(host, play_path(file))
    return marked(printing, score(host.now.report, game)) if game else printing
