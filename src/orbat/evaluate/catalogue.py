"""The catalogue of all rules. To add a rule, write its function in a rule module, and add a row to this catalogue."""

from __future__ import annotations

from orbat.evaluate import (
    army_rules,
    date_rules,
    dice_rules,
    formation_rules,
    lent_rules,
    limits,
    points_rules,
    staff_rules,
    text_rules,
    unit_rules,
)
from orbat.evaluate.rule import ArmyCase, ArmyRule, CommanderRule, FormationRule, OrbatRule, Rule, TextRule, UnitRule


def _generals(case: ArmyCase) -> object:
    return case.summary.generals


def _pins(case: ArmyCase) -> object:
    return case.summary.pins


UNIT_RULES: tuple[UnitRule, ...] = (
    UnitRule("UNT001", "entry unknown", "error", unit_rules.entry_known),
    UnitRule("UNT002", "rating not offered", "error", unit_rules.rating_offered),
    UnitRule("UNT003", "size outside the list's range", "error", unit_rules.size_in_range),
    UnitRule("UNT004", "size at which the unit is removed", "error", unit_rules.size_above_removal),
    UnitRule("UNT005", "option not offered", "error", unit_rules.options_offered),
    UnitRule("UNT006", "compulsory option missing", "error", unit_rules.options_required),
    UnitRule("UNT007", "option not available at the date", "error", unit_rules.options_dated),
    UnitRule("UNT008", "entry not available at the date", "error", unit_rules.entry_dated),
    UnitRule("UNT009", "rating not offered at the date", "error", unit_rules.rating_dated),
    UnitRule("UNT010", "single unit off the board", "error", unit_rules.unit_not_off_board),
    UnitRule("UNT011", "general bought as a unit", "error", unit_rules.staff_not_a_unit),
    UnitRule("UNT012", "unit's way of arriving unknown", "error", army_rules.unit_arrival_known),
)

ORBAT_RULES: tuple[OrbatRule, ...] = (
    FormationRule("FRM001", "level unknown or wrongly nested", "error", formation_rules.levels_nest),
    FormationRule("FRM002", "empty formation", "error", formation_rules.not_empty),
    FormationRule("FRM003", "formation without a general", "error", formation_rules.has_general),
    FormationRule("FRM004", "units without a general", "error", formation_rules.units_under_general),
    FormationRule("FRM005", "foot and horse under one general", "error", formation_rules.arms_apart),
    FormationRule("FRM006", "off-board mark on the wrong level", "error", formation_rules.off_board_level),
    FormationRule("FRM007", "duplicate formation name", "note", formation_rules.formation_names_unique),
    FormationRule("FRM008", "formation's way of arriving unknown", "error", army_rules.formation_arrival_known),
    ArmyRule("FRM009", "most units independent", "warning", formation_rules.few_independent_units, needs_all=True),
    ArmyRule("ARM001", "too much off the board", "error", army_rules.off_board_share, needs_all=True),
    ArmyRule("ARM002", "works without an engineer", "error", army_rules.required_kinds_present, needs_all=True),
    ArmyRule("ARM003", "limit of the army list", "error", limits.within_limits),
    ArmyRule("ARM004", "no army list", "note", army_rules.list_named),
    ArmyRule("ARM005", "date outside the army list", "error", army_rules.date_covered),
    ArmyRule("ARM006", "no date", "note", army_rules.date_needed),
    ArmyRule("ARM007", "ruling unknown", "error", army_rules.rulings_known),
    ArmyRule("ARM008", "saved with other data versions", "note", army_rules.versions_current, depends_on=_pins),
    ArmyRule("ARM009", "duplicate unit name", "note", formation_rules.unit_names_unique),
    TextRule("ARM011", "name of another entry", "note", text_rules.name_of_own_entry),
    TextRule("ARM012", "text contradicts the ORBAT", "warning", text_rules.texts_agree),
    ArmyRule("ARM013", "few or no troops of the own list", "warning", lent_rules.own_troops_present, needs_all=True),
    ArmyRule("ARM014", "troops lent by an enemy", "warning", lent_rules.lender_not_enemy),
    ArmyRule("ARM015", "units never available together", "error", date_rules.available_together),
    TextRule("ARM016", "invisible or look-alike characters", "warning", text_rules.characters_visible),
    ArmyRule("PTS001", "over the agreed size", "error", points_rules.within_size),
    ArmyRule("PTS002", "no agreed size", "note", points_rules.size_agreed),
    ArmyRule("PTS003", "unusual size", "warning", points_rules.usual_size),
    ArmyRule("PTS004", "points remaining", "note", points_rules.points_left),
    ArmyRule("PTS005", "unit's points differ", "error", points_rules.unit_claims),
    FormationRule("PTS006", "subtotal differs", "error", points_rules.formation_claims),
    ArmyRule("PTS007", "total differs", "error", points_rules.total_claim, needs_all=True),
    CommanderRule("STF001", "general not diced", "warning", staff_rules.diced),
    CommanderRule("STF002", "quality differs from the dice", "error", staff_rules.roll_gives_quality),
    CommanderRule("STF003", "quality impossible on the staff table", "error", staff_rules.quality_possible),
    CommanderRule("STF004", "player's General diced or not capable", "error", staff_rules.player_not_diced),
    ArmyRule("STF005", "more than one player", "error", staff_rules.one_player, depends_on=_generals),
    ArmyRule("STF006", "no row in the national table", "note", staff_rules.national_row, depends_on=_generals),
    CommanderRule("STF007", "impossible roll", "error", staff_rules.roll_possible),
    ArmyRule("STF008", "staff table unknown", "error", army_rules.staff_table_known),
    ArmyRule("STF009", "seed gives other dice", "error", dice_rules.seed_gives_dice, depends_on=_generals),
    CommanderRule("STF010", "dice read on another staff table", "error", dice_rules.rolled_on_chosen_table),
    CommanderRule("STF011", "roll's record contradicts itself", "warning", dice_rules.roll_record_sound),
    ArmyRule("STF012", "general with several posts", "note", dice_rules.one_post_each, depends_on=_generals),
)

RULES: tuple[Rule, ...] = (*UNIT_RULES, *ORBAT_RULES)
