"""Functions that decide which commands are available."""

from __future__ import annotations

from orbat.generator.suggest import may_have_suggestions
from orbat.model.orbat import Unit
from orbat.tui.state import State
from orbat.tui.steps.army import commander_of, is_quality_rolled, qualities, tables, theatres
from orbat.tui.steps.formations import reserve_path
from orbat.tui.steps.selection import entry_of, kind_selected, selected
from orbat.tui.views.findings import needs_roll

# --- what the ruleset supports


def has_sizes(state: State) -> bool:
    """Whether some units of the ruleset have a size."""
    return any(kind.sizes or kind.price.per == "size" for kind in state.book.ruleset.kinds.values())


def has_ratings(state: State) -> bool:
    """Whether units of the ruleset have ratings."""
    return bool(state.book.ruleset.ratings)


def has_options(state: State) -> bool:
    """Whether units of the ruleset can have options."""
    return bool(state.book.ruleset.options)


def has_rulings(state: State) -> bool:
    """Whether the ruleset has rulings."""
    return bool(state.book.ruleset.rulings)


def has_levels(state: State) -> bool:
    """Whether the ruleset has more than one level of formation."""
    return len(state.book.ruleset.levels) > 1


def has_staff_dice(state: State) -> bool:
    """Whether dice decide the staff quality of generals, under the ORBAT's rulings."""
    return is_quality_rolled(state)


def has_set_quality(state: State) -> bool:
    """Whether the player buys or chooses the staff quality of generals. False if dice decide."""
    return bool(state.book.ruleset.staff.qualities) and not is_quality_rolled(state)


def has_staff_tables(state: State) -> bool:
    """Whether the user can choose a staff table for the army."""
    return bool(tables(state))


def has_theatres(state: State) -> bool:
    """Whether the army list declares theatres of war."""
    return bool(theatres(state))


# --- whether a command can have an effect now


def is_sized(state: State) -> bool:
    """Whether the size of the selected unit can be changed."""
    entry = entry_of(state)
    return entry is not None and (entry.sizes is not None or state.book.kind(entry).price.per == "size")


def is_rated(state: State) -> bool:
    """Whether the selected unit has a rating."""
    entry = entry_of(state)
    return entry is not None and entry.ratings is not None


def has_unit_options(state: State) -> bool:
    """Whether the selected unit has options that the user can add or remove."""
    entry = entry_of(state)
    return entry is not None and any(use.use != "always" for use in entry.options)


def has_general(state: State) -> bool:
    """Whether the selected formation or army has a general."""
    item = selected(state)
    return not isinstance(item, Unit) and item.commander is not None


def has_marks(state: State) -> bool:
    """Whether the user has marked any formation or unit."""
    return bool(state.marked)


def is_reservable(state: State) -> bool:
    """Whether the selected formation or unit can go into a reserve, off the board."""
    # In some rulesets, a unit goes into reserve only with its whole formation.
    return reserve_path(state) is not None


def is_rerollable(state: State) -> bool:
    """Whether the selected commander has a roll that the user can replace."""
    # The ruleset may fix the quality of the player's own General.
    found = commander_of(state)
    if found is None or found[1].roll is None:
        return False
    return kind_selected(state) == "formation" or not state.book.ruleset.staff.player


def has_qualities(state: State) -> bool:
    """Whether the user can choose the staff quality of the selected commander."""
    return bool(qualities(state))


def has_fixes(state: State) -> bool:
    """Whether any finding has an automatic fix, may have suggestions, or is solved by rolling."""
    return any(one.fix or may_have_suggestions(one) or needs_roll(state, one) for one in state.findings)


def has_findings(state: State) -> bool:
    """Whether the army has findings."""
    return bool(state.findings)


def has_redo(state: State) -> bool:
    """Whether the history has an undone step."""
    return bool(state.history.redo_name)
