"""Reading short typed lists as people write them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples

from orbat.data import folders
from orbat.data.library import Library
from orbat.list_reader.document_text import DocumentLine
from orbat.list_reader.excerpt import MAX_LINES
from orbat.list_reader.reader import read_typed

Read = Callable[..., list[Any]]
LIBRARY = Library(folders.shipped() / "army_lists")


def entries(army: Any) -> list[str]:
    """The entries of an army's units."""
    return [line.unit.entry for line in army.quote.all_units]


@pytest.mark.parametrize(
    ("name", "entry"),
    [
        ("33rd Foot", "brit_line"),
        ("33rd Fot (Duke of Welington's)", "brit_line"),
        ("brit_highlanders", "brit_highlanders"),
        ("42nd Black Watch", "brit_highlanders"),
        ("Coldstream Gds", "brit_foot_guards"),
        ("2nd Bn. Rifle Brigade", "brit_rifle_brigade"),
    ],
)
def test_names_match_their_entries(read: Read, name: str, entry: str) -> None:
    """Names match by id, regiment, alias, number and abbreviation, even if misspelt."""
    (army,) = read(f"British\n{name}, 14 stands, class 3, rifles - 56 pts", ruleset="days_of_empire")
    assert entries(army) == [entry]


def test_guards_are_matched_in_the_named_army_list(read: Read) -> None:
    """The same words in two armies."""
    for nation, entry in (("British", "brit_foot_guards"), ("French", "fr_guard_grenadiers")):
        (army,) = read(f"{nation}\nGuard grenadiers, 10 stands, class 4", ruleset="days_of_empire")
        assert entries(army) == [entry]


def test_an_uncertain_name_has_alternatives(read: Read) -> None:
    """A battery may be one of two entries."""
    (army,) = read("British\nE Battery, 2 guns, 70", ruleset="days_of_empire")
    (line,) = [one for one in army.typed.reading.lines if one.paths]
    assert [rival.entry for rival in line.alternatives] == ["brit_position_battery"]


def test_the_army_list_is_detected_by_its_regiments(read: Read) -> None:
    """Names of regiments count. Words common to all armies do not."""
    text = "33rd Duke of Wellington, 14 stands, class 3\n88th Connaught Rangers, 12 stands, class 3"
    (army,) = read(text, ruleset="days_of_empire")
    assert army.orbat.army_list.id == "british"
    (army,) = read("Line bn, 14 stands, class 3\nHussars, 6 stands, class 3", ruleset="days_of_empire")
    assert army.orbat.army_list is None
    assert entries(army) == ["infantry", "cavalry"]


def test_the_army_list_passed_is_used(read: Read) -> None:
    """The passed list takes precedence over the text."""
    (army,) = read("Guards, 10 stands, class 4, 50", ruleset="days_of_empire", army_list="british")
    assert entries(army) == ["brit_foot_guards"]


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("Unit: 33rd Foot\nStands: 14\nClass: 3\nRifles: yes\nPoints: 56\n", [14]),
        ("Vladimir Infantry\n   15 stands, class 2\n   30 pts\n", [15]),
        ("33rd Foot; 14 stands; class 3; rifles; 56 pts\n", [14]),
        ("Bde Gen 30; 3x Line 12/2 @ 24 = 72; Hussars 6/2 36\n", [12, 12, 12, 6]),
        ("Bde: Smith (30), 7th Foot (15/3 R, 60), 33rd Foot (14/3 R, 56) = 146\n", [15, 14]),
        ("General Smith leads two battalions of line of 12 stands, class 2\n", [12, 12]),
        ("7th, 23rd and 33rd Foot, 14 stands each, class 3, rifles, 56 each = 168\n", [14, 14, 14]),
    ],
)
def test_units_are_read_across_and_within_lines(read: Read, text: str, sizes: list[int]) -> None:
    """One fact per line, several lines per unit, one unit per sentence, one brigade per line."""
    (army,) = read(text, ruleset="days_of_empire")
    assert [line.unit.size for line in army.quote.all_units] == sizes


