"""Ways in which club players write generals, groups, sums, sizes and agreed sizes."""

from __future__ import annotations

from typing import Any

import pytest
from tests.list_reader.test_kinds_of_typing import Read, sums, units

SIZED = """\
Ottoman
Nizam 12 stands class 2 24
{line}
Redif of Brusa 14 stands class 1 14
Redif of Tokat 10 stands class 1 10
"""


def generals(army: Any) -> list[tuple[str, int]]:
    """Name and points of the generals of formations."""
    return [(one.commander.name, int(one.points)) for one in army.quote.all_commanders]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Pasha of the redif and irregulars, 30 pts", "Pasha of the redif and irregulars"),
        ("Iskender (cavalry) 30", "Iskender"),
        ("Cavalry, Iskender 30", "Iskender"),
        ("30  Iskender", "Iskender"),
    ],
)
def test_a_line_with_only_a_generals_price_is_a_general_in_a_list_with_sizes(read: Read, line: str, name: str) -> None:
    (army,) = read(SIZED.format(line=line), ruleset="days_of_empire")
    assert [points for _, points in generals(army)] == [30]
    assert name.casefold() in generals(army)[0][0].casefold()
    assert sorted(size for _, size, *_ in units(army)) == [10, 12, 14]


def test_a_unit_with_a_size_is_no_general(read: Read) -> None:
    (army,) = read(SIZED.format(line="Iskender's cavalry 5 stands class 2 30"), ruleset="days_of_empire")
    assert generals(army) == []
    assert [size for _, size, *_ in units(army)] == [12, 5, 14, 10]


def test_a_level_with_a_number_that_is_no_generals_price_is_a_sum(read: Read) -> None:
    (army,) = read(SIZED.format(line="brigade  24"), ruleset="days_of_empire")
    assert sums(army) == [("subtotal", 24)]
    assert army.differences == ()


def test_a_heading_may_have_the_sum_of_its_brigade(read: Read) -> None:
    text = (
        "Union western armies\nBrigade Harker (56 Pkt ohne General):\n"
        "64th Ohio 7 Stände gut gezogene Musketen 28\n65th Ohio 7 Stände gut gezogene Musketen 28"
    )
    (army,) = read(text, ruleset="days_of_glory")
    assert sums(army) == [("subtotal", 56)]
    assert army.quote.total == 56


def test_generals_that_are_paid_on_one_line_are_those_of_the_brigades(read: Read) -> None:
    text = (
        "British\nHeavy Brigade (Scarlett)\nRoyals 4 stands class 3 32\n"
        "Light Brigade (Cardigan)\n11th Hussars 3 stands class 3 24\n2 generals 60\nTotal 116"
    )
    (army,) = read(text, ruleset="days_of_empire")
    assert generals(army) == [("Scarlett", 30), ("Cardigan", 30)]
    assert army.differences == ()


def test_a_group_may_stand_before_each_of_its_units(read: Read) -> None:
    text = (
        "British\nHeavy Brigade: Royals, 4 stands, class 3, 32\nHeavy Brigade: Greys, 4 stands, class 3, 32\n"
        "Light Brigade: 11th Hussars, 3 stands, class 3, 24\nLight Brigade: 17th Lancers, 3 stands, class 4, 30"
    )
    (army,) = read(text, ruleset="days_of_empire")
    tree = [(one.formation.name, len(one.units)) for one in army.quote.all_formations]
    assert tree == [("Heavy Brigade", 2), ("Light Brigade", 2)]
    assert army.quote.total == 118


@pytest.mark.parametrize("typed", ["12/2 = 24", "C2/12 24", "average, 12 stands: 24 points", "(24 pts) 12 st. cl. 2"])
def test_a_size_and_a_class_may_stand_close_together(read: Read, typed: str) -> None:
    (army,) = read(f"Ottoman\nNizam A  {typed}", ruleset="days_of_empire")
    assert units(army) == [("ot_nizam", 12, "2", 24)]
    assert army.differences == ()


def test_a_number_in_brackets_may_be_the_price_of_what_follows(read: Read) -> None:
    text = "Prussian\n(100) Itzenplitz, standard\n(100) Knobloch, standard\n200\n"
    (army,) = read(text, ruleset="honours_of_war")
    assert [points for *_, points in units(army)] == [100, 100]
    assert army.differences == ()


