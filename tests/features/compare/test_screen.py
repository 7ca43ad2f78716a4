"""Comparing the open army with a file, and two files from the home screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.tui.conftest import RecordingApp, notices, on_screen, press, settle
from textual.pilot import Pilot
from textual.widgets import Input

from orbat.data import folders
from orbat.data.library import Library
from orbat.features.compare.screen import CompareScreen
from orbat.pipeline import check
from orbat.session.recent import write_recent
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.screens.home import HomeScreen

RUSSIAN = folders.templates() / "days_of_empire" / "historical" / "alma_russian.yaml"
MINDEN = folders.templates() / "honours_of_war" / "historical" / "minden_allied.yaml"


def play(file: Path, other: str, *expected: tuple[str, ...], size: tuple[int, int]) -> None:
    """Enlarge a unit by a stand and compare the army with another file."""

    async def run() -> None:
        library = Library()
        app = RecordingApp(library, check(file, library))
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            await press(pilot, "down", "down", "down", "plus", "C", "slash")
            app.screen.query_one(Input).value = other
            await press(pilot, "enter")
            assert isinstance(app.screen, CompareScreen)
            missing = list(expected)
            for _ in range(9):
                missing = [words for words in missing if not on_screen(pilot, *words)]
                if not missing:
                    break
                await press(pilot, "pagedown")
            assert missing == []

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
def test_the_open_army_is_compared_with_another_file(tmp_path: Path, two_brigades: str, size: tuple[int, int]) -> None:
    """Including unsaved edits."""
    file, other = tmp_path / "army.yaml", tmp_path / "other.yaml"
    file.write_text(two_brigades, encoding="utf-8")
    other.write_text(two_brigades.replace("size: 8", "size: 9"), encoding="utf-8")
    play(file, str(other), ("7th Royal Fusiliers", "13 stands to 12"), ("19th Foot", "8 stands to 9"), size=size)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
def test_the_comparison_shows_who_is_out_scouted(tmp_path: Path, two_brigades: str, size: tuple[int, int]) -> None:
    """With the consequence for the deployment."""
    file = tmp_path / "army.yaml"
    file.write_text(two_brigades, encoding="utf-8")
    play(
        file,
        str(RUSSIAN),
        ("Light Division: 0 scouting points",),
        ("72 scouting points",),
        ("Light Division is out-scouted: the opponent is 72 points ahead",),
        ("The out-scouted player sets up first",),
        size=size,
    )


def test_a_ruleset_without_scouting_has_no_scouting_lines() -> None:
    report = check(MINDEN, Library())
    words = "\n".join(CompareScreen("Minden", report, report).lines(120))
    assert "Side by side" in words
    assert "scout" not in words


@pytest.mark.slow
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, two_brigades: str) -> None:
    file, other = tmp_path / "army.yaml", tmp_path / "other.yaml"
    file.write_text(two_brigades, encoding="utf-8")
    other.write_text("orbat: [", encoding="utf-8")

    async def run() -> None:
        library = Library()
        app = RecordingApp(library, check(file, library))
        async with app.run_test(size=(120, 36)) as pilot:
            await settle(pilot)
            await press(pilot, "C", "slash")
            app.screen.query_one(Input).value = str(other)
            await press(pilot, "enter")
            assert isinstance(app.screen, BuilderScreen)
            assert "other.yaml: is not valid YAML" in notices(app)[-1]

    asyncio.run(run())


def play_home(script: Callable[[Pilot[None]], Awaitable[None]], recent: Path, size: tuple[int, int]) -> None:
    """Run a script on the home screen, with one recent file."""
    folders.state().mkdir(parents=True, exist_ok=True)
    write_recent(folders.state(), [(recent, datetime(2024, 5, 1, tzinfo=UTC))])

    async def run() -> None:
        async with RecordingApp(Library()).run_test(size=size) as pilot:
            await settle(pilot)
            await script(pilot)

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
def test_two_files_are_compared(size: tuple[int, int], tmp_path: Path, two_brigades: str) -> None:
    """Enter chooses the recent file under the cursor."""
    file = tmp_path / "mine.yaml"
    file.write_text(two_brigades, encoding="utf-8")

    async def script(pilot: Pilot[None]) -> None:
        assert on_screen(pilot, "T Compare two")
        await press(pilot, "right", "t")
        assert on_screen(pilot, "Compare which ORBAT?")
        await press(pilot, "enter")
        assert on_screen(pilot, "Compare mine.yaml with which ORBAT?")
        await press(pilot, "slash")
        pilot.app.screen.query_one(Input).value = str(RUSSIAN)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, CompareScreen)
        assert on_screen(pilot, "mine.yaml and alma_russian.yaml")
        for _ in range(9):
            if on_screen(pilot, "is out-scouted: the opponent is 72 points ahead"):
                break
            await press(pilot, "pagedown")
        assert on_screen(pilot, "is out-scouted: the opponent is 72 points ahead")
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, HomeScreen)

    play_home(script, file, size)


@pytest.mark.slow
def test_a_second_file_that_cannot_be_read_is_refused(tmp_path: Path, two_brigades: str) -> None:
    file, broken = tmp_path / "mine.yaml", tmp_path / "broken.yaml"
    file.write_text(two_brigades, encoding="utf-8")
    broken.write_text("title: [", encoding="utf-8")

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "right", "t", "enter", "slash")
        pilot.app.screen.query_one(Input).value = str(broken)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, HomeScreen)
        assert "broken.yaml: is not valid YAML" in notices(pilot.app)[-1]

    play_home(script, file, (80, 24))
