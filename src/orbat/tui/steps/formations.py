"""Steps that make, arrange and take apart formations and what is in them. Pure, as the steps of units are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from orbat.model import arrange
from orbat.model.arrange import Item
from orbat.model.edits import Set, apply, at
from orbat.model.orbat import Commander, Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.report.report import number
from orbat.tui.state import State, StepResult
from orbat.tui.steps.selection import formation_path, kind_selected, marked_or_selected, name_of, selected, set_field


def new_formation(state: State, level: str) -> StepResult | None:
    """Add a formation of a level, with a general, inside the selected one where that is of a higher level."""
    order = [one.id for one in state.book.ruleset.levels]
    if level not in order:
        return None
    parent = formation_path(state)
    while parent and order.index(level) <= _rank(order, at(state.orbat, parent).level):
        parent = arrange.parent_of(parent)
    orbat, path = arrange.add(state.orbat, parent, arrange.numbered_formation(level))
    return StepResult(f"add {at(orbat, path).name}", orbat, path)


def enclosable(state: State, level: str) -> tuple[OrbatPath, ...]:
    """What a new formation of a level could be put around: the marked formations that stand together, or else the
    selected one; nothing where the level is not between theirs and that of what they stand in."""
    order = [one.id for one in state.book.ruleset.levels]
    paths = arrange.outermost(marked_or_selected(state)) if state.marked else (formation_path(state),)
    parents = {arrange.parent_of(path) for path in paths}
    if level not in order or len(parents) != 1 or any(arrange.list_name_of(path) != "formations" for path in paths):
        return ()
    ranks = [_rank(order, at(state.orbat, path).level) for path in (*paths, *filter(None, parents))]
    inside, over = ranks[: len(paths)], ranks[len(paths) :]
    return paths if max(over, default=-1) < order.index(level) < min(inside) else ()


def enclose(state: State, level: str) -> StepResult | None:
    """Add a formation of a level, with a general, and put into it what it can be put around."""
    paths = enclosable(state, level)
    if not paths:
        return None
    orbat, path = arrange.add(state.orbat, arrange.parent_of(paths[0]), arrange.numbered_formation(level))
    name = at(orbat, path).name
    orbat, last = arrange.move_all(orbat, paths, path)
    return StepResult(f"add {name} around {_names(state, paths)}", orbat, arrange.parent_of(last))


def _rank(order: list[str], level: str) -> int:
    return order.index(level) if level in order else len(order)


def name_general(state: State, name: str) -> StepResult:
    """Name the general of the selected formation or army, or that of the selected unit's, who is bought if there is
    none."""
    home = formation_path(state)
    thing = at(state.orbat, home)
    commander = replace(thing.commander or Commander(), name=name.strip())
    step = f"{state.book.ruleset.commander_word} of {name_of(thing)}"
    return StepResult(step, apply(state.orbat, Set(home, "commander", commander)), state.selected)


def dismiss_general(state: State) -> StepResult | None:
    """Take the general of the selected formation or army away."""
    thing = selected(state)
    if isinstance(thing, Unit) or thing.commander is None:
        return None
    return set_field(state, "commander", None, f"no {state.book.ruleset.commander_word} for {{}}")


def duplicate(state: State) -> StepResult | None:
    """Copy what is marked, or the selected unit or formation; the last copy is selected."""
    orbat, path = state.orbat, state.selected
    paths = arrange.outermost(marked_or_selected(state))
    for one in reversed(paths):
        orbat, copied = arrange.duplicate(orbat, one, state.book)
        path = copied if one is paths[-1] else arrange.after_insertion(path, copied)
    return StepResult(f"duplicate {_names(state, paths)}", orbat, path) if paths else None


def shift(state: State, by: int) -> StepResult | None:
    """Move the selected thing up or down among its fellows."""
    if not state.selected:
        return None
    orbat, path = arrange.shift(state.orbat, state.selected, by)
    return StepResult(f"move {name_of(selected(state))}", orbat, path)


def move(state: State, parent: OrbatPath) -> StepResult | None:
    """Move what is marked or selected to the end of a formation, or of the army (`()`)."""
    paths = arrange.outermost(marked_or_selected(state))
    if not paths or not all(arrange.can_move(path, parent) for path in paths):
        return None
    orbat, path = arrange.move_all(state.orbat, paths, parent)
    return StepResult(f"move {_names(state, paths)}", orbat, path)


def sort(state: State, order: str) -> StepResult | None:
    """Put the units of the selected formation in an order: by `name`, `points` (most first), or the `list`'s own."""
    home = formation_path(state)
    units: tuple[Unit, ...] = at(state.orbat, (*home, "units"))
    prices = {line.path[-1]: line.points for line in state.quote.all_units if line.path[:-2] == home}
    listed = [entry for list_id in state.book.lists for entry in state.book.entries(list_id)]
    places = {entry: place for place, entry in enumerate(listed)}
    keys: dict[str, Callable[[int], Any]] = {
        "name": lambda n: units[n].name.casefold(),
        "points": lambda n: -prices[n],
        "list": lambda n: places.get(units[n].entry, len(places)),
    }
    ordered = tuple(units[n] for n in sorted(range(len(units)), key=keys[order]))
    return StepResult(f"sort by {order}", apply(state.orbat, Set(home, "units", ordered)), home)


