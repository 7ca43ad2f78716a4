"""Thirty-two typed lists as written by people who do not know orbat, in the folder `open`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from orbat.model.claims import ClaimDifference

Read = Callable[[str, str], tuple[list[Any], list[dict[str, Any]]]]


def test_every_line_is_read(open_list: str, read_in: Read, misread: Callable[..., Any]) -> None:
    """Each unit and general: entry or kind, size, class, options, count and price."""
    armies, wanted = read_in("open", open_list)
    assert len(armies) == len(wanted)
    for army, one in zip(armies, wanted, strict=True):
        assert list(misread(army, one)) == []
        assert len(army.quote.all_units) == one["units"]
        assert len(army.quote.all_commanders) == one["commanders"]


def test_the_agreed_size_and_sums_are_read(open_list: str, read_in: Read) -> None:
    """The army list, the agreed size, the total and the points remaining."""
    for army, one in zip(*read_in("open", open_list), strict=True):
        assert (army.orbat.army_list.id if army.orbat.army_list else "") == one["army"]
        assert army.orbat.game_size == one["game_size"]
        assert army.orbat.total == one["claimed_total"]
        assert one["total"] in (None, army.quote.total)
        left = [claim.typed for claim in army.typed.reading.claims if claim.claim_type == "left"]
        assert left == ([] if one["claimed_remainder"] is None else [one["claimed_remainder"]])


def test_differences_are_found_with_their_causes(open_list: str, read_in: Read) -> None:
    """Line, typed and calculated points, explaining lines and unpaid generals of each difference; no others."""
    for army, one in zip(*read_in("open", open_list), strict=True):
        found = sorted(map(_plain, army.differences))
        assert found == sorted(
            (each["line"], each["typed"], each["comes_to"], each.get("echo_of", []), each.get("unpaid", []))
            for each in one["differences"]
        )


def _plain(one: ClaimDifference) -> tuple[Any, ...]:
    return one.claim.line, one.claim.typed, one.calculated, [*one.explained_by], [*one.unpaid]


def test_unread_lines_are_reported(open_list: str, read_in: Read) -> None:
    """Lines that seem to buy something unclear; talk is not reported."""
    for army, one in zip(*read_in("open", open_list), strict=True):
        assert [line.number for line in army.typed.reading.unread] == one["unread"]


def test_units_under_an_off_table_heading_are_off_the_board(read_in: Read) -> None:
    """Units under a heading such as `off table`."""
    (army,), _ = read_in("open", "14_reserve_off_table.txt")
    assert [one.off_board for one in army.orbat.formations] == [False, False, True]
