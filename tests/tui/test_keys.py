"""Keys of the commands, and the user's keys.yaml."""

from __future__ import annotations

import asyncio
import string
from pathlib import Path

import pytest
from tests.tui.conftest import RecordingApp, notices

from orbat.data import folders
from orbat.data.library import Library
from orbat.data.yaml_text import parse
from orbat.pipeline import check
from orbat.tui.commands.table import COMMANDS
from orbat.tui.help import PANES, help_on
from orbat.tui.keys import RESERVED, create_file, keys_file, read_keys, shown
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.widgets.keybar import KeyBar

STARTER = folders.templates() / "days_of_empire" / "starters" / "british_800.yaml"


def write(text: str) -> Path:
    """The user's keys.yaml."""
    keys_file().parent.mkdir(parents=True, exist_ok=True)
    keys_file().write_text(text, encoding="utf-8")
    return keys_file()


def test_ids_and_keys_are_unique_and_every_command_has_help() -> None:
    ids = [command.id for command in COMMANDS]
    keys = [key for command in COMMANDS for key in command.keys.split(",")]
    assert len(set(ids)) == len(ids)
    free = sorted({*string.ascii_letters} - {*keys} - {*RESERVED})
    assert len(set(keys)) == len(keys), f"free keys: {' '.join(free)}"
    assert not set(keys) & set(RESERVED)
    told = {group for pane in PANES.values() for group in pane.groups}
    for command in COMMANDS:
        assert command.help.endswith("."), command.id
        assert command.group in told, command.id


def test_each_pane_has_its_own_help() -> None:
    """It shows the current keys."""
    pages = {pane: help_on(pane, COMMANDS, lambda command: f"<{command}>") for pane in PANES}
    assert len({title for title, _ in pages.values()}) == len(PANES)
    assert len({words for _, words in pages.values()}) == len(PANES)
    assert "<duplicate>" in pages["tree"][1]
    assert "<duplicate>" not in pages["findings"][1]


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("ctrl+z", "Ctrl+Z"),
        ("question_mark", "?"),
        ("plus", "+"),
        ("delete", "Del"),
        ("shift+delete", "Shift+Del"),
        ("S", "S"),
        ("s", "s"),
        ("f1", "F1"),
        ("escape", "Esc"),
    ],
)
def test_keys_are_shown_as_on_a_keyboard(key: str, words: str) -> None:
    assert shown(key) == words


def test_command_gets_a_key_or_a_list_of_keys() -> None:
    """A key given up is free for another command."""
    write("save: f5\nundo: [f6, ctrl+k]\nredo: u\n")
    own = read_keys(COMMANDS)
    assert own.faults == ()
    assert own.keys == {"save": "f5", "undo": "f6,ctrl+k", "redo": "u"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sve: f5\n", "line 1: unknown command sve. Did you mean save?"),
        ("save: f55\n", "line 1: unknown key f55"),
        ("save: ctrl+blah\n", "line 1: unknown key ctrl+blah"),
        ("print: f5\nsave: enter\n", "line 2: enter is reserved for navigation"),
        ("save: p\n", "line 1: p is already the key of print"),
        ("print: f9\nsave: f9\n", "line 2: f9 is already the key of print"),
        ("save: ctrl+i\n", "line 1: ctrl+i does not work: terminals send Tab instead"),
        ("save: ctrl+m\n", "terminals send Enter instead"),
        ("save: ctrl+[\n", "terminals send Esc instead"),
        ("save:\n", "line 1: save needs a key"),
        ("save: {a: b}\n", "line 1: save needs a key"),
        ("save: [f5\n", "line 1: is not valid YAML"),
        ("- save\n", "line 1: write a command and its key on each line"),
        ("just words\n", "line 1: write a command and its key on each line"),
    ],
)
def test_unusable_line_is_reported_and_the_command_keeps_its_keys(text: str, words: str) -> None:
    file = write(text)
    own = read_keys(COMMANDS)
    assert "save" not in own.keys
    assert len(own.faults) == 1
    assert own.faults[0].startswith(file.name)
    assert words in own.faults[0]


@pytest.mark.parametrize("text", ["save: p\nprint: f9\n", "print: f9\nsave: p\n", "save: p\nprint: ctrl+s\n"])
def test_two_commands_can_exchange_keys(text: str) -> None:
    """The order of lines does not matter."""
    write(text)
    own = read_keys(COMMANDS)
    assert own.faults == ()
    assert own.keys["save"] == "p"
    assert set(own.keys) == {"save", "print"}


def test_rejected_command_keeps_its_key_from_others() -> None:
    write("save: p\nprint: f99\n")
    own = read_keys(COMMANDS)
    assert own.keys == {}
    assert [trouble.partition(": ")[2] for trouble in own.faults] == [
        "p is already the key of print; to use p here, give print another key.",
        "unknown key f99. Write a key such as f5, ctrl+k or x.",
    ]


def test_without_a_file_all_keys_are_defaults() -> None:
    own = read_keys(COMMANDS)
    assert (own.keys, own.faults) == ({}, ())


def test_created_file_changes_nothing_and_lists_the_current_keys() -> None:
    assert "Created " in create_file(COMMANDS)
    assert read_keys(COMMANDS).keys == {}
    first, *lines = keys_file().read_text(encoding="utf-8").splitlines()
    assert first.startswith("#")
    text = "\n".join(line.removeprefix("# ") for line in lines)
    assert not parse(text).problems
    write(text)
    own = read_keys(COMMANDS)
    assert own.faults == ()
    assert own.keys == {command.id: command.keys for command in COMMANDS}
    assert str(keys_file()) in create_file(COMMANDS)
    assert keys_file().read_text(encoding="utf-8") == text


@pytest.mark.slow
def test_changed_key_works_and_is_shown_in_the_key_bar(tmp_path: Path) -> None:
    write("save: f5\nprnt: f6\n")
    file = tmp_path / "mine.yaml"
    file.write_bytes(STARTER.read_bytes())
    library = Library()

    async def run() -> None:
        app = RecordingApp(library, check(file, library))
        async with app.run_test(size=(120, 36)) as pilot:
            await pilot.pause()
            assert any("unknown command prnt" in notice for notice in notices(app))
            screen = app.screen
            assert isinstance(screen, BuilderScreen)
            assert "F5 Save" in screen.query_one(KeyBar).render().plain
            await pilot.press("down", "down", "plus", "ctrl+s")
            assert screen.now.unsaved
            await pilot.press("f5")
            assert not screen.now.unsaved

    asyncio.run(run())
