"""Typed lists as people write them, in small."""

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
from orbat.list_reader.reader import MAX_LINES, read_typed

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
def test_names_find_their_entries(read: Read, name: str, entry: str) -> None:
    """By id, regiment, alias, number, abbreviation and in spite of a slip."""
    (army,) = read(f"British\n{name}, 14 stands, class 3, rifles - 56 pts", ruleset="days_of_empire")
    assert entries(army) == [entry]


def test_guards_are_never_those_of_another_nation(read: Read) -> None:
    """One word, two armies."""
    for nation, entry in (("British", "brit_foot_guards"), ("French", "fr_guard_grenadiers")):
        (army,) = read(f"{nation}\nGuard grenadiers, 10 stands, class 4", ruleset="days_of_empire")
        assert entries(army) == [entry]


def test_an_uncertain_name_has_rivals(read: Read) -> None:
    """What may be two entries is shown with both."""
    (army,) = read("British\nE Battery, 2 guns, 70", ruleset="days_of_empire")
    (line,) = [one for one in army.typed.reading.lines if one.paths]
    assert [rival.entry for rival in line.alternatives] == ["brit_position_battery"]


def test_a_list_is_told_by_its_regiments_where_no_army_is_named(read: Read) -> None:
    """Regiments' own names are evidence; words that any army has are none."""
    text = "33rd Duke of Wellington, 14 stands, class 3\n88th Connaught Rangers, 12 stands, class 3"
    (army,) = read(text, ruleset="days_of_empire")
    assert army.orbat.army_list.id == "british"
    (army,) = read("Line bn, 14 stands, class 3\nHussars, 6 stands, class 3", ruleset="days_of_empire")
    assert army.orbat.army_list is None
    assert entries(army) == ["infantry", "cavalry"]


def test_what_is_given_holds(read: Read) -> None:
    """The army list on the command line stands against the text."""
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
def test_units_are_found_however_lines_are_cut(read: Read, text: str, sizes: list[int]) -> None:
    """A fact a line, two lines a unit, a unit a sentence, a brigade a line."""
    (army,) = read(text, ruleset="days_of_empire")
    assert [line.unit.size for line in army.quote.all_units] == sizes


@pytest.mark.parametrize(
    "said",
    ["421 used, 79 left", "Total 421, 79 to spare", "= 421 + need 79 more", "421/500", "That comes to 421", "421"],
)
def test_totals_are_found_however_they_are_said(read: Read, said: str) -> None:
    """Also where the sum is wrong."""
    text = f"Bde Gen 30\nLine bn, 14 stands, class 3, 42\nHussars, 6 stands, class 2, 36\n{said}\n"
    (army,) = read(text, ruleset="days_of_empire")
    assert army.orbat.total == 421
    assert len(army.quote.all_units) == 2


def test_a_choice_is_told(read: Read) -> None:
    """Which reading was kept, and by what."""
    (army,) = read("Line x12 {class 2} [24]", ruleset="days_of_empire")
    (line,) = army.typed.reading.lines
    assert line.explanation == "read as 1 x size 12, since that agrees with the 24 typed"


def test_talk_buys_nothing(read: Read) -> None:
    """A text without troops is no army."""
    assert read("Hi Tom,\nsee you on Saturday at 18:30.\nCheers", ruleset="days_of_empire") == []


def test_what_is_not_read_of_a_long_text_is_told() -> None:
    """The last line says how much was left out."""
    lines = [DocumentLine(number, "Line bn, 12 stands, class 2, 24") for number in range(1, MAX_LINES + 11)]
    (army,) = read_typed(lines, LIBRARY, ruleset="days_of_empire")
    (left,) = army.reading.unread
    assert left.text == f"the last 10 lines: only {MAX_LINES} are read"


_PIECES = """3 x|12 stands|class 2|= |@ 24|pts|General|Brigade|(|)|Line|Hussars|guns|total|left|,|;|:|- |1/2/3
|\u0445|99999999|95th|free|I am|{|}|[|]|\t||\u202e|\x00|Guards|battery|2 x 3 x 4|0|é|½|²|Ⅳ|٣"""
PIECES = st.sampled_from(_PIECES.split("|"))


@settings(max_examples=examples(150))
@given(st.lists(st.lists(PIECES | st.text(max_size=6), max_size=9).map(" ".join), max_size=8))
def test_no_text_makes_the_reader_fail(lines: list[str]) -> None:
    """Whatever is typed, it is read or it is not; every path leads to something."""
    handed = [DocumentLine(number, text) for number, text in enumerate(lines, start=1)]
    for army in read_typed(handed, LIBRARY, ruleset="days_of_empire"):
        assert army.loaded.orbat is not None
        assert {line.number for line in army.reading.lines} <= set(range(1, len(lines) + 1))


def test_an_option_between_size_and_price_is_of_the_guns_before_it(read: Read) -> None:
    """`4 guns, horse artillery - 180` is one battery and no second one."""
    (army,) = read("Russian\n1st battery, 4 guns, horse artillery - 180 points", ruleset="days_of_empire")
    assert [(line.unit.size, line.points) for line in army.quote.all_units] == [(4, 180)]
    assert army.differences == ()


def test_a_day_is_no_size(read: Read) -> None:
    """The date of a battle in the heading buys nothing."""
    text = "Balaklava, 25 October 1854: French\n1er Chasseurs d'Afrique, 6 stands, class 3 - 48 points"
    (army,) = read(text, ruleset="days_of_empire")
    assert [line.unit.size for line in army.quote.all_units] == [6]


