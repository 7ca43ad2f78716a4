"""Generate an army, and replace the current army. Pure functions."""

from __future__ import annotations

from dataclasses import replace

from orbat.generator.raise_army import RaisedArmy, raise_army
from orbat.generator.request import RaiseRequest, Style, Supply
from orbat.model.wording import phrase
from orbat.tui.state import State, StepResult


def raised(state: State, style: Style, seed: int, supply: Supply | None = None) -> RaisedArmy:
    """Generate an army with the army list, date and size of the open ORBAT. The same seed gives the same army.

    `supply`: the collection to use; None for no limit. Raises NotRaised if no such army is possible.
    """
    orbat = state.orbat
    assert orbat.army_list is not None, "the command asks for a list first"
    list_id = orbat.army_list.id
    caps = supply.caps(state.book, list_id) if supply else ()
    request = RaiseRequest(list_id, orbat.game_size or 0, style, orbat.date, seed, caps=caps, theatre=orbat.theatre)
    return raise_army(state.book, request, state.book.rulings(orbat))


def take(state: State, raised: RaisedArmy, style: Style) -> StepResult:
    """Replace the current army with a generated army. The title, date, theatre, notes and rulings stay the same."""
    new = raised.orbat
    orbat = replace(
        state.orbat,
        title=state.orbat.title or new.title,
        date=state.orbat.date or new.date,
        theatre=new.theatre,
        commander=new.commander,
        formations=new.formations,
        units=new.units,
        total=None,
    )
    return StepResult(phrase("raise army: {style}", style=style), orbat, ())
