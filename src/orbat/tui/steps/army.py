"""Steps about the army as a whole, its staff, its names and notes, and the findings' fixes. Pure, as the others are."""

from __future__ import annotations

from dataclasses import replace

from orbat.evaluate.staff_rolls import Candidate, DiceSource, Method, candidates, commanders_to_roll, roll
from orbat.model import arrange
from orbat.model.book import with_ruling
from orbat.model.commanders import DICED
from orbat.model.dates import Date
from orbat.model.edits import Set, apply, at
from orbat.model.finding import Finding
from orbat.model.orbat import Commander, Orbat, is_player
from orbat.model.path import OrbatPath
from orbat.model.text import Pin
from orbat.pipeline import apply_fix
from orbat.tui.state import State, StepResult
from orbat.tui.steps.selection import formation_path, kind_selected, name_of, selected, set_field


def rename(state: State, name: str) -> StepResult:
    """Name the selected thing. A formation whose name is taken away is numbered."""
    name, thing = name.strip(), selected(state)
    if isinstance(thing, Orbat):
        return set_field(state, "title", name, "rename {}")
    return StepResult(f"rename {name_of(thing)}", arrange.rename(state.orbat, state.selected, name), state.selected)


def annotate(state: State, note: str) -> StepResult:
    """Write a note on the selected thing."""
    return set_field(state, "note", note.strip(), "note on {}")


def set_game_size(state: State, size: int | None) -> StepResult:
    """Agree another game size, or none."""
    return StepResult(
        "no agreed size" if size is None else f"agree {size} points",
        replace(state.orbat, game_size=size),
        state.selected,
    )


def set_date(state: State, date: Date | None) -> StepResult:
    """Set the date."""
    return StepResult(f"date {date}" if date else "no date", replace(state.orbat, date=date), state.selected)


def change_list(state: State, list_id: str, title: str) -> StepResult:
    """Take another army list, for the selected formation or for the army; units that it lacks stay."""
    home = formation_path(state)
    orbat = apply(state.orbat, Set(home, "army_list", Pin(list_id)))
    return StepResult(f"army list {title}", orbat, state.selected)


def set_ruling(state: State, ruling_id: str, choice_id: str) -> StepResult:
    """Read a passage of the rules in another of its ways, or as we do."""
    ruling = next(one for one in state.book.ruleset.rulings if one.id == ruling_id)
    label = next(one.label for one in ruling.choices if one.id == choice_id)
    step = f"reading of {', '.join(ruling.citations)}: {label}"
    return StepResult(step, with_ruling(state.orbat, ruling, choice_id), state.selected)


def commanders_to_dice(state: State) -> tuple[Candidate, ...]:
    """Whose dice can be typed: those of the generals of what is marked; or the selected general's who has a roll, or
    those without one, or else everyone's anew."""
    everyone = candidates(state.orbat, state.book)
    if marked := tuple(one for one in everyone if one.path[:-1] in state.marked):
        return marked
    own = tuple(one for one in everyone if one.path == (*state.selected, "commander") and one.commander.roll)
    return own or commanders_to_roll(state.orbat, state.book) or everyone


def roll_quality(
    state: State, whom: tuple[Candidate, ...], throw: DiceSource, method: Method, on: str
) -> StepResult | None:
    """Dice for these generals; an earlier roll of theirs stays in the record."""
    orbat, rolled = roll(state.orbat, state.book, whom, throw, method=method, on=on)
    words = "; ".join(f"{one.name} {'+'.join(map(str, one.roll.dice))}: {one.roll.result}" for one in rolled)
    return StepResult(f"roll {words}", orbat, state.selected) if rolled else None


def fix(state: State, finding: Finding) -> StepResult | None:
    """Apply a finding's fix."""
    if not finding.fix:
        return None
    return StepResult(f"fix {finding.code}", apply_fix(state.orbat, finding, state.book), state.selected)


# Steps that choose a commander's staff quality where the reading in force has it bought or set, and the staff table
# where it is diced.


def is_diced(state: State) -> bool:
    """Whether these rules dice for staff quality, in the reading in force."""
    staff = state.book.ruleset.staff
    return bool(staff.qualities) and staff.quality_source(state.book.rulings(state.orbat)) == DICED


def commander_of(state: State) -> tuple[OrbatPath, Commander] | None:
    """The commander of the selected formation or army, if it has one."""
    if kind_selected(state) == "unit":
        return None
    path = (*state.selected, "commander")
    commander = at(state.orbat, path)
    return (path, commander) if commander else None


def qualities(state: State) -> tuple[str, ...]:
    """The qualities that the selected commander may be given: none where they are diced, or his own is given."""
    found, staff = commander_of(state), state.book.ruleset.staff
    if found is None or is_diced(state) or (staff.player and is_player(*found)):
        return ()
    return tuple(one.id for one in staff.qualities)


def set_quality(state: State, quality: str) -> StepResult | None:
    """Give the selected commander a quality."""
    found = commander_of(state)
    if found is None or quality not in qualities(state):
        return None
    return set_field(
        state, "commander", replace(found[1], quality=quality), f"{quality} for {name_of(selected(state))}"
    )


def next_quality(state: State) -> StepResult | None:
    """Give the selected commander the next quality there is."""
    found, offered = commander_of(state), qualities(state)
    if found is None or not offered:
        return None
    now = found[1].quality
    return set_quality(state, offered[(offered.index(now) + 1) % len(offered)] if now in offered else offered[0])


def tables(state: State) -> tuple[str, ...]:
    """The staff tables to choose from: none where quality is not diced, or where there is but one."""
    return state.book.staff_tables(state.orbat)


def set_staff_table(state: State, table: str) -> StepResult | None:
    """Dice for the army's staff on another table; what has been rolled stays as it is."""
    if table not in tables(state):
        return None
    return StepResult(f"{table} staff table", apply(state.orbat, Set((), "staff_table", table)), state.selected)


def next_staff_table(state: State) -> StepResult | None:
    """Dice for the army's staff on the next table there is."""
    offered, now = tables(state), state.orbat.staff_table
    if not offered:
        return None
    return set_staff_table(state, offered[(offered.index(now) + 1) % len(offered)] if now in offered else offered[0])
