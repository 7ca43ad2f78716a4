"""Prices that are no whole numbers, figures as spreadsheets write them, and slips of the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from orbat.list_reader.army_numbers import army_numbers_in
from orbat.list_reader.numbers import without_name_numbers

Read = Callable[..., list[Any]]


def differences(army: Any) -> list[tuple[int, str, str, str]]:
    """The line, the sort, what is typed and what it comes to of every number that is wrong."""
    return [
        (one.claim.line, one.claim.claim_type, str(one.claim.typed), str(one.calculated))
        for one in army.differences
        if one.is_cause
    ]


@pytest.mark.parametrize("said", [", 36.5", " = 36.5", " - 36.5 pts", " (36.5)", " 36.5", " 36\u00bd", ", 36,5 points"])
def test_half_a_point_too_much_is_found(read: Read, said: str) -> None:
    """However the price stands behind the unit."""
    (army,) = read(
        f"Russian, 400 points\nKazan battalion, 12 stands, class 3{said}\nGuards, 10 stands, class 4, 50",
        ruleset="days_of_empire",
    )
    assert (2, "line", "73/2", "36") in differences(army)


def test_half_a_point_each_is_found(read: Read) -> None:
    """The price of one as well as that of all."""
    (army,) = read("Russian\n3 x Kazan bn, 12 stands, class 3 @ 36.5 = 109.5", ruleset="days_of_empire")
    assert differences(army) == [(2, "each", "73/2", "36")]


@pytest.mark.parametrize(
    "said", ["Total: 72.5", "Total 72.5", "Total (72.5)", "72.5 total", "72.5/800", "Total: 72\u00bd"]
)
def test_half_a_point_in_a_total_is_read(read: Read, said: str) -> None:
    """It is no number of a section."""
    (army,) = read(f"Russian\n2 Kazan bns, 12 stands, class 3, 36 each\n{said}", ruleset="days_of_empire")
    assert (3, "total", "145/2", "72") in differences(army)


@pytest.mark.parametrize(
    "said",
    ["rifles (DOE 5.4)", "Days of Empire 2.1", "as per rule 5.5", "see 16.5", "DOE 16.5", "Guards, v1.2", "12.9.1854"],
)
def test_the_number_of_a_section_is_no_price(said: str) -> None:
    """Nor is that of a version."""
    assert not any(map(str.isdigit, without_name_numbers(said)))
    assert not army_numbers_in(said)


@pytest.mark.parametrize(
    "text",
    [
        "Unit,Stands,Class,Points\nKazan,12.0,3.0,36.0\nVladimir,12.0,3.0,40.0\nTotal,,,76.0",
        "Kazan,12.0,3.0,36.0\nVladimir,12.0,3.0,40.0\nOdessa,12.0,3.0,36.0\nTotal,,,112.0",
        "Unit;Stands;Class;Points\nKazan;12,0;3;36,0\nVladimir;12,0;3;40,0\nTotal;;;76,0",
        "Unit;Stands;Class;Points\nKazan;12;3;36\nVladimir;12;3;4O\nTotal;;;76",
    ],
)
def test_figures_of_spreadsheets_are_whole(read: Read, text: str) -> None:
    """Tenths that are nought are none, with a comma or a point, under a head or without one."""
    (army,) = read(text, "list.csv", ruleset="days_of_empire", army_list="russian")
    assert {unit.unit.size for unit in army.quote.all_units} == {12}
    assert [(typed, ours) for _, sort, typed, ours in differences(army) if sort == "line"] == [("40", "36")]


def test_thousands_and_halves_in_one_cell(read: Read) -> None:
    """`1.236,5` is more than a thousand."""
    text = "Unit;Stands;Class;Points\nKazan;12;3;36\nVladimir;12;3;1.200\nTotal;;;1.236,5"
    (army,) = read(text, "list.csv", ruleset="days_of_empire", army_list="russian")
    assert [typed for _, _, typed, _ in differences(army)] == ["1200", "2473/2"]


@pytest.mark.parametrize(("said", "typed"), [("Total 1O8", "108"), ("Total 11O", "110")])
def test_a_letter_for_a_nought(read: Read, said: str, typed: str) -> None:
    """A capital O behind a figure is one."""
    (army,) = read(f"Russian\n2 Kazan bns, 12 stands, class 3, 36 each\n{said}", ruleset="days_of_empire")
    assert differences(army) == [(3, "total", typed, "72")]


@pytest.mark.parametrize("said", ["Light Div: Sir George Brown 30", "Cav bde: Lord Cardigan 30pts", "Light Brigade 30"])
def test_a_paid_general_of_a_formation_named_after_an_arm(read: Read, said: str) -> None:
    """It is no unit without a size."""
    (army,) = read(f"British\n{said}\n11th Hussars, 6 stands, class 3 - 48\nTotal 78", ruleset="days_of_empire")
    assert [line.unit.name for line in army.quote.all_units] == ["11th Hussars"]
    assert [line.points for line in army.quote.all_commanders] == [30]
    assert not army.differences


def test_a_price_is_no_size_where_units_have_none(read: Read) -> None:
    """A wrong price of one is compared rather than taken for so many stands."""
    (army,) = read("French 1812\nCuirassiers x2 @12\nLigne x3 @10", ruleset="fast_play_napoleonic")
    assert differences(army) == [(2, "each", "12", "15")]


@pytest.mark.parametrize("said", ["2 hussars standard", "1x Hussars"])
def test_a_counted_unit_without_a_price_among_prices(read: Read, said: str) -> None:
    """It is bought where its rating is typed, or where it is counted with a sign."""
    text = f"Prussian\n3 x musketeers, standard, 110 each\n1 x grenadiers superior 130\nJaeger standard 90\n{said}"
    (army,) = read(text, ruleset="honours_of_war")
    assert len(army.units_on(5)) == int(said[0])


def test_a_wrong_subtotal_is_of_what_it_is_near(read: Read) -> None:
    """Of the first and the second part where it is far from the second alone."""
    text = "Russian\n1st bde\nKazan bn, 12 stands, class 3, 36\nOdessa bn, 12 stands, class 3, 36\n2nd bde\n"
    text += "Vladimir bn, 12 stands, class 3, 36\nSub-total 109\nThird bde\nGuards, 10 stands, class 4, 40\nTotal 148"
    (army,) = read(text, ruleset="days_of_empire")
    assert differences(army) == [(7, "subtotal", "109", "108")]


def test_the_battalion_of_a_regiment_is_no_size(read: Read) -> None:
    """`2/3 Zouaves` are the second battalion of the third."""
    (army,) = read("French\n2/3 Zouaves 14 @ 4 = 56", ruleset="days_of_empire")
    assert [(line.unit.size, line.points) for line in army.quote.all_units] == [(14, 56)]


def test_a_wrong_price_among_bare_numbers_is_found(read: Read) -> None:
    """The rating is read though the price does not agree with it."""
    (army,) = read("Russian\nKazan 12 3 36\nVladimir 12 3 40\nTotal 76", ruleset="days_of_empire")
    assert differences(army) == [(3, "line", "40", "36")]


def test_the_number_of_a_regiment_is_no_sum(read: Read) -> None:
    """Though it happens to be that of the prices above it."""
    text = "French 1813-14\nVieille Garde - 15 points\nConscript brigade - 8 points\n"
    (army,) = read(f"{text}16e Légère and 23e Ligne - 10 points", ruleset="fast_play_napoleonic")
    assert len(army.quote.all_units) == 3


@pytest.mark.parametrize("name", ["6 pdr battery, left half", "Cuirassier regiment of the old army"])
def test_a_rated_unit_is_no_sum(read: Read, name: str) -> None:
    """Whatever words for sums its name has."""
    text = (
        f"Prussian\nMusketeers, standard - 110 points\nGrenadiers, superior - 130 points\n{name}, standard - 50 points"
    )
    (army,) = read(text, ruleset="honours_of_war")
    assert len(army.quote.all_units) == 3
