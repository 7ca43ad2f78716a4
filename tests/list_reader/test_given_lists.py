"""Fourteen typed lists of different layouts, in the folder `given`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Read = Callable[[str, str], tuple[list[Any], list[dict[str, Any]]]]


def test_units_totals_and_army_of_each_list_are_read(given_list: str, read_in: Read) -> None:
    """Numbers of units and generals, totals, agreed size and army list."""
    armies, (wanted,) = read_in("given", given_list)
    if isinstance(wanted.get("armies"), int):
        assert [len(army.quote.all_units) for army in armies] == wanted["units"]
        return
    (army,) = armies
    units = {wanted["units"], wanted.get("units_if_guns_are_separate", wanted["units"])}
    assert len(army.quote.all_units) in units
    assert len(army.quote.all_commanders) == wanted.get("commanders", 0)
    if "total" in wanted:
        assert army.quote.total == wanted["total"]
    assert army.orbat.total == wanted.get("claimed_total")
    assert army.orbat.game_size == wanted.get("game_size")
    if army_list := wanted.get("army"):
        assert army.orbat.army_list.id == army_list


def test_the_differences_in_each_list_are_found(given_list: str, read_in: Read) -> None:
    """Typed and calculated points of each difference; no others."""
    armies, (wanted,) = read_in("given", given_list)
    found = sorted((one.claim.typed, one.calculated) for army in armies for one in army.differences)
    said = [re.search(r"typed (\d+), (?:\D*)come(?:s)? to (\d+)", one) for one in wanted.get("differences", ())]
    assert found == sorted((int(one[1]), int(one[2])) for one in said if one)


def test_claims_that_cannot_be_checked_are_kept(read_in: Read) -> None:
    """Prices without sizes and classes are kept as claims."""
    (army,), (wanted,) = read_in("given", "05_bare_numbers.txt")
    typed = [claim.typed for claim in army.typed.reading.claims if claim.claim_type == "line"]
    assert sum(typed) == wanted["claimed_units_sum"]
    assert army.differences == ()


def test_a_claimed_number_of_units_may_count_the_generals(read_in: Read) -> None:
    """Three units, one of them a general: no difference."""
    (army,), _ = read_in("given", "13_ids_and_counts.txt")
    assert [claim.typed for claim in army.typed.reading.claims if claim.claim_type == "count"] == [3]
    assert army.differences == ()


def test_wrong_sums_are_explained_by_the_wrong_price(read_in: Read) -> None:
    """The subtotal and the total are explained by the line with the wrong price."""
    (army,), _ = read_in("given", "20_formations.txt")
    assert [(one.claim.line, one.is_cause, one.explained_by) for one in army.differences] == [
        (5, True, ()),
        (6, False, (5,)),
        (8, False, (5,)),
    ]


def test_a_brigade_in_reserve_is_off_the_board(read_in: Read) -> None:
    """The other brigades stay on the table."""
    armies, _ = read_in("given", "18_brigade_per_line.txt")
    assert [[one.off_board for one in army.orbat.formations] for army in armies][1] == [True]
