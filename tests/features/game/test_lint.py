"""Linting of game files."""

from __future__ import annotations

from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.features.game.file import load_play
from orbat.pipeline import linter

PLAY = """\
play: 1
title: Light Division
units:
  - {place: 'formations[0].units[0]', name: 7th, lost: 3, state: routing}
  - {place: 'formations[0].units[0]', name: 19th, lost: 2}
generals:
  - {place: 'formations[0].commander', name: Brown, fate: captured}
  - {place: commander, name: Raglan, fate: wounded}
"""


def test_a_correct_game_has_no_findings(tmp_path: Path, library: Library) -> None:
    file = tmp_path / "some.yaml"
    file.write_text(PLAY, encoding="utf-8")
    assert linter(library).lint(file) == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "message", "help"),
    [
        ("lost: 3", "lots: 3", 4, "Did you mean lost?", "Correct the key."),
        ("lost: 3", "lost: -3", 4, "a whole number", "Correct the value of lost."),
        ("state: routing", "state: fled", 4, "'routing', 'routed_off'", "Write one of the allowed values."),
        (
            "fate: captured",
            "fate: shot",
            7,
            "'killed', 'wounded'",
            "Write one of the allowed values.",
        ),
        ("place: commander, ", "", 8, "place is missing", "Write place: path in the ORBAT"),
        ("'formations[0].commander'", "'formations[0]'", 7, "not the path of a general", "Write the path of"),
        ("'formations[0].commander'", "'units[0]'", 7, "not the path of a general", "Write the path of a gen"),
        ("units[0]', name: 19th", "commander', name: 19th", 5, "not the path of a unit", "Write the path of"),
        (
            "name: 19th",
            "name: 7th",
            4,
            "this item of `units` has no effect, because a later item is also for 7th",
            "Keep only one of these items.",
        ),
        ("play: 1", "play: 2", 1, "format version 1", "Correct the value of play."),
    ],
)
def test_a_mistake_has_a_line_a_message_and_help(
    tmp_path: Path, library: Library, old: str, new: str, line: int, message: str, help: str
) -> None:
    file = tmp_path / "some.yaml"
    assert old in PLAY
    file.write_text(PLAY.replace(old, new, 1), encoding="utf-8")
    found = linter(library).lint(file)
    assert any((one.line, message in one.message, help in one.help) == (line, True, True) for one in found), found


def test_another_kind_of_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "some.yaml"
    for text, what in (("ruleset: 1\nid: book\n", "a ruleset"), ("orbat: 1\nruleset: x\n", "an ORBAT")):
        file.write_text(text, encoding="utf-8")
        (finding,) = load_play(file).findings
        assert (finding.line, finding.message.startswith(f"this file is {what}")) == (1, True)
