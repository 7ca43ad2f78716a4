"""The command that chooses how a passage of the rules is read."""

from __future__ import annotations

from orbat.model.readings import in_force
from orbat.tui.commands.host import Host
from orbat.tui.steps import army
from orbat.tui.views.rulings import APART, ruling_lines


def reading(host: Host) -> None:
    """Show every ruling with its readings, and take the one that is chosen."""
    state = host.now

    def took(key: str) -> None:
        ruling, _, choice = key.partition(APART)
        host.do(army.read_ruling(host.now, ruling, choice))

    now = next((f"{ruling.id}{APART}{choice.id}" for ruling, choice in in_force(state.orbat, state.book)), None)
    host.choose("How are these passages read?", ruling_lines(state), took, at=now)
