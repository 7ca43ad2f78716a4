"""What is owned of what is selected, where the player keeps a collection."""

from __future__ import annotations

from orbat.model.orbat import Unit
from orbat.report.owned import CollectionSupply, Owning, owning
from orbat.tui.state import State
from orbat.tui.steps.selection import selected
from orbat.tui.views.choice_row import ChoiceRow, plain

_NAMED = 2
"""So many of the things to go are named for the army; the units tell of the others."""


def owned_rows(state: State) -> list[ChoiceRow]:
    """The rows for what is selected."""
    if not state.selected:
        return army_owned(state)
    return unit_owned(state) if isinstance(selected(state), Unit) else []


def unit_owned(state: State) -> list[ChoiceRow]:
    """How much of the selected unit's entry the army needs, and is owned."""
    found = _owning(state)
    need = found.of(state.selected) if found else None
    if need is None:
        return []
    gone = f", {need.missing} to go" if need.missing else ""
    return [plain("owned", f"{need.owned} of {need.needed} {need.counted(need.needed)} in the army{gone}", wraps=True)]


def army_owned(state: State) -> list[ChoiceRow]:
    """What begins the painting list."""
    found = _owning(state)
    if found is None or not found.needs:
        return []
    named, more = found.painting[:_NAMED], len(found.painting) - _NAMED
    words = "; ".join((*named, *([f"and {more} more"] if more > 0 else [])))
    return [plain("owned", words or "all of it", wraps=True)]


def _owning(state: State) -> Owning | None:
    if not isinstance(state.supply, CollectionSupply):
        return None
    return owning(state.supply.collection, state.quote, state.book)
