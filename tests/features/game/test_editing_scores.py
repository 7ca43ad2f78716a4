"""Scores after edits of the ORBAT: copies, removals, reserves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.end_to_end.armies import FIRST, SECOND, Reported, orbat_of, without_generals
from tests.examples import sampled

from orbat.data import folders
from orbat.data.library import Library
from orbat.features.game.losses_text import parse_losses
from orbat.features.game.model import Game
from orbat.features.game.score import Score, score
from orbat.model import arrange
from orbat.model.edits import Set, apply
from orbat.model.orbat import Orbat, units_of
from orbat.pipeline import check

SHIPPED = sorted((folders.shipped() / "templates" / "orbats").rglob("*.yaml"))


@pytest.fixture
def army(two_brigades: str) -> Orbat:
    """A division of two brigades, a battalion in each."""
    return orbat_of(two_brigades)


def _lost(found: Score) -> dict[str, int]:
    return {one.name: one.lost for one in found.conditions if one.lost}


def test_a_copy_does_not_inherit_losses(army: Orbat, reported: Reported) -> None:
    """Neither of units nor of generals."""
    game = parse_losses("7th Royal Fusiliers: 7 lost; Codrington: captured", reported(army), Game())
    copied, copy = arrange.duplicate(army, FIRST)
    found = score(reported(copied), game)
    assert _lost(found) == {"7th Royal Fusiliers": 7}
    assert found.lost == score(reported(army), game).lost == 18 + 30
    assert not [one.path for one in found.conditions if one.points and one.path[: len(copy)] == copy]


def test_removing_all_losses_leaves_an_empty_game(army: Orbat, reported: Reported) -> None:
    report = reported(army)
    game = parse_losses("7th: 7 lost; 19th: routing; Buller: killed; Buller: promoted 4", report, Game())
    assert score(report, game).lost > 0
    assert parse_losses("7th: nothing; 19th: nothing; Buller: nothing", report, game) == Game()


def test_losses_are_saved_only_beside_their_army(
    orbat: Callable[..., Any], two_brigades: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy of the list in another folder has its own losses, and neither list changes."""
    files = [tmp_path / folder / "army.yaml" for folder in ("club", "league")]
    for file in files:
        file.parent.mkdir()
        file.write_text(two_brigades.replace("date:", "tags: [club]\ndate:"), encoding="utf-8")
    texts = [file.read_bytes() for file in files]
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert orbat("score", files[0], "--losses", "7th: 7 lost", "--save").code == 0
    assert [file.read_bytes() for file in files] == texts
    made = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.play.yaml"))
    assert made == ["club/army.play.yaml"]
    assert "No losses." in orbat("score", files[1]).out


def test_a_promotion_is_saved_with_its_die(orbat: Callable[..., Any], two_brigades: str, tmp_path: Path) -> None:
    """Scoring the game again does not roll again."""
    file = tmp_path / "army.yaml"
    file.write_text(two_brigades, encoding="utf-8")
    orbat("score", file, "--losses", "Buller: killed; Buller: promoted 5", "--save")
    saved = (tmp_path / "army.play.yaml").read_text(encoding="utf-8")
    outs = {orbat("score", file, "--losses", "7th: 1 lost", "--save").out for _ in range(3)}
    assert len(outs) == 1
    assert "replaced: rolled 5" in outs.pop()
    assert "dice: [5]" in saved
    assert "dice: [5]" in (tmp_path / "army.play.yaml").read_text(encoding="utf-8")


def test_brigades_without_generals_are_scored(army: Orbat, reported: Reported) -> None:
    report = reported(without_generals(army))
    assert [one.name for one in score(report, Game()).conditions] == ["7th Royal Fusiliers", "19th Foot"]


def test_losses_of_a_removed_brigade_do_not_score(army: Orbat, reported: Reported) -> None:
    """They are listed separately, and score again when it is restored."""
    game = parse_losses("19th Foot: 5 lost; Buller: captured; Codrington: captured", reported(army), Game())
    removed = score(reported(arrange.remove(army, SECOND)), game)
    assert removed.lost == 30
    assert sorted(note.name for note in removed.unmatched) == ["19th Foot", "George Buller"]
    assert score(reported(army), removed.saved_game).lost == score(reported(army), game).lost == 60 + 16


def test_reserves_score_when_lost(army: Orbat, reported: Reported) -> None:
    reserve = reported(replace(apply(army, Set(SECOND, "off_board", True)), game_size=170))
    assert score(reserve, parse_losses("19th Foot: destroyed", reserve, Game())).lost == 32


@pytest.mark.parametrize("path", sampled(SHIPPED[1::4], 15), ids=lambda path: path.stem)
def test_every_unit_has_a_condition(library: Library, path: Path) -> None:
    """In the order of the ORBAT."""
    report = check(path, library)
    assert report.orbat is not None
    units = [place.path for place in units_of(report.orbat)]
    assert [one.path for one in score(report, Game()).conditions if "units" in one.path] == units
