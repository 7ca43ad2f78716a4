"""Find suggestions for the army, and apply a suggestion. Pure functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from orbat.generator.request import supply_check
from orbat.generator.suggest import ABOUT_SIZE, Suggestion, may_have_suggestions, suggestions
from orbat.model.arrange import apply_edits
from orbat.model.edits import Insert, Set
from orbat.model.failure import Failure
from orbat.model.path import OrbatPath
from orbat.report.finding_groups import FindingGroup
from orbat.tui.state import State, StepResult


def suggested(state: State, report: Callable[[Iterable[Failure]], object]) -> tuple[Suggestion, ...]:
    """Suggestions for the open army, within the collection `state.supply`.

    `report` gets the internal errors that occurred in rules.
    """
    supplies = (state.supply,) if state.supply else ()
    return suggestions(state.orbat, state.book, supply_check(supplies, state.quote, state.book), report)


def suggested_for(
    state: State, group: FindingGroup, report: Callable[[Iterable[Failure]], object]
) -> tuple[Suggestion, ...]:
    """Suggestions that clear findings of a group. `report` gets the internal errors that occurred in rules."""
    wanted = {
        None if one.code in ABOUT_SIZE else (one.code, one.path) for one in group.findings if may_have_suggestions(one)
    }
    return tuple(one for one in suggested(state, report) if one.fixes in wanted) if wanted else ()


def take(state: State, suggestion: Suggestion) -> StepResult:
    """Apply a suggestion as a single edit."""
    return StepResult(suggestion.name, apply_edits(state.orbat, suggestion.edits), _first_changed(state, suggestion))


def _first_changed(state: State, suggestion: Suggestion) -> OrbatPath:
    for edit in suggestion.edits:
        if isinstance(edit, Insert):
            return (*edit.path, edit.position)
        if isinstance(edit, Set) and len(edit.path) >= 2:
            return edit.path if isinstance(edit.path[-1], int) else edit.path[:-1]
    return state.selected
