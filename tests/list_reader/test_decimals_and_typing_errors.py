"""Prices with decimals, numbers of spreadsheets, and typing errors in numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from orbat.list_reader.army_numbers import army_numbers_in, without_name_numbers

Read = Callable[..., list[Any]]


def differences(army: Any) -> list[tuple[int, str, str, str]]:
    """Line, claim type, typed and calculated points of each wrong claim that no other explains."""
    return [
        (one.claim.line, one.claim.claim_type, str(one.claim.typed), str(one.calculated))
        for one in army.differences
        if one.is_cause
    ]


@pytest.mark.parametrize("said", [", 36.5", " = 36.5", " - 36.5 pts", " (36.5)", " 36.5", " 36\u00bd", ", 36,5 points"])
def test_a_wrong_price_with_half_a_point_is_found(read: Read, said: str) -> None:
    """Any separator may precede the price."""
    (army,) = read(
        f"Russian, 400 points\nKazan battalion, 12 stands, class 3{said}\nGuards, 10 stands, class 4, 50",
        ruleset="days_of_empire",
    )
    assert (2, "line", "73/2", "36") in differences(army)


def test_a_wrong_price_of_each_with_half_a_point_is_found(read: Read) -> None:
    """Only the price of each is reported as the cause."""
    (army,) = read("Russian\n3 x Kazan bn, 12 stands, class 3 @ 36.5 = 109.5", ruleset="days_of_empire")
    assert differences(army) == [(2, "each", "73/2", "36")]


@pytest.mark.parametrize(
    "said", ["Total: 72.5", "Total 72.5", "Total (72.5)", "72.5 total", "72.5/800", "Total: 72\u00bd"]
)
def test_a_total_with_half_a_point_is_read(read: Read, said: str) -> None:
    """A decimal number is not always a section number."""
    (army,) = read(f"Russian\n2 Kazan bns, 12 stands, class 3, 36 each\n{said}", ruleset="days_of_empire")
    assert (3, "total", "145/2", "72") in differences(army)


@pytest.mark.parametrize(
    "said",
    ["rifles (DOE 5.4)", "Days of Empire 2.1", "as per rule 5.5", "see 16.5", "DOE 16.5", "Guards, v1.2", "12.9.1854"],
)
def test_a_section_number_is_not_a_price(said: str) -> None:
    """Section numbers, versions and dates are not prices."""
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
def test_trailing_zero_decimals_of_spreadsheets_are_dropped(read: Read, text: str) -> None:
    """A decimal comma or point is accepted, with or without a header."""
    (army,) = read(text, "list.csv", ruleset="days_of_empire", army_list="russian")
    assert {unit.unit.size for unit in army.quote.all_units} == {12}
    assert [(typed, ours) for _, sort, typed, ours in differences(army) if sort == "line"] == [("40", "36")]


def test_thousands_separator_and_decimals_are_read_in_one_cell(read: Read) -> None:
    """`1.236,5` is 1236.5."""
    text = "Unit;Stands;Class;Points\nKazan;12;3;36\nVladimir;12;3;1.200\nTotal;;;1.236,5"
    (army,) = read(text, "list.csv", ruleset="days_of_empire", army_list="russian")
    assert [typed for _, _, typed, _ in differences(army)] == ["1200", "2473/2"]


@pytest.mark.parametrize(("said", "typed"), [("Total 1O8", "108"), ("Total 11O", "110")])
def test_a_capital_o_after_a_digit_is_a_zero(read: Read, said: str, typed: str) -> None:
    """`1O8` is read as 108."""
    (army,) = read(f"Russian\n2 Kazan bns, 12 stands, class 3, 36 each\n{said}", ruleset="days_of_empire")
    assert differences(army) == [(3, "total", typed, "72")]


@pytest.mark.parametrize("said", ["Light Div: Sir George Brown 30", "Cav bde: Lord Cardigan 30pts", "Light Brigade 30"])
def test_a_paid_general_of_a_formation_named_after_an_arm_is_no_unit(read: Read, said: str) -> None:
    """A unit of that arm would have a size."""
    (army,) = read(f"British\n{said}\n11th Hussars, 6 stands, class 3 - 48\nTotal 78", ruleset="days_of_empire")
    assert [line.unit.name for line in army.quote.all_units] == ["11th Hussars"]
    assert [line.points for line in army.quote.all_commanders] == [30]
    assert not army.differences


def test_a_price_is_not_a_size_where_units_have_no_stands(read: Read) -> None:
    """A wrong price of each is reported, not read as a number of stands."""
    (army,) = read("French 1812\nCuirassiers x2 @12\nLigne x3 @10", ruleset="fast_play_napoleonic")
    assert differences(army) == [(2, "each", "12", "15")]


@pytest.mark.parametrize("said", ["2 hussars standard", "1x Hussars"])
def test_a_counted_unit_without_a_price_is_bought(read: Read, said: str) -> None:
    """Its rating is typed, or its count has a multiplication sign."""
    text = f"Prussian\n3 x musketeers, standard, 110 each\n1 x grenadiers superior 130\nJaeger standard 90\n{said}"
    (army,) = read(text, ruleset="honours_of_war")
    assert len(army.units_on(5)) == int(said[0])


def test_a_wrong_subtotal_covers_the_span_nearest_in_value(read: Read) -> None:
    """Both brigades are covered here: the points of the second alone differ too much."""
    text = "Russian\n1st bde\nKazan bn, 12 stands, class 3, 36\nOdessa bn, 12 stands, class 3, 36\n2nd bde\n"
    text += "Vladimir bn, 12 stands, class 3, 36\nSub-total 109\nThird bde\nGuards, 10 stands, class 4, 40\nTotal 148"
    (army,) = read(text, ruleset="days_of_empire")
    assert differences(army) == [(7, "subtotal", "109", "108")]


def test_battalion_and_regiment_are_not_a_size(read: Read) -> None:
    """`2/3 Zouaves` are the second battalion of the third regiment."""
    (army,) = read("French\n2/3 Zouaves 14 @ 4 = 56", ruleset="days_of_empire")
    assert [(line.unit.size, line.points) for line in army.quote.all_units] == [(14, 56)]


def test_a_wrong_price_among_bare_numbers_is_found(read: Read) -> None:
    """The rating is read although the price is wrong."""
    (army,) = read("Russian\nKazan 12 3 36\nVladimir 12 3 40\nTotal 76", ruleset="days_of_empire")
    assert differences(army) == [(3, "line", "40", "36")]


def test_the_number_of_a_regiment_is_not_a_sum(read: Read) -> None:
    """The number may equal the sum of the prices above."""
    text = "French 1813-14\nVieille Garde - 15 points\nConscript brigade - 8 points\n"
    (army,) = read(f"{text}16e Légère and 23e Ligne - 10 points", ruleset="fast_play_napoleonic")
    assert len(army.quote.all_units) == 3


@pytest.mark.parametrize("name", ["6 pdr battery, left half", "Cuirassier regiment of the old army"])
def test_a_rated_unit_is_not_a_sum(read: Read, name: str) -> None:
    """Its name may contain a word for sums."""
    text = (
        f"Prussian\nMusketeers, standard - 110 points\nGrenadiers, superior - 130 points\n{name}, standard - 50 points"
    )
    (army,) = read(text, ruleset="honours_of_war")
    assert len(army.quote.all_units) == 3
