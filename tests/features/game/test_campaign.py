"""The next ORBAT of a campaign: `orbat campaign next`, and the builder's command."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.tui.commands.conftest import FakeHost

from orbat.data.library import Library
from orbat.features.game.campaign import next_army
from orbat.features.game.campaign_command import next_game, next_path, survivors
from orbat.features.game.file import play_path, play_yaml
from orbat.features.game.losses_text import parse_losses
from orbat.features.game.model import Game
from orbat.features.game.score import score
from orbat.model.orbat import Orbat as Army
from orbat.model.orbat import commanders_of, units_of
from orbat.pipeline import check, file_text
from orbat.tui.commands.files import save

Orbat = Any


def after(army: Path, library: Library, *losses: str) -> Army:
    """The army after a game with these losses."""
    report = check(army, library)
    game = Game()
    for words in losses:
        game = parse_losses(words, report, game)
    assert report.book
    assert report.book.ruleset.campaign
    return next_army(score(report, game), report.book.ruleset.campaign).orbat


def sizes(orbat: Army) -> dict[str, Any]:
    """The sizes of units, by name."""
    return {place.unit.name: place.unit.size for place in units_of(orbat)}


@pytest.mark.parametrize(("lost", "back"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_half_of_the_losses_return_rounded_down(army: Path, library: Library, lost: int, back: int) -> None:
    before = sizes(after(army, library))["7th Royal Fusiliers"]
    found = sizes(after(army, library, f"7th: {lost} lost"))
    assert found["7th Royal Fusiliers"] == before - lost + back


def test_a_quarter_of_a_destroyed_unit_returns_and_nothing_of_a_surrendered_one(army: Path, library: Library) -> None:
    before = sizes(after(army, library))
    assert sizes(after(army, library, "7th: destroyed"))["7th Royal Fusiliers"] == before["7th Royal Fusiliers"] // 4
    left = sizes(after(army, library, "7th: surrendered"))
    assert left == {name: size for name, size in before.items() if name != "7th Royal Fusiliers"}


def test_units_at_home_stay_at_home(army: Path, library: Library) -> None:
    text = army.read_text(encoding="utf-8")
    army.write_text(text.replace("{name: 19th Foot,", "{name: 19th Foot, fielded: false,"), encoding="utf-8")
    found = after(army, library, "7th: surrendered")
    assert [(place.unit.name, place.unit.fielded) for place in units_of(found, unfielded=True)] == [
        ("19th Foot", False)
    ]


def test_a_unit_that_was_driven_off_returns_with_what_it_has(army: Path, library: Library) -> None:
    before = sizes(after(army, library))
    assert sizes(after(army, library, "7th: routed off")) == before


def test_lost_generals_have_successors_and_the_wounded_return(army: Path, library: Library) -> None:
    def names(*losses: str) -> list[str]:
        return [one.name for _, one, _ in commanders_of(after(army, library, *losses))]

    assert names("Brown: wounded") == names()
    assert names("Brown: captured") == ["" if "Brown" in name else name for name in names()]


def test_successor_keeps_the_quality_rolled_in_the_game(army: Path, library: Library) -> None:
    file = army.with_name("next.yaml")
    file.write_text(file_text(after(army, library, "Brown: captured, promoted 6")), encoding="utf-8")
    report = check(file, library)
    assert report.orbat
    assert [(one.name, one.quality, one.roll.dice) for _, one, _ in commanders_of(report.orbat) if one.roll] == [
        ("", "capable", (6,))
    ]
    wrong = [one for one in report.findings if one.code.startswith("STF") and one.severity == "error"]
    assert [one.message for one in wrong if "general of" in one.message] == []


def test_notes_keep_the_history_and_written_points_go(army: Path, library: Library, tmp_path: Path) -> None:
    """Also over several games."""
    first = after(army, library, "7th: 4 lost")
    assert first.title.endswith(", game 2")
    assert first.total is None
    assert not any(place.unit.points for place in units_of(first))
    note = next(place.unit.note for place in units_of(first) if place.unit.name.startswith("7th"))
    assert note.endswith("game 1: 4 lost, then 10")
    file = tmp_path / "second.yaml"
    file.write_text(file_text(first), encoding="utf-8")
    third = after(file, library, "19th: 2 lost")
    fourth = tmp_path / "third.yaml"
    fourth.write_text(file_text(third), encoding="utf-8")
    notes = {place.unit.name: place.unit.note for place in units_of(after(fourth, library, "19th: 2 lost"))}
    assert notes["7th Royal Fusiliers"] == "game 1: 4 lost, then 10; games 2 to 3: no losses"
    assert notes["19th Foot"] == "game 1: no losses; game 2: 2 lost, then 7; game 3: 2 lost, then 6"


def test_command_writes_a_new_file(orbat: Orbat, army: Path) -> None:
    before = army.read_bytes()
    run = orbat("campaign", "next", army, "--game", "7th: 4 lost; 19th: destroyed")
    assert run.code == 0
    assert "7th Royal Fusiliers: 4 of 12 stands lost; 10 in the next army" in run.out
    assert army.read_bytes() == before
    assert "game 2" in army.with_name("army_2.yaml").read_text("utf-8")
    again = orbat("campaign", "next", army, "--game", "7th: 4 lost")
    assert again.code == 2
    assert "already exists" in again.err


def test_each_file_has_the_next_number() -> None:
    names = ["army.yaml", "army_2.yaml", "army_9.json", "army_x.txt"]
    assert [next_path(Path(name)).name for name in names] == [
        "army_2.yaml",
        "army_3.yaml",
        "army_10.json",
        "army_x_2.yaml",
    ]


def test_builder_applies_the_losses_as_one_step_and_saves_another_file(host: FakeHost, tmp_path: Path) -> None:
    """The file of the army before the game stays as it is."""
    next_game(host)
    assert host.said[-1].startswith("No losses are marked.")
    file = tmp_path / "alma.yaml"
    host.answers = [str(file)]
    save(host)
    saved = file.read_bytes()
    before = host.now
    report = before.report
    play_path(file).write_text(play_yaml(parse_losses("7th: 4 lost", report, Game())), encoding="utf-8")
    host.answers = ["back"]
    next_game(host)
    assert [line.name for line in host.lines] == ["7th Royal Fusiliers: 4 of 12 stands lost; 10 in the next army"]
    assert "Half of those lost" in host.asked[-1]
    play_path(file).write_text(play_yaml(parse_losses("7th: destroyed", report, Game())), encoding="utf-8")
    host.answers = ["back"]
    next_game(host)
    names = [line.name for line in host.lines]
    assert any(name.startswith("House limit not kept: 7th Royal Fusiliers: 3 stands") for name in names)
    play_path(file).write_text(play_yaml(parse_losses("7th: 4 lost", report, Game())), encoding="utf-8")
    assert host.now.orbat == before.orbat, "nothing is changed without Apply"
    host.answers = ["apply", "alma_2.yaml"]
    next_game(host)
    assert Path(host.values[-1]).name == "alma_2.yaml", "the next name is proposed"
    assert sizes(host.now.orbat)["7th Royal Fusiliers"] == sizes(before.orbat)["7th Royal Fusiliers"] - 2
    assert host.now.history.position == before.history.position + 1
    assert (file.read_bytes(), file.with_name("alma_2.yaml").exists()) == (saved, True)


def test_ruleset_without_the_key_has_no_campaigns(army: Path, library: Library) -> None:
    report = check(army, library)
    assert report.book
    bare = replace(report.book.ruleset, campaign=None)
    assert survivors(replace(report, book=replace(report.book, ruleset=bare)), Game()) is None
