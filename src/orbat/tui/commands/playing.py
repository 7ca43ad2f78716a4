"""Opening the play screen for what is in the builder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orbat.model.game import Game
from orbat.sources.play_file import load_play, play_path
from orbat.tui.screens.playing import PlayScreen

if TYPE_CHECKING:
    from orbat.tui.screens.builder import BuilderScreen


def play(builder: BuilderScreen) -> None:
    """Open the game that is kept beside the ORBAT's file, or begin one."""
    state = builder.now
    if state.file is None:
        builder.say(f"Save the ORBAT first ({builder.key_of('save')}): its losses are kept beside its file.")
        return
    file, game = play_path(state.file), Game(title=state.report.title)
    if file.exists():
        found = load_play(file)
        if found.value is None:
            first = found.findings[0]
            where = f", line {first.line}" if first.line else ""
            says = f"{file.name}{where} cannot be used: {first.message}. Mend it, or set it aside."
            builder.say(says, severity="error")
            return
        game = found.value
    builder.app.push_screen(PlayScreen(state.report, file, game))
