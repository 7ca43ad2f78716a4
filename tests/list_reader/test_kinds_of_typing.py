"""Ways of typing that a list reader must know: headings, ratings, sums and names, in several languages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Read = Callable[..., list[Any]]


def units(army: Any) -> list[tuple[Any, ...]]:
    """Entry, size, rating and points of an army's units."""
    return [(one.unit.entry, one.unit.size, one.unit.rating, int(one.points)) for one in army.quote.all_units]


def sums(army: Any) -> list[tuple[str, int]]:
    """The typed sums and sizes."""
    kinds = ("total", "subtotal", "left", "size")
    return [(one.claim_type, int(one.typed)) for one in army.typed.reading.claims if one.claim_type in kinds]


def test_a_typed_smoothbore_is_no_rifle_in_a_list_without_a_date(read: Read) -> None:
    """The entry has rifles in all units only from a later year."""
    text = (
        "Union Army of the Potomac\n"
        "53rd Ohio, 10 stands, class 1, smoothbore 10\n"
        "77th Ohio, 12 stands, class 1, rifles 24"
    )
    (army,) = read(text, ruleset="days_of_glory")
    assert [points for *_, points in units(army)] == [10, 24]
    assert army.differences == ()


def test_a_rating_after_a_colon_makes_a_unit(read: Read) -> None:
    text = "Reichsarmee\nBrigade Hohenzollern\nCronegk, Franconie, inférieur, taille normale : 80 pts\nTotal : 80"
    (army,) = read(text, ruleset="honours_of_war")
    assert [one[1:] for one in units(army)] == [("standard", "inferior", 80)]
    assert sums(army) == [("total", 80)]


def test_the_second_of_two_words_for_a_size_is_the_rating(read: Read) -> None:
    (army,) = read("Austrian\nHaubitzen  normal  normal  50", ruleset="honours_of_war")
    assert units(army) == [("au_howitzer", "standard", "standard", 50)]


def test_a_price_of_each_general_is_no_total(read: Read) -> None:
    text = (
        "Russian\n"
        "Moscow Infantry, 12 stands, class 2 - 24\n"
        "Kazan Infantry, 12 stands, class 2 - 24\n"
        "Macht mit den Generälen (je 30) 48 Pkt."
    )
    (army,) = read(text, ruleset="days_of_empire")
    assert sums(army) == [("total", 48)]


def test_a_price_before_a_dash_is_no_count_of_generals(read: Read) -> None:
    text = "Donzelot, division HQ, 5 - all units are theirs:\nSchmitz, line brigade, 10"
    (army,) = read(text, ruleset="fast_play_napoleonic", army_list="france_1815")
    assert [int(one.points) for one in army.quote.all_commanders] == [5]


@pytest.mark.parametrize(
    ("heading", "points"),
    [("Artillerie", 135), ("Artillerie und Reiterei", 24)],
)
def test_below_a_heading_for_guns_alone_horse_describes_guns(read: Read, heading: str, points: int) -> None:
    text = f"Russian\n{heading}\nReitende 3 x {points // 3} = {points}"
    (army,) = read(text, ruleset="days_of_empire")
    assert [(one.unit.size, int(one.points)) for one in army.quote.all_units] == [(3, points)]


def test_a_heading_may_name_an_arm_and_its_general(read: Read) -> None:
    text = (
        "Ottoman\n"
        "Infantry, Selim 30\n"
        "Nizam 12 stands class 2 24\n"
        "Cavalry, Iskender 30\n"
        "Nizam cavalry 8 stands class 2 48\n"
        "Polish dragoons 8 stands class 2 48"
    )
    (army,) = read(text, ruleset="days_of_empire")
    assert [one.commander.name for one in army.quote.all_commanders] == ["Selim", "Iskender"]
    assert len(units(army)) == 3


def test_a_year_of_a_date_is_no_agreed_size(read: Read) -> None:
    text = "Sent 12 Feb 2025, we said 400 each\nRussian\nMoscow Infantry, 12 stands, class 2 - 24"
    (army,) = read(text, ruleset="days_of_empire")
    assert sums(army) == [("size", 400)]


