"""A whole army as one step. Pure, as the others are."""

from __future__ import annotations

from dataclasses import replace

from orbat.generator.raise_army import RaisedArmy, raise_army
from orbat.generator.request import RaiseRequest, Style, Supply
from orbat.tui.state import State, StepResult


def raised(state: State, style: Style, seed: int, supply: Supply | None = None) -> RaisedArmy:
    """An army of the list, date and size that is open, from a supply where one is given. Raises NotRaised."""
    orbat = state.orbat
    assert orbat.army_list is not None, "the command asks for a list first"
    list_id = orbat.army_list.id
    held = supply.caps(state.book, list_id) if supply else ()
    wish = RaiseRequest(list_id, orbat.game_size or 0, style, orbat.date, seed, caps=held)
    return raise_army(state.book, wish, state.book.rulings(orbat))


def take(state: State, raised: RaisedArmy, style: Style) -> StepResult:
    """Put a raised army in the place of what there is; the title, the date, the notes and the rulings stay."""
    new = raised.orbat
    orbat = replace(
        state.orbat,
        title=state.orbat.title or new.title,
        date=state.orbat.date or new.date,
        commander=new.commander,
        formations=new.formations,
        units=new.units,
        total=None,
    )
    return StepResult(f"raise {'an' if style[0] in 'aeiou' else 'a'} {style} army", orbat, ())