@pytest.mark.parametrize(
    "said",
    ["421 used, 79 left", "Total 421, 79 to spare", "= 421 + need 79 more", "421/500", "That comes to 421", "421"],
)
def test_totals_are_read_in_any_wording(read: Read, said: str) -> None:
    """Wrong totals are read too."""
    text = f"Bde Gen 30\nLine bn, 14 stands, class 3, 42\nHussars, 6 stands, class 2, 36\n{said}\n"
    (army,) = read(text, ruleset="days_of_empire")
    assert army.orbat.total == 421
    assert len(army.quote.all_units) == 2


def test_a_choice_of_readings_is_explained(read: Read) -> None:
    """The reading chosen, and the number that agrees with it."""
    (army,) = read("Line x12 {class 2} [24]", ruleset="days_of_empire")
    (line,) = army.typed.reading.lines
    assert line.explanation == "read as 1 unit of size 12, which agrees with the typed price of 24"


def test_a_text_without_troops_is_no_army(read: Read) -> None:
    """A message without units."""
    assert read("Hi Tom,\nsee you on Saturday at 18:30.\nCheers", ruleset="days_of_empire") == []


@pytest.mark.slow
def test_lines_over_the_maximum_are_reported() -> None:
    """The last line gives their number."""
    lines = [DocumentLine(number, "Line bn, 12 stands, class 2, 24") for number in range(1, MAX_LINES + 11)]
    (army,) = read_typed(lines, LIBRARY, ruleset="days_of_empire")
    (left,) = army.reading.unread
    assert left.text == f"the last 10 lines are not read: orbat reads at most {MAX_LINES} lines"


_PIECES = """3 x|12 stands|class 2|= |@ 24|pts|General|Brigade|(|)|Line|Hussars|guns|total|left|,|;|:|- |1/2/3
|\u0445|99999999|95th|free|I am|{|}|[|]|\t||\u202e|\x00|Guards|battery|2 x 3 x 4|0|é|½|²|Ⅳ|٣"""
PIECES = st.sampled_from(_PIECES.split("|"))


@settings(max_examples=examples(150))
@given(st.lists(st.lists(PIECES | st.text(max_size=6), max_size=9).map(" ".join), max_size=8))
def test_any_text_is_read_without_an_error(lines: list[str]) -> None:
    """The numbers of all read lines are in the text."""
    document = [DocumentLine(number, text) for number, text in enumerate(lines, start=1)]
    for army in read_typed(document, LIBRARY, ruleset="days_of_empire"):
        assert army.loaded.orbat is not None
        assert {line.number for line in army.reading.lines} <= set(range(1, len(lines) + 1))


def test_an_option_between_size_and_price_belongs_to_the_battery(read: Read) -> None:
    """`4 guns, horse artillery - 180` is one battery."""
    (army,) = read("Russian\n1st battery, 4 guns, horse artillery - 180 points", ruleset="days_of_empire")
    assert [(line.unit.size, line.points) for line in army.quote.all_units] == [(4, 180)]
    assert army.differences == ()


def test_a_date_is_not_a_size(read: Read) -> None:
    """The date of a battle in a heading."""
    text = "Balaklava, 25 October 1854: French\n1er Chasseurs d'Afrique, 6 stands, class 3 - 48 points"
    (army,) = read(text, ruleset="days_of_empire")
    assert [line.unit.size for line in army.quote.all_units] == [6]


def test_a_heading_above_a_paid_general_names_the_brigade(read: Read) -> None:
    """`Brigade: Avant-garde` above a general with a price."""
    text = (
        "Russian\nBrigade: Avant-garde\nGeneral Kiryakov - 30 points\nMoscow Infantry, 15 stands, class 3 - 45 points"
    )
    (army,) = read(text, ruleset="days_of_empire")
    assert [line.commander.name for line in army.quote.all_commanders] == ["Kiryakov"]


