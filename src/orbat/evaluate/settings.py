"""The settings that rules take from a ruleset. If the settings of a rule are None, the rule is not checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter

from orbat.model.commanders import StaffTable
from orbat.model.ruleset import Ruleset
from orbat.model.sourced import Sourced

Settings = tuple[Sourced, ...] | None
"""The records of a ruleset that a rule applies. None means that the ruleset does not enable the rule."""

SettingsOf = Callable[[Ruleset], Settings]


def everywhere(ruleset: Ruleset) -> Settings:
    """Return the settings of a rule that is checked in every ruleset and needs no settings: `()`."""
    return ()


def switch(name: str) -> SettingsOf:
    """Create a function that returns the settings of a ruleset for one key of `rules`, such as `within_size`."""
    record = attrgetter(name)

    def settings(ruleset: Ruleset) -> Settings:
        return _enabled(record(ruleset.rules))

    return settings


def _enabled(setting: Sourced | None, *others: Sourced | None) -> Settings:
    return None if setting is None else (setting, *(one for one in others if one is not None))


# Units.


def ratings(ruleset: Ruleset) -> Settings:
    kinds = ruleset.kinds.values()
    if ruleset.rules.ratings:
        return _enabled(ruleset.rules.ratings, *(kind.barred_ratings for kind in kinds))
    # without the rule, only kinds without ratings matter
    return tuple(kind for kind in kinds if kind.rating == "none") or None


def sizes(ruleset: Ruleset) -> Settings:
    kinds = ruleset.kinds.values()
    if ruleset.rules.size_range:
        return _enabled(ruleset.rules.size_range, *(kind for kind in kinds if kind.fixed_size))
    # without the rule, only kinds without sizes matter
    return tuple(kind for kind in kinds if kind.price.per == "unit" and not kind.sizes) or None


def removal(ruleset: Ruleset) -> Settings:
    removed = [kind.removed_at for kind in ruleset.kinds.values() if kind.removed_at]
    return _enabled(ruleset.rules.removed_at, *removed) if removed else None


def options(ruleset: Ruleset) -> Settings:
    return _enabled(ruleset.rules.options, *(one for one in ruleset.options.values() if one.barred))


def staff_kinds(ruleset: Ruleset) -> Settings:
    return tuple(kind for kind in ruleset.kinds.values() if kind.staff) or None


# Formations and the army.


def levels(ruleset: Ruleset) -> Settings:
    return ruleset.levels


def commanded_levels(ruleset: Ruleset) -> Settings:
    needs_general = ruleset.rules.under_general is not None
    return tuple(level for level in ruleset.levels if level.needs_general or needs_general) or None


def off_board(ruleset: Ruleset) -> Settings:
    return (ruleset.rules.off_board,) if ruleset.rules.off_board else ruleset.reserves


def unit_arrival(ruleset: Ruleset) -> Settings:
    # with such a rule, only formations may be off the board
    return None if ruleset.rules.off_board else ruleset.reserves


def formation_arrival(ruleset: Ruleset) -> Settings:
    return ruleset.reserves or off_board(ruleset)


def needed_units(ruleset: Ruleset) -> Settings:
    return ruleset.rules.needs or None


def limits(ruleset: Ruleset) -> Settings:
    return ruleset.limits


def rulings(ruleset: Ruleset) -> Settings:
    return ruleset.rulings


def wars(ruleset: Ruleset) -> Settings:
    return ruleset.wars or None


# Staff quality.


def staff(ruleset: Ruleset) -> Settings:
    return (ruleset.staff,) if ruleset.rules.staff else None


def player_quality(ruleset: Ruleset) -> Settings:
    return staff(ruleset) if ruleset.staff.player else None


def staff_records(ruleset: Ruleset) -> Settings:
    # staff rolls are checked even in a ruleset without staff quality
    return staff(ruleset) or ()


def staff_choice(ruleset: Ruleset) -> Settings:
    # the name of the staff table is checked even if dice are not required
    return (ruleset.staff,) if ruleset.staff.qualities else ()


def staff_tables(ruleset: Ruleset) -> Settings:
    return _enabled(ruleset.rules.staff, ruleset.staff, ruleset.staff.default, *_national_tables(ruleset))


def several_tables(ruleset: Ruleset) -> Settings:
    return staff_tables(ruleset) if _national_tables(ruleset) else None


def national_tables(ruleset: Ruleset) -> Settings:
    return (_national_tables(ruleset) if ruleset.rules.staff else ()) or None


def _national_tables(ruleset: Ruleset) -> tuple[StaffTable, ...]:
    return tuple(ruleset.staff.national.values())


def posts(ruleset: Ruleset) -> Settings:
    return (ruleset.player_general,)


# Citations.


def citations_of(settings: Iterable[Sourced], ruleset: Ruleset) -> tuple[str, ...]:
    """The citations of a rule's settings, without duplicates. Without citations, the title of the ruleset."""
    found = dict.fromkeys(cite for one in settings for cite in one.citations)
    return tuple(found) or (f"{ruleset.title} ruleset",)
