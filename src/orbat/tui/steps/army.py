"""Edits of the army: names, notes, size, date, army list, rulings, staff and fixes. Pure functions."""

from __future__ import annotations

from dataclasses import replace

from orbat.evaluate.staff_rolls import Candidate, DiceSource, Method, candidates, commanders_to_roll, roll
from orbat.model import arrange
from orbat.model.book import with_ruling
from orbat.model.commanders import DICED
from orbat.model.dates import Date
from orbat.model.edits import Set, apply, at
from orbat.model.orbat import Commander, HouseLimits, Orbat, is_player, list_id_at
from orbat.model.path import OrbatPath
from orbat.model.service import Theatre
from orbat.model.text import Pin
from orbat.model.wording import phrase
from orbat.tui.state import State, StepResult
from orbat.tui.steps.selection import formation_path, kind_selected, selected, selected_name, set_field


def rename(state: State, name: str) -> StepResult:
    """Name the selected unit, formation or army.

    If `name` is empty, a formation gets a numbered name, such as `2nd Brigade`.
    """
    name, step = name.strip(), phrase("rename {item}", item=selected_name(state))
    if isinstance(selected(state), Orbat):
        return set_field(state, "title", name, step)
    return StepResult(step, arrange.rename(state.orbat, state.selected, name), state.selected)


def annotate(state: State, note: str) -> StepResult:
    """Set the note on the selected unit, formation or army."""
    return set_field(state, "note", note.strip(), phrase("note on {item}", item=selected_name(state)))


def set_game_size(state: State, size: int | None) -> StepResult:
    """Set the agreed game size in points, or remove the size (None)."""
    return StepResult(
        "remove game size" if size is None else phrase("game size {size}", size=size),
        replace(state.orbat, game_size=size),
        state.selected,
    )


def usual_title(army_list: str, size: int | None) -> str:
    """The title of a new ORBAT: the title of its army list, with the agreed size if there is one."""
    return phrase("{army_list} {size} points", army_list=army_list, size=size) if size else army_list


def set_date(state: State, date: Date | None, theatre: str = "") -> StepResult:
    """Set the date of the ORBAT, or remove the date (None). With `theatre`, set the theatre too."""
    step = phrase("date {date}", date=date) if date else "remove date"
    changed = replace(state.orbat, date=date)
    if theatre and theatre != changed.theatre:
        name = next((one.name for one in theatres(state) if one.id == theatre), theatre)
        step = phrase("{step}, theatre {name}", step=step, name=name)
        changed = replace(changed, theatre=theatre)
    return StepResult(step, changed, state.selected)


def change_list(state: State, list_id: str, title: str) -> StepResult:
    """Change the army list of the selected formation or the army. Units that are not in the new list stay.

    If the enclosing formation or army already has the new list, the selected formation inherits that list.
    """
    home = formation_path(state)
    is_inherited = bool(home) and list_id == list_id_at(state.orbat, home[:-2])
    orbat = apply(state.orbat, Set(home, "army_list", None if is_inherited else Pin(list_id)))
    return StepResult(phrase("army list {item}", item=title), orbat, state.selected)


def set_ruling(state: State, ruling_id: str, choice_id: str) -> StepResult:
    """Choose how to read an unclear passage of the rules."""
    ruling = next(one for one in state.book.ruleset.rulings if one.id == ruling_id)
    label = next(one.label for one in ruling.choices if one.id == choice_id)
    step = phrase("ruling {cites}: {choice}", cites=", ".join(ruling.citations), choice=label)
    return StepResult(step, with_ruling(state.orbat, ruling, choice_id), state.selected)


def commanders_for_dice(state: State) -> tuple[Candidate, ...]:
    """The commanders for whom the user can enter dice: the first of these groups that is not empty.

    1. the commanders of the marked formations
    2. the selected commander, if this commander has a roll
    3. the commanders without a roll
    4. all commanders
    """
    everyone = candidates(state.orbat, state.book)
    if marked := tuple(one for one in everyone if one.path[:-1] in state.marked):
        return marked
    own = tuple(one for one in everyone if one.path == (*state.selected, "commander") and one.commander.roll)
    return own or commanders_to_roll(state.orbat, state.book) or everyone


