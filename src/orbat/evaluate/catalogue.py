"""Every rule there is. Adding one takes a function beside its fellows and a line here."""

from __future__ import annotations

from orbat.evaluate import army_rules as army
from orbat.evaluate import army_rules as reserves
from orbat.evaluate import formation_rules as formations
from orbat.evaluate import formation_rules as names
from orbat.evaluate import limits
from orbat.evaluate import points_rules as points
from orbat.evaluate import staff_rules as players
from orbat.evaluate import staff_rules as staff
from orbat.evaluate import unit_rules as options
from orbat.evaluate import unit_rules as sizes
from orbat.evaluate import unit_rules as units
from orbat.evaluate.rule import ArmyRule, CommanderRule, FormationRule, OrbatRule, Rule, UnitRule

UNIT_RULES: tuple[UnitRule, ...] = (
    UnitRule("UNT001", "entry unknown", "error", units.entry_known),
    UnitRule("UNT002", "rating not offered", "error", units.rating_offered),
    UnitRule("UNT003", "size outside the list's range", "error", sizes.size_in_range),
    UnitRule("UNT004", "size at which the unit is removed", "error", sizes.size_survives),
    UnitRule("UNT005", "option not offered", "error", options.options_offered),
    UnitRule("UNT006", "compulsory option missing", "error", options.options_required),
    UnitRule("UNT007", "option not to be had at the date", "error", options.options_dated),
    UnitRule("UNT008", "entry not to be had at the date", "error", units.entry_dated),
    UnitRule("UNT009", "rating not offered at the date", "error", units.rating_dated),
    UnitRule("UNT010", "single unit off the board", "error", units.unit_not_off_board),
    UnitRule("UNT011", "general bought as a unit", "error", units.staff_not_a_unit),
    UnitRule("UNT012", "unit's way to come on unknown", "error", reserves.unit_comes_on),
)

ORBAT_RULES: tuple[OrbatRule, ...] = (
    FormationRule("FRM001", "level unknown or in the wrong level", "error", formations.levels_nest),
    FormationRule("FRM002", "empty formation", "error", formations.not_empty),
    FormationRule("FRM003", "formation without a general", "error", formations.has_general),
    FormationRule("FRM004", "units under no general", "error", formations.units_under_general),
    FormationRule("FRM005", "foot and horse under one general", "error", formations.arms_apart),
    FormationRule("FRM006", "off-board mark on the wrong level", "error", formations.off_board_level),
    FormationRule("FRM007", "two formations of one name", "note", names.formations_named_apart),
    FormationRule("FRM008", "formation's way to come on unknown", "error", reserves.formation_comes_on),
    ArmyRule("ARM001", "too much off the board", "error", army.off_board_share),
    ArmyRule("ARM002", "works without an engineer", "error", army.needs_met),
    ArmyRule("ARM003", "limit of the army list", "error", limits.within_limits),
    ArmyRule("ARM004", "no army list", "note", army.list_named),
    ArmyRule("ARM005", "date outside the army list", "error", army.date_covered),
    ArmyRule("ARM006", "no date", "note", army.date_needed),
    ArmyRule("ARM007", "ruling unknown", "error", army.rulings_known),
    ArmyRule("ARM008", "saved with other data", "note", army.versions_current),
    ArmyRule("ARM009", "two units of one name", "note", names.regiments_once),
    ArmyRule("PTS001", "over the agreed size", "error", points.within_size),
    ArmyRule("PTS002", "size not agreed", "note", points.size_agreed),
    ArmyRule("PTS003", "unusual size", "warning", points.usual_size),
    ArmyRule("PTS004", "points left", "note", points.points_left),
    ArmyRule("PTS005", "unit's points differ", "error", points.unit_claims),
    FormationRule("PTS006", "subtotal differs", "error", points.formation_claims),
    ArmyRule("PTS007", "total differs", "error", points.total_claim),
    CommanderRule("STF001", "general not diced", "warning", staff.diced),
    CommanderRule("STF002", "quality not what the dice give", "error", staff.roll_gives_quality),
    CommanderRule("STF003", "quality that cannot be rolled", "error", staff.quality_possible),
    CommanderRule("STF004", "player's General diced or not capable", "error", players.player_not_diced),
    ArmyRule("STF005", "more than one player", "error", players.one_player),
    ArmyRule("STF006", "no row in the national table", "note", staff.national_row),
    CommanderRule("STF007", "roll that cannot be thrown", "error", staff.roll_possible),
    ArmyRule("STF008", "staff table unknown", "error", army.staff_table_known),
)

RULES: tuple[Rule, ...] = (*UNIT_RULES, *ORBAT_RULES)
