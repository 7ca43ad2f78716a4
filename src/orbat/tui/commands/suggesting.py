"""Suggesting: what might be done is listed with its sum, and what is chosen is shown in full and done as one step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orbat.muster.suggesting import Suggestion
from orbat.outputs.suggested import nothing_words
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
        nothing = nothing_words(of_owned=state.supply is not None)
        builder.say("Agree a size first, to spend or to keep to." if unsized else nothing)
        return
    question = f"{state.report.points}. Which of these?"
    builder.choose(question, suggestion_lines(state, found), lambda key: _show(builder, found[int(key)]))


def _show(builder: BuilderScreen, suggestion: Suggestion) -> None:
    """Show all that a suggestion does, before it is done."""
    answers = (("take", "Take it"), ("back", "Go back"))
    acts = {"take": lambda: builder.do(steps.take(builder.now, suggestion)), "back": lambda: suggest(builder)}
    builder.offer(f"{suggestion.words}.", answers, acts)
