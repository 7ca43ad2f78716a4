"""Edits that add, arrange and delete formations and units. Pure functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from orbat.model import arrange
from orbat.model.arrange import Item
from orbat.model.edits import Set, apply, at
from orbat.model.orbat import Commander, Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.wording import phrase, plural
from orbat.tui.state import State, StepResult
from orbat.tui.steps.selection import (
    formation_path,
    kind_selected,
    marked_or_selected,
    name_at,
    name_of,
    selected,
    selected_name,
    set_field,
)


def new_formation(state: State, level: str) -> StepResult | None:
    """Add an empty formation of this level, with a commander."""
    order = [one.id for one in state.book.ruleset.levels]
    if level not in order:
        return None
    # The nearest formation with a higher level gets the new formation; without such a formation, the army.
    parent = formation_path(state)
    while parent and order.index(level) <= _rank(order, at(state.orbat, parent).level):
        parent = arrange.parent_of(parent)
    orbat, path = arrange.add(state.orbat, parent, arrange.numbered_formation(level))
    return StepResult(phrase("add {item}", item=at(orbat, path).name), orbat, path)


def enclosable_paths(state: State, level: str) -> tuple[OrbatPath, ...]:
    """The marked or selected formations that can go into a new formation of this level.

    Empty if the marked items have different parents or are not all formations, or if the levels do not fit.
    """
    order = [one.id for one in state.book.ruleset.levels]
    paths = arrange.outermost(marked_or_selected(state)) if state.marked else (formation_path(state),)
    parents = {arrange.parent_of(path) for path in paths}
    if level not in order or len(parents) != 1 or any(arrange.list_name_of(path) != "formations" for path in paths):
        return ()
    ranks = [_rank(order, at(state.orbat, path).level) for path in (*paths, *filter(None, parents))]
    inside, over = ranks[: len(paths)], ranks[len(paths) :]
    return paths if max(over, default=-1) < order.index(level) < min(inside) else ()


def enclose(state: State, level: str) -> StepResult | None:
    """Put the marked or selected formations into a new formation of this level, with a commander.

    Returns None if that is impossible.
    """
    paths = enclosable_paths(state, level)
    if not paths:
        return None
    orbat, path = arrange.add(state.orbat, arrange.parent_of(paths[0]), arrange.numbered_formation(level))
    name = at(orbat, path).name
    orbat, last = arrange.move_all(orbat, paths, path)
    step = phrase("put {items} into {formation}", formation=name, items=_names(state, paths))
    return StepResult(step, orbat, arrange.parent_of(last))


def _rank(order: list[str], level: str) -> int:
    return order.index(level) if level in order else len(order)


def name_general(state: State, name: str) -> StepResult:
    """Name the commander of the selected formation, or of the selected unit's formation."""
    home = formation_path(state)
    item = at(state.orbat, home)
    commander = replace(item.commander or Commander(), name=name.strip())
    step = phrase(
        "name the {commander} of {formation}", commander=state.book.ruleset.commander_word, formation=name_of(item)
    )
    return StepResult(step, apply(state.orbat, Set(home, "commander", commander)), state.selected)


def dismiss_general(state: State) -> StepResult | None:
    """Remove the commander of the selected formation or army."""
    item = selected(state)
    if isinstance(item, Unit) or item.commander is None:
        return None
    word = state.book.ruleset.commander_word
    step = phrase("remove the {commander} of {formation}", commander=word, formation=selected_name(state))
    return set_field(state, "commander", None, step)


def duplicate(state: State) -> StepResult | None:
    """Add a copy of each marked or selected item, and select the last copy."""
    orbat, path = state.orbat, state.selected
    paths = arrange.outermost(marked_or_selected(state))
    for one in reversed(paths):
        orbat, copied = arrange.duplicate(orbat, one, state.book)
        path = copied if one is paths[-1] else arrange.after_insertion(path, copied)
    return StepResult(phrase("duplicate {item}", item=_names(state, paths)), orbat, path) if paths else None


def shift(state: State, by: int) -> StepResult | None:
    """Move the selected item by one place in its list. `by`: -1 for up, 1 for down."""
    if not state.selected:
        return None
    orbat, path = arrange.shift(state.orbat, state.selected, by)
    return StepResult(phrase("move {item}", item=selected_name(state)), orbat, path)


def move(state: State, parent: OrbatPath) -> StepResult | None:
    """Move the marked or selected items to the end of a formation. The path `()` is the army.

    Returns None if the move is impossible.
    """
    paths = arrange.outermost(marked_or_selected(state))
    if not paths or not all(arrange.can_move(path, parent) for path in paths):
        return None
    orbat, path = arrange.move_all(state.orbat, paths, parent)
    return StepResult(phrase("move {item}", item=_names(state, paths)), orbat, path)


