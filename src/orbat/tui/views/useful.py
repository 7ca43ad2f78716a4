"""Which commands are of use for what is open: those that key bar and palette offer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from orbat.model.orbat import Unit
from orbat.tui.state import State
from orbat.tui.steps.quality import is_diced, qualities, tables
from orbat.tui.steps.reserves import held
from orbat.tui.steps.selection import entry_of, kind_selected, selected

if TYPE_CHECKING:
    from orbat.tui.commands.table import Command


def fits(command: Command, state: State) -> bool:
    """Whether a command is for what is selected, or for what is marked."""
    return kind_selected(state) in command.of or (command.several and bool(state.marked))


def known(command: Command, state: State) -> bool:
    """Whether the rules have what a command is about."""
    return command.id not in _KNOWN or _KNOWN[command.id](state)


def useful(command: Command, state: State) -> bool:
    """Whether a command fits and there is something for it to do."""
    needs = _NEEDS.get(command.id)
    return fits(command, state) and known(command, state) and (needs is None or needs(state))


def _has_sizes(state: State) -> bool:
    return any(kind.sizes or kind.price.per == "size" for kind in state.book.ruleset.kinds.values())


def _has_set_quality(state: State) -> bool:
    return bool(state.book.ruleset.staff.qualities) and not is_diced(state)


_KNOWN: Mapping[str, Callable[[State], bool]] = {
    "grow": _has_sizes,
    "shrink": _has_sizes,
    "rating": lambda state: bool(state.book.ruleset.ratings),
    "option": lambda state: bool(state.book.ruleset.options),
    "reading": lambda state: bool(state.book.ruleset.rulings),
    "higher": lambda state: len(state.book.ruleset.levels) > 1,
    "roll": is_diced,
    "dice": is_diced,
    "reroll": is_diced,
    "quality": _has_set_quality,
    "staff_table": lambda state: bool(tables(state)),
}
"""What the rules must have for a command to be one of theirs, where not all of them have it."""


def _sized(state: State) -> bool:
    entry = entry_of(state)
    return entry is not None and (entry.sizes is not None or state.book.kind(entry).price.per == "size")


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
    "off_board": lambda state: held(state) is not None,
    "reroll": lambda state: kind_selected(state) == "formation" or not state.book.ruleset.staff.player,
    "quality": lambda state: bool(qualities(state)),
    "fix": lambda state: any(finding.fix for finding in state.findings),
    "explain": lambda state: bool(state.findings),
    "redo": lambda state: bool(state.history.redo_name),
}
"""What must be there for a command to do something, where that is not so for all that it fits."""
