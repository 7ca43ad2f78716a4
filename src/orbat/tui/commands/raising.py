"""Raising a whole army: its style is chosen, it is shown, and taken as one step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from orbat.muster.raising import NotRaised
from orbat.muster.wish import STYLES, Style
from orbat.tui.steps import raising as steps
from orbat.tui.views.raising import LEANINGS, raised_lines, raised_words
from orbat.tui.widgets.lines import Line

if TYPE_CHECKING:
    from orbat.tui.screens.builder import BuilderScreen


def raise_army(builder: BuilderScreen) -> None:
    """Ask for a style, and show an army of it."""
    state = builder.now
    if not state.orbat.game_size:
        builder.say(f"Agree a size first ({builder.key_of('size')}).")
        return
    if state.orbat.army_list is None or state.orbat.army_list.id not in state.book.lists:
        builder.say(f"Take an army list first ({builder.key_of('list')}).")
        return
    lines = tuple(Line(key=style, name=f"{style.capitalize()}: {LEANINGS[style]}") for style in STYLES)
    names = {str(style): style for style in STYLES}
    builder.choose(
        f"Raise an army of {state.orbat.game_size} points in which style?",
        lines,
        lambda key: _show(builder, names[key], 0),
    )


def _show(builder: BuilderScreen, style: Style, seed: int) -> None:
    """Show an army before it is taken; another may be seen instead."""
    state = builder.now
    try:
        raised = steps.raised(state, style, seed)
    except NotRaised as failed:
        builder.say(". ".join([str(failed), *failed.labels]), severity="warning", timeout=20)
        return
    answers = (("take", "Take it"), ("another", "Another"), ("back", "Go back"))
    acts: dict[str, Callable[[], None]] = {
        "take": lambda: builder.do(steps.take(builder.now, raised, style)),
        "another": partial(_show, builder, style, seed + 1),
    }
    held = "What is there now is replaced; one undo brings it back." if state.quote.all_units else ""
    builder.offer(f"{raised_words(raised)} {held}".strip(), answers, acts, raised_lines(raised, state.book))
