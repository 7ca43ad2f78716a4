"""What is selected, and the step that sets something of it."""

from __future__ import annotations

from typing import Any

from orbat.model import arrange
from orbat.model.army_list import Entry
from orbat.model.edits import Set, apply, at
from orbat.model.orbat import Formation, Orbat, Unit, list_at
from orbat.model.path import OrbatPath, document_order
from orbat.tui.state import State, StepResult

Thing = Orbat | Formation | Unit


def selected(state: State) -> Thing:
    """The thing that is selected: the ORBAT, a formation or a unit."""
    thing: Thing = at(state.orbat, state.selected)
    return thing


def kind_selected(state: State) -> str:
    """`army`, `formation` or `unit`."""
    return {"units": "unit", "formations": "formation"}.get(arrange.list_name_of(state.selected), "army")


def marked_or_selected(state: State) -> tuple[OrbatPath, ...]:
    """What is marked, in document order, or else what is selected; nothing where that is the army."""
    if state.marked:
        return tuple(sorted(state.marked, key=document_order))
    return (state.selected,) if state.selected else ()


def formation_path(state: State) -> OrbatPath:
    """The formation that what is bought goes into: the selected one, or the one of the selected unit."""
    path = state.selected
    return arrange.parent_of(path) if arrange.list_name_of(path) == "units" else path


def entry_of(state: State) -> Entry | None:
    """The entry of the selected unit."""
    thing = selected(state)
    if not isinstance(thing, Unit):
        return None
    list_id = thing.army_list.id if thing.army_list else list_of(state)
    return state.book.entry(list_id, thing.entry)


def list_of(state: State) -> str:
    """The list to buy from: that of the selected formation or of the one around it, or the army's."""
    return list_at(state.orbat, formation_path(state))


def name_of(thing: Thing) -> str:
    """What a thing is called in the name of a step."""
    if isinstance(thing, Orbat):
        return "the army"
    return str(thing.name or (thing.entry if isinstance(thing, Unit) else thing.level))


def set_field(state: State, field: str, value: Any, step: str) -> StepResult:
    """Set a field of the selected thing; `step` names the step, with {} for what the thing is called."""
    orbat = apply(state.orbat, Set(state.selected, field, value))
    return StepResult(step.format(name_of(selected(state))), orbat, state.selected)
