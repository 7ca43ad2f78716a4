"""The questions that decide which commands are offered: what the ruleset has, and what can be done now."""

from __future__ import annotations

from orbat.model.orbat import Unit
from orbat.tui.state import State
from orbat.tui.steps.army import is_diced, qualities, tables
from orbat.tui.steps.formations import reserve_path
from orbat.tui.steps.selection import entry_of, kind_selected, selected

# --- what the ruleset has


def has_sizes(state: State) -> bool:
    """Some units come in sizes."""
    return any(kind.sizes or kind.price.per == "size" for kind in state.book.ruleset.kinds.values())


def has_ratings(state: State) -> bool:
    """Units are rated."""
    return bool(state.book.ruleset.ratings)


def has_options(state: State) -> bool:
    """There are options to choose."""
    return bool(state.book.ruleset.options)


def has_rulings(state: State) -> bool:
    """Some passages can be read in two ways."""
    return bool(state.book.ruleset.rulings)


def has_levels(state: State) -> bool:
    """Formations are of more than one level."""
    return len(state.book.ruleset.levels) > 1


def has_staff_dice(state: State) -> bool:
    """Staff quality is diced for."""
    return is_diced(state)


def has_set_quality(state: State) -> bool:
    """Staff quality is bought or set."""
    return bool(state.book.ruleset.staff.qualities) and not is_diced(state)


def has_staff_tables(state: State) -> bool:
    """There is more than one staff table."""
    return bool(tables(state))


# --- what can be done now


def is_sized(state: State) -> bool:
    """The selected unit's size can be changed."""
    entry = entry_of(state)
    return entry is not None and (entry.sizes is not None or state.book.kind(entry).price.per == "size")


def is_rated(state: State) -> bool:
    """The selected unit is rated."""
    entry = entry_of(state)
    return entry is not None and entry.ratings is not None


def is_optional(state: State) -> bool:
    """The selected unit has options to choose."""
    entry = entry_of(state)
    return entry is not None and any(use.use != "always" for use in entry.options)


def has_general(state: State) -> bool:
    """The selected formation or army has a general."""
    thing = selected(state)
    return not isinstance(thing, Unit) and thing.commander is not None


def has_marks(state: State) -> bool:
    """Something is marked."""
    return bool(state.marked)


def is_reservable(state: State) -> bool:
    """The selected thing can be kept off the board."""
    return reserve_path(state) is not None


def is_rerollable(state: State) -> bool:
    """The selected commander is one who is diced for."""
    return kind_selected(state) == "formation" or not state.book.ruleset.staff.player


def has_qualities(state: State) -> bool:
    """The selected commander's quality can be set."""
    return bool(qualities(state))


def has_fixes(state: State) -> bool:
    """Some finding has a fix."""
    return any(finding.fix for finding in state.findings)


def has_findings(state: State) -> bool:
    """There are findings."""
    return bool(state.findings)


def has_redo(state: State) -> bool:
    """A step was taken back."""
    return bool(state.history.redo_name)
