"""Saving from the builder: nothing is lost when it fails, when others write the file, or when one goes back."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Input, Label

from orbat.data.library import Library
from orbat.documents.read import read_file
from orbat.pipeline import check
from orbat.tui import storage
from orbat.tui.app import OrbatApp
from orbat.tui.screens.ask import AskButtons
from orbat.tui.screens.builder import BuilderScreen
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
    """A small army in a file of its own."""
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


async def answer(pilot: Pilot[Any], text: str) -> None:
    """Answer the question on screen."""
    pilot.app.screen.query_one(Input).value = text
    await pilot.press("enter")
    await pilot.pause()


async def push(pilot: Pilot[Any], button: str) -> None:
    """Push a button of the question on screen."""
    screen = pilot.app.screen
    assert isinstance(screen, AskButtons)
    screen.query_one(f"#{button}", Button).press()
    await pilot.pause()
    await pilot.pause()


def said(pilot: Pilot[Any]) -> str:
    """What was said in passing, all of it."""
    return " ".join(str(note.message) for note in pilot.app._notifications)


def size_in(file: Path) -> int | str | None:
    """The size of the first unit in a file."""
    orbat = read_file(file, Library())[0].orbat
    assert orbat is not None
    return orbat.formations[0].units[0].size


@pytest.mark.parametrize("name", ["file/army.yaml", f"{'x' * 300}.yaml", "army.txt"])
def test_a_save_that_fails_is_told_and_loses_nothing(file: Path, tmp_path: Path, name: str) -> None:
    """No folder there, a name too long, an ending that is none: the army stays, unsaved, and goes elsewhere."""
    (tmp_path / "file").write_text("no folder", encoding="utf-8")

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await pilot.press(*GROW, "S")
        await answer(pilot, str(tmp_path / name))
        assert "was not written" in said(pilot)
        assert "S saves it elsewhere" in said(pilot)
        assert screen.now.unsaved
        assert screen.now.file == file
        await pilot.press("S")
        await answer(pilot, str(tmp_path / "other.yaml"))
        assert not screen.now.unsaved
        assert size_in(tmp_path / "other.yaml") == 13

    play(file, script)
    assert file.read_text(encoding="utf-8") == ARMY


def test_the_first_save_says_where_the_file_will_be(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name alone goes beside the army's own file; without one, to where the program was started."""
    monkeypatch.chdir(tmp_path)

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        screen.state = replace(screen.now, file=None, saved=None)
        await pilot.press("ctrl+s")
        assert str(tmp_path) in str(pilot.app.screen.query_one(".question Label", Label).content).replace("\n", "")
        await answer(pilot, "mine")
        assert screen.now.file == tmp_path / "mine.yaml"
        assert str(tmp_path / "mine.yaml") in said(pilot)
        (tmp_path / "else").mkdir()
        monkeypatch.chdir(tmp_path / "else")
        await pilot.press("S")
        await answer(pilot, "yours")
        assert screen.now.file == tmp_path / "yours.yaml"

    play(file, script)


@pytest.mark.parametrize("name", ["", "/", "~nobody-of-that-name/x.yaml", "a\0b.yaml"])
def test_a_name_that_no_file_can_have_is_told(file: Path, name: str) -> None:
    """Nothing is written, nothing fails, and what is wrong is said: where it shows in the name, it can be mended."""

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await pilot.press(*GROW, "S")
        await answer(pilot, name)
        if name in ("", "/"):
            assert "Type the name of a file." in str(pilot.app.screen.query_one("#wrong", Label).content)
        else:
            assert said(pilot)
        assert screen.now.unsaved

    play(file, script)


