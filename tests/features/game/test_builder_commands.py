"""The builder's play command, without an app."""

from __future__ import annotations

from pathlib import Path

from tests.tui.commands.conftest import FakeHost

from orbat.features.game.file import play_path
from orbat.features.game.screen import PlayScreen, play
from orbat.tui.commands.files import save


def test_a_game_is_saved_beside_the_file(host: FakeHost, tmp_path: Path) -> None:
    play(host)
    assert host.said == ["Save the ORBAT first (<save>). The losses are stored in a file next to it."]
    host.answers = [str(tmp_path / "alma.yaml")]
    save(host)
    play(host)
    screen = host.shown[0]
    assert isinstance(screen, PlayScreen)
    assert screen.file == play_path(tmp_path / "alma.yaml")
