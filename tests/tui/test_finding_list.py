"""The findings pane of the builder: groups that unfold, and the place and fix of each finding in them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.tui.conftest import on_screen
from textual.pilot import Pilot

from orbat.data.library import Library
from orbat.pipeline import check
from orbat.tui.app import OrbatApp
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.widgets.finding_list import FindingList

Script = Callable[[Pilot[Any], BuilderScreen, FindingList], Awaitable[None]]

TOO_LARGE = [("formations", 0, "formations", number, "units", 0) for number in range(2)]


@pytest.fixture
def play(tmp_path: Path, library: Library, two_brigades: str) -> Callable[[Script], None]:
    """Run a script with the focus on the findings of an army with two units that are too large."""
    file = tmp_path / "army.yaml"
    text = two_brigades.replace("size: 12", "size: 30").replace("size: 8,", "size: 31,")
    file.write_text(text, encoding="utf-8")

    def played(script: Script) -> None:
        async def run() -> None:
            app = OrbatApp(library, check(file, library))
            async with app.run_test(size=(120, 36)) as pilot:
                await pilot.pause()
                screen = app.screen
                assert isinstance(screen, BuilderScreen)
                findings = screen.query_one(FindingList)
                findings.focus()
                await pilot.press("home")
                await script(pilot, screen, findings)

        asyncio.run(run())

    return played


def name(findings: FindingList) -> str:
    """The line at the cursor."""
    assert findings.line is not None
    return findings.line.name


def test_a_group_unfolds_and_leads_to_each_place(play: Callable[[Script], None]) -> None:
    async def script(pilot: Pilot[Any], screen: BuilderScreen, findings: FindingList) -> None:
        assert name(findings).startswith("UNT003 ▸ 2 units outside the range of 4 to 18 stands: 7th Royal Fusiliers")
        await pilot.press("enter")
        assert name(findings).startswith("UNT003 ▾ 2 units")
        await pilot.press("down", "down")
        assert name(findings).startswith("19th Foot")
        await pilot.press("enter")
        assert screen.now.selected == TOO_LARGE[1]
        assert screen.pane == "tree"
        findings.focus()
        await pilot.press("home", "enter", "down")
        assert not name(findings).startswith("7th Royal Fusiliers"), "the group is folded again"

    play(script)


@pytest.mark.slow
def test_each_finding_of_a_group_is_fixed_by_itself(play: Callable[[Script], None]) -> None:
    async def script(pilot: Pilot[Any], screen: BuilderScreen, findings: FindingList) -> None:
        await pilot.press("enter", "down", "down", "f")
        assert [one.path[:-1] for one in screen.now.findings if one.code == "UNT003"] == [TOO_LARGE[0]]
        await pilot.press("home")
        assert name(findings).startswith("UNT003 7th Royal Fusiliers")
        await pilot.press("f")
        assert "UNT003" not in {one.code for one in screen.now.findings}

    play(script)


@pytest.mark.slow
def test_a_group_is_fixed_as_one_step(play: Callable[[Script], None]) -> None:
    """The line of the group says how many findings have a fix."""

    async def script(pilot: Pilot[Any], screen: BuilderScreen, findings: FindingList) -> None:
        before = screen.now.orbat
        assert name(findings).startswith("UNT003 ▸ 2 units")
        assert on_screen(pilot, "f fixes 2")
        await pilot.press("f")
        assert "UNT003" not in {one.code for one in screen.now.findings}
        assert screen.now.history.undo_name == "fix UNT003, 2 times"
        await pilot.press("u")
        assert screen.now.orbat == before

    play(script)


@pytest.mark.slow
def test_a_click_on_the_key_of_a_line_presses_it(play: Callable[[Script], None]) -> None:
    """Elsewhere on the line, a click only moves the cursor."""

    async def script(pilot: Pilot[Any], screen: BuilderScreen, findings: FindingList) -> None:
        before = screen.now.orbat
        row = next(n for n in range(findings.size.height) if "f fixes 2" in findings.render_line(n).text)
        key = findings.render_line(row).text.index("f fixes 2")
        await pilot.click(findings, (key - 2, row))
        await pilot.pause()
        assert screen.now.orbat == before
        await pilot.click(findings, (key, row))
        await pilot.pause()
        assert "UNT003" not in {one.code for one in screen.now.findings}

    play(script)


@pytest.mark.slow
def test_a_group_is_explained_with_its_text(play: Callable[[Script], None]) -> None:
    async def script(pilot: Pilot[Any], screen: BuilderScreen, findings: FindingList) -> None:
        while not name(findings).startswith("STF001"):
            await pilot.press("down")
        await pilot.press("question_mark")
        assert on_screen(pilot, "3 generals not diced")

    play(script)
