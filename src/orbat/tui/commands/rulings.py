"""The command that chooses how a passage of the rules is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orbat.model.readings import in_force
from orbat.tui.steps import army
from orbat.tui.views.rulings import APART, ruling_lines

if TYPE_CHECKING:
    from orbat.tui.screens.builder import BuilderScreen


def reading(builder: BuilderScreen) -> None:
    """Show every ruling with its readings, and take the one that is chosen."""
    state = builder.now

    def took(key: str) -> None:
        ruling, _, choice = key.partition(APART)
        builder.do(army.read_ruling(builder.now, ruling, choice))

    now = next((f"{ruling.id}{APART}{choice.id}" for ruling, choice in in_force(state.orbat, state.book)), None)
    builder.choose("How are these passages read?", ruling_lines(state), took, at=now)
