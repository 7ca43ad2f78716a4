"""Lines that disagree with the sums of the list are read again in another way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Read = Callable[..., list[Any]]

FOOT = "30th Foot, 12 stands, class 3, rifles 48\n55th Foot, 12 stands, class 3, rifles 48\n"
LIST = f"British, Days of Empire, 600 points\nPlayer: Lord Raglan\nBrigade Pennefather, General Pennefather 30\n{FOOT}"


def total(army: Any) -> int:
    """The calculated points of the army."""
    return int(army.quote.total)


def test_a_remark_with_a_number_is_no_unit_if_the_total_is_right_without_it(read: Read) -> None:
    (army,) = read(f"{LIST}Total 126\nLead mountain: 3412 figs. Painted this year: 11", ruleset="days_of_empire")
    assert total(army) == 126
    assert army.lines[7].role != "unit"


def test_an_arm_with_the_sum_of_its_units_is_a_sum(read: Read) -> None:
    text = f"{LIST}Infantry 96\nTotal 126"
    (army,) = read(text, ruleset="days_of_empire")
    assert (army.lines[6].role, total(army)) == ("sum", 126)


def test_a_title_with_a_level_is_no_unpaid_general(read: Read) -> None:
    (army,) = read(f"2nd Division and friends, Days of Empire\n{LIST}Total 126", ruleset="days_of_empire")
    assert total(army) == 126


def test_a_commander_with_a_rank_stays_unpaid(read: Read) -> None:
    """The player forgot the price: it is no heading."""
    text = LIST.replace("Pennefather 30", "Pennefather") + (
        "Brigade Adams, General Adams 30\n41st Foot, 12 stands, class 3, rifles 48\nTotal 174"
    )
    (army,) = read(text, ruleset="days_of_empire")
    assert [(one.claim.typed, one.calculated) for one in army.differences] == [(174, 204)]


@pytest.mark.parametrize("slip", ["48\nTotal 136", "47\nTotal 125"])
def test_a_slip_is_not_explained_away(read: Read, slip: str) -> None:
    """A wrong total stays the total, and a unit with a wrong price stays a unit."""
    text = LIST.rstrip().removesuffix("48") + slip
    (army,) = read(text, ruleset="days_of_empire")
    assert total(army) == 126
    assert army.differences


def test_a_line_that_was_read_again_says_so(read: Read) -> None:
    (army,) = read(f"{LIST}Infantry 96\nTotal 126", ruleset="days_of_empire")
    assert army.lines[6].explanation == "read as a sum, which agrees with the other numbers"
    (plain,) = read(f"{LIST}Total 126", ruleset="days_of_empire")
    assert not any("agrees with the other" in line.explanation for line in plain.lines.values())
