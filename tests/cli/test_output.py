"""Output: control characters of files are escaped; colours only in a terminal."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Orbat = Callable[..., Any]

CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
HOSTILE_NAME = "a\\x1b[31mRED\\x1b]0;title\\x07\\x1b[2J\\x9b31m\\x08\\x00\\r\\n\\u202egnp\\u2066"


@pytest.fixture
def hostile(army: Path) -> Path:
    """An army with terminal control characters in every name."""
    text = army.read_text(encoding="utf-8").replace("\\x00", "")
    evil = HOSTILE_NAME.replace("\\x00", "")
    for name in ("7th Royal Fusiliers", "William Codrington", "1st Brigade"):
        text = text.replace(f"name: {name}", f'name: "{evil}"')
    text = text.replace("title: Light Division", f'title: "{evil}"').replace("rating: 3", f'rating: "{evil}"')
    text = text.replace("entry: brit_line, size: 8", f'entry: "{evil}", size: 8, note: "{evil}", options: ["{evil}"]')
    text = text.replace("level: brigade\n        name: 2nd", f'level: "{evil}"\n        name: 2nd')
    army.write_text(
        f'player: "{evil}"\nstaff_table: "{evil}"\nrulings: {{"{evil}": "{evil}"}}\n{text}', encoding="utf-8"
    )
    return army


@pytest.mark.parametrize("command", ["check", "price", "roll", "print", "convert", ""])
def test_control_characters_of_files_are_escaped(orbat: Orbat, hostile: Path, tmp_path: Path, command: str) -> None:
    """Escape sequences, control characters and direction marks."""
    more: dict[str, list[object]] = {
        "roll": ["--dice", "3,3,3"],
        "print": ["-o", tmp_path / "out.pdf"],
        "convert": [tmp_path / "out.txt"],
    }
    run = orbat(*filter(None, [command]), hostile, *more.get(command, []))
    assert run.code in (0, 1)
    assert run.out
    assert not CONTROL.search(run.out + run.err), CONTROL.search(run.out + run.err)
    if command == "convert":
        assert not CONTROL.search((tmp_path / "out.txt").read_text(encoding="utf-8"))


@pytest.mark.parametrize("command", ["check", "price"])
def test_control_characters_are_escaped_in_json(orbat: Orbat, hostile: Path, command: str) -> None:
    """The data stays complete."""
    run = orbat(command, hostile, "--json")
    assert not CONTROL.search(run.out), CONTROL.search(run.out)
    assert any("\x1b[31mRED" in text for text in _texts(json.loads(run.out)))


def _texts(data: Any) -> Iterator[str]:
    """All texts in JSON data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, (dict, list)):
        for inner in data.values() if isinstance(data, dict) else data:
            yield from _texts(inner)


@pytest.mark.parametrize("command", ["check", "price", "roll", "print", "convert"])
@pytest.mark.parametrize("there", [True, False])
def test_control_characters_of_file_names_are_escaped(
    orbat: Orbat, army: Path, tmp_path: Path, command: str, there: bool
) -> None:
    """This applies to reports and messages."""
    file = tmp_path / "e\x1b]0;title\x07\x1b[2J\x9b31m\u202e.yaml"
    out = tmp_path / ("o\x1b]0;title\x07\x9b31m\u202e" + (".pdf" if command == "print" else ".yaml"))
    if there:
        file.write_bytes(army.read_bytes())
    more: dict[str, list[object]] = {
        "check": [army],
        "roll": ["--dice", "3,3,3", "-o", out],
        "print": ["-o", out],
        "convert": [out],
    }
    run = orbat(command, file, *more.get(command, []))
    assert run.out + run.err
    assert not CONTROL.search(run.out + run.err), CONTROL.search(run.out + run.err)


def test_a_terminal_gets_the_same_text_in_colour(orbat: Orbat, army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR removes the colours."""
    army.write_text(army.read_text(encoding="utf-8").replace("size: 12", "size: 30"), encoding="utf-8")
    piped = orbat("check", army).out
    assert "\x1b" not in piped
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "1000")
    assert orbat("check", army).out == piped
    monkeypatch.delenv("NO_COLOR")
    coloured = orbat("check", army).out
    assert "\x1b[" in coloured
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == piped


@pytest.mark.parametrize("command", [("check",), ("price",), ("lists", "days_of_empire/british"), ("explain",)])
def test_a_pipe_gets_no_colours(orbat: Orbat, army: Path, monkeypatch: pytest.MonkeyPatch, command: Any) -> None:
    """NO_COLOR is not needed."""
    monkeypatch.delenv("NO_COLOR")
    run = orbat(*command, *([army] if command[0] in ("check", "price") else []))
    assert run.out
    assert "\x1b" not in run.out


def test_findings_start_with_their_severity(orbat: Orbat, army: Path) -> None:
    """Colour alone is not enough."""
    army.write_text(army.read_text(encoding="utf-8").replace("rating: 2", "rating: 4"), encoding="utf-8")
    out = orbat("check", army).out
    for code, word in (("UNT002", "error"), ("STF001", "warning"), ("PTS004", "note")):
        assert re.search(rf"^  {word} .*{code}$", out, re.MULTILINE)


@pytest.mark.parametrize("command", ["new", "roll", "print", "convert", "check", "explain", "lists"])
def test_control_characters_in_error_messages_are_escaped(
    orbat: Orbat, army: Path, tmp_path: Path, command: str
) -> None:
    """Error messages repeat what was typed."""
    evil = "e\x1b[31m\x9b31m\u202e"
    arguments: dict[str, list[object]] = {
        "new": ["--army", evil],
        "roll": [army, "--reroll", evil],
        "print": [army, "-o", tmp_path / evil],
        "convert": [army, tmp_path / evil],
        "check": [army, "--points", evil],
    }
    run = orbat(command, *arguments.get(command, [evil]))
    assert run.code == 2
    assert "31m" in run.err
    assert not CONTROL.search(run.err.replace("\n", ""))
