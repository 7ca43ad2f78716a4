"""Habits of players who type a list: values for all units, tags, broken lines, enumerations, generals in a row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Read = Callable[..., list[Any]]


def units(army: Any) -> list[tuple[Any, ...]]:
    """Size, rating and points of an army's units."""
    return [(one.unit.size, one.unit.rating, int(one.points)) for one in army.quote.all_units]


def generals(army: Any) -> list[str]:
    """The names of the generals who cost points."""
    return [one.name for formation in army.orbat.formations if (one := formation.commander)]


@pytest.mark.parametrize(
    "said", ["Class 3 with rifles throughout", "All foot is class 3 and has rifles", "Class 3, rifles unless stated"]
)
def test_a_class_and_weapon_for_all_units(read: Read, said: str) -> None:
    units_typed = "30th Foot, 12 stands\n2nd Rifle Brigade, 8 stands, class 4\n55th Foot, 10 stands"
    text = f"British, Days of Empire\n{said}\n{units_typed}"
    (army,) = read(text, ruleset="days_of_empire")
    assert units(army) == [(12, "3", 48), (8, "4", 40), (10, "3", 40)]


def test_a_class_of_some_troops_is_not_that_of_all(read: Read) -> None:
    text = "British, Days of Empire\nGuards are class 4, everybody has rifles\n42nd Highlanders 14 x 4 = 56"
    (army,) = read(text, ruleset="days_of_empire")
    assert units(army) == [(14, "3", 56)]


def test_nobody_has_rifles_gives_no_rifles(read: Read) -> None:
    text = "French, Days of Empire\n50e Ligne, 12 stands, class 3\nNobody got rifles unless it says so"
    (army,) = read(text, ruleset="days_of_empire")
    assert units(army) == [(12, "3", 36)]


def test_a_class_in_a_heading_is_that_of_its_units(read: Read) -> None:
    text = (
        "Union western armies, Days of Glory\nBRIGADE KING (regulars, class 4, rifles, 5 points a stand)\n"
        "15th US, 6 stands @ 5 = 30\nBRIGADE WILLICH (class 3, rifles, 4 points a stand)\n"
        "89th Illinois, 7 stands @ 4 = 28"
    )
    (army,) = read(text, ruleset="days_of_glory")
    assert [(size, rating, points) for size, rating, points in units(army) if size] == [(6, "4", 30), (7, "3", 28)]


def test_line_numbers_with_a_letter_are_no_part_of_the_units(read: Read) -> None:
    text = "Confederate western armies, Days of Glory\n" + "".join(
        f"A{at} {name} ...... 6 st. cl 3 R = 24\n"
        for at, name in enumerate(("1st Arkansas", "3rd Conf.", "35th Tenn."), 1)
    )
    (army,) = read(text, ruleset="days_of_glory")
    assert units(army) == [(6, "3", 24)] * 3


def test_a_group_before_each_unit_may_have_other_signs(read: Read) -> None:
    text = (
        "Austrian, Honours of War\nBRIG. LACY / KAISER / STD / 100\nBRIG. LACY / GRENADIERE / SUP / 120\n"
        "BRIG. LOUDON / HUSAREN KALNOKY / STD / 100\nBRIG. LOUDON / HUSAREN DESSEWFFY / STD / 100"
    )
    (army,) = read(text, ruleset="honours_of_war")
    assert [points for *_, points in units(army)] == [100, 120, 100, 100]
    assert len(army.orbat.formations[0].units) == 2


@pytest.mark.parametrize(
    ("line", "below"),
    [
        ("1. Zuaven, 12 Basen, Klasse 4,", "gezogene Gewehre - 60 Punkte"),
        ("1. Zuaven, 12 Basen, Klasse", "4, gezogene Gewehre - 60 Punkte"),
    ],
)
def test_a_line_broken_in_the_middle_of_a_unit(read: Read, line: str, below: str) -> None:
    (army,) = read(f"French, Days of Empire\n{line}\n{below}", ruleset="days_of_empire")
    assert units(army) == [(12, "4", 60)]
    assert army.lines[3].role == "detail"


def test_a_price_after_an_equals_sign_is_a_sum_and_continues_no_unit(read: Read) -> None:
    (army,) = read("British\n30 Brigadier\n048 Line bns x2: 12 stands cl 2\n=78 pts", ruleset="days_of_empire")
    assert [(one.claim_type, int(one.typed)) for one in army.typed.reading.claims if one.claim_type == "total"] == [
        ("total", 78)
    ]


def test_an_enumeration_of_units_with_prices_in_brackets(read: Read) -> None:
    enumerated = "Greville's brigade (10), Spry's brigade (10), foot artillery (12)"
    text = f"Britain, Peninsula\nLeith's division, HQ (5)\n{enumerated}"
    (army,) = read(text, ruleset="fast_play_napoleonic")
    assert [points for *_, points in units(army)] == [10, 10, 12]


@pytest.mark.parametrize(
    ("typed", "total"),
    [
        (
            "MOSTYN - horse guards sup 120, scots greys small but sup 100, and macbeans 12pdrs sup 70 because why not",
            290,
        ),
        ("Kingsley: 20th foot sup 120; 25th foot sup 120; 37th foot std 100 --> 340", 340),
        ("Kingsley: 20th, 25th and 37th foot, all standard at 100, plus one 12pdr battery, standard, 60", 360),
        ("Kingsley has the foot: two lots of foot, standard, 100 apiece, and light guns std 40. again 240 lol", 240),
        ("Waldegrave's bde = 12th Foot superior LARGE, 20th Foot standard, medium gun brigade superior", 300),
    ],
)
def test_an_enumeration_of_units(read: Read, typed: str, total: int) -> None:
    text = f"British, Honours of War, 1760\n{typed}\nSum {total}"
    (army,) = read(text, ruleset="honours_of_war", army_list="british")
    assert int(army.quote.total) == total
    assert army.differences == ()


