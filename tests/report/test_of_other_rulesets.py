"""Reports for rulesets with named sizes, boxes to tick, flags or arrival methods, or without staff quality."""

from __future__ import annotations

import json
from typing import Any

import pytest

from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.pipeline import report_on
from orbat.report.cards import Card, cards_of
from orbat.report.chart import chart
from orbat.report.deployment import deployment
from orbat.report.redacted import without_house_marks
from orbat.report.reference import subjects_of
from orbat.report.report import Report
from orbat.report.roster import UnitStrength, roster
from orbat.report.rows import Row, merge_equal_rows


def report(library: Library, **keys: Any) -> Report:
    return report_on("typed.yaml", read_orbat(json.dumps({"orbat": 1, **keys})), library)


def grenadiers(**keys: Any) -> dict[str, Any]:
    return {"name": "Grenadiers", "entry": "ru_grenadier", "size": "large", "rating": "superior", **keys}


def sized(library: Library, *units: dict[str, Any], **keys: Any) -> Report:
    """An army of a ruleset with named sizes and boxes for hits."""
    brigade = {"level": "brigade", "name": "Golitsyn", "commander": {"name": "Golitsyn"}, "units": list(units)}
    keys = {"ruleset": "honours_of_war", "army_list": "russian", "formations": [brigade], **keys}
    return report(library, **keys)


def foot(**keys: Any) -> dict[str, Any]:
    return {"name": "Foot", "entry": "fr15_line", **keys}


def sizeless(library: Library, *divisions: dict[str, Any]) -> Report:
    """An army of a ruleset without sizes, grades and staff quality, but with arrival methods for reserves."""
    corps = {"level": "corps", "name": "II Corps", "commander": {"name": "Reille"}, "formations": list(divisions)}
    return report(library, ruleset="fast_play_napoleonic", army_list="france_1815", formations=[corps])


def division(name: str, *units: dict[str, Any], **keys: Any) -> dict[str, Any]:
    return {"level": "division", "name": name, "commander": {"name": name}, "units": list(units), **keys}


def unit_rows(report: Report) -> list[Row]:
    return [row for row in report.rows if row.sort == "unit"]


def test_hit_boxes_replace_stand_boxes(library: Library) -> None:
    (troop,) = roster(sized(library, grenadiers())).units
    assert troop.strength == UnitStrength(5, None, 0)
    assert troop.ticks
    assert (troop.ticks.label, troop.ticks.states) == ("hits", ())


def test_units_without_a_size_have_states_and_no_strength(library: Library) -> None:
    found = sizeless(library, division("Foy", foot()))
    (troop,) = roster(found).units
    assert troop.strength is None
    assert troop.ticks
    assert troop.ticks.states == ("pinned", "disrupted")
    assert (troop.row.size_text, troop.row.rating) == ("", "")


def test_works_have_no_boxes_and_stands_are_counted(library: Library) -> None:
    (troop,) = roster(sized(library, {"name": "Redoubt", "entry": "obstacles", "size": 2})).units
    assert (troop.strength, troop.ticks) == (None, None)


def test_a_named_size_has_its_unit_of_measure(library: Library) -> None:
    found = sized(library, grenadiers(name="1st"), grenadiers(name="2nd"))
    (row, _) = unit_rows(found)
    assert (row.size_text, row.named_size) == ("large battalion", "large")
    army = chart(found)
    assert army
    assert army.children[0].children[0].strength == "large battalion, grade superior"


def test_units_without_a_size_are_merged_without_one(library: Library) -> None:
    rows = merge_equal_rows(sizeless(library, division("Foy", foot(name="1st"), foot(name="2nd"))).rows)
    (row,) = (row for row in rows if row.sort == "unit")
    assert row.size_text == ""


@pytest.mark.parametrize(("how", "quality"), [("diced", "not diced"), ("bought", ""), ("set", "")])
def test_not_diced_is_shown_only_where_quality_is_diced(library: Library, how: str, quality: str) -> None:
    found = sized(library, rulings={"commanders": how})
    (row,) = (row for row in found.rows if row.sort == "formation")
    assert row.quality == quality


def test_the_player_is_never_shown_as_not_diced(library: Library) -> None:
    """This also applies to rulesets that dice for the player's general."""
    (army,) = (row for row in sized(library, commander={}).rows if row.sort == "army")
    assert army.quality == "the player"
    (army,) = (row for row in sized(library, commander={"quality": "dashing"}).rows if row.sort == "army")
    assert army.quality == "dashing, the player"


def test_remaining_points_buy_troops_before_works(library: Library) -> None:
    """Transport costs less, but is offered only if no troops are affordable."""
    note = {
        size: next(one for one in sized(library, game_size=size).findings if one.code == "PTS004") for size in (300, 10)
    }
    assert "Transport" not in note[300].help
    assert "Transport" in note[10].help


def test_without_staff_quality_there_is_no_text_about_it(library: Library) -> None:
    found = sizeless(library, division("Foy", foot()))
    assert {row.quality for row in found.rows if row.sort == "formation"} == {""}


def test_tables_select_by_size_and_army_flags(library: Library) -> None:
    found = [one for one in subjects_of(sized(library, grenadiers())) if one.size]
    assert [(one.size, one.flags) for one in found] == [("large", ("half_move", "full_move"))]


