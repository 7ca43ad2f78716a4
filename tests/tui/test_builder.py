"""The builder driven by keys: totals, findings, saving and recovery."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from orbat.data.library import Library
from orbat.pipeline import Evaluator, check
from orbat.tui.app import OrbatApp
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.widgets.header import BuilderHeader
from orbat.tui.widgets.lines import Lines

Script = Callable[[Pilot[Any], BuilderScreen], Awaitable[None]]

ARMY = """\
orbat: 1
title: A brigade   # kept
ruleset: days_of_empire
army_list: british
game_size: 400
date: 1854-09
commander: {name: Lord Raglan}
formations:
  - level: brigade
    name: 1st Brigade
    commander: {name: Codrington}
    units:
      - {name: 7th Royal Fusiliers, entry: brit_line, size: 12, rating: 3, points: 48}
total: 78
"""


def play(file: Path, library: Library, script: Script, size: tuple[int, int] = (120, 36)) -> None:
    """Run a script in the builder of a file."""

    async def run() -> None:
        app = OrbatApp(library, check(file, library))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, BuilderScreen)
            await script(pilot, screen)

    asyncio.run(run())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A small army in a file."""
    path = tmp_path / "army.yaml"
    path.write_text(ARMY, encoding="utf-8")
    return path


def agrees(screen: BuilderScreen) -> None:
    """Assert that the header shows freshly computed points."""
    quote, findings = Evaluator().examine(screen.now.orbat, screen.now.book)
    assert screen.now.quote.total == quote.total
    assert {(one.code, one.path) for one in screen.now.findings} == {(one.code, one.path) for one in findings}
    head = screen.query_one(BuilderHeader).report
    assert head is not None
    assert head.points.startswith(f"{quote.total} of ")


@pytest.mark.slow
def test_every_edit_shows_the_right_total(file: Path, library: Library) -> None:

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        for key in ("down", "down", "plus", "plus", "c", "2", "d", "minus", "b", "x", "tab", "tab", "down", "enter"):
            await pilot.press(key)
            await pilot.pause()
            agrees(screen)
        await pilot.press("ctrl+z")
        agrees(screen)

    play(file, library, script)


@pytest.mark.slow
def test_filtered_entry_is_bought_for_the_selected_brigade(file: Path, library: Library) -> None:

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await pilot.press("down", "slash", *"coldstream", "enter")
        await pilot.pause()
        await pilot.press("enter", "enter")
        units = screen.now.orbat.formations[0].units
        assert [unit.entry for unit in units] == ["brit_line", "brit_foot_guards", "brit_foot_guards"]
        assert [unit.name for unit in units[1:]] == ["1st Bn Coldstream Guards", "3rd Bn Grenadier Guards"]
        agrees(screen)

    play(file, library, script)


@pytest.mark.slow
def test_undo_and_redo_survive_a_save(file: Path, library: Library) -> None:
    """The file keeps comments and gets the points."""

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await pilot.press("down", "down", "plus", "plus", "ctrl+s")
        await pilot.pause()
        assert not screen.now.unsaved
        text = file.read_text(encoding="utf-8")
        assert "# kept" in text
        assert "size: 14" in text
        assert "points: 56" in text
        assert "total: 86" in text
        await pilot.press("ctrl+z", "ctrl+z")
        assert screen.now.orbat.formations[0].units[0].size == 12
        assert screen.now.unsaved
        await pilot.press("ctrl+y", "ctrl+y")
        assert screen.now.orbat.formations[0].units[0].size == 14
        assert not screen.now.unsaved

    play(file, library, script)


@pytest.mark.slow
def test_file_changed_by_another_program_is_asked_about(file: Path, library: Library) -> None:

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        other = ARMY.replace("12", "13")
        file.write_text(other, encoding="utf-8")
        await pilot.press("down", "down", "plus", "ctrl+s")
        await pilot.pause()
        assert pilot.app.screen is not screen
        await pilot.press("escape")
        assert file.read_text(encoding="utf-8") == other

    play(file, library, script)


@pytest.mark.slow
def test_leaving_with_unsaved_changes_asks_once(file: Path, library: Library) -> None:

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await pilot.press("down", "down", "plus", "escape")
        await pilot.pause()
        assert pilot.app.screen is not screen
        await pilot.press("escape")
        await pilot.pause()
        assert pilot.app.screen is screen
        assert file.read_text(encoding="utf-8") == ARMY

    play(file, library, script)


def test_enter_on_a_finding_selects_its_place_and_f_fixes_it(file: Path, library: Library) -> None:

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await pilot.press("down", "down", *["minus"] * 9)
        assert "UNT003" in {finding.code for finding in screen.now.findings}
        findings = screen.query_one("#findings", Lines)
        findings.focus()
        await pilot.press("home", "enter")
        assert screen.now.selected == ("formations", 0, "units", 0)
        await pilot.press("f")
        assert "UNT003" not in {finding.code for finding in screen.now.findings}
        agrees(screen)

    play(file, library, script)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 60)])
def test_points_are_shown_next_to_long_names(file: Path, library: Library, size: tuple[int, int]) -> None:

    async def script(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await pilot.press("down", "down", "n")
        await pilot.pause()
        pilot.app.screen.query_one(Input).value = "A" * 60
        await pilot.press("enter")
        await pilot.pause()
        tree = screen.query_one("#tree", Lines)
        shown = ["".join(segment.text for segment in tree.render_line(y)).rstrip() for y in range(3)]
        assert [line.split()[-1] for line in shown] == ["78", "78", "48"]

    play(file, library, script, size)


@pytest.mark.slow
def test_unsaved_work_of_a_killed_builder_is_recovered(file: Path, library: Library) -> None:

    async def killed(pilot: Pilot[Any], screen: BuilderScreen) -> None:
        await pilot.press("down", "down", "plus")
        assert screen.journal is not None
        screen.journal.close(discard=False)

    play(file, library, killed)

    async def run() -> None:
        app = OrbatApp(library)
        async with app.run_test(size=(120, 36)) as pilot:
            await pilot.pause()
            await pilot.click("#recover")
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, BuilderScreen)
            assert screen.now.orbat.formations[0].units[0].size == 13
            await pilot.press("ctrl+z")
            assert screen.now.orbat.formations[0].units[0].size == 12

    asyncio.run(run())