def roll_quality(
    state: State, commanders: tuple[Candidate, ...], dice: DiceSource, method: Method, on: str
) -> StepResult | None:
    """Roll the staff quality of these commanders. Earlier rolls stay recorded.

    Returns None if nothing was rolled.
    """
    orbat, rolled = roll(state.orbat, state.book, commanders, dice, method=method, on=on)
    words = "; ".join(
        phrase("{name} {dice}: {result}", name=one.name, dice="+".join(map(str, one.roll.dice)), result=one.roll.result)
        for one in rolled
    )
    return StepResult(phrase("roll {item}", item=words), orbat, state.selected) if rolled else None


# Staff quality, if the player buys or sets it; the staff table, if the player rolls for quality.


def is_quality_rolled(state: State) -> bool:
    """Whether dice decide the staff quality of generals, under the ORBAT's rulings."""
    staff = state.book.ruleset.staff
    return bool(staff.qualities) and staff.quality_source(state.book.rulings(state.orbat)) == DICED


def commander_of(state: State) -> tuple[OrbatPath, Commander] | None:
    """The path and the commander of the selected formation or army.

    None if there is no commander, or if a unit is selected.
    """
    if kind_selected(state) == "unit":
        return None
    path = (*state.selected, "commander")
    commander = at(state.orbat, path)
    return (path, commander) if commander else None


def qualities(state: State) -> tuple[str, ...]:
    """The ids of the staff qualities that the user can choose for the selected commander.

    Empty if dice or the rules decide the quality.
    """
    found, staff = commander_of(state), state.book.ruleset.staff
    if found is None or is_quality_rolled(state) or (staff.player and is_player(*found)):
        return ()
    return tuple(one.id for one in staff.qualities)


def set_quality(state: State, quality: str) -> StepResult | None:
    """Set the quality of the selected commander."""
    found = commander_of(state)
    if found is None or quality not in qualities(state):
        return None
    step = phrase("{quality} for {formation}", quality=quality, formation=selected_name(state))
    return set_field(state, "commander", replace(found[1], quality=quality), step)


def next_quality(state: State) -> StepResult | None:
    """Give the selected commander the next staff quality in the ruleset's list."""
    found, offered = commander_of(state), qualities(state)
    if found is None or not offered:
        return None
    now = found[1].quality
    return set_quality(state, offered[(offered.index(now) + 1) % len(offered)] if now in offered else offered[0])


def tables(state: State) -> tuple[str, ...]:
    """The ids of the staff tables to choose from.

    Empty if there is no choice, or if dice do not decide staff quality.
    """
    return state.book.staff_tables(state.orbat)


def set_staff_table(state: State, table: str) -> StepResult | None:
    """Set the staff table of the army. Existing rolls do not change."""
    if table not in tables(state):
        return None
    step = phrase("{table} staff table", table=table)
    return StepResult(step, apply(state.orbat, Set((), "staff_table", table)), state.selected)


def next_staff_table(state: State) -> StepResult | None:
    """Change to the next staff table. Existing rolls do not change."""
    offered, now = tables(state), state.orbat.staff_table
    if not offered:
        return None
    return set_staff_table(state, offered[(offered.index(now) + 1) % len(offered)] if now in offered else offered[0])


def theatres(state: State) -> tuple[Theatre, ...]:
    """The theatres of war that the army list declares, to choose from."""
    army_list = state.book.lists.get(list_id_at(state.orbat, ()))
    return army_list.theatres if army_list else ()


def set_theatre(state: State, theatre: str) -> StepResult:
    """Set the theatre of war of the ORBAT, or remove the theatre ("")."""
    name = next((one.name for one in theatres(state) if one.id == theatre), theatre)
    step = phrase("theatre {name}", name=name) if name else "remove theatre"
    return StepResult(step, apply(state.orbat, Set((), "theatre", theatre)), state.selected)


HOUSE_LIMITS: dict[HouseLimits, str] = {"warn": "warnings", "enforce": "errors", "ignore": "ignored"}
"""What a house limit that is not kept gives, for each value of `house_limits`.

The builder offers the values in this order.
"""


def next_house_limits(state: State) -> StepResult:
    """Change `house_limits` of the ORBAT to the next of `warn`, `enforce` and `ignore`."""
    offered = tuple(HOUSE_LIMITS)
    choice = offered[(offered.index(state.orbat.house_limits) + 1) % len(offered)]
    step = phrase("house limits: {choice}", choice=HOUSE_LIMITS[choice])
    return StepResult(step, apply(state.orbat, Set((), "house_limits", choice)), state.selected)