def test_a_regiment_and_the_number_of_its_battalion_are_one_unit(read: Read) -> None:
    (army,) = read("French\n95e Ligne, 1st Bn, 12 stands, class 2", ruleset="days_of_empire")
    assert [one[1:] for one in units(army)] == [(12, "2", 24)]
    assert army.typed.reading.confidence == "sure"


@pytest.mark.parametrize(
    ("line", "confidence"),
    [
        ("Guard bn 36", "likely"),  # 36 stands of class 1, or 18 of class 2
        ("Guard bn, 12 stands class 3 36", "sure"),
    ],
)
def test_another_unit_that_the_price_fits_as_well_makes_a_line_less_certain(
    read: Read, line: str, confidence: str
) -> None:
    (army,) = read(line, ruleset="days_of_empire")
    assert army.typed.reading.confidence == confidence


def test_the_name_of_a_list_in_that_of_a_unit_does_not_choose_the_list(read: Read) -> None:
    """Turcos is also a word for Turks."""
    text = "3e Zouaves class 4 R  14  70\n50e Ligne class 2  12  24\nTurcos  12  36\n1er Chasseurs d'Afrique  8  64"
    (army,) = read(text, ruleset="days_of_empire")
    assert army.orbat.army_list.id == "french"


def test_a_weapon_may_follow_from_the_price(read: Read) -> None:
    """A class 4 unit without rifles costs 4 points a stand."""
    (army,) = read("Zouaves  10 @ 4+1=5  50\nLigne  12 @ 2  24", ruleset="days_of_empire")
    assert [(one.unit.rating, one.unit.options) for one in army.quote.all_units] == [("4", ("rifles",)), ("2", ())]
    assert army.differences == ()


def test_a_subtotal_covers_the_general_in_the_heading(read: Read) -> None:
    """The writer forgot the price of the first general, but not that of the second."""
    text = (
        "British\nGuards brigade, General Bentinck\nGrenadier Guards 12 stands class 4 rifles 60\n"
        "Coldstream Guards 12 stands class 4 rifles 60\nSubtotal 120\nHighland brigade, General Campbell 30\n"
        "42nd Highlanders 12 stands class 3 rifles 48\n93rd Highlanders 12 stands class 3 rifles 48\nSubtotal 126"
    )
    (army,) = read(text, ruleset="days_of_empire")
    assert [(one.claim.typed, one.calculated, one.unpaid) for one in army.differences] == [(120, 150, (2,))]


def test_all_of_an_army_on_one_line(read: Read) -> None:
    text = "Austrians 1809: 6x inf 60, 2x LC 18, 1x HC 15, 2x foot art 24, 2 div HQ 10 = 127"
    (army,) = read(text, ruleset="fast_play_napoleonic")
    assert (len(army.quote.all_units), army.quote.total) == (11, 127)


@pytest.mark.parametrize("name", ["Conscript brigade 8th Division", "Conscript brigade, 8th Division"])
def test_the_exact_name_of_a_regiment_outranks_a_level_in_it(read: Read, name: str) -> None:
    text = f"Division: Third Division\nGeneral Ricard - 5 points\n{name} - 8 points\nTotal: 13"
    (army,) = read(text, ruleset="fast_play_napoleonic", army_list="france_1813_14")
    assert [(one.unit.entry, int(one.points)) for one in army.quote.all_units] == [("fr13_conscript", 8)]
    assert army.differences == ()


def test_a_brigade_of_any_name_is_a_unit_where_brigades_are_units(read: Read) -> None:
    text = "Division: Light horse\nGeneral Normann - 5 points\nWürttemberg brigade - 9 points\nTotal: 14"
    (army,) = read(text, ruleset="fast_play_napoleonic", army_list="france_1813_14")
    assert army.quote.total == 14


