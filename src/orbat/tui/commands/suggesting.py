"""Suggesting: what might be done is listed with its sum, and what is chosen is shown in full and done as one step."""

from __future__ import annotations

from orbat.muster.suggesting import Suggestion
from orbat.outputs.suggested import nothing_words
from orbat.tui.commands.host import Host
from orbat.tui.steps import suggesting as suggestion_steps
from orbat.tui.views.suggesting import suggestion_lines


def suggest(host: Host) -> None:
    """List what might be done with what is open."""
    state = host.now
    found = suggestion_steps.suggested(state)
    if not found:
        unsized = state.orbat.game_size is None
        nothing = nothing_words(of_owned=state.supply is not None)
        host.say("Agree a size first, to spend or to keep to." if unsized else nothing)
        return
    question = f"{state.report.points}. Which of these?"
    host.choose(question, suggestion_lines(state, found), lambda key: _show(host, found[int(key)]))


def _show(host: Host, suggestion: Suggestion) -> None:
    """Show all that a suggestion does, before it is done."""
    answers = (("take", "Take it"), ("back", "Go back"))
    acts = {"take": lambda: host.do(suggestion_steps.take(host.now, suggestion)), "back": lambda: suggest(host)}
    host.offer(f"{suggestion.words}.", answers, acts)