def card_of(library: Library, report: Report, name: str) -> Card:
    assert report.orbat
    file = library.reference(report.orbat.ruleset.id)
    assert file
    assert file.value
    return next(card for card in cards_of(report, file.value) if card.name == name)


def cells(card: Card, table: str) -> list[tuple[str, ...]]:
    return [row.cells for one in card.tables if one.id == table for row in one.rows]


@pytest.mark.parametrize(
    ("size", "rows"), [("small", [("Small unit", "−1")]), ("standard", []), ("large", [("Large unit", "+1")])]
)
def test_a_card_has_the_rows_of_its_size(library: Library, size: str, rows: list[tuple[str, ...]]) -> None:
    found = sized(library, grenadiers(size=size))
    modifiers = cells(card_of(library, found, "Grenadiers"), "firing_modifiers")
    assert [row for row in modifiers if row[0].endswith(" unit")] == rows
    assert ("Long range", "−1") in modifiers, "those of all troops that fire"


def test_a_card_has_no_modifiers_of_fire_for_troops_without_fire(library: Library) -> None:
    horse = {"name": "Horse", "entry": "ru_cuirassier", "size": "standard"}
    card = card_of(library, sized(library, horse), "Horse")
    assert not cells(card, "firing_modifiers")
    assert ("3 hits or more", "−1") in cells(card, "melee_modifiers")
    brigade = {"level": "brigade", "name": "B", "commander": {"name": "Golitsyn"}, "units": [horse]}
    general = card_of(library, sized(library, formations=[brigade]), "Golitsyn")
    assert not cells(general, "melee_modifiers")
    assert not cells(general, "command_distance")


def test_a_card_has_the_rows_of_the_army_s_flags(library: Library) -> None:
    flagged = card_of(library, sized(library, grenadiers()), "Grenadiers")
    prussian = {"name": "Foot", "entry": "pr_musketeer", "size": "standard", "rating": "standard"}
    free = card_of(library, sized(library, prussian, army_list="prussian"), "Foot")
    assert ("Turns to face (army)", "−1") in cells(flagged, "against_charge")
    assert ("Turns to face (army)", "−1") not in cells(free, "against_charge")


@pytest.mark.parametrize(
    ("quality", "heads"),
    [({}, ["Roll", "Dithering", "Dependable", "Dashing"]), ({"quality": "dashing"}, ["Roll", "Dashing"])],
)
def test_an_undiced_commander_s_card_has_the_columns_of_all(
    library: Library, quality: dict[str, str], heads: list[str]
) -> None:
    brigade = {"level": "brigade", "name": "B", "commander": {"name": "Golitsyn", **quality}, "units": [grenadiers()]}
    card = card_of(library, sized(library, formations=[brigade]), "Golitsyn")
    (table,) = (table for table in card.tables if table.id == "command_performance")
    assert [column.head for column in table.columns] == heads
    assert card.entry == "commander"


@pytest.mark.parametrize(("quality", "rows"), [({}, 0), ({"quality": "capable"}, 1)])
def test_rows_that_differ_by_quality_are_on_no_undiced_general_s_card(
    library: Library, quality: dict[str, str], rows: int
) -> None:
    brigade = {"level": "brigade", "name": "B", "commander": {"name": "Brown", **quality}, "units": []}
    found = report(library, ruleset="days_of_empire", army_list="british", formations=[brigade])
    actual = [row[0] for row in cells(card_of(library, found, "Brown"), "morale_tests")]
    assert actual.count("Rallying (not routing)") == rows


def test_reserves_have_arrival_methods(library: Library) -> None:
    """Units of a formation have the formation's method. Single units in reserve have their own."""
    found = sizeless(
        library,
        division("Foy", foot(), off_board="flank"),
        division("Bachelu", foot(name="At once"), foot(name="Late", off_board="rear")),
    )
    actual = deployment(found)
    assert [(one.name, one.reserve, [row.name for row in one.units]) for one in actual.reserves] == [
        ("Division Foy", "flank", ["Foot"]),
        ("Division Bachelu", "rear", ["Late"]),
    ]
    assert [way.words for way in actual.methods] == [
        "rear: reserve from the rear, 3+ on 1d6",
        "flank: reserve from a flank, 4+ on 1d6",
    ]
    held = [row.off_board_text for row in found.rows if row.off_board]
    assert held == ["off the board: flank", "off the board: rear"]


def test_formations_within_a_reserve_arrive_with_it(library: Library) -> None:
    corps = {
        "level": "corps",
        "name": "II Corps",
        "off_board": "rear",
        "formations": [division("Foy", foot())],
        "units": [foot(name="Own")],
    }
    found = report(library, ruleset="fast_play_napoleonic", army_list="france_1815", formations=[corps])
    assert [one.reserve for one in deployment(found).reserves] == ["rear", "rear"]


def test_inferred_marks_and_share_marks_are_hidden_with_house_marks(library: Library) -> None:
    prussian = {"name": "Horse", "entry": "pr_hussar", "size": "small", "rating": "standard"}
    found = sized(library, prussian, army_list="prussian", rulings={"commanders": "bought"})
    assert {row.mark for row in found.rows if row.sort != "army"} == {"house", "inferred"}
    seen = without_house_marks(found)
    assert not any(row.mark for row in seen.rows)
    assert not any("inferred" in row.reason + row.commander_reason for row in seen.rows)
