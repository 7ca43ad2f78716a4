"""Suggestions in the running builder."""

from __future__ import annotations

from tests.tui.conftest import on_screen, play_text, press
from textual.pilot import Pilot

from orbat.tui.screens.builder import BuilderScreen


def test_suggestion_is_listed_applied_and_undone(two_brigades: str) -> None:
    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        before = builder.now.orbat
        await press(pilot, "W")
        assert on_screen(pilot, "Spend the remaining points: 12 left of 170")
        assert on_screen(pilot, "158 → 170", "none left")
        assert builder.now.orbat is before
        await press(pilot, "enter")
        assert builder.now.quote.remaining == 0
        assert builder.now.quote.total == 170
        await press(pilot, "u")
        assert builder.now.orbat == before

    play_text(two_brigades, script, size=170)
