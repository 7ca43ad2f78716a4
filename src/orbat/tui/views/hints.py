"""The key bar's hints: the commands for what is selected, with the keys they have now."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from orbat.model.ruleset import Ruleset
from orbat.tui.commands.table import Command
from orbat.tui.state import State
from orbat.tui.steps.selection import kind_selected
from orbat.tui.widgets.keybar import KeyHint

ENTER = {"tree": "Buy…", "shop": "Buy", "findings": "Show"}
"""What Enter does in each pane."""
SECOND, ALWAYS = 20, 50
"""The ranks from which on a command is in the second line of the bar, and at its end, always."""


def title_of(command: Command, ruleset: Ruleset) -> str:
    """A command's title, in the ruleset's own words."""
    higher, lowest = [level.label for level in (ruleset.levels[-2:][0], ruleset.levels[-1])]
    return command.title.format(rating=ruleset.rating_word.capitalize(), lowest=lowest, higher=higher)


def hints(
    state: State, pane: str, commands: Iterable[Command], key_of: Callable[[str], str]
) -> tuple[tuple[tuple[KeyHint, ...], ...], tuple[KeyHint, ...]]:
    """Two lines of them, for what is selected and for the whole army, and those that are always there."""
    kind, steps = kind_selected(state), state.history.position
    ranked = sorted((one for one in commands if one.rank and kind in one.of), key=lambda one: one.rank)
    first = [KeyHint("Enter", ENTER[pane], "screen.enter")] if pane in ENTER else []
    second: list[KeyHint] = []
    always: list[KeyHint] = []
    for one in ranked:
        title = f"Undo ({steps})" if one.id == "undo" and steps else title_of(one, state.book.ruleset)
        line = first if one.rank < SECOND else second if one.rank < ALWAYS else always
        line.append(KeyHint(key_of(one.id), title, f"screen.run('{one.id}')"))
    return (tuple(first), tuple(second)), (*always, KeyHint("Ctrl+P", "All", "app.command_palette"))
