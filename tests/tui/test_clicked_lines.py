"""Lists in which one click chooses a line."""

from __future__ import annotations

import asyncio

from textual import on
from textual.app import App, ComposeResult

from orbat.tui.widgets.clicked import ClickedLines
from orbat.tui.widgets.lines import Line, Lines

LINES = (Line(key="head", name="Head", heading=True), *(Line(key=n, name=f"Line {n}") for n in range(1, 40)))


class _App(App[None]):
    chosen: list[object]

    def compose(self) -> ComposeResult:
        self.chosen = []
        yield ClickedLines(id="lines")

    def on_mount(self) -> None:
        self.query_one(ClickedLines).show(LINES)

    @on(Lines.Chosen)
    def _chosen(self, event: Lines.Chosen) -> None:
        self.chosen.append(event.line.key)


def test_one_click_chooses_a_line_but_no_heading() -> None:
    """Also after scrolling."""

    async def run() -> list[object]:
        app = _App()
        async with app.run_test(size=(40, 10)) as pilot:
            await pilot.click("#lines", offset=(5, 0))
            await pilot.click("#lines", offset=(5, 3))
            await pilot.press("end")
            await pilot.click("#lines", offset=(5, 8))
            return app.chosen

    assert asyncio.run(run()) == [3, 38]
