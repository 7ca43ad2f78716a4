"""event.yaml in a folder: the agreed terms and the players of an event."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Orbat = Callable[..., Any]

EVENT = "event: 1\ntitle: Cup\ngame_size: 900\nplayers: [Anna, Boris]\n"


@pytest.fixture
def folder(army: Path, tmp_path: Path) -> Path:
    """Two lists of one player."""
    folder = tmp_path / "cup"
    folder.mkdir()
    text = army.read_text(encoding="utf-8")
    for name in ("a", "b"):
        (folder / f"{name}.yaml").write_text(f"{text}player: Anna\n", encoding="utf-8")
    (folder / "event.yaml").write_text(EVENT, encoding="utf-8")
    return folder


def test_the_terms_apply_and_the_players_are_compared(orbat: Orbat, folder: Path) -> None:
    run = orbat("check", folder, "--brief")
    assert run.code == 0, run.err
    lines = run.out.rstrip().split("\n")
    assert [" of 900 " in line for line in lines[:2]] == [True, True]
    assert "2 files: 2 legal." in run.out
    assert lines[-3:] == [
        "Event: Cup. 900 points.",
        "No list from: Boris.",
        f"Several lists: Anna ({folder / 'a.yaml'}, {folder / 'b.yaml'}).",
    ]
    assert "No list from: Boris." in orbat("check", folder).out


def test_an_option_replaces_a_term(orbat: Orbat, folder: Path) -> None:
    assert " of 700 " in orbat("check", folder, "--brief", "--points", "700").out


@pytest.mark.parametrize("form", ["--brief", "--full"])
def test_json_has_the_event(orbat: Orbat, folder: Path, form: str) -> None:
    data = json.loads(orbat("check", folder, form, "--json").out)
    assert data["event"]["missing"] == ["Boris"]
    assert [report["game_size"] for report in data["reports"]] == [900, 900]


def test_tables_have_the_event(orbat: Orbat, folder: Path) -> None:
    """CSV has it on standard error, because the table has a row for each list."""
    assert "<p>No list from: Boris.</p>" in orbat("check", folder, "--html").out
    run = orbat("check", folder, "--csv")
    assert "No list from" not in run.out
    assert "No list from: Boris." in run.err


def test_rulings_of_an_event_apply(orbat: Orbat, folder: Path) -> None:
    (folder / "event.yaml").write_text("event: 1\nrulings: {off_board_base: agreed}\n", encoding="utf-8")
    assert "Event: untitled. off_board_base = agreed." in orbat("check", folder, "--brief").out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("event: 1\ngame_size: many\n", "event.yaml, line 2: game_size should be a whole number"),
        ("event: 1\nrulings: {moral: high}\n", "unknown ruling 'moral'"),
        ("event: 1\nhouse: warn\n", "event.yaml, line 2:"),
    ],
)
def test_a_mistake_in_an_event_stops_the_check(orbat: Orbat, folder: Path, text: str, message: str) -> None:
    """Otherwise, the lists would be checked with other terms."""
    (folder / "event.yaml").write_text(text, encoding="utf-8")
    run = orbat("check", folder)
    assert (run.code, run.out) == (2, "")
    assert message in run.err.replace("\n", " ")


def test_only_one_event_is_checked_at_a_time(orbat: Orbat, folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "event.yaml").write_text(EVENT, encoding="utf-8")
    run = orbat("check", folder, other)
    assert run.code == 2
    assert "one event at a time" in run.err


def test_fixes_are_refused(orbat: Orbat, folder: Path) -> None:
    run = orbat("check", folder, "--fix")
    assert run.code == 2
    assert "event.yaml" in run.err


def test_an_event_is_not_an_orbat_and_has_no_mistake(orbat: Orbat, folder: Path) -> None:
    run = orbat("check", folder / "event.yaml")
    assert run.code == 2
    assert "this file is an event, not an ORBAT" in run.out
    assert orbat("lint", folder / "event.yaml").code == 0