def test_where_generals_are_paid_for_a_heading_names_a_brigade(read: Read) -> None:
    """`Brigade: Avant-garde` above a general with his price is the name of his brigade."""
    text = (
        "Russian\nBrigade: Avant-garde\nGeneral Kiryakov - 30 points\nMoscow Infantry, 15 stands, class 3 - 45 points"
    )
    (army,) = read(text, ruleset="days_of_empire")
    assert [line.commander.name for line in army.quote.all_commanders] == ["Kiryakov"]


def test_a_wrong_subtotal_is_of_the_formation_it_names(read: Read) -> None:
    """That of a division has its brigades in it, those with subtotals of their own too."""
    foot = "33rd Foot, 12 stands, class 3 - 36 points\nSubtotal brigade: 66"
    brigades = "".join(f"Brigade: {name}\nGeneral {name} - 30 points\n{foot}\n" for name in ("Adams", "Pennefather"))
    text = f"British\nDivision: 2nd\nGeneral Evans - 30 points\n{brigades}Subtotal division: 161\n"
    (army,) = read(text, ruleset="days_of_empire")
    assert [(one.claim.typed, one.calculated) for one in army.differences] == [(161, 162)]


def test_guns_are_of_the_entry_whose_price_is_typed(read: Read) -> None:
    """Heavy guns at 50 are the dearer ones of the list."""
    (army,) = read("Russian\nHeavy guns, 1 gun - 50 points", ruleset="days_of_empire")
    assert entries(army) == ["ru_fortress_guns"]


def test_a_misspelt_name_is_said(read: Read) -> None:
    """With the word that it is taken for; a name that is spelt rightly is not."""
    text = "British\n7th Royal Fusiilers, 12 stands, class 3\n7th Royal Fusiliers, 12 stands, class 3"
    (army,) = read(text, ruleset="days_of_empire")
    said = [line.misspelt for line in army.typed.reading.lines if line.paths]
    assert said == [(("fusiiler", "fusilier"),), ()]


def test_a_total_is_no_sum_of_all_but_the_first_general(read: Read) -> None:
    """Where he is paid for on his line he is in it."""
    units = "33rd Foot, 12 stands, class 3 - 36 points\n"
    brigades = "".join(f"Brigade: {name}\nGeneral {name} - 30 points\n{units}" for name in ("Adams", "Buller"))
    text = f"British\nDivision: 2nd\nGeneral Evans - 30 points\n{brigades}Total: 132"
    (army,) = read(text, ruleset="days_of_empire")
    assert [(one.claim.typed, one.calculated) for one in army.differences] == [(132, 162)]


def test_a_formation_is_of_the_level_before_its_name(read: Read) -> None:
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
def test_a_number_may_be_of_the_name(read: Read, said: str, entry: str, size: int) -> None:
    """What a bracket or the first words tell of a unit's parts makes it no more units, and no larger."""
    (army,) = read(said, ruleset="days_of_empire")
    assert [(line.unit.entry, line.unit.size) for line in army.quote.all_units] == [(entry, size)]
    assert army.differences == ()


def test_a_bracket_counts_units_where_the_price_is_of_so_many(read: Read) -> None:
    """`(3 battalions)` behind a name are three where what is typed is the price of three."""
    (army,) = read("Russian\nMoscow Infantry (3 battalions), 12 stands, class 2 - 72", ruleset="days_of_empire")
    assert [(line.unit.size, line.points) for line in army.quote.all_units] == [(12, 24)] * 3
    assert army.differences == ()


def test_a_heading_tells_how_many_regiments_it_is_of(read: Read) -> None:
    """A brigade's heading buys nothing, however many regiments it speaks of."""
    text = "British\nBrigade: Light Brigade (two regiments)\n11th Hussars, 6 stands, class 3 - 48 points"
    (army,) = read(text, ruleset="days_of_empire")
    assert [(one.level, len(one.units)) for one in army.orbat.formations] == [("brigade", 1)]
    assert army.typed.reading.unread == ()


def test_the_general_reserve_is_no_general(read: Read) -> None:
    """It is a formation, on the table as others are, and is led by who stands under its name."""
    units = "Moscow Infantry, 15 stands, class 3 - 45 points\n"
    text = f"Russian\nBrigade: General reserve\nGeneral Brummer - 30 points\n{units}"
    (army,) = read(text, ruleset="days_of_empire")
    assert [(line.commander.name, line.points) for line in army.quote.all_commanders] == [("Brummer", 30)]
    assert [(len(one.units), one.off_board) for one in army.orbat.formations] == [(1, False)]


def test_battalions_of_a_regiment_are_of_one_entry(read: Read) -> None:
    """The number of a battalion tells no other entry, and what was chosen is no rival of itself."""
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


def test_an_uncertain_battalion_leaves_its_neighbour_uncertain(read: Read) -> None:
    """Where nothing but its number tells what a battalion is."""
    text = "Russian\n1st Battalion, 12 stands, class 2 - 24\n2nd Battalion, 12 stands, class 2 - 24"
    (army,) = read(text, ruleset="days_of_empire")
    assert entries(army) == ["ru_line", "ru_line"]
    assert all(line.alternatives for line in army.typed.reading.lines if line.paths)


def test_a_battalion_is_of_the_entry_that_its_words_name(read: Read) -> None:
    """Whatever the one above it is taken for."""
    text = "British\nRoyal Marines, 1st Bn, 11 stands, class 3\nRoyal Marines, 2nd Bn, 11 stands, class 3"
    (army,) = read(text, ruleset="days_of_empire")
    assert entries(army)[1] == "brit_marines"