@pytest.mark.parametrize(
    "line",
    [
        "Feldjäger-Baon 23, Infanterie, 10 Bases, Klasse 3, gezogene Gewehre ... 40",
        "Jägerregiment 23, 10 Basen, Klasse 3, gezogene Gewehre, 40 Punkte",
    ],
)
def test_the_number_of_a_regiment_before_a_comma_is_part_of_its_name(read: Read, line: str) -> None:
    (army,) = read(f"Russian\n{line}", ruleset="days_of_empire")
    assert [(one.unit.size, int(one.points)) for one in army.quote.all_units] == [(10, 40)]


def test_a_day_is_no_agreed_size(read: Read) -> None:
    text = "Hier meine Russen fürs Spiel am 17. (Alma, 500 Punkte).\nMoscow Infantry, 12 stands, class 2 - 24"
    (army,) = read(text, ruleset="days_of_empire")
    assert sums(army) == [("size", 500)]


def test_numbers_of_details_have_the_roles_that_the_first_line_left(read: Read) -> None:
    text = "Russian\nUral Regiment 2nd Battalion (32 points)\n- 16x stand\n- Class 2"
    (army,) = read(text, ruleset="days_of_empire")
    roles = [(one.value, one.role) for line in army.typed.reading.lines for one in line.numbers]
    assert roles == [(2, "name"), (32, "line price"), (16, "size"), (2, "rating")]


ARMY = "Russian\nMoscow Infantry, 12 stands, class 2 - 24\nKazan Infantry, 12 stands, class 2 - 24\n"


@pytest.mark.parametrize(
    "line",
    ["page 1 of 1", "p. 2", "We meet at 6 at the hall.", "see you at 10", "club member since 2009", "Beginn 19 Uhr"],
)
def test_pages_times_and_years_are_no_part_of_the_army(read: Read, line: str) -> None:
    (army,) = read(f"{ARMY}Total 48\n{line}", ruleset="days_of_empire")
    assert army.lines[5].role == "outside"
    assert army.typed.reading.confidence == "sure"


@pytest.mark.parametrize("line", ["We also lend 6 stands", "the lads of the 3rd at 24"])
def test_a_line_that_may_be_a_unit_is_not_passed_over(read: Read, line: str) -> None:
    (army,) = read(f"{ARMY}{line}", ruleset="days_of_empire")
    assert army.lines[4].role in ("unit", "unread")


@pytest.mark.parametrize("line", ["(men not stands, 50 a stand!!)", "von: Grenzjaeger77"])
def test_scales_and_names_with_digits_are_no_sums(read: Read, line: str) -> None:
    (army,) = read(f"Russian\n{line}\n{ARMY}Total 48", ruleset="days_of_empire")
    assert sums(army) == [("total", 48)]


def test_words_for_a_rating_after_the_price_are_understood(read: Read) -> None:
    (army,) = read(
        "Austrian\n100 - Kaiser infantry, standard\n120 - Botta infantry, superior", ruleset="honours_of_war"
    )
    assert [line.leftover for line in army.typed.reading.lines] == ["", "", ""]


def test_a_later_name_tells_which_of_several_lists_is_meant(read: Read) -> None:
    text = "Confederates (ANV), 550 points\n15th Alabama, 9 stands class 3 with rifled muskets 36"
    (army,) = read(text, ruleset="days_of_glory")
    assert army.orbat.army_list.id == "confederate_anv"
    assert army.typed.reading.alternatives == ()


@pytest.mark.parametrize("line", ["Position battery (3 models)  3  105", "Earthworks, 4 lengths 40"])
def test_guns_and_works_may_be_one_unit_or_several(read: Read, line: str) -> None:
    """Neither the points nor the models differ, so the line is sure."""
    (army,) = read(f"Russian\n{line}", ruleset="days_of_empire")
    assert army.typed.reading.confidence == "sure"


@pytest.mark.parametrize(
    "line",
    [
        "60 pts: 2 x Moscow Infantry, 15 stands, class 2, smoothbore (30 pts each)",
        "60 P  2 x Moscow Infantry, 15 stands, class 2",
    ],
)
def test_a_price_may_stand_first(read: Read, line: str) -> None:
    (army,) = read(f"Russian\n{line}", ruleset="days_of_empire")
    assert [(one.unit.name, one.unit.size) for one in army.quote.all_units] == [
        ("Moscow Infantry 1", 15),
        ("Moscow Infantry 2", 15),
    ]