@pytest.mark.parametrize(
    "typed",
    [
        "Les deux généraux de brigade, Polk et d'Adams, à 30 chacun, soit 60",
        "Unter ihm stehen der Divisionsgeneral Polk und die Brigadegenerale Adams und Hall, die zusammen 90 kosten.",
        "2 brigade paschas 60",
    ],
)
def test_several_generals_with_one_price(read: Read, typed: str) -> None:
    (army,) = read(f"Ottoman\nOmer Pasha (me)\n{typed}\nNizam, 12 stands, class 2, 24", ruleset="days_of_empire")
    assert {int(one.points) for one in army.quote.all_commanders} == {0, 30}


def test_the_prices_of_one_and_of_all_give_the_number_of_units(read: Read) -> None:
    (army,) = read("Russian\nMoscow Infantry, 12 stands, class 2 (24 each, so 48)", ruleset="days_of_empire")
    assert int(army.quote.total) == 48


def test_generals_with_one_price_each_lead_the_formations_that_name_them(read: Read) -> None:
    text = (
        "British, Days of Empire\nLord Lucan is the player (free). Scarlett and Cardigan cost 30 apiece.\n"
        "Heavy Brigade (Scarlett)\nScots Greys, 4 stands, class 3, 32\nLight Brigade (Cardigan)\n"
        "8th Hussars, 4 stands, class 3, 32\nTotal 124"
    )
    (army,) = read(text, ruleset="days_of_empire")
    assert int(army.quote.total) == 124
    assert generals(army) == ["Scarlett", "Cardigan"]
    assert [len(one.units) for one in army.orbat.formations] == [1, 1]


def test_the_price_decides_the_level_of_a_general(read: Read) -> None:
    text = "Russia 1812\n7th Infantry Corps, as a division (Raevsky), HQ 5\nLadoga regiment, line brigade 10"
    (army,) = read(text, ruleset="fast_play_napoleonic")
    assert (army.orbat.formations[0].level, int(army.quote.total)) == ("division", 15)


@pytest.mark.parametrize("name", ["Kaiser-Kürasiere", "Kaiser-Kürassiere"])
def test_a_misspelt_kind_is_understood(read: Read, name: str) -> None:
    (army,) = read(f"Austria 1809\n{name} 15", ruleset="fast_play_napoleonic")
    assert [points for *_, points in units(army)] == [15]


def test_a_misspelt_kind_in_a_name_is_reported(read: Read) -> None:
    (army,) = read("British\nField Btatery, 3 guns 105", ruleset="days_of_empire")
    assert army.lines[2].misspelt == (("btatery", "battery"),)


def test_of_two_words_for_sizes_the_one_that_is_a_rating_is_the_rating(read: Read) -> None:
    (army,) = read("Russian, Honours of War\nKexholm, Linieninfanterie, normal, klein 80", ruleset="honours_of_war")
    assert units(army) == [("small", "standard", 80)]


BRIGADES = (
    "1st Brigade\n7th Royal Fusiliers, 12 stands class 3 rifles - 48\n{first}"
    "2nd Brigade\n19th Foot, 12 stands class 3 rifles - 48\n{second}"
)


def led(army: Any) -> list[tuple[str, str, int]]:
    """The formations with the names of their generals and the numbers of units."""
    return [(one.name, one.commander.name if one.commander else "", len(one.units)) for one in army.orbat.formations]


@pytest.mark.parametrize(
    "typed",
    [
        BRIGADES.format(first="General Codrington 30\n", second="General Buller 30\n"),
        BRIGADES.format(first="", second="") + "General Codrington 30\nGeneral Buller 30\n",
    ],
    ids=["below each brigade", "below all brigades"],
)
def test_generals_below_the_units_lead_the_brigades_above(read: Read, typed: str) -> None:
    (army,) = read(f"British, Days of Empire\n{typed}Total 156", ruleset="days_of_empire")
    assert led(army) == [("1st Brigade", "Codrington", 1), ("2nd Brigade", "Buller", 1)]
    assert army.quote.total == 156


def test_a_general_above_units_begins_a_brigade(read: Read) -> None:
    typed = BRIGADES.format(first="General Codrington 30\n33rd Foot, 12 stands class 3 rifles - 48\n", second="")
    (army,) = read(f"British, Days of Empire\n{typed}", ruleset="days_of_empire")
    assert led(army) == [("1st Brigade", "", 1), ("", "Codrington", 1), ("2nd Brigade", "", 1)]


@pytest.mark.parametrize("first", ["Minsk Regiment 1st Bn", "Minsk Regiment"])
def test_a_line_with_only_the_number_of_a_battalion_continues_the_regiment(read: Read, first: str) -> None:
    typed = f"{first}, 16 stands class 2 - 32\n2nd Bn, 16 stands class 2 - 32\n3rd Bn, 16 stands class 2 - 32\n"
    (army,) = read(f"Russians, Days of Empire\n{typed}", ruleset="days_of_empire", army_list="russian")
    assert {one.unit.entry for one in army.quote.all_units} == {"ru_line"}