def test_a_full_disk_is_told_and_the_old_file_stays(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is whole, the old one; once there is room, saving works."""
    real = os.fsync

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await pilot.press(*GROW)
        monkeypatch.setattr(os, "fsync", full)
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert "no space left" in said(pilot)
        assert screen.now.unsaved
        assert file.read_text(encoding="utf-8") == ARMY
        monkeypatch.setattr(os, "fsync", real)
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert not screen.now.unsaved

    play(file, script)
    assert size_in(file) == 13


def test_saving_under_another_name_keeps_the_authors_remarks(file: Path, tmp_path: Path) -> None:
    """The text that was read is the ground for the new file too; the old one stays as it was."""

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await pilot.press(*GROW, "S")
        await answer(pilot, str(tmp_path / "other"))
        assert screen.now.file == tmp_path / "other.yaml"

    play(file, script)
    assert "# kept" in (tmp_path / "other.yaml").read_text(encoding="utf-8")
    assert file.read_text(encoding="utf-8") == ARMY


@pytest.mark.parametrize(("button", "sizes"), [("over", (13, None)), ("as", (20, 13)), ("back", (20, None))])
def test_a_file_that_another_program_has_changed_is_asked_about(
    file: Path, tmp_path: Path, button: str, sizes: tuple[int, int | None]
) -> None:
    """Overwrite it, save as another, or go back: what was not chosen does not happen."""

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        file.write_text(ARMY.replace("12", "20"), encoding="utf-8")
        await pilot.press(*GROW, "ctrl+s")
        await pilot.pause()
        await push(pilot, button)
        if button == "as":
            await answer(pilot, str(tmp_path / "other.yaml"))
        assert screen.now.unsaved == (button == "back")

    play(file, script)
    other = tmp_path / "other.yaml"
    assert (size_in(file), size_in(other) if other.exists() else None) == sizes


def test_a_file_that_is_gone_is_written_again(file: Path) -> None:
    """There is nothing to overwrite, so nothing is asked."""

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        file.unlink()
        await pilot.press(*GROW, "ctrl+s")
        await pilot.pause()
        assert not screen.now.unsaved

    play(file, script)
    assert size_in(file) == 13


@pytest.mark.parametrize("keys", [("S",), ("e",)])
def test_no_other_file_is_overwritten_without_asking(file: Path, tmp_path: Path, keys: tuple[str, ...]) -> None:
    """Saving or exporting onto a file that exists asks first."""
    other = tmp_path / ("other.yaml" if keys == ("S",) else "other.txt")
    other.write_text("mine", encoding="utf-8")

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await pilot.press(*GROW, *keys)
        await answer(pilot, str(other))
        await push(pilot, "back")
        assert other.read_text(encoding="utf-8") == "mine"
        await pilot.press(*keys)
        await answer(pilot, str(other))
        await push(pilot, "over")

    play(file, script)
    assert other.read_text(encoding="utf-8") != "mine"


def test_the_last_twenty_saves_are_kept_compared_and_brought_back(file: Path) -> None:
    """25 saves leave 20 versions; one is compared with the screen, and comes back as a step that can be undone."""

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await pilot.press("down", "down")
        for number in range(25):
            await pilot.press("plus" if number % 10 < 5 else "minus", "ctrl+s")
        assert len(storage.versions_of(file)) == 20
        steps = len(screen.now.history.steps)
        await pilot.press("V", "end", "enter")
        await pilot.pause()
        differences = pilot.app.screen.query_one(Lines)
        words = [line.name for line in differences._lines]
        assert any("16 stands" in line and "17 stands" in line for line in words), words
        await push(pilot, "restore")
        assert screen.now.orbat.formations[0].units[0].size == 16
        assert len(screen.now.history.steps) == steps + 1
        await pilot.press("ctrl+z")
        assert screen.now.orbat.formations[0].units[0].size == 17

    play(file, script)


def test_a_long_difference_is_told_to_its_end(file: Path) -> None:
    """On as many lines as it needs: what it is now stands last."""
    title = "The crossing of the river and the storming of the breastwork above it, at last"

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await pilot.press(*GROW, "ctrl+s", "home", "n")
        await answer(pilot, title)
        await pilot.press("V", "enter")
        await pilot.pause()
        lines = pilot.app.screen.query_one(Lines)._lines
        assert title in " ".join(line.name for line in lines)
        assert all(len(line.name) <= 60 for line in lines)

    play(file, script)


def test_each_version_says_what_it_came_to(file: Path) -> None:
    """The points at the time of the save, and of what size; the newest first."""

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await pilot.press(*GROW, "ctrl+s")
        first = screen.now.quote.total
        await pilot.press("plus", "home", "a")
        await answer(pilot, "400")
        await pilot.press("ctrl+s", "V")
        versions = [line.columns for line in pilot.app.screen.query_one(Lines)._lines]
        assert versions == [(f"{screen.now.quote.total} of 400 points",), (f"{first} points",)]
        assert screen.now.quote.total != first

    play(file, script)


@pytest.mark.parametrize("key", ["escape", "ctrl+q"])
@pytest.mark.parametrize(("button", "left", "size"), [("save", True, 13), ("discard", True, 12), ("back", False, 12)])
def test_leaving_asks_once_and_only_where_something_is_unsaved(
    file: Path, key: str, button: str, left: bool, size: int
) -> None:
    """Save and leave, leave without saving, or go back; no journal is left behind by who left."""

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await pilot.press(*GROW, key)
        await pilot.pause()
        await push(pilot, button)
        assert (screen not in pilot.app.screen_stack) == left

    play(file, script)
    assert size_in(file) == size
    assert not storage.recoverable().found


def test_leaving_without_edits_asks_nothing(file: Path) -> None:
    """An army that was only looked at is left at once, and its file is untouched."""

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await pilot.press("down", "escape")
        await pilot.pause()
        assert screen not in pilot.app.screen_stack

    play(file, script)
    assert file.read_text(encoding="utf-8") == ARMY
    assert not storage.recoverable().found