@pytest.mark.parametrize("line", ["Points: 500", "Austrians 1859ers, 500"])
def test_points_above_all_troops_are_the_agreed_size(read: Read, line: str) -> None:
    (army,) = read(f"{line}\n{ARMY}Total 48", ruleset="days_of_empire")
    assert sums(army) == [("size", 500), ("total", 48)]


def test_points_over_the_agreed_size_are_no_points_left(read: Read) -> None:
    (army,) = read(f"Limit 40 points\n{ARMY}Total 48 (8 over!)", ruleset="days_of_empire")
    assert sums(army) == [("size", 40), ("total", 48), ("left", -8)]
    assert [one.claim.claim_type for one in army.differences] == []


def test_a_number_of_units_in_a_heading_is_that_of_the_formation(read: Read) -> None:
    (army,) = read("Russian\nBrigade 1 - 2 units, 48 pts\n" + ARMY.partition("\n")[2], ruleset="days_of_empire")
    assert army.differences == ()


def test_a_general_leads_the_units_of_a_sentence(read: Read) -> None:
    text = (
        "Ottoman\nUnder Achmet Pasha (30pts): two battalions of nizam, each 12 stands class 2 (24 + 24), "
        "and one battalion of redif, 14 stands class 1 for 14."
    )
    (army,) = read(text, ruleset="days_of_empire")
    assert (len(army.quote.all_units), army.quote.total) == (3, 92)


def test_battalions_of_a_numbered_regiment(read: Read) -> None:
    (army,) = read("French\n1st/26 Ligne [24] - 12 stands class 2", ruleset="days_of_empire")
    assert [(one.unit.name, one.unit.entry) for one in army.quote.all_units] == [("1st/26 Ligne", "fr_line")]


def test_a_number_at_the_start_of_most_lines_is_the_price(read: Read) -> None:
    """None of the names is that of a regiment of the army list."""
    text = "Austrian\nbrigade left\n100 Alpha std\n80 Beta std small\n120 Gamma sup\n100 Delta std\ntotal 400\n"
    (army,) = read(text, ruleset="honours_of_war")
    assert [one[3] for one in units(army)] == [100, 80, 120, 100]
    assert sums(army) == [("total", 400)]


def test_capitals_mark_no_headings_in_a_list_in_capitals(read: Read) -> None:
    text = "DIVISION LEFT\nDIVISIONSSTAB 5\nREGIMENT ALPHA 10\nREGIMENT BETA 10\nFUSSBATTERIE GAMMA 12\nSUMME 37"
    (army,) = read(text, ruleset="fast_play_napoleonic", army_list="prussia_1806")
    assert [one[3] for one in units(army)] == [10, 10, 12]
    assert sums(army) == [("total", 37)]


@pytest.mark.parametrize(
    "legend", ["q = rifles, z = smoothbore", "key: rl rifles / sm smoothbore", "R rifles, S smoothbore, st. stands"]
)
def test_words_that_a_list_explains_are_understood(read: Read, legend: str) -> None:
    """The letters explained in the first legend do not begin the words, so they are not read."""
    letters = {"q": ("R", "S"), "k": ("rl", "sm"), "R": ("R", "S")}[legend[0]]
    text = (
        f"Russian\n{legend}\nAlpha foot, 10 stands, class 2, {letters[0]} 30\n"
        f"Beta foot, 10 stands, class 2, {letters[1]} 20\nTotal 50"
    )
    (army,) = read(text, ruleset="days_of_empire")
    assert [one[3] for one in units(army)] == [30, 20]
    assert army.differences == ()


def test_a_size_and_class_before_a_slash_and_a_letter(read: Read) -> None:
    text = "British\ngrenadiers 8/4/R\ncoldstream 9/4/R\n41st foot 10/3/R\nTotal 117"
    (army,) = read(text, ruleset="days_of_empire")
    assert [one[1:] for one in units(army)] == [(8, "4", 40), (9, "4", 45), (10, "3", 40)]