def test_a_wrong_subtotal_covers_the_formation_it_names(read: Read) -> None:
    """The subtotal of a division includes its brigades, even with subtotals of their own."""
    foot = "33rd Foot, 12 stands, class 3 - 36 points\nSubtotal brigade: 66"
    brigades = "".join(f"Brigade: {name}\nGeneral {name} - 30 points\n{foot}\n" for name in ("Adams", "Pennefather"))
    text = f"British\nDivision: 2nd\nGeneral Evans - 30 points\n{brigades}Subtotal division: 161\n"
    (army,) = read(text, ruleset="days_of_empire")
    assert [(one.claim.typed, one.calculated) for one in army.differences] == [(161, 162)]


def test_the_price_decides_between_entries_of_guns(read: Read) -> None:
    """Heavy guns at 50 points are the more expensive entry."""
    (army,) = read("Russian\nHeavy guns, 1 gun - 50 points", ruleset="days_of_empire")
    assert entries(army) == ["ru_fortress_guns"]


def test_a_misspelt_name_is_reported(read: Read) -> None:
    """The report gives the correction. A correct name is not reported."""
    text = "British\n7th Royal Fusiilers, 12 stands, class 3\n7th Royal Fusiliers, 12 stands, class 3"
    (army,) = read(text, ruleset="days_of_empire")
    said = [line.misspelt for line in army.typed.reading.lines if line.paths]
    assert said == [(("fusiiler", "fusilier"),), ()]


def test_a_total_includes_the_first_general(read: Read) -> None:
    """A general with a price on the line is part of the total."""
    units = "33rd Foot, 12 stands, class 3 - 36 points\n"
    brigades = "".join(f"Brigade: {name}\nGeneral {name} - 30 points\n{units}" for name in ("Adams", "Buller"))
    text = f"British\nDivision: 2nd\nGeneral Evans - 30 points\n{brigades}Total: 132"
    (army,) = read(text, ruleset="days_of_empire")
    assert [(one.claim.typed, one.calculated) for one in army.differences] == [(132, 162)]


def test_the_label_gives_the_level_of_a_formation(read: Read) -> None:
    """`Brigade: Egyptian Division` is a brigade."""
    text = "Ottoman\nBrigade: Egyptian Division\nGeneral Selim - 30 points\n1st Nizam, 12 stands, class 2 - 24 points"
    (army,) = read(text, ruleset="days_of_empire")
    assert [(one.level, len(one.units)) for one in army.orbat.formations] == [("brigade", 1)]


@pytest.mark.parametrize(
    ("said", "entry", "size"),
    [
        ("British\nE Field Battery (four guns), 2 guns - 70", "brit_field_battery", 2),
        ("British\n11th Hussars (two squadrons of it), 6 stands, class 3 - 48 points", "brit_light_cavalry", 6),
        ("British\n11th Hussars (four squadrons out), 6 stands, class 3 - 48 points", "brit_light_cavalry", 6),
        ("Russian\nTwo companies of the 4th Rifle Battalion, 5 stands, class 3, rifles - 20", "ru_rifle_battalion", 5),
    ],
)
def test_a_number_may_be_part_of_the_name(read: Read, said: str, entry: str, size: int) -> None:
    """A number of guns, squadrons or companies in the name changes neither count nor size."""
    (army,) = read(said, ruleset="days_of_empire")
    assert [(line.unit.entry, line.unit.size) for line in army.quote.all_units] == [(entry, size)]
    assert army.differences == ()


def test_a_bracket_counts_units_where_the_price_agrees(read: Read) -> None:
    """`(3 battalions)` are three units at the price of three."""
    (army,) = read("Russian\nMoscow Infantry (3 battalions), 12 stands, class 2 - 72", ruleset="days_of_empire")
    assert [(line.unit.size, line.points) for line in army.quote.all_units] == [(12, 24)] * 3
    assert army.differences == ()


