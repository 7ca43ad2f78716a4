"""Lines that may mean other troops than were bought make the reading doubtful, with a question on the line."""

from __future__ import annotations

import pytest
from tests.list_reader.test_kinds_of_typing import Read

FRENCH = """\
French
brigadier 30
{line}
3 bns Ligne, 12 stands, class 2, 24 each
2 guns 70
"""
BRITISH_GERMANY = """\
Honours of War, British Germany 1760
{line}
4 x Foot, standard, 400
Medium gun brigade standard 50
"""


def asked(read: Read, text: str, line: int, ruleset: str = "days_of_empire") -> bool:
    """Whether the list is doubtful and has a question on a line."""
    (army,) = read(text, ruleset=ruleset)
    reading = army.typed.reading
    return reading.confidence == "doubtful" and bool(reading.questions_on(line))


@pytest.mark.parametrize(
    "line",
    [
        "pair of guns, which I share",
        "no Zouaves 12 stands class 4 rifles 60",
        "pas pris : 2e Zouaves 12 stands class 4 rifles 60",
    ],
)
def test_a_line_that_may_mean_units_is_asked_about(read: Read, line: str) -> None:
    assert asked(read, FRENCH.format(line=line), 3)


@pytest.mark.parametrize("line", ["2e Zouaves, 12 stands, class 4, rifles, 60", "We met at eight, and it rained."])
def test_other_lines_are_not_asked_about(read: Read, line: str) -> None:
    assert not asked(read, FRENCH.format(line=line), 3)


def test_units_after_the_name_of_their_formation_are_asked_about(read: Read) -> None:
    text = BRITISH_GERMANY.format(line="Waldegrave's brigade: 12th Foot, 23rd Foot, 37th Foot")
    assert asked(read, text, 2, "honours_of_war")


def test_commanders_who_were_not_bought_are_asked_about(read: Read) -> None:
    assert asked(
        read, BRITISH_GERMANY.format(line="Generals: Granby (army), Waldegrave (1st), Mostyn"), 2, "honours_of_war"
    )


@pytest.mark.parametrize(("typed", "doubtful"), [(60, False), (21, False), (19, True), (179, False), (181, True)])
def test_a_price_far_from_the_right_one_is_rather_misread(read: Read, typed: int, doubtful: bool) -> None:
    text = FRENCH.format(line=f"2e Zouaves, 12 stands, class 4, rifles, {typed} points")
    assert asked(read, text, 3) is doubtful


def test_a_sum_with_further_troops_is_asked_about_although_its_total_is_right(read: Read) -> None:
    text = FRENCH.format(line="") + "Total 172 plus 5 lengths of earthworks 50, 222 in all\n"
    assert asked(read, text, 6)


@pytest.mark.parametrize(("total", "points"), [(232, 292), (292, 292)])
def test_a_price_for_each_of_several_units_counts_for_each(read: Read, total: int, points: int) -> None:
    """A total that counts the price once is wrong."""
    text = FRENCH.format(line="2 bn Zouaves, 12 c4 rifles, 60 ea") + f"total {total}"
    (army,) = read(text, ruleset="days_of_empire")
    assert army.quote.total == points


@pytest.mark.parametrize(
    ("head", "army_list"),
    [
        ("Days of Glory, CSA, Army of Tennessee, 1863", "confederate_west"),
        ("CSA West, 1862, 250", "confederate_west"),
        ("rebs, western theatre, Shiloh", "confederate_west"),
        ("Days of Glory Chancellorsville, CSA ANV, 300 pts", "confederate_anv"),
        ("CSA 1863, 300", "confederate_anv"),
        ("Union West - 1863 Lookout Mountain", "union_west"),
    ],
)
def test_a_later_name_of_the_nation_tells_which_army_list_is_meant(read: Read, head: str, army_list: str) -> None:
    units = "".join(f"{number} Va 8 stands class 3 rifled 32\n" for number in (2, 4, 5))
    (army,) = read(f"{head}\nBrigadier Colston 30\n{units}", ruleset="days_of_glory")
    assert army.orbat.army_list is not None
    assert army.orbat.army_list.id == army_list


def test_the_battery_of_a_regiment_of_artillery_is_no_size(read: Read) -> None:
    (army,) = read("Union Potomac 1864\nAmes G/1 NY: 3 x Napoleons = 90\n", ruleset="days_of_glory")
    assert [one.unit.size for one in army.units_on(2)] == [3]


@pytest.mark.parametrize("line", ["1 bde gen", "1 Bde Gen at 30", "1 général de brigade"])
def test_a_small_number_before_a_rank_counts_generals(read: Read, line: str) -> None:
    (army,) = read(f"French\n{line}\n3 bns Ligne, 12 stands, class 2, 24 each\n", ruleset="days_of_empire")
    assert [int(one.points) for one in army.quote.all_commanders] == [30]
    assert not army.differences


@pytest.mark.parametrize(
    ("line", "guns"),
    [
        ("Guns x 2", 2),
        ("one field gun", 1),
        ("plus a gun", 1),
        ("pair of guns", 2),
        ("light gun x1", 1),
        ("a gun 35", 1),
    ],
)
def test_guns_counted_in_words_or_after_their_name_are_bought(read: Read, line: str, guns: int) -> None:
    (army,) = read(FRENCH.format(line=line), ruleset="days_of_empire")
    assert [one.unit.size for one in army.units_on(3)] == [guns]


def test_std_is_a_rating_where_ratings_are_words(read: Read) -> None:
    (army,) = read("Austrians, Honours of War, 1758\n4 German std\n2 Cuirassiers sup\n", ruleset="honours_of_war")
    assert len(army.units_on(2)) == 4


def test_a_small_number_after_a_unit_is_no_price_five_times_too_small(read: Read) -> None:
    (army,) = read("Prussians 1757, Honours of War\nMusketeers std 5\nHussars std 2\n", ruleset="honours_of_war")
    assert len(army.units_on(2)) == 5
    assert army.typed.reading.questions_on(2)


@pytest.mark.parametrize("line", ["Waldegrave is in charge", "Waldegrave leads, and Granby looks on"])
def test_a_remark_with_the_name_of_a_commander_is_asked_about(read: Read, line: str) -> None:
    assert asked(read, BRITISH_GERMANY.format(line=line), 2, "honours_of_war")


def test_the_name_of_a_commander_in_the_title_is_not_asked_about(read: Read) -> None:
    (army,) = read(
        "Granby in Germany, Honours of War, British 1760\n4 x Foot, standard, 400\n", ruleset="honours_of_war"
    )
    assert not army.typed.reading.questions_on(1)


def test_a_general_whose_price_was_not_read_is_asked_about(read: Read) -> None:
    """The name in brackets must not hide that the price belongs to another general."""
    units = "5 NJ 4 st cl 3 R 16\n6 NJ 4 st cl 3 R 16\n"
    assert asked(read, f"Union Potomac 1864\nWheaton bde 30 (Neill is ill)\n{units}", 2, "days_of_glory")


def test_a_total_far_from_the_right_one_is_rather_misread(read: Read) -> None:
    assert asked(read, FRENCH.format(line="") + "Total 1d6\n", 6)
    assert not asked(read, FRENCH.format(line="") + "Total 170\n", 6)
