"""The keys of the commands: declared once, shown everywhere, and changed by the player's own file."""

from __future__ import annotations

import asyncio
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
    """The player's file of keys."""
    keys_file().parent.mkdir(parents=True, exist_ok=True)
    keys_file().write_text(text, encoding="utf-8")
    return keys_file()


def test_every_command_is_its_own_and_told() -> None:
    """Ids and keys are unique; each has a help sentence, in a group that the help of some pane tells."""
    ids = [command.id for command in COMMANDS]
    keys = [key for command in COMMANDS for key in command.keys.split(",")]
    assert len(set(ids)) == len(ids)
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set(RESERVED)
    told = {group for pane in PANES.values() for group in pane.groups}
    for command in COMMANDS:
        assert command.help.endswith("."), command.id
        assert command.group in told, command.id


def test_each_pane_has_a_help_of_its_own() -> None:
    """No pane's help is another's, and each names the keys as they are now."""
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
    """A capital letter is told from a small one; named keys have the names people know."""
    assert shown(key) == words


def test_a_key_or_a_list_of_keys_is_taken() -> None:
    """One key, or several; a key that its command gives up is free for another."""
    write("save: f5\nundo: [f6, ctrl+k]\nredo: u\n")
    own = read_keys(COMMANDS)
    assert own.faults == ()
    assert own.keys == {"save": "f5", "undo": "f6,ctrl+k", "redo": "u"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sve: f5\n", "line 1: there is no command sve. Did you mean save?"),
        ("save: f55\n", "line 1: f55 is no key"),
        ("save: ctrl+blah\n", "line 1: ctrl+blah is no key"),
        ("print: f5\nsave: enter\n", "line 2: enter is needed for moving about"),
        ("save: p\n", "line 1: p is the key of print already"),
        ("print: f9\nsave: f9\n", "line 2: f9 is the key of print already"),
        ("save: ctrl+i\n", "line 1: ctrl+i reaches no program: a terminal sends Tab for it"),
        ("save: ctrl+m\n", "a terminal sends Enter for it"),
        ("save: ctrl+[\n", "a terminal sends Esc for it"),
        ("save:\n", "line 1: save needs a key"),
        ("save: {a: b}\n", "line 1: save needs a key"),
        ("save: [f5\n", "line 1: is not valid YAML"),
        ("- save\n", "line 1: a line gives a command its key"),
        ("just words\n", "line 1: a line gives a command its key"),
    ],
)
def test_what_cannot_be_used_is_told_with_its_line(text: str, words: str) -> None:
    """The message names the file and the line; the command keeps its keys."""
    file = write(text)
    own = read_keys(COMMANDS)
    assert "save" not in own.keys
    assert len(own.faults) == 1
    assert own.faults[0].startswith(file.name)
    assert words in own.faults[0]


@pytest.mark.parametrize("text", ["save: p\nprint: f9\n", "print: f9\nsave: p\n", "save: p\nprint: ctrl+s\n"])
def test_the_file_is_read_as_a_whole(text: str) -> None:
    """A key that another line gives up is free, in whatever order they stand; two commands can change keys."""
    write(text)
    own = read_keys(COMMANDS)
    assert own.faults == ()
    assert own.keys["save"] == "p"
    assert set(own.keys) == {"save", "print"}


def test_a_line_that_cannot_be_used_is_in_the_way_of_others() -> None:
    """Print keeps its key, since its new one is none: so that save cannot have it."""
    write("save: p\nprint: f99\n")
    own = read_keys(COMMANDS)
    assert own.keys == {}
    assert [trouble.partition(": ")[2] for trouble in own.faults] == [
        "p is the key of print already; give that another too.",
        "f99 is no key: write one such as f5, ctrl+k or x.",
    ]


def test_there_need_be_no_file() -> None:
    """Without a file every command has its own keys."""
    own = read_keys(COMMANDS)
    assert (own.keys, own.faults) == ({}, ())


def test_the_file_that_is_begun_changes_nothing_and_can_be_used() -> None:
    """It is all remarks; with the remarks taken away it gives every command the keys that it has."""
    assert "has just been begun" in create_file(COMMANDS)
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


def test_the_players_keys_hold_and_are_shown(tmp_path: Path) -> None:
    """Save on F5: the key bar says so, F5 saves, and Ctrl+S does nothing any more; what is wrong is told."""
    write("save: f5\nprnt: f6\n")
    file = tmp_path / "mine.yaml"
    file.write_bytes(STARTER.read_bytes())
    library = Library()

    async def run() -> None:
        app = RecordingApp(library, check(file, library))
        async with app.run_test(size=(120, 36)) as pilot:
            await pilot.pause()
            assert any("there is no command prnt" in notice for notice in notices(app))
            screen = app.screen
            assert isinstance(screen, BuilderScreen)
            assert "F5 Save" in screen.query_one(KeyBar).render().plain
            await pilot.press("down", "down", "plus", "ctrl+s")
            assert screen.now.unsaved
            await pilot.press("f5")
            assert not screen.now.unsaved

    asyncio.run(run())
