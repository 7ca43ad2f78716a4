"""Which commands are of use for what is open: those that key bar and palette offer."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from orbat.model.orbat import Unit
from orbat.tui.commands.table import Command
from orbat.tui.state import State
from orbat.tui.steps.selection import entry_of, home_of, kind_selected, selected


def fits(command: Command, state: State) -> bool:
    """Whether a command is for what is selected, or for what is marked."""
    return kind_selected(state) in command.of or (command.several and bool(state.marked))


def useful(command: Command, state: State) -> bool:
    """Whether a command fits and there is something for it to do."""
    return fits(command, state) and (command.id not in _NEEDS or _NEEDS[command.id](state))


def _sized(state: State) -> bool:
    entry = entry_of(state)
    return entry is not None and state.book.kind(entry).price.per == "size"


def _rated(state: State) -> bool:
    entry = entry_of(state)
    return entry is not None and entry.ratings is not None


def _optional(state: State) -> bool:
    entry = entry_of(state)
    return entry is not None and any(use.use != "always" for use in entry.options)


def _has_general(state: State) -> bool:
    thing = selected(state)
    return not isinstance(thing, Unit) and thing.commander is not None


_NEEDS: Mapping[str, Callable[[State], bool]] = {
    "grow": _sized,
    "shrink": _sized,
    "rating": _rated,
    "option": _optional,
    "unmark": lambda state: bool(state.marked),
    "dismiss": _has_general,
    "off_board": lambda state: bool(home_of(state)),
    "fix": lambda state: any(finding.fix for finding in state.findings),
    "explain": lambda state: bool(state.findings),
    "redo": lambda state: bool(state.history.redo_name),
}
"""What must be there for a command to do something, where that is not so for all that it fits."""
