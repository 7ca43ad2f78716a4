"""Words beside a unit that are not read, and numbers in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from orbat.list_reader.spelt_numbers import spelt_number, with_figures

Read = Callable[..., list[Any]]
UNIT = "7th Royal Fusiliers, 16 stands, class 3"


def _line(read: Read, text: str) -> Any:
    (army,) = read(f"British\n{text}\n33rd Foot, 16 stands, class 3, 64", ruleset="days_of_empire")
    return army.lines[2]


@pytest.mark.parametrize(
    ("text", "leftover", "has_number"),
    [
        (f"{UNIT}, 64, plus 2 stands lent by a friend", "plus 2 stands lent by a friend", True),
        (f"{UNIT}, 64 points; and two stands more", "and 2 stands more", True),
        ("7th Royal Fusiliers, 16 stands (18 on the table), class 3, 64", "18 on the table", True),
        ("7th Royal Fusiliers, 16 stands (21 stands), class 3, 64", "21 stands", True),
        (f"{UNIT} (fights as class 4), 64", "fights as class 4", True),
        (f"{UNIT}, 64 [+2 stands on loan]", "+2 stands on loan", True),
        (f"{UNIT}, 64 - with 2 more from Bob", "- with 2 more from Bob", True),
        (f"{UNIT}, sessantaquattro Punkte", "sessantaquattro Punkte", True),
        (f"{UNIT}, LXIV", "LXIV", False),
        (f"{UNIT}, 64; gallant colonel", "gallant colonel", False),
    ],
)
def test_words_that_are_not_read_are_reported(read: Read, text: str, leftover: str, *, has_number: bool) -> None:
    line = _line(read, text)
    assert (line.leftover, line.leftover_number) == (leftover, has_number)


@pytest.mark.parametrize(
    "text",
    [
        f"{UNIT}, 64",
        f"{UNIT}, 64, rifles",
        f"{UNIT} = 64 pts each",
        "7th Royal Fusiliers, 32 figures (16 stands), class 3, 64",
        "7th Royal Fusiliers (700 men), 16 stands, class 3, 64",
        f"{UNIT}, 64, 128 the pair",
    ],
)
def test_ordinary_details_are_not_reported(read: Read, text: str) -> None:
    assert _line(read, text).leftover == ""


@pytest.mark.parametrize("tail", [", plus 2 stands lent by a friend", "; gallant colonel", ", rifles"])
def test_a_price_before_other_words_is_a_claim(read: Read, tail: str) -> None:
    (army,) = read(f"British\n{UNIT}, 24{tail}", ruleset="days_of_empire")
    assert [(claim.typed, claim.claim_type) for claim in army.typed.reading.claims] == [(24, "line")]


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("class 3, sixty-four points", "class 3, 64 points"),
        ("class 3, sixty-four", "class 3, 64"),
        ("Total: one hundred and eighteen", "Total: 118"),
        ("total one thousand two hundred and fifty.", "total 1250."),
        ("eighteen stands, a hundred points", "18 stands, 100 points"),
        ("six eight points", "six eight points"),
        ("Twenty-first Lancers, three", "Twenty-first Lancers, three"),
        ("one battery", "one battery"),
    ],
)
def test_numbers_in_words_become_figures(text: str, figures: str) -> None:
    assert with_figures(text) == figures


@pytest.mark.parametrize(("cell", "figures"), [("sixty-four", "64"), ("Forty Thieves", "Forty Thieves"), ("a", "a")])
def test_a_cell_with_one_number_in_words_becomes_figures(cell: str, figures: str) -> None:
    assert spelt_number(cell) == figures


@pytest.mark.parametrize(
    ("line", "unread"), [("Total: novantaquattro", True), ("Totals", False), ("Total: 128", False)]
)
def test_a_total_in_words_that_are_not_read_is_reported(read: Read, line: str, *, unread: bool) -> None:
    (army,) = read(f"British\n{UNIT}, 64\n33rd Foot, 16 stands, class 3, 64\n{line}", ruleset="days_of_empire")
    assert [one.number for one in army.typed.reading.unread] == ([4] if unread else [])


def test_a_number_without_a_role_that_is_the_difference_makes_the_reading_doubtful(read: Read) -> None:
    """`draufgängerisch 20` is no part of the army as read, and the typed total is 20 more."""
    lines = ["Prussian 500 points", "Seydlitz (draufgängerisch) 20; Saldern 0", "Kürassiere, superior 130", "Total {}"]
    (army,) = read("\n".join(lines).format(150), ruleset="honours_of_war", army_list="prussian")
    assert army.typed.reading.confidence == "doubtful"
    assert [question.line for question in army.typed.reading.questions] == [2]
    (army,) = read("\n".join(lines).format(130), ruleset="honours_of_war", army_list="prussian")
    assert army.typed.reading.confidence != "doubtful"
