"""Wide dialogs: every text is complete, and the buttons stay on the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from tests.tui.conftest import on_screen, rows, settle
from textual.geometry import Region
from textual.pilot import Pilot

from orbat.tui.screens.ask import AskButtons, AskChoice
from orbat.tui.screens.dialog import BaseApp
from orbat.tui.widgets.lines import Line, Lines

LONG = "The second battalion of a regiment with a very long name that ends far to the right, at the last word"
LINES = tuple(Line(key=n, name=f"{n} {LONG} {n}end", columns=(f"{n} → {n + 1}",)) for n in range(20))
QUESTION = " ".join(["A question of several rows."] * 10)


class EmptyApp(BaseApp):
    """An app with one dialog, which has the styles of orbat."""

    CSS_PATH = "../../src/orbat/tui/styles/ask.tcss"


@pytest.mark.parametrize("size", [(80, 24), (200, 50)])
def test_wide_dialog_shows_whole_lines_and_its_buttons(size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert on_screen(pilot, "0 → 1")
        assert on_screen(pilot, "0end")
        assert on_screen(pilot, "Apply", "Cancel")
        await pilot.press("pageup", *["pagedown"] * 9)
        await settle(pilot)
        assert on_screen(pilot, "19end")
        assert not any("…" in row for row in rows(pilot))
        assert on_screen(pilot, "Apply", "Cancel")

    _play(AskButtons(QUESTION, (("apply", "Apply"), ("back", "Cancel")), LINES, wide=True), size, script)


def test_buttons_are_drawn_in_their_place_at_once() -> None:
    places: list[Region] = []

    class Watched(AskChoice):
        def on_mount(self) -> None:
            self.screen_layout_refresh_signal.subscribe(self, self._note, immediate=True)

        def _note(self, _: object) -> None:
            places.append(self.query_one("#ok").region)

    async def script(pilot: Pilot[None]) -> None:
        assert on_screen(pilot, "Apply")
        assert len({*places}) == 1

    _play(Watched("Which?", LINES[:3], wide=True), (80, 24), script)


def test_click_on_the_rest_of_a_line_chooses_the_line() -> None:
    async def script(pilot: Pilot[None]) -> None:
        lines = pilot.app.screen.query_one(Lines)
        assert lines.lines[1].continues
        await pilot.press("down", "down")
        assert _key(lines) == 2
        await pilot.click(Lines, offset=(5, 1))
        assert _key(lines) == 0
        await pilot.press("down", "down", "down", "up")
        await pilot.resize_terminal(60, 24)
        await settle(pilot)
        assert _key(lines) == 2, "the cursor stays at its line when the window changes"

    _play(AskChoice("Which?", LINES, wide=True), (80, 24), script)


def _play(
    dialog: AskButtons | AskChoice, size: tuple[int, int], script: Callable[[Pilot[None]], Awaitable[None]]
) -> None:
    async def run() -> None:
        app = EmptyApp()
        async with app.run_test(size=size) as pilot:
            app.push_screen(dialog)
            await settle(pilot)
            await script(pilot)

    asyncio.run(run())


def _key(lines: Lines) -> object:
    return lines.line.key if lines.line else None
