"""Comparing, odds, the collection and the game, without an app."""

from __future__ import annotations

from pathlib import Path

from orbat.tui.screens.odds import OddsScreen
from tests.tui.commands.conftest import FakeHome, FakeHost

from orbat.data import folders as places
from orbat.features.collection import builder as owning
from orbat.features.compare import builder as comparing
from orbat.features.game import screen as playing
from orbat.features.game.file import play_path
from orbat.features.game.screen import PlayScreen
from orbat.tui.commands import files as filing
from orbat.tui.commands import odds

STARTERS = places.templates() / "days_of_empire" / "starters"
RUSSIAN, BRITISH = STARTERS / "russian_800.yaml", STARTERS / "british_800.yaml"


def test_what_is_open_is_compared_with_a_file(host: FakeHost, tmp_path: Path) -> None:
    host.answers = [RUSSIAN]
    comparing.compare(host)
    title, words = host.told[0]
    assert title == "Compared with russian_800.yaml"
    assert "Side by side" in words
    broken = tmp_path / "broken.yaml"
    broken.write_text("orbat: [", encoding="utf-8")
    host.answers = [broken]
    comparing.compare(host)
    assert "cannot be read" in host.said[0]


def test_two_files_are_compared(home: FakeHome) -> None:
    home.answers = [BRITISH, RUSSIAN]
    comparing.compare_two(home)
    assert home.told[0][0] == "british_800.yaml and russian_800.yaml"
    home.answers = [BRITISH]
    comparing.compare_two(home)
    assert len(home.told) == 1


def test_the_opponent_chosen_last_stays(host: FakeHost) -> None:
    opponent = host.now.report
    host.answers = [opponent]
    odds.odds(host)
    odds.odds(host)
    odds.odds(host)
    screens = [screen for screen in host.shown if isinstance(screen, OddsScreen)]
    assert [screen.opponent for screen in screens] == [None, opponent, None], "the second time nobody was chosen"


def test_another_collection_is_kept_to(host: FakeHost, tmp_path: Path) -> None:
    file = tmp_path / "box.yaml"
    file.write_text("collection: 1\ntitle: The red box\npieces:\n  - {kind: infantry, stands: 60}\n", encoding="utf-8")
    host.answers = ["file", file]
    owning.choose(host)
    assert host.now.collection is not None
    assert host.now.collection.title == "The red box"
    host.answers = ["none"]
    owning.choose(host)
    assert host.now.collection is None


def test_a_game_is_kept_beside_the_file(host: FakeHost, tmp_path: Path) -> None:
    playing.play(host)
    assert host.said == ["Save the ORBAT first (<save>): its losses are kept beside its file."]
    host.answers = [str(tmp_path / "alma.yaml")]
    filing.save(host)
    playing.play(host)
    screen = host.shown[0]
    assert isinstance(screen, PlayScreen)
    assert screen.file == play_path(tmp_path / "alma.yaml")