def delete(state: State, *, keep_units: bool = False) -> StepResult | None:
    """Delete what is marked, or what is selected; a formation's units can be kept."""
    paths = marked_or_selected(state)
    if not paths or (keep_units and not state.selected):
        return None
    if keep_units:
        orbat = arrange.remove(state.orbat, state.selected, keep_units=True)
        return StepResult(f"delete {name_of(selected(state))}", orbat, state.selected)
    orbat, path = arrange.remove_all(state.orbat, frozenset(paths)), state.selected
    for one in sorted(arrange.outermost(paths), reverse=True):
        path = path if path == one else arrange.after_removal(path, one)
    return StepResult(f"delete {_names(state, paths)}", orbat, path)


def paste(state: State, things: tuple[Item, ...], *, copies: bool) -> StepResult | None:
    """Put what was cut or copied into the selected formation; copies get fresh names, and generals yet unnamed."""
    orbat: Orbat = state.orbat
    path, home = state.selected, formation_path(state)
    for thing in things:
        one = arrange.copy_of(orbat, home, thing, state.book) if copies else thing
        orbat, path = arrange.add(orbat, home, one)
    return StepResult(f"paste {number(len(things), 'thing')}", orbat, path) if things else None


def _names(state: State, paths: tuple[OrbatPath, ...]) -> str:
    return name_of(at(state.orbat, paths[0])) if len(paths) == 1 else number(len(paths), "thing")


# Steps that keep things off the table and bring them on, in the ways that the ruleset has for it.


ON_TABLE = "on"
"""The choice of what is not held off the table; no way to come on has this id."""


def reserve_path(state: State) -> OrbatPath | None:
    """What is kept off the table or brought on: the selected formation, or that of the selected unit; the unit itself
    where the ruleset has ways to come on and no rule on what levels may be off."""
    ruleset = state.book.ruleset
    if kind_selected(state) == "unit" and ruleset.reserves and ruleset.rules.off_board is None:
        return state.selected
    return formation_path(state) or None


def next_reserve(state: State) -> StepResult | None:
    """Keep it off the table by the next way there is to come on, or bring it back after the last one."""
    path = reserve_path(state)
    if path is None:
        return None
    ways = [one.id for one in state.book.ruleset.reserves]
    now = at(state.orbat, path).off_board
    if not ways:
        return _kept(state, path, not now)
    place = ways.index(now) + 1 if now in ways else 0
    return _kept(state, path, ways[place] if place < len(ways) else False)


def set_reserve(state: State, way: str) -> StepResult | None:
    """Keep it off the table by a way of the ruleset, or bring it on."""
    path = reserve_path(state)
    if path is None or way not in (ON_TABLE, *(one.id for one in state.book.ruleset.reserves)):
        return None
    return _kept(state, path, False if way == ON_TABLE else way)


def _kept(state: State, path: OrbatPath, off_board: bool | str) -> StepResult:
    label = next((one.label for one in state.book.ruleset.reserves if one.id == off_board), "")
    thing = at(state.orbat, path)
    word = f"{label}:" if label else "keep off board" if off_board else "bring on"
    return StepResult(f"{word} {name_of(thing)}", apply(state.orbat, Set(path, "off_board", off_board)), state.selected)