def test_a_column_of_counts_beside_sizes_in_words(read: Read) -> None:
    text = (
        "Austrian\nUnit,No.,Grade,Size,Pts each,Pts\nHungarian battalion,2,Standard,Standard,100,200\n"
        "Croats,2,Standard,Standard,80,160\nCuirassiers,3,Superior,Standard,120,360\nTOTAL,27,,,,720\n"
    )
    (army,) = read(text, "list.csv", ruleset="honours_of_war")
    assert [one[3] for one in units(army)] == [100] * 2 + [80] * 2 + [120] * 3
    assert sums(army) == [("total", 720)]


def test_a_calibre_in_inches_is_no_class(read: Read) -> None:
    text = "Union Army of the Potomac\n2nd Maine, Hall (3-inch rifles), 3 guns = 120"
    (army,) = read(text, ruleset="days_of_glory")
    assert [(one[1], one[3]) for one in units(army)] == [(3, 120)]


def test_two_letters_for_an_umlaut(read: Read) -> None:
    text = "Hanover and allies\nMounted Jaeger, standard, small 80\nKuerassiere Alpha, standard 100"
    (army,) = read(text, ruleset="honours_of_war")
    assert [one[3] for one in units(army)] == [80, 100]


def test_a_sum_of_the_guns_directly_above(read: Read) -> None:
    text = (
        "Russian\nAzov Infantry, 10 stands, class 2 = 20\n"
        "Alpha battery, 2 guns = 70\nBeta battery, 3 guns = 105\nguns: 175\nTotal 195"
    )
    (army,) = read(text, ruleset="days_of_empire")
    assert [one[3] for one in units(army)] == [20, 70, 105]
    assert sums(army) == [("subtotal", 175), ("total", 195)]


def test_a_kind_and_its_price_typed_twice_are_two_units(read: Read) -> None:
    """`Foot artillery : 12 pts` is not a group with a sum."""
    unit = "Infanterie de ligne : 10 pts\nArtillerie à pied : 12 pts\n"
    (army,) = read(f"Division A\n{unit}Division B\n{unit}", ruleset="fast_play_napoleonic", army_list="france_1815")
    assert [one[3] for one in units(army)] == [10, 12, 10, 12]


def test_a_price_before_its_product(read: Read) -> None:
    (army,) = read("Russian\nMoscow Infantry (cl. 2): 24 = 12 x 2", ruleset="days_of_empire")
    assert units(army) == [("ru_line", 12, "2", 24)]


def test_a_question_of_another_writer_adds_no_weapon(read: Read) -> None:
    text = "Russian\n2 x Kazan jager bns 14 stands each, class 2, 28 each = 56\nno stutzers??"
    (army,) = read(text, ruleset="days_of_empire")
    assert [one[3] for one in units(army)] == [28, 28]


def test_lengths_of_works_in_a_column_of_counts(read: Read) -> None:
    text = "Ottoman\nTroops,Cl,No.,Pts\nNizam infantry,2,12,24\nRedif,1,10,10\nEarthworks (4 inch lengths),,8,80\n"
    (army,) = read(text, "list.csv", ruleset="days_of_empire")
    assert units(army)[-1] == ("earthworks", 8, "", 80)


def test_a_sum_with_its_generals_is_no_price_of_generals(read: Read) -> None:
    text = (
        "Russian\nBrigadier Alpha\nMoscow Infantry, 12 stands, class 2 - 24\nBrigadier Beta\n84 with the two brigadiers"
    )
    (army,) = read(text.replace("84", "184"), ruleset="days_of_empire")
    assert sums(army) == [("total", 184)]


def test_a_list_of_prices_is_no_unit(read: Read) -> None:
    text = "French in America\nno battalion guns here (std 90, sup 110)\nBéarn std 90\nGuyenne std 90\ntotal 180"
    (army,) = read(text, ruleset="honours_of_war")
    assert [one[3] for one in units(army)] == [90, 90]