def sort(state: State, order: str) -> StepResult | None:
    """Sort the units of the selected formation.

    `order` is `name`, `points` (highest first) or `list` (the order of the army list).
    """
    home = formation_path(state)
    units: tuple[Unit, ...] = at(state.orbat, (*home, "units"))
    prices = {line.path[-1]: line.points for line in state.quote.written_units if line.path[:-2] == home}
    listed = [entry for list_id in state.book.lists for entry in state.book.entries(list_id)]
    places = {entry: place for place, entry in enumerate(listed)}
    keys: dict[str, Callable[[int], Any]] = {
        "name": lambda n: units[n].name.casefold(),
        "points": lambda n: -prices[n],
        "list": lambda n: places.get(units[n].entry, len(places)),
    }
    ordered = tuple(units[n] for n in sorted(range(len(units)), key=keys[order]))
    return StepResult(phrase("sort by {item}", item=order), apply(state.orbat, Set(home, "units", ordered)), home)


def delete(state: State, *, keep_units: bool = False) -> StepResult | None:
    """Delete the marked or selected items.

    With `keep_units`, only the selected formation is deleted, and its contents move to the enclosing formation.
    """
    paths = marked_or_selected(state)
    if not paths or (keep_units and not state.selected):
        return None
    if keep_units:
        orbat = arrange.remove(state.orbat, state.selected, keep_units=True)
        return StepResult(phrase("delete {item}", item=selected_name(state)), orbat, state.selected)
    orbat, path = arrange.remove_all(state.orbat, frozenset(paths)), state.selected
    for one in sorted(arrange.outermost(paths), reverse=True):
        path = path if path == one else arrange.after_removal(path, one)
    return StepResult(phrase("delete {item}", item=_names(state, paths)), orbat, path)


def paste(state: State, items: tuple[Item, ...], *, copies: bool) -> StepResult | None:
    """Add formations and units from the clipboard to the selected formation.

    With `copies`, units and formations get new names, and commanders get no name.
    """
    orbat: Orbat = state.orbat
    path, home = state.selected, formation_path(state)
    for item in items:
        one = arrange.copy_of(orbat, home, item, state.book) if copies else item
        orbat, path = arrange.add(orbat, home, one)
    return StepResult(plural(len(items), "paste {count} item", "paste {count} items"), orbat, path) if items else None


def _names(state: State, paths: tuple[OrbatPath, ...]) -> str:
    if len(paths) == 1:
        return name_at(state, paths[0])
    return phrase("{count} items", count=len(paths))


# Steps that put items off the board or on the board.


ON_TABLE = "on"
"""The id of the choice "on table". It differs from the ids of all reserves."""


def reserve_path(state: State) -> OrbatPath | None:
    """The path of the formation or unit that the user can put into a reserve. None for the army."""
    ruleset = state.book.ruleset
    if kind_selected(state) == "unit" and ruleset.reserves and ruleset.rules.off_board is None:
        # Rulesets that allow single units in reserve move the selected unit, others the unit's formation.
        return state.selected
    return formation_path(state) or None


def next_reserve(state: State) -> StepResult | None:
    """Put the formation or unit at `reserve_path(state)` into the next reserve.

    From the last reserve, the formation or unit returns to the board.
    """
    path = reserve_path(state)
    if path is None:
        return None
    ways = [one.id for one in state.book.ruleset.reserves]
    now = at(state.orbat, path).off_board
    if not ways:
        return _reserve_step(state, path, not now)
    place = ways.index(now) + 1 if now in ways else 0
    return _reserve_step(state, path, ways[place] if place < len(ways) else False)


def set_reserve(state: State, way: str) -> StepResult | None:
    """Put the formation or unit at `reserve_path(state)` into the reserve with the id `way`.

    With `ON_TABLE`, the formation or unit returns to the board.
    """
    path = reserve_path(state)
    if path is None or way not in (ON_TABLE, *(one.id for one in state.book.ruleset.reserves)):
        return None
    return _reserve_step(state, path, False if way == ON_TABLE else way)


def _reserve_step(state: State, path: OrbatPath, off_board: bool | str) -> StepResult:
    label = next((one.label for one in state.book.ruleset.reserves if one.id == off_board), "")
    name = name_at(state, path)
    if label:
        step = phrase("{reserve}: {item}", reserve=label, item=name)
    else:
        step = (
            phrase("keep {item} off the board", item=name)
            if off_board
            else phrase("put {item} on the board", item=name)
        )
    return StepResult(step, apply(state.orbat, Set(path, "off_board", off_board)), state.selected)
