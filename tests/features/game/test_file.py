"""Game files, and losses given as text."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.features.game.file import load_play, play_path, play_yaml
from orbat.features.game.losses_text import UnknownLoss, parse_losses
from orbat.features.game.model import Game, GameHistory, GeneralNote, UnitNote, match_notes, with_note
from orbat.features.game.score import score
from orbat.formats.orbat_file import read_orbat
from orbat.pipeline import files_in, report_on
from orbat.report.report import Report

FUSILIERS = ("formations", 0, "formations", 0, "units", 0)
FOOT = ("formations", 0, "formations", 1, "units", 0)
BROWN = ("formations", 0, "commander")


@pytest.fixture
def army(library: Library, two_brigades: str) -> Report:
    return report_on("army.yaml", read_orbat(two_brigades), library)


def test_the_file_is_beside_the_orbat_and_is_not_one(tmp_path: Path) -> None:
    assert play_path(tmp_path / "army.yaml") == tmp_path / "army.play.yaml"
    for name in ("army.yaml", "army.play.yaml"):
        (tmp_path / name).write_text("orbat: 1\n")
    assert list(files_in([tmp_path])) == [tmp_path / "army.yaml"]


def test_a_game_read_as_an_orbat_is_named() -> None:
    (finding,) = read_orbat("play: 1\nunits:\n  - {place: 'units[0]', lost: 1}\n").findings
    assert "the losses of an ORBAT" in finding.message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("play: 2\n", "format version 1"),
        ("play: 1\nunits:\n  - {place: 'units[0]', lots: 5}\n", "lots"),
        ("play: 1\nunits:\n  - {place: 'nowhere[', lost: 5}\n", "a path in the ORBAT"),
        ("play: 1\nunits:\n  - {place: 'units[0]', lost: -1}\n", "whole number"),
        ("play: 1\ngenerals:\n  - {place: commander, fate: sulking}\n", "fate"),
    ],
)
def test_problems_have_a_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "army.play.yaml"
    file.write_text(text, encoding="utf-8")
    found = load_play(file)
    assert found.value is None
    assert any(message in f"{one.message} {one.help}" and one.line for one in found.findings)


def test_losses_as_text(army: Report) -> None:
    words = "7th Fusiliers: lost 5, routing; 19TH foot: 3 stands lost\nBrown: Captured, promoted 4;"
    assert parse_losses(words, army, Game()) == Game(
        units=(
            UnitNote(place=FUSILIERS, name="7th Royal Fusiliers", lost=5, state="routing"),
            UnitNote(place=FOOT, name="19th Foot", lost=3),
        ),
        generals=(parse_losses("Brown: captured, promoted 4", army, Game()).generals[0],),
    )
    roll = parse_losses("Brown: promoted 4", army, Game()).generals[0].promoted
    assert roll
    assert (roll.dice, roll.result, roll.table) == ((4,), "capable", "promotion")


def test_losses_as_text_set_and_remove(army: Report) -> None:
    game = parse_losses("19th: 3, destroyed; Brown: wounded", army, Game())
    assert parse_losses("19th: 5", army, game).unit(FOOT) == UnitNote(
        place=FOOT, name="19th Foot", lost=5, state="destroyed"
    )
    assert parse_losses("19th: steady", army, game).unit(FOOT).state is None
    assert parse_losses("19th: nothing; Brown: unhurt", army, game) == Game()
    assert parse_losses("nothing", army, game) == game


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("19th Feet: 5 lost", "Did you mean 19th Foot?"),
        ("19th Foot: routed", "routed off"),
        ("19th Foot: 9 lost", "has only 8 stands"),
        ("19th Foot", "write for example 'NAME: 5 lost'"),
        ("2nd Brigade: 3 lost", "is a formation"),
        ("Brown: routing", "Allowed: killed, wounded, captured"),
        ("Brown: promoted 7", "a die gives 1 to 6, so 7 is impossible"),
        ("Brown: promoted 1+1", "needs 1 die"),
        ("19th Foot: pinned", "19th Foot: unknown loss 'pinned'"),
    ],
)
def test_unknown_losses_are_errors(army: Report, words: str, message: str) -> None:
    with pytest.raises(UnknownLoss) as refused:
        parse_losses(words, army, Game())
    assert message in str(refused.value)


def test_units_with_the_same_name_need_a_formation_or_path(library: Library, two_brigades: str) -> None:
    army = report_on("army.yaml", read_orbat(two_brigades.replace("7th Royal Fusiliers", "19th Foot")), library)
    with pytest.raises(UnknownLoss, match="19th Foot / 1st Brigade, 19th Foot / 2nd Brigade"):
        parse_losses("19th Foot: 1", army, Game())
    assert parse_losses("19th Foot / 2nd Brigade: 1", army, Game()).unit(FOOT).lost == 1
    assert parse_losses("formations[0].formations[1].units[0]: 1", army, Game()).unit(FOOT).lost == 1


def test_a_saved_game_reads_back(tmp_path: Path, army: Report) -> None:
    game = score(army, parse_losses("7th: 5, routing; Brown: captured, promoted 2", army, Game())).saved_game
    file = tmp_path / "army.play.yaml"
    file.write_text(play_yaml(game), encoding="utf-8")
    assert load_play(file).value == game
    assert game.title == "Light Division"
    assert isinstance(game.general(BROWN), GeneralNote)


CHILD = """
import sys
from pathlib import Path
from orbat.features.game.model import Game, UnitNote
from orbat.session.files import write
from orbat.features.game.file import play_yaml

