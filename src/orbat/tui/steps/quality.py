"""Steps that choose a commander's staff quality where the reading in force has it bought or set, and the staff table
where it is diced."""

from __future__ import annotations

from dataclasses import replace

from orbat.model.command import DICED
from orbat.model.edits import Set, apply, at
from orbat.model.orbat import Commander, is_player
from orbat.model.path import Path
from orbat.tui.state import Done, State
from orbat.tui.steps.selection import kind_selected, name_of, selected, set_field


def is_diced(state: State) -> bool:
    """Whether these rules dice for staff quality, in the reading in force."""
    staff = state.book.ruleset.staff
    return bool(staff.qualities) and staff.come_by(state.book.rulings(state.orbat)) == DICED


def commander_of(state: State) -> tuple[Path, Commander] | None:
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


def give_quality(state: State, quality: str) -> Done | None:
    """Give the selected commander a quality."""
    found = commander_of(state)
    if found is None or quality not in qualities(state):
        return None
    return set_field(
        state, "commander", replace(found[1], quality=quality), f"{quality} for {name_of(selected(state))}"
    )


def next_quality(state: State) -> Done | None:
    """Give the selected commander the next quality there is."""
    found, offered = commander_of(state), qualities(state)
    if found is None or not offered:
        return None
    now = found[1].quality
    return give_quality(state, offered[(offered.index(now) + 1) % len(offered)] if now in offered else offered[0])


def tables(state: State) -> tuple[str, ...]:
    """The staff tables to choose from: none where quality is not diced, or where there is but one."""
    return state.book.staff_tables(state.orbat)


def use_table(state: State, table: str) -> Done | None:
    """Dice for the army's staff on another table; what has been rolled stays as it is."""
    if table not in tables(state):
        return None
    return Done(f"{table} staff table", apply(state.orbat, Set((), "staff_table", table)), state.selected)


def next_table(state: State) -> Done | None:
    """Dice for the army's staff on the next table there is."""
    offered, now = tables(state), state.orbat.staff_table
    if not offered:
        return None
    return use_table(state, offered[(offered.index(now) + 1) % len(offered)] if now in offered else offered[0])
