"""`orbat score` and `orbat print --losses`: output, saving and errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from orbat.data.data_file import load_data
from orbat.features.game.file import load_play

Orbat = Any
GOLDEN = Path(__file__).parent / "golden"
LOSSES = "7th: 7 lost; 19th: 6 lost; Brown: captured, promoted 4; Buller: wounded"


def golden(name: str, text: str) -> None:
    assert text == (GOLDEN / name).read_text(encoding="utf-8")


def test_scoring_one_army(orbat: Orbat, army: Path) -> None:
    """Losses by formation with their calculation, the total, and its margin."""
    before = army.read_bytes()
    run = orbat("score", army, "--losses", LOSSES)
    assert (run.code, run.err) == (0, "")
    golden("score_one.txt", run.out)
    assert army.read_bytes() == before
    assert not army.with_name("army.play.yaml").exists()


def test_scoring_both_armies(orbat: Orbat, army: Path, two_brigades: str) -> None:
    other = army.with_name("other.yaml")
    other.write_text(two_brigades.replace("title: Light Division", "title: The others"), encoding="utf-8")
    run = orbat("score", army, other, "--losses", LOSSES, "--losses-b", "7th: routing")
    assert (run.code, run.err) == (0, "")
    golden("score_both.txt", run.out)
    data = json.loads(orbat("score", army, other, "--losses", LOSSES, "--losses-b", "7th: routing", "--json").out)
    assert (data["a"]["points_lost"], data["b"]["points_lost"]) == (80, 18)
    assert (data["difference"], data["winner"], data["margin"]) == (62, "b", "draw")


def test_losses_are_saved_beside_the_orbat_and_added_to(orbat: Orbat, army: Path) -> None:
    file = army.with_name("army.play.yaml")
    run = orbat("score", army, "--losses", "7th: 7 lost", "--save")
    assert f"Written: {file}" in run.out
    saved = load_play(file).value
    assert saved
    assert [(one.name, one.lost) for one in saved.units] == [("7th Royal Fusiliers", 7)]
    data = json.loads(orbat("score", army, "--losses", "19th: destroyed", "--json").out)
    assert [(one["name"], one["points"]) for one in data["losses"]] == [("7th Royal Fusiliers", 18), ("19th Foot", 32)]
    assert load_data(file, type(saved)).value == saved
    moved = file.rename(army.with_name("monday.play.yaml"))
    assert json.loads(orbat("score", army, "--json").out)["points_lost"] == 0
    assert json.loads(orbat("score", army, "--losses", moved, "--json").out)["points_lost"] == 18


def test_usage_errors(orbat: Orbat, army: Path) -> None:
    assert "Did you mean 19th Foot?" in orbat("score", army, "--losses", "19th Feet: 2").err
    file = army.with_name("army.play.yaml")
    file.write_text("play: 1\nunits:\n  - {place: 'units[0]', lots: 2}\n", encoding="utf-8")
    run = orbat("score", army)
    assert run.code == 2
    assert "lots" in run.err
    assert file.read_text().count("lots") == 1
    assert orbat("score", army, "--losses-b", "19th: 2").code == 2
    assert orbat("score", army.with_name("nobody.yaml")).code == 2
    assert orbat("score", army, "--losses", "missing.play.yaml").code == 2


@pytest.mark.parametrize(
    "wish",
    [
        ["--losses", "7th: 3 lost"],
        ["--boxes", "as-is"],
        ["--losses", "7th: 3 lost", "--sheets", "roster,opponent_hidden"],
    ],
)
def test_losses_are_crossed_on_a_sheet(orbat: Orbat, army: Path, wish: list[str]) -> None:
    """The legend explains crosses; also together with a sheet that hides reserves."""
    if "--boxes" in wish:
        orbat("score", army, "--losses", "7th: 3 lost", "--save")
    plain, crossed = army.with_name("plain.pdf"), army.with_name("crossed.pdf")
    assert orbat("print", army, "--sheets", "roster", "-o", plain).code == 0
    assert orbat("print", army, "--sheets", "roster", "-o", crossed, *wish).code == 0
    texts = ["".join(page.extract_text() for page in PdfReader(file).pages) for file in (plain, crossed)]
    assert ["lost already" in text for text in texts] == [False, True]
