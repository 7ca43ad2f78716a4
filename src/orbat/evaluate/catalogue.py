"""The catalogue of all rules."""

from __future__ import annotations

from orbat.evaluate import (
    army_rules,
    date_rules,
    dice_rules,
    formation_rules,
    lent_rules,
    limits,
    points_rules,
    service_rules,
    settings,
    staff_rules,
    text_rules,
    unit_rules,
)
from orbat.evaluate.rule import (
    ArmyCase,
    ArmyRule,
    CommanderRule,
    FormationRule,
    NameRule,
    OrbatRule,
    Rule,
    TextRule,
    UnitRule,
)
from orbat.evaluate.settings import switch


def _generals(case: ArmyCase) -> object:
    return case.summary.generals


def _pins(case: ArmyCase) -> object:
    return case.summary.pins


UNIT_RULES: tuple[UnitRule, ...] = (
    UnitRule("UNT001", "entry unknown", "error", unit_rules.entry_known, uses_list=True),
    UnitRule("UNT002", "rating not offered", "error", unit_rules.rating_offered, settings.ratings, uses_list=True),
    UnitRule(
        "UNT003", "size outside the list's range", "error", unit_rules.size_in_range, settings.sizes, uses_list=True
    ),
    UnitRule("UNT004", "size at which the unit is removed", "error", unit_rules.size_above_removal, settings.removal),
    UnitRule("UNT005", "option not offered", "error", unit_rules.options_offered, settings.options, uses_list=True),
    UnitRule(
        "UNT006", "compulsory option missing", "error", unit_rules.options_required, switch("options"), uses_list=True
    ),
    UnitRule(
        "UNT007",
        "option not available at the date",
        "error",
        unit_rules.options_dated,
        switch("options"),
        uses_list=True,
    ),
    UnitRule("UNT008", "entry not available at the date", "error", unit_rules.entry_dated, uses_list=True),
    UnitRule("UNT009", "rating not offered at the date", "error", unit_rules.rating_dated, uses_list=True),
    UnitRule("UNT010", "single unit off the board", "error", unit_rules.unit_not_off_board, switch("off_board")),
    UnitRule("UNT011", "general bought as a unit", "error", unit_rules.staff_not_a_unit, settings.staff_kinds),
    UnitRule("UNT012", "unit's way of arriving unknown", "error", army_rules.unit_arrival_known, settings.unit_arrival),
    UnitRule("UNT013", "entry of another theatre", "warning", service_rules.entry_in_theatre, uses_list=True),
)

