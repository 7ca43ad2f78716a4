"""Whether something is kept off the table and how it comes on, as a row of choices."""

from __future__ import annotations

from orbat.model.edits import at
from orbat.tui.state import State
from orbat.tui.steps.reserves import ON_TABLE, held
from orbat.tui.views.choice_row import ChoiceRow, Part, one_of, plain


def off_board_row(state: State) -> ChoiceRow:
    """The ways to come on there are to choose from; or else whether the formation (of the unit) is off the board."""
    path, reserves = held(state), state.book.ruleset.reserves
    if path is None:
        only = "no: only a formation can be"
        return plain("reserve" if reserves else "off board", only)
    thing = at(state.orbat, path)
    name = "" if path == state.selected else f" {thing.name or thing.level}"
    if not reserves:
        return ChoiceRow(
            "off board", (Part(f"[{'x' if thing.off_board else ' '}]{name}", "run('off_board')"),), "off_board"
        )
    ways = [(ON_TABLE, f"on table{name}"), *((one.id, one.short or one.label) for one in reserves)]
    return one_of("reserve", ways, str(thing.off_board or ON_TABLE), "reserve", "off_board")