number = 0
while True:
    units = tuple(UnitNote(place=("units", n), name="x" * 50, lost=number) for n in range(number % 90))
    write(Path(sys.argv[1]), play_yaml(Game(units=units)).encode(), backup=False)
    number += 1
    print(number, flush=True)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_the_file_is_complete_after_a_kill_while_saving(tmp_path: Path) -> None:
    file = tmp_path / "army.play.yaml"
    for pause in (0.0, 0.013, 0.037):
        child = subprocess.Popen([sys.executable, "-c", CHILD, str(file)], stdout=subprocess.PIPE)
        assert child.stdout
        child.stdout.readline()
        time.sleep(pause)
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        child.stdout.close()
        assert load_play(file).value is not None


DEEP = "formations[{}]." + "formations[0]." * 11 + "formations[100000].units[100000]"


@pytest.mark.parametrize(
    ("note", "is_read"),
    [
        ("{place: 'units[0]', lost: 0}", True),
        ("{place: 'units[0]', lost: 1000000}", True),
        ("{place: 'units[0]', lost: 1000001}", False),
        ("{place: 'units[0]', lost: true}", False),
        (f"{{place: '{DEEP.format(0)}'}}", True),
        (f"{{place: '{DEEP.format(10)}'}}", False),
        ("{place: ''}", False),
    ],
)
def test_losses_and_paths_have_an_upper_limit(tmp_path: Path, note: str, is_read: bool) -> None:
    """A million, and 200 characters."""
    file = tmp_path / "army.play.yaml"
    file.write_text(f"play: 1\nunits:\n  - {note}\n", encoding="utf-8")
    assert (load_play(file).value is not None) is is_read


def test_notes_are_in_the_order_of_the_orbat() -> None:
    game = Game()
    for number in (10, 2, 9):
        game = with_note(game, UnitNote(place=("units", number), lost=1))
    game = with_note(game, UnitNote(place=("formations", 0, "units", 11), lost=1))
    assert [note.place[-1] for note in game.units] == [11, 2, 9, 10], "independent units come last"


def test_a_note_is_matched_by_name_with_a_unit_or_a_general() -> None:
    """A battalion may have the name of its general."""
    general, unit = ("formations", 0, "commander"), ("formations", 0, "units", 0)
    names = {general: "Adams", unit: "Adams"}
    moved = Game(
        units=(UnitNote(place=("units", 3), name="Adams", lost=1),),
        generals=(GeneralNote(place=("formations", 5, "commander"), name="Adams", fate="killed"),),
    )
    game, unmatched = match_notes(moved, names)
    assert (game.unit(unit).lost, game.general(general).fate, unmatched) == (1, "killed", ())


def test_a_step_after_undo_replaces_the_undone_steps() -> None:
    first, second, third = (Game(note=text) for text in ("first", "second", "third"))
    history = GameHistory((Game(),)).do(first).do(second).undo().do(third)
    assert (history.now, history.undo().now, history.redo().now) == (third, first, third)