ORBAT_RULES: tuple[OrbatRule, ...] = (
    NameRule("UNT014", "regiment not with the army", "warning", service_rules.regiment_present, uses_list=True),
    NameRule("UNT015", "rating differs from the regiment's", "note", service_rules.rating_recorded, uses_list=True),
    FormationRule("FRM001", "level unknown or wrongly nested", "error", formation_rules.levels_nest, settings.levels),
    FormationRule("FRM002", "empty formation", "error", formation_rules.not_empty, settings.levels),
    FormationRule(
        "FRM003", "formation without a general", "error", formation_rules.has_general, settings.commanded_levels
    ),
    FormationRule(
        "FRM004", "units without a general", "error", formation_rules.units_under_general, switch("under_general")
    ),
    FormationRule("FRM005", "foot and horse under one general", "error", formation_rules.arms_apart, switch("apart")),
    FormationRule(
        "FRM006", "off-board mark on the wrong level", "error", formation_rules.off_board_level, switch("off_board")
    ),
    FormationRule("FRM007", "duplicate formation name", "note", formation_rules.formation_names_unique),
    FormationRule(
        "FRM008",
        "formation's way of arriving unknown",
        "error",
        army_rules.formation_arrival_known,
        settings.formation_arrival,
    ),
    ArmyRule(
        "FRM009",
        "most units independent",
        "warning",
        formation_rules.few_independent_units,
        switch("under_general"),
        needs_all=True,
    ),
    FormationRule(
        "FRM010",
        "formation led from above",
        "error",
        formation_rules.led_from_above,
        settings.commanded_levels,
    ),
    ArmyRule(
        "ARM001", "too much off the board", "error", army_rules.off_board_share, settings.off_board, needs_all=True
    ),
    ArmyRule(
        "ARM002",
        "works without an engineer",
        "error",
        army_rules.required_kinds_present,
        settings.needed_units,
        needs_all=True,
    ),
    ArmyRule("ARM003", "limit of the army list", "error", limits.within_limits, settings.limits, uses_list=True),
    ArmyRule("ARM004", "no army list", "note", army_rules.list_named),
    ArmyRule("ARM005", "date outside the army list", "error", army_rules.date_covered, uses_list=True),
    ArmyRule("ARM006", "no date", "note", army_rules.date_needed, uses_list=True),
    ArmyRule("ARM007", "ruling unknown", "error", army_rules.rulings_known, settings.rulings),
    ArmyRule(
        "ARM008",
        "saved with other data versions",
        "note",
        army_rules.versions_current,
        uses_list=True,
        depends_on=_pins,
    ),
    ArmyRule("ARM009", "duplicate unit name", "note", formation_rules.unit_names_unique),
    TextRule("ARM011", "name of another entry", "note", text_rules.name_of_own_entry, uses_list=True),
    TextRule("ARM012", "text contradicts the ORBAT", "warning", text_rules.texts_agree),
    ArmyRule(
        "ARM013",
        "few or no troops of the own list",
        "warning",
        lent_rules.own_troops_present,
        uses_list=True,
        needs_all=True,
    ),
    ArmyRule("ARM014", "troops lent by an enemy", "warning", lent_rules.lender_not_enemy, settings.wars),
    ArmyRule(
        "UNT016",
        "rating of other regiments",
        "warning",
        service_rules.rating_of_regiment,
        settings.ratings,
        uses_list=True,
    ),
    ArmyRule("ARM022", "troops of an ally", "warning", lent_rules.allies_present, uses_list=True, needs_all=True),
    ArmyRule("ARM015", "units never available together", "error", date_rules.available_together, uses_list=True),
    TextRule("ARM016", "invisible or look-alike characters", "warning", text_rules.characters_visible),
    ArmyRule("ARM017", "theatre unknown", "error", service_rules.theatre_known, uses_list=True),
    ArmyRule("ARM018", "date outside the theatre", "warning", service_rules.theatre_dated, uses_list=True),
    ArmyRule("ARM019", "troops of different theatres", "warning", service_rules.one_theatre, uses_list=True),
    ArmyRule("PTS001", "over the agreed size", "error", points_rules.within_size, switch("within_size")),
    ArmyRule("PTS002", "no agreed size", "note", points_rules.size_agreed, switch("size_agreed")),
    ArmyRule("PTS003", "unusual size", "warning", points_rules.usual_size, switch("usual_size")),
    ArmyRule("PTS004", "points remaining", "note", points_rules.points_left, switch("within_size")),
    ArmyRule("PTS005", "unit's points differ", "error", points_rules.unit_claims, switch("claims")),
    FormationRule("PTS006", "subtotal differs", "error", points_rules.formation_claims, switch("claims")),
    ArmyRule("PTS007", "total differs", "error", points_rules.total_claim, switch("claims"), needs_all=True),
    CommanderRule("STF001", "general not diced", "warning", staff_rules.diced, settings.staff),
    CommanderRule(
        "STF002", "quality differs from the dice", "error", staff_rules.roll_gives_quality, settings.staff_tables
    ),
    CommanderRule(
        "STF003", "quality impossible on the staff table", "error", staff_rules.quality_possible, settings.staff_tables
    ),
    CommanderRule(
        "STF004",
        "player's General diced or not capable",
        "error",
        staff_rules.player_not_diced,
        settings.player_quality,
    ),
    ArmyRule(
        "STF005",
        "more than one player",
        "error",
        staff_rules.one_player,
        switch("player_general"),
        depends_on=_generals,
    ),
    ArmyRule(
        "STF006",
        "no row in the national table",
        "note",
        staff_rules.national_row,
        settings.national_tables,
        depends_on=_generals,
    ),
    CommanderRule("STF007", "impossible roll", "error", staff_rules.roll_possible, settings.staff_tables),
    ArmyRule("STF008", "staff table unknown", "error", army_rules.staff_table_known, settings.staff_choice),
    ArmyRule(
        "STF009", "seed gives other dice", "error", dice_rules.seed_gives_dice, settings.staff, depends_on=_generals
    ),
    CommanderRule(
        "STF010",
        "dice read on another staff table",
        "error",
        dice_rules.rolled_on_chosen_table,
        settings.several_tables,
    ),
    CommanderRule(
        "STF011", "roll's record contradicts itself", "warning", dice_rules.roll_record_sound, settings.staff_records
    ),
    NameRule("STF013", "commander not with the army", "warning", service_rules.commander_present, uses_list=True),
    ArmyRule(
        "STF012", "general with several posts", "note", dice_rules.one_post_each, settings.posts, depends_on=_generals
    ),
)

RULES: tuple[Rule, ...] = (*UNIT_RULES, *ORBAT_RULES)
