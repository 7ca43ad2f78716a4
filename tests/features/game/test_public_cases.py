"""Groups D and H of the public cases as the score of a game shows them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.end_to_end.armies import FIRST, SECOND, Reported, large_army, orbat_of, without_generals

from orbat.data import folders
from orbat.data.library import Library
from orbat.features.game.losses_text import told
from orbat.features.game.model import Game
from orbat.features.game.score import Score, score
from orbat.model import arrange
from orbat.model.edits import Set, apply
from orbat.model.orbat import Orbat, units_of
from orbat.pipeline import check

QUICK = 1.0
"""Seconds in which a step is done even on a slow machine, in an army of hundreds of units. It takes a tenth of it."""
SHIPPED = sorted((folders.shipped() / "templates" / "orbats").rglob("*.yaml"))


@pytest.fixture
def army(two_brigades: str) -> Orbat:
    """A division of two brigades, a battalion in each."""
    return orbat_of(two_brigades)


def _lost(found: Score) -> dict[str, int]:
    return {one.name: one.lost for one in found.standings if one.lost}


def test_a_copy_has_none_of_the_losses_of_its_original(army: Orbat, reported: Reported) -> None:
    """D1: what was noted of a unit is not noted of its copy, nor what befell a general of that of a copied brigade."""
    game = told("7th Royal Fusiliers: 7 lost; Codrington: captured", reported(army), Game())
    copied, copy = arrange.duplicate(army, FIRST)
    found = score(reported(copied), game)
    assert _lost(found) == {"7th Royal Fusiliers": 7}
    assert found.lost == score(reported(army), game).lost == 18 + 30
    assert not [one.path for one in found.standings if one.points and one.path[: len(copy)] == copy]


def test_losses_taken_back_leave_none(army: Orbat, reported: Reported) -> None:
    """D4: a game in which everything is taken back is one in which nothing happened."""
    report = reported(army)
    game = told("7th: 7 lost; 19th: routing; Buller: killed; Buller: promoted 4", report, Game())
    assert score(report, game).lost > 0
    assert told("7th: nothing; 19th: nothing; Buller: nothing", report, game) == Game()


def test_losses_are_kept_in_the_folder_of_their_army_and_nowhere_else(
    orbat: Callable[..., Any], two_brigades: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D7: a copy of a list in another folder has its own losses, and neither list changes by them."""
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
    assert "Nothing is lost" in orbat("score", files[1]).out


def test_a_promotion_is_kept_with_its_die(orbat: Callable[..., Any], two_brigades: str, tmp_path: Path) -> None:
    """H4: the die of who takes a general's place is the one thrown, each time that the game is scored."""
    file = tmp_path / "army.yaml"
    file.write_text(two_brigades, encoding="utf-8")
    orbat("score", file, "--losses", "Buller: killed; Buller: promoted 5", "--save")
    kept = (tmp_path / "army.play.yaml").read_text(encoding="utf-8")
    outs = {orbat("score", file, "--losses", "7th: 1 lost", "--save").out for _ in range(3)}
    assert len(outs) == 1
    assert "replaced: 5" in outs.pop()
    assert "dice: [5]" in kept
    assert "dice: [5]" in (tmp_path / "army.play.yaml").read_text(encoding="utf-8")


def test_brigades_without_generals_are_scored(army: Orbat, reported: Reported) -> None:
    """D2: nobody stumbles over a general who is not there."""
    bare = reported(without_generals(army))
    assert [one.name for one in score(bare, Game()).standings] == ["7th Royal Fusiliers", "19th Foot"]


def test_losses_of_a_brigade_that_is_no_more_count_nothing(army: Orbat, reported: Reported) -> None:
    """D6: they are told apart; when it is back, all is as it was."""
    game = told("19th Foot: 5 lost; Buller: captured; Codrington: captured", reported(army), Game())
    left = score(reported(arrange.remove(army, SECOND)), game)
    assert left.lost == 30
    assert sorted(note.name for note in left.astray) == ["19th Foot", "George Buller"]
    assert score(reported(army), left.to_keep).lost == score(reported(army), game).lost == 60 + 16


def test_what_is_off_the_board_counts_when_lost(army: Orbat, reported: Reported) -> None:
    """H3: a brigade in reserve is part of the army."""
    reserve = reported(replace(apply(army, Set(SECOND, "off_board", True)), game_size=170))
    assert score(reserve, told("19th Foot: destroyed", reserve, Game())).lost == 32


@pytest.mark.parametrize("path", SHIPPED[1::4], ids=lambda path: path.stem)
def test_every_unit_of_the_list_is_in_play(library: Library, path: Path) -> None:
    """H6: the units that losses can be noted of are those of the ORBAT, in its order."""
    report = check(path, library)
    assert report.orbat is not None
    units = [place.path for place in units_of(report.orbat)]
    assert [one.path for one in score(report, Game()).standings if "units" in one.path] == units


def test_a_box_ticked_in_a_large_army_is_scored_at_once(reported: Reported) -> None:
    """H8: with three divisions of six brigades of twelve units nobody is kept waiting."""
    large = reported(large_army())
    start = time.perf_counter()
    score(large, told("formations[0].formations[0].units[3]: 1 lost", large, Game()))
    assert time.perf_counter() - start < QUICK
