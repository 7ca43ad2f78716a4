"""Saving and leaving in the running builder. `tests/tui/commands/test_files.py` tests the commands."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.tui.conftest import press, settle
from textual.pilot import Pilot
from textual.widgets import Button, Input, Static

from orbat.data import folders
from orbat.data.library import Library
from orbat.documents.read import read_file
from orbat.pipeline import check
from orbat.session.open_files import OpenFile
from orbat.tui import storage
from orbat.tui.app import OrbatApp
from orbat.tui.screens.ask import AskButtons
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.screens.home import HomeScreen
from orbat.tui.widgets.lines import Lines

Script = Callable[[Pilot[Any], BuilderScreen], Awaitable[None]]

ARMY = """\
orbat: 1
title: A brigade   # kept
ruleset: days_of_empire
army_list: british
formations:
  - level: brigade
    name: 1st Brigade
    commander: {name: Codrington}
    units:
      - {name: 7th Royal Fusiliers, entry: brit_line, size: 12, rating: 3}
"""
GROW = ("down", "down", "plus")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A small army in a file."""
    path = tmp_path / "army.yaml"
    path.write_text(ARMY, encoding="utf-8")
    return path


def play(file: Path, script: Script) -> None:
    """Open a file in the builder and run a script of keys."""

    async def run() -> None:
        library = Library()
        app = OrbatApp(library, check(file, library))
        async with app.run_test(size=(120, 36)) as pilot:
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, BuilderScreen)
            await script(pilot, screen)

    asyncio.run(run())


async def push(pilot: Pilot[Any], button: str) -> None:
    """Press a button of the dialog."""
    screen = pilot.app.screen
    assert isinstance(screen, AskButtons)
    screen.query_one(f"#{button}", Button).press()
    await pilot.pause()
    await pilot.pause()


def size_in(file: Path) -> int | str | None:
    """The size of the first unit in a file."""
    orbat = read_file(file, Library())[0].orbat
    assert orbat is not None
    return orbat.formations[0].units[0].size


@pytest.mark.slow
@pytest.mark.parametrize(("button", "sizes"), [("overwrite", (13, None)), ("as", (20, 13)), ("back", (20, None))])
def test_file_changed_by_another_program_is_asked_about(
    file: Path, tmp_path: Path, button: str, sizes: tuple[int, int | None]
) -> None:
    """Overwrite, save as another file, or cancel."""

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        file.write_text(ARMY.replace("12", "20"), encoding="utf-8")
        await press(pilot, *GROW, "ctrl+s")
        await pilot.pause()
        await push(pilot, button)
        if button == "as":
            pilot.app.screen.query_one(Input).value = str(tmp_path / "other.yaml")
            await press(pilot, "enter")
            await pilot.pause()
        assert screen.now.unsaved == (button == "back")

    play(file, script)
    other = tmp_path / "other.yaml"
    assert (size_in(file), size_in(other) if other.exists() else None) == sizes


@pytest.mark.slow
def test_last_twenty_saves_are_kept_compared_and_restored(file: Path) -> None:
    """A version is restored as one step, which can be undone."""

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await press(pilot, "down", "down")
        for number in range(25):
            await press(pilot, "plus" if number % 10 < 5 else "minus", "ctrl+s")
        assert len(storage.versions_of(file)) == 20
        steps = len(screen.now.history.steps)
        await press(pilot, "V", "end", "enter")
        await pilot.pause()
        differences = pilot.app.screen.query_one(Lines)
        words = [line.name for line in differences.lines]
        assert any("16 stands" in line and "17 stands" in line for line in words), words
        await push(pilot, "restore")
        assert screen.now.orbat.formations[0].units[0].size == 16
        assert len(screen.now.history.steps) == steps + 1
        await press(pilot, "ctrl+z")
        assert screen.now.orbat.formations[0].units[0].size == 17

    play(file, script)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["escape", "ctrl+q"])
