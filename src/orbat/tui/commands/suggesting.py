"""Suggesting: what might be done is listed with its sum, and what is chosen is done as one step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orbat.tui.steps import suggesting as steps
from orbat.tui.views.suggesting import suggestion_lines

if TYPE_CHECKING:
    from orbat.tui.screens.builder import BuilderScreen


def suggest(builder: BuilderScreen) -> None:
    """List what might be done with what is open."""
    state = builder.now
    found = steps.suggested(state)
    if not found:
        unsized = state.orbat.game_size is None
        builder.say("Agree a size first, to spend or to keep to." if unsized else "There is nothing to suggest.")
        return
    question = f"{state.report.points}. Which of these?"
    builder.choose(
        question, suggestion_lines(state, found), lambda key: builder.do(steps.take(builder.now, found[int(key)]))
    )
