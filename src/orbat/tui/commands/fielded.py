"""The command that chooses which units take the field."""

from __future__ import annotations

from orbat.evaluate.pricing import Pricer
from orbat.tui.commands.host import Host
from orbat.tui.screens.fielded import AskFielded
from orbat.tui.state import State
from orbat.tui.steps import fielded as steps
from orbat.tui.steps.fielded import Ticked
from orbat.tui.views.fielded import fielded_lines, fielded_words
from orbat.tui.widgets.lines import Line


def choose_units(host: Host) -> None:
    """Ask which units take the field. The other units stay at home. One undo reverses the whole choice."""

    def chosen(ticked: Ticked | None) -> None:
        if ticked is not None:
            host.do(steps.choose(host.now, ticked))

    if steps.tickable(host.now.orbat):
        host.show(fielded_dialog(host.now), chosen)
    else:
        host.say("The army has no units.")


def fielded_dialog(state: State) -> AskFielded:
    """The dialog with the units of the open ORBAT."""
    orbat, book = state.orbat, state.book
    pricer = Pricer(book, orbat.date, book.rulings(orbat))

    def shown(ticked: Ticked) -> tuple[tuple[Line, ...], str]:
        new = steps.with_ticked(orbat, ticked)
        quote = pricer.quote(new)
        return fielded_lines(new, quote, book, ticked), fielded_words(new, quote, book)

    return AskFielded(orbat, shown, state.selected)
