"""Generate an army, and replace the current army. Pure functions."""

from __future__ import annotations

from dataclasses import replace

from orbat.generator.raise_army import RaisedArmy, raise_army
from orbat.generator.request import RaiseRequest, Style, Supply
from orbat.model.wording import phrase
from orbat.tui.state import State, StepResult


def raised(state: State, style: Style, seed: int, supply: Supply | None = None, *, allies: bool = False) -> RaisedArmy:
    """Generate an army with the army list, date and size of the open ORBAT. The same seed gives the same army.

    - `supply`: the collection to use; None for no limit.
    - `allies`: whether the army may have troops lent by allies.

    Raises NotRaised if no such army is possible.
    """
    orbat = state.orbat
    assert orbat.army_list is not None, "the command asks for a list first"
    list_id = orbat.army_list.id
    caps = supply.caps(state.book, list_id) if supply else ()
    size, theatre = orbat.game_size or 0, orbat.theatre
    request = RaiseRequest(list_id, size, style, orbat.date, seed, caps=caps, theatre=theatre, allies=allies)
    return raise_army(state.book, request, state.book.rulings(orbat))


def has_allies(state: State) -> bool:
    """Whether the army list of the ORBAT offers troops lent by allies, at the ORBAT's date and in its theatre."""
    orbat, army_list = state.orbat, state.orbat.army_list
    entries = state.book.entries(army_list.id).values() if army_list else ()
    return any(one.allied and one.is_available(orbat.date, orbat.theatre) for one in entries)


def take(state: State, raised: RaisedArmy, style: Style) -> StepResult:
    """Replace the current army with a generated army. The ORBAT keeps its note, its rulings, and its title if any.

    A missing date, or a year without a month, is replaced by the date of the generated army.
    """
    new = raised.orbat
    orbat = replace(
        state.orbat,
        title=state.orbat.title or new.title,
        date=new.date or state.orbat.date,
        theatre=new.theatre,
        commander=new.commander,
        formations=new.formations,
        units=new.units,
        total=None,
    )
    return StepResult(phrase("raise army: {style}", style=style), orbat, ())