def test_a_number_of_regiments_in_a_heading_buys_nothing(read: Read) -> None:
    """`Light Brigade (two regiments)` is only a heading."""
    text = "British\nBrigade: Light Brigade (two regiments)\n11th Hussars, 6 stands, class 3 - 48 points"
    (army,) = read(text, ruleset="days_of_empire")
    assert [(one.level, len(one.units)) for one in army.orbat.formations] == [("brigade", 1)]
    assert army.typed.reading.unread == ()


def test_a_general_reserve_is_a_formation(read: Read) -> None:
    """The reserve is on the table, and its general is on the next line."""
    units = "Moscow Infantry, 15 stands, class 3 - 45 points\n"
    text = f"Russian\nBrigade: General reserve\nGeneral Brummer - 30 points\n{units}"
    (army,) = read(text, ruleset="days_of_empire")
    assert [(line.commander.name, line.points) for line in army.quote.all_commanders] == [("Brummer", 30)]
    assert [(len(one.units), one.off_board) for one in army.orbat.formations] == [(1, False)]


def test_battalions_of_a_regiment_have_the_same_entry(read: Read) -> None:
    """The number of a battalion does not choose another entry. The chosen entry is not among the alternatives."""
    text = (
        "Russian\nUral Regiment 1st Battalion (32 points)\n  16x stand\n  Class 2\n"
        "Ural Regiment 2nd Battalion (30 points)\n  16x stand\n  Class 2\n"
    )
    (army,) = read(text, ruleset="days_of_empire")
    assert entries(army) == ["ru_line", "ru_line"]
    for line in army.typed.reading.lines:
        assert not {rival.entry for rival in line.alternatives} & {
            unit.unit.entry for unit in army.units_on(line.number)
        }


def test_the_next_battalion_of_an_uncertain_one_is_uncertain(read: Read) -> None:
    """A battalion with only a number depends on the one above."""
    text = "Russian\n1st Battalion, 12 stands, class 2 - 24\n2nd Battalion, 12 stands, class 2 - 24"
    (army,) = read(text, ruleset="days_of_empire")
    assert entries(army) == ["ru_line", "ru_line"]
    assert all(line.alternatives for line in army.typed.reading.lines if line.paths)


@pytest.mark.parametrize(
    ("first", "title"),
    [
        ("Russians, Alma, 600 points", "Russians, Alma"),
        ("Russians, 600 points", "Minsk Brigade"),
        ("600 points", "Minsk Brigade"),
    ],
)
def test_the_line_with_the_game_size_may_have_the_title(read: Read, first: str, title: str) -> None:
    """A battle before the size is part of the title. The name of the army list alone is none."""
    text = f"{first}\nMinsk Brigade: General Kvitsinsky 30\nMinsk Regiment 1st Bn, 16 stands, class 2 - 32"
    (army,) = read(text, ruleset="days_of_empire", army_list="russian")
    assert army.orbat.title == title


def test_a_line_that_only_counts_on_belongs_to_the_regiment_above(read: Read) -> None:
    """Below a named regiment, the numbers of further battalions leave no doubt. Other numbers may be regiments."""
    units = ["Minsk Regiment 1st Bn", "2nd Bn", "3rd", "IV Bn", "6th"]
    text = "Russian\n" + "\n".join(f"{one}, 16 stands, class 2 - 32" for one in units)
    (army,) = read(text, ruleset="days_of_empire")
    lines = [line for line in army.typed.reading.lines if line.paths]
    assert entries(army)[:4] == ["ru_line"] * 4
    assert entries(army)[4] != "ru_line" or lines[4].alternatives
    assert not any(line.alternatives for line in lines[:4])


def test_a_battalion_has_the_entry_that_its_words_name(read: Read) -> None:
    """The entry of the battalion above does not matter."""
    text = "British\nRoyal Marines, 1st Bn, 11 stands, class 3\nRoyal Marines, 2nd Bn, 11 stands, class 3"
    (army,) = read(text, ruleset="days_of_empire")
    assert entries(army)[1] == "brit_marines"
