"""A change of the army list, date or game size, with its effect on the units. Pure functions."""

from __future__ import annotations

from dataclasses import replace

from orbat.generator.equivalents import Replacement, foreign_commanders, replacements
from orbat.model.arrange import apply_edits
from orbat.model.edits import Edit, Set
from orbat.model.orbat import Orbat
from orbat.model.record import Record
from orbat.tui.state import State, StepResult, Workspace
from orbat.tui.steps.army import usual_title


class ArmyChange(Record):
    """A change of the army list, date or game size that is not yet in the history."""

    step: StepResult
    before: State
    after: State
    """The state after the change, with the changed units."""
    replaced: tuple[Replacement, ...]
    """The changed units."""
    unnamed: int = 0
    """The number of commanders that lose a name of the old army list."""

    @property
    def has_effects(self) -> bool:
        """Whether the change affects units, names, points, errors or warnings."""
        return bool(self.replaced or self.unnamed) or (
            (self.before.quote.total, _texts(self.before)) != (self.after.quote.total, _texts(self.after))
        )


def _texts(state: State) -> set[tuple[str, str]]:
    return {(one.severity, one.message) for one in state.findings if one.severity != "note"}


def change_with_effects(workspace: Workspace, state: State, step: StepResult) -> ArmyChange:
    """Complete a step that changes the army list, date or game size.

    The units are adapted (see `replacements`). Commanders' names are removed if only the old army list has them. A
    theatre is removed if the new army list does not have it. A title that the builder made is updated.
    """
    changed = workspace.at(state, state.history.do(step.name, step.orbat), step.selected)
    units = replacements(state.orbat, state.book, step.orbat, changed.book)
    foreign = foreign_commanders(state.orbat, state.book, step.orbat, changed.book)
    edits: list[Edit] = [edit for one in units for edit in one.edits]
    edits += [Set(path, "name", "") for path in foreign]
    orbat = _with_known_theatre(apply_edits(step.orbat, tuple(edits)), changed)
    if state.orbat.title == _usual_title(state):
        orbat = replace(orbat, title=_usual_title(changed))
    if orbat != step.orbat:
        step = replace(step, orbat=orbat)
        changed = workspace.at(state, state.history.do(step.name, orbat), step.selected)
    return ArmyChange(step=step, before=state, after=changed, replaced=units, unnamed=len(foreign))


def _usual_title(state: State) -> str:
    army_list = state.orbat.army_list
    return usual_title(state.book.title(army_list.id), state.orbat.game_size) if army_list else ""


def _with_known_theatre(orbat: Orbat, changed: State) -> Orbat:
    army_list = changed.book.lists.get(orbat.army_list.id) if orbat.army_list else None
    is_unknown = army_list is not None and orbat.theatre and not army_list.theatre_of(orbat.theatre)
    return replace(orbat, theatre="") if is_unknown else orbat
