"""Clicks on lines: the first selects, and a click on the selected line chooses. In some lists, one click chooses."""

from __future__ import annotations

import asyncio

from textual import on
from textual.app import App, ComposeResult
from textual.widgets import Button

from orbat.tui.widgets.clicked import ClickedLines
from orbat.tui.widgets.lines import Line, Lines

LINES = (Line(key="head", name="Head", heading=True), *(Line(key=n, name=f"Line {n}") for n in range(1, 40)))


class _App(App[None]):
    def __init__(self, lines: Lines) -> None:
        super().__init__()
        self.lines = lines
        self.chosen: list[object] = []
        self.clicked: list[object] = []

    def compose(self) -> ComposeResult:
        yield self.lines
        yield Button("Other", id="other")

    def on_mount(self) -> None:
        self.lines.show(LINES)
        self.query_one(Button).focus()

    @on(Lines.Clicked)
    def _clicked(self, event: Lines.Clicked) -> None:
        self.clicked.append(event.line.key)

    @on(Lines.Chosen)
    def _chosen(self, event: Lines.Chosen) -> None:
        self.chosen.append(event.line.key)


def test_one_click_chooses_a_line_but_no_heading() -> None:
    """Also after scrolling."""

    async def run() -> list[object]:
        app = _App(ClickedLines(id="lines"))
        async with app.run_test(size=(40, 13)) as pilot:
            await pilot.click("#lines", offset=(5, 0))
            await pilot.click("#lines", offset=(5, 3))
            await pilot.press("end")
            await pilot.click("#lines", offset=(5, 8))
            return app.chosen

    assert asyncio.run(run()) == [3, 38]


def test_click_on_the_selected_line_chooses_it() -> None:
    """The first click selects, also at the cursor of a list without the focus. A double click chooses once."""

    async def run() -> None:
        app = _App(Lines(id="lines"))
        async with app.run_test(size=(40, 10)) as pilot:

            async def click(row: int, times: int = 1) -> tuple[list[object], list[object]]:
                app.chosen, app.clicked = [], []
                await pilot.click("#lines", offset=(5, row), times=times)
                return app.clicked, app.chosen

            assert app.lines.cursor == 1
            app.lines.focus()
            await pilot.pause()
            assert await click(1) == ([1], []), "selected, but not by a click"
            assert await click(1) == ([], [1])
            assert await click(3) == ([3], [])
            assert await click(3, times=2) == ([], [3]), "a double click on the selected line chooses once"
            assert await click(2, times=2) == ([2], [2])
            await pilot.click("#other")
            assert await click(2) == ([2], [])
            assert await click(0) == ([], []), "a heading"

    asyncio.run(run())