@pytest.mark.parametrize(("button", "left", "size"), [("save", True, 13), ("discard", True, 12), ("back", False, 12)])
def test_leaving_asks_once_about_unsaved_changes(file: Path, key: str, button: str, left: bool, size: int) -> None:
    """Save, discard or cancel; leaving removes the journal."""

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await press(pilot, *GROW, key)
        await pilot.pause()
        await push(pilot, button)
        assert (screen not in pilot.app.screen_stack) == left

    play(file, script)
    assert size_in(file) == size
    assert not storage.unsaved_work().found


@pytest.mark.slow
def test_new_army_is_saved_under_a_typed_name_and_left(file: Path, tmp_path: Path) -> None:
    """A name that cannot be used is kept, with the reason."""

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        app = pilot.app
        assert isinstance(app, OrbatApp)
        app.open_orbat(screen.now.orbat, screen.now.book)
        await settle(pilot)
        await press(pilot, "escape")
        await push(pilot, "save")
        for name in (str(tmp_path / "none" / "mine.yaml"), f"'{tmp_path}/mine.yaml'"):
            field = app.screen.query_one(Input)
            field.value = name
            await press(pilot, "enter")
            if "none" in name:
                assert app.screen.query_one(Input).value == name
                assert "was not written" in str(app.screen.query_one("#hint", Static).render())
        assert app.screen is screen

    play(file, script)
    assert size_in(tmp_path / "mine.yaml") == 12


@pytest.mark.slow
def test_all_unsaved_work_is_listed_with_times(file: Path) -> None:
    """The rest is offered again after each answer."""

    async def killed(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await press(pilot, *GROW)
        assert screen.journal is not None
        screen.journal.close(discard=False)
        other = screen.workspace.open(screen.now.orbat, screen.now.book, saved=False)
        history = other.history.do("rename", replace(other.orbat, title="Another"))
        storage.start_journal_of(screen.workspace.at(other, history)).close(discard=False)

    play(file, killed)

    async def run() -> None:
        app = OrbatApp(Library())
        async with app.run_test(size=(120, 36)) as pilot:
            await settle(pilot)
            lines = app.screen.query_one(Lines).lines
            assert sorted(line.name for line in lines) == ["A brigade", "Another"]
            assert all(re.fullmatch(r"\d\d \w+ \d{4}, \d\d:\d\d", line.columns[0]) for line in lines)
            await press(pilot, "enter", "escape")
            await push(pilot, "discard")
            await settle(pilot)
            assert len(app.screen.query_one(Lines).lines) == 1
            await press(pilot, "d", "enter")
            assert isinstance(app.screen, HomeScreen)

    asyncio.run(run())
    assert not storage.unsaved_work().found


@pytest.mark.slow
def test_leaving_without_changes_asks_nothing(file: Path) -> None:
    """The file stays unchanged."""

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await press(pilot, "down", "escape")
        await pilot.pause()
        assert screen not in pilot.app.screen_stack

    play(file, script)
    assert file.read_text(encoding="utf-8") == ARMY
    assert not storage.unsaved_work().found


@pytest.mark.slow
def test_a_file_that_is_open_elsewhere_is_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When it is opened, and when the army is saved to such a file. A builder that closes frees its file."""
    said: list[str] = []
    monkeypatch.setattr(OrbatApp, "notify", lambda self, message, **_: said.append(message))
    other, second = OpenFile(folders.state() / "open"), file.with_name("second.yaml")
    other.move_to(file)

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        warning = "{} is also open in another tab or terminal. Edit the file in one place only."
        assert said == [warning.format("army.yaml")]
        other.move_to(second)
        screen.saved(second, ARMY)
        assert said[1:] == [warning.format("second.yaml")]
        other.close()
        screen.saved(file, ARMY)
        assert not other.move_to(file), "the builder has marked its file"
        await settle(pilot)

    play(file, script)
    assert len(said) == 2
    assert other.move_to(file)
    other.close()
