"""Steps that keep things off the table and bring them on, in the ways that the ruleset has for it."""

from __future__ import annotations

from orbat.model.edits import Set, apply, at
from orbat.model.path import Path
from orbat.tui.state import Done, State
from orbat.tui.steps.selection import home_of, kind_selected, name_of

ON_TABLE = "on"
"""The choice of what is not held off the table; no way to come on has this id."""


def held(state: State) -> Path | None:
    """What is kept off the table or brought on: the selected formation, or that of the selected unit; the unit itself
    where the ruleset has ways to come on and no rule on what levels may be off."""
    ruleset = state.book.ruleset
    if kind_selected(state) == "unit" and ruleset.reserves and ruleset.rules.off_board is None:
        return state.selected
    return home_of(state) or None


def next_way(state: State) -> Done | None:
    """Keep it off the table by the next way there is to come on, or bring it back after the last one."""
    path = held(state)
    if path is None:
        return None
    ways = [one.id for one in state.book.ruleset.reserves]
    now = at(state.orbat, path).off_board
    if not ways:
        return _kept(state, path, not now)
    place = ways.index(now) + 1 if now in ways else 0
    return _kept(state, path, ways[place] if place < len(ways) else False)


def keep_as(state: State, way: str) -> Done | None:
    """Keep it off the table by a way of the ruleset, or bring it on."""
    path = held(state)
    if path is None or way not in (ON_TABLE, *(one.id for one in state.book.ruleset.reserves)):
        return None
    return _kept(state, path, False if way == ON_TABLE else way)


def _kept(state: State, path: Path, off_board: bool | str) -> Done:
    label = next((one.label for one in state.book.ruleset.reserves if one.id == off_board), "")
    thing = at(state.orbat, path)
    word = f"{label}:" if label else "keep off board" if off_board else "bring on"
    return Done(f"{word} {name_of(thing)}", apply(state.orbat, Set(path, "off_board", off_board)), state.selected)