@pytest.mark.parametrize("word", ["Parrott", "rifled"])
def test_a_word_for_another_gun_outranks_the_name_of_a_battery(read: Read, word: str) -> None:
    """The army list knows the battery with smoothbores."""
    text = f"Confederate Army of Northern Virginia\nRockbridge Artillery, 2 {word} guns, 80"
    (army,) = read(text, ruleset="days_of_glory")
    assert army.book.entries("confederate_anv")[units(army)[0][0]].kind == "rifled_gun"


@pytest.mark.parametrize("word", ["ditto", "idem"])
def test_a_word_such_as_ditto_repeats_the_size_and_class(read: Read, word: str) -> None:
    text = f"French\n50e de ligne, 1er bat. 12 socles classe 3, 36 pts\n50e de ligne, 2e bat. {word}, 36 pts"
    (army,) = read(text, ruleset="days_of_empire")
    assert [one[1:] for one in units(army)] == [(12, "3", 36), (12, "3", 36)]


def test_an_enemy_in_a_sentence_is_not_the_army(read: Read) -> None:
    text = (
        "Drawn up to face the Russians of a friend on a wet Saturday\n"
        "Grenadier Guards, 8 stands, class 4, rifles 40\nColdstream Guards, 7 stands, class 4, rifles 35\n"
        "Scots Fusilier Guards, 6 stands, class 4, rifles 30"
    )
    (army,) = read(text, ruleset="days_of_empire")
    assert army.orbat.army_list is not None
    assert army.orbat.army_list.id == "british"


def test_units_without_prices_are_units_if_sizes_are_words(read: Read) -> None:
    text = "Austrian\nBde Wied\nBotta, standard, large\nGaisruck, superior\nhowitzers, superior, small"
    (army,) = read(text, ruleset="honours_of_war")
    assert [one[1:] for one in units(army)] == [
        ("large", "standard", 120),
        ("standard", "superior", 120),
        ("small", "superior", 50),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "abgemacht: 400 P.",
        "Obergrenze 400",
        "We said 400 points a side",
        "400 Punkte ausgemacht",
        "Steve and I settled on 400.",
        "Partie à 400 points",
        "400 is the limit",
    ],
)
def test_an_agreed_size_may_stand_in_any_wording(read: Read, line: str) -> None:
    (army,) = read(f"{line}\n{SIZED.format(line='')}", ruleset="days_of_empire")
    assert ("size", 400) in sums(army)


@pytest.mark.parametrize(
    "line", ["page 1 of 26", "Blatt 1 von 26", "Fiche 2/3 - imprimée le 02/05", "On 8 Nov Ann wrote:"]
)
def test_pages_and_quoted_mails_are_no_part_of_the_army(read: Read, line: str) -> None:
    (army,) = read(f"{SIZED.format(line='')}\n{line}", ruleset="days_of_empire")
    assert sums(army) == []
    assert army.quote.total == 48


def test_a_small_number_after_of_is_no_agreed_size(read: Read) -> None:
    (army,) = read(f"post 11 of 26\n{SIZED.format(line='')}", ruleset="days_of_empire")
    assert sums(army) == []


def test_a_heading_in_the_first_column_of_a_table_is_no_number_of_units(read: Read) -> None:
    text = (
        "| Qty | Unit | Stands | Class | Pts |\n|---|---|---|---|---|\n| 3rd Brigade | Cialdini | | | 30 |\n"
        "| 4 | battalions, 3rd Provisional Regt | 9 | 2 | 72 |\n| 1 | 3rd Bersaglieri, rifles | 8 | 3 | 32 |"
    )
    (army,) = read(f"Sardinian\n{text}", name="list.md", ruleset="days_of_empire")
    assert [points for _, points in generals(army)] == [30]
    assert army.quote.total == 134


@pytest.mark.parametrize(("line", "confidence"), [("", "sure"), ("Who brings the 400 for the hall?", "likely")])
def test_a_number_like_an_agreed_size_that_is_not_used_makes_the_reading_likely(
    read: Read, line: str, confidence: str
) -> None:
    (army,) = read(f"{SIZED.format(line='')}\n{line}", ruleset="days_of_empire")
    assert army.typed.reading.confidence == confidence
