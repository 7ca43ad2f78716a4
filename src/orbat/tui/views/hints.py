"""The contents of the key bar: the commands that are possible now, with their keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from orbat.model.ruleset import Ruleset
from orbat.model.wording import phrase, plural
from orbat.tui.commands.command import Command
from orbat.tui.help import in_ruleset_words
from orbat.tui.state import State
from orbat.tui.widgets.keybar import PALETTE, KeyHint

ENTER = {"tree": "Buy…", "filter": "To the list", "army-list": "Buy", "findings": "Show"}
"""The text that the key bar shows for the Enter key, by pane."""
SECOND_LINE, ALWAYS = 20, 50
"""Ranks of commands; see `Command.rank`. From `SECOND_LINE`, commands are in the second line of the key bar.

From `ALWAYS`, commands are always shown.
"""


def title_of(command: Command, ruleset: Ruleset) -> str:
    """The title of a command, in the ruleset's words for ratings, levels and generals."""
    higher, lowest = [level.label for level in (ruleset.levels[-2:][0], ruleset.levels[-1])]
    more, fewer = ("Larger", "Smaller") if ruleset.sizes else ("More", "Fewer")
    words = command.title.format(
        rating=ruleset.rating_word.capitalize(),
        lowest=lowest,
        higher=higher,
        more=more,
        fewer=fewer,
        reserve="Reserve" if ruleset.reserves else "Off board",
    )
    return in_ruleset_words(ruleset, words)


def _title_now(command: Command, state: State, pane: str, words: str) -> str:
    # For example `Undo (3)`: three steps can be undone.
    if command.id == "undo" and state.history.position:
        return phrase("Undo ({count})", count=state.history.position)
    if command.id == "leave" and (words or pane == "filter"):
        return "Clear filter" if words else "Back to list"
    if command.id == "leave" and pane != "tree":
        return "Back"
    if command.id == "leave" and state.marked:
        return plural(len(state.marked), "Clear {count} mark", "Clear {count} marks")
    return title_of(command, state.book.ruleset)


def hints(
    state: State, pane: str, commands: Iterable[Command], key_of: Callable[[str], str], words: str = ""
) -> tuple[tuple[tuple[KeyHint, ...], ...], tuple[KeyHint, ...]]:
    """The contents of the key bar: two lines of commands, then the commands that are always shown.

    `words` is the text in the filter of the army list.
    """

    def first_marked(one: Command) -> tuple[bool, int]:
        return not (one.with_marks and state.marked), one.rank

    ranked = sorted((one for one in commands if one.rank and one.is_offered(state)), key=first_marked)
    first = [KeyHint("Enter", ENTER[pane], "screen.enter")] if pane in ENTER else []
    second: list[KeyHint] = []
    always: list[KeyHint] = []
    for one in ranked:
        # In the filter, the user types letters, so commands with a single letter as key are omitted.
        if pane == "filter" and len(key_of(one.id)) == 1:
            continue
        line = first if one.rank < SECOND_LINE else second if one.rank < ALWAYS else always
        line.append(KeyHint(key_of(one.id), _title_now(one, state, pane, words), f"screen.run('{one.id}')"))
    return (tuple(first), tuple(second)), (*always, PALETTE)
