"""The selected item, with its formation, entry and army list."""

from __future__ import annotations

from typing import Any

from orbat.evaluate.rule import unit_name
from orbat.model import arrange
from orbat.model.army_list import Entry
from orbat.model.edits import Set, apply, at
from orbat.model.orbat import Formation, Orbat, Unit, list_id_at
from orbat.model.path import OrbatPath, document_order
from orbat.tui.state import State, StepResult

Item = Orbat | Formation | Unit


def selected(state: State) -> Item:
    """The selected ORBAT, formation or unit."""
    item: Item = at(state.orbat, state.selected)
    return item


def kind_selected(state: State) -> str:
    """The kind of the selected item: `army`, `formation` or `unit`."""
    return {"units": "unit", "formations": "formation"}.get(arrange.list_name_of(state.selected), "army")


def marked_or_selected(state: State) -> tuple[OrbatPath, ...]:
    """The paths of the marked items, in the order of the ORBAT. Without marks, the path of the selected item.

    Empty if nothing is marked and the whole army is selected.
    """
    if state.marked:
        return tuple(sorted(state.marked, key=document_order))
    return (state.selected,) if state.selected else ()


def formation_path(state: State) -> OrbatPath:
    """The path of the formation for purchases: the selected formation, or the selected unit's formation."""
    path = state.selected
    return arrange.parent_of(path) if arrange.list_name_of(path) == "units" else path


def entry_of(state: State) -> Entry | None:
    """The entry of the selected unit. None if no unit is selected, or if the entry is unknown."""
    item = selected(state)
    if not isinstance(item, Unit):
        return None
    list_id = item.army_list.id if item.army_list else list_of(state)
    return state.book.entry(list_id, item.entry)


def list_of(state: State) -> str:
    """The id of the army list from which the user buys units for the selected formation."""
    # A formation without an army list uses the list of the formation around it, and so on up to the army.
    return list_id_at(state.orbat, formation_path(state))


def name_of(item: Orbat | Formation) -> str:
    """The name of a formation or army in the list of edits, such as `1st Brigade` or `the army`."""
    return "the army" if isinstance(item, Orbat) else item.name or item.level


def name_at(state: State, path: OrbatPath) -> str:
    """The name of the item at a path, such as `33rd Foot`. A unit without a name has the name of its entry."""
    item = at(state.orbat, path)
    if not isinstance(item, Unit):
        return name_of(item)
    list_id = item.army_list.id if item.army_list else list_id_at(state.orbat, arrange.parent_of(path))
    return unit_name(item, state.book.entry(list_id, item.entry))


def set_field(state: State, field: str, value: Any, step: str) -> StepResult:
    """Set a field of the selected item. `step` is the edit's name in the history."""
    return StepResult(step, apply(state.orbat, Set(state.selected, field, value)), state.selected)


def selected_name(state: State) -> str:
    """The name of the selected item, such as `33rd Foot` or `the army`, for the list of edits."""
    return name_at(state, state.selected)
