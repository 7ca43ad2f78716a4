"""The odds screen: one unit or the army, alone or against another army."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.examples import sampled
from tests.tui.conftest import notices, on_screen, play_file, press, rows
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Input

from orbat.data import folders
from orbat.features.odds.screen import OddsScreen
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.screens.file_picker import FilePicker

Script = Callable[[Pilot[None]], Awaitable[None]]
SMALL, LARGE = (80, 24), (120, 36)
RUSSIAN = folders.templates() / "days_of_empire" / "historical" / "alma_russian.yaml"
MINDEN = folders.templates() / "honours_of_war" / "historical" / "minden_allied.yaml"


async def against(pilot: Pilot[None], file: Path) -> None:
    """Choose the opponent."""
    await press(pilot, "F", "slash")
    pilot.app.screen.query_one(Input).value = str(file)
    await press(pilot, "enter")


def notes(pilot: Pilot[None]) -> list[str]:
    return notices(pilot.app)


@pytest.fixture
def file(tmp_path: Path, two_brigades: str) -> Path:
    """Two brigades; lines: the army, Brown, Codrington, the 7th, Buller, the 19th."""
    made = tmp_path / "army.yaml"
    made.write_text(two_brigades, encoding="utf-8")
    return made


@pytest.mark.slow
@pytest.mark.parametrize("size", sampled([(SMALL,), (LARGE,)], 1))
def test_all_odds_of_the_army_are_shown(file: Path, size: tuple[int, int], orbat: Any) -> None:
    """Every line of the command's output appears, uncut; bars have another character."""
    printed = [line.partition("#")[0].strip() for line in orbat("odds", file).out.splitlines()[1:-3]]
    expected = [line for line in printed if line]

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "O")
        assert isinstance(pilot.app.screen, OddsScreen)
        await press(pilot, "enter")
        words, pages = pilot.app.screen.query_one(VerticalScroll), 0
        seen = "\n".join(rows(pilot))
        while words.scroll_y < words.max_scroll_y:
            await press(pilot, "pagedown")
            seen, pages = seen + "\n".join(rows(pilot)), pages + 1
        assert [line for line in expected if line not in seen] == []
        await press(pilot, *["pageup"] * pages)
        assert "█" in seen
        assert "#" not in seen
        assert words.scroll_y == 0
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, BuilderScreen)

    play_file(file, script, size)


@pytest.mark.slow
def test_the_selected_unit_is_shown_first(file: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, *["down"] * 5, "O")
        assert on_screen(pilot, "1 19th Foot: infantry, 8 stands")
        assert not on_screen(pilot, "7th Royal Fusiliers: infantry")
        await press(pilot, "up")
        assert on_screen(pilot, "1 7th Royal Fusiliers: infantry, 12 stands")
        await press(pilot, "up")
        assert on_screen(pilot, "2 19th Foot: infantry, 8 stands")

    play_file(file, script)


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_one_unit_against_one_of_another_army(file: Path, size: tuple[int, int]) -> None:
    """The close assault of the units at the cursors is shown; the opponent is remembered."""

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, *["down"] * 3, "O")
        assert on_screen(pilot, "none", "F file")
        await against(pilot, RUSSIAN)
        assert on_screen(pilot, "Close assault against")
        await press(pilot, "tab", *["down"] * 6)
        assert on_screen(pilot, "x1 Suzdal Infantry, 1st Bn and 15 more: infantry, 15 stands")
        assert on_screen(pilot, "to win", "inflicts", "suffers", "per 100 points")
        assert on_screen(pilot, "Charging in the open", " %")
        assert on_screen(pilot, "Charged in flank or rear", " %")
        await press(pilot, "escape", "O")
        assert on_screen(pilot, "All of The Alma")

    play_file(file, script, size)


@pytest.mark.slow
def test_an_unusable_opponent_is_refused(file: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("orbat: [", encoding="utf-8")

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "O")
        await against(pilot, MINDEN)
        assert "The armies have different rulesets" in notes(pilot)[-1]
        await against(pilot, broken)
        assert "broken.yaml: is not valid YAML" in notes(pilot)[-1]
        assert isinstance(pilot.app.screen, OddsScreen)
        assert on_screen(pilot, "none", "F file")

    play_file(file, script)


@pytest.mark.slow
def test_a_ruleset_without_close_assault_odds_has_no_opponent() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "O")
        assert on_screen(pilot, "No odds for close assaults")
        await press(pilot, "F")
        assert not isinstance(pilot.app.screen, FilePicker)

    play_file(MINDEN, script)


@pytest.mark.slow
def test_a_ruleset_without_odds_has_no_screen(orbat: Any, tmp_path: Path) -> None:
    mine = Path(os.environ["ORBAT_HOME"]) / "army_lists"
    orbat("new-ruleset", mine / "club_rules")
    orbat("new-list", mine / "club_rules", "--name", "blues")
    army = tmp_path / "mine.yaml"
    orbat("new", "--ruleset", "club_rules", "--army", "blues", "--points", 50, "-o", army)

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "O")
        assert isinstance(pilot.app.screen, BuilderScreen)
        assert "Club rules has no odds." in notes(pilot)[-1]

    play_file(army, script)


@pytest.mark.slow
def test_the_palette_opens_the_screen_and_help_lists_its_keys(file: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "ctrl+p", *"odds")
        for _ in range(200):
            if on_screen(pilot, "Odds  (O)"):
                break
            await asyncio.sleep(0.01)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, OddsScreen)
        await press(pilot, "f1")
        assert on_screen(pilot, "choose the opponent")

    play_file(file, script)
