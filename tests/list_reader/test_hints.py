"""Corrections of the roles of numbers: the list is read again with these roles."""

from __future__ import annotations

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.documents.read import read_raw
from orbat.model.claims import Correction, NumberRole
from orbat.model.orbat import units_of

LIST = """\
British, Days of Empire
Field Battery: 2xgun [70 pts]
33rd Foot, 15 stands class 3 with rifles: 60
7th Foot, 15 stands class 3 with rifles: 60
Total 190
"""


@pytest.fixture
def read(library: Library) -> Loaded:
    """The list without corrections."""
    (army,) = read_raw(LIST.encode(), "list.txt", library)
    return army


def corrected(read: Loaded, what: str, line: int, typed: str, role: NumberRole) -> Loaded:
    """The list read again with another role of a number."""
    start = LIST.splitlines()[line - 1].index(typed)
    assert read.read_again is not None
    army = read.read_again((Correction(line, what, role, "", start),))  # type: ignore[arg-type]
    assert army is not None
    return army


def sizes(read: Loaded) -> list[object]:
    assert read.orbat is not None
    return [place.unit.size for place in units_of(read.orbat)]


def roles(read: Loaded, typed: int) -> list[str]:
    """The roles of all numbers with this value."""
    assert read.reading is not None
    return [one.role for line in read.reading.lines for one in line.numbers if one.value == typed]


def test_count_becomes_a_size_and_back(read: Loaded) -> None:
    assert sizes(corrected(read, "role", 2, "2x", "count")) == [1, 1, 15, 15]
    assert sizes(corrected(read, "role", 2, "2x", "size")) == [2, 15, 15]


def test_role_changes_one_line_and_column_all_like_lines(read: Loaded) -> None:
    assert roles(read, 15) == ["size", "size"]
    assert roles(corrected(read, "role", 3, "15", "men"), 15) == ["men", "size"]
    assert roles(corrected(read, "column", 3, "15", "men"), 15) == ["men", "men"]


def test_equal_numbers_are_told_apart_by_their_position(library: Library) -> None:
    text = LIST.replace("7th Foot, 15 stands class 3 with rifles: 60", "3 Foot, 15 stands class 3 with rifles: 60")
    (army,) = read_raw(text.encode(), "list.txt", library)
    line = text.splitlines()[3]
    assert army.read_again is not None
    again = army.read_again((Correction(4, "role", "outside", "", line.index("3 with")),))
    assert again is not None
    assert again.reading is not None
    found = [one.role for one in again.reading.lines[3].numbers if one.value == 3]
    assert found[-1] == "outside"


def test_position_without_a_number_changes_nothing(read: Loaded) -> None:
    assert sizes(corrected(read, "role", 3, "Foot", "men")) == sizes(read)


def claims(read: Loaded) -> list[tuple[str, int]]:
    assert read.reading is not None
    return [(one.claim_type, int(one.typed)) for one in read.reading.claims if one.claim_type not in ("line", "each")]


@pytest.mark.parametrize(
    ("role", "claim_type"),
    [("subtotal", "subtotal"), ("total", "total"), ("game size", "size"), ("left", "left")],
)
def test_a_number_becomes_a_sum_that_is_compared(library: Library, role: NumberRole, claim_type: str) -> None:
    """Also on a line that is not part of the army, and on a line that was read as a unit."""
    talk = f"{LIST}We shook hands on 185 last week\n"
    (army,) = read_raw(talk.encode(), "list.txt", library)
    assert army.read_again is not None
    again = army.read_again((Correction(6, "role", role, "", talk.splitlines()[5].index("185")),))
    assert again is not None
    assert claims(again) == [("total", 190), (claim_type, 185)]
    assert roles(again, 185) == [role]


def test_a_unit_whose_only_number_becomes_a_sum_is_no_unit(library: Library) -> None:
    text = LIST.replace("Total 190", "Foot battery 190\nTotal 190")
    (army,) = read_raw(text.encode(), "list.txt", library)
    assert army.read_again is not None
    again = army.read_again((Correction(5, "role", "subtotal", "", 13),))
    assert again is not None
    assert sizes(again) == [2, 15, 15]
    assert claims(again) == [("subtotal", 190), ("total", 190)]


def test_a_sum_becomes_no_part_of_the_army(read: Loaded) -> None:
    assert claims(read) == [("total", 190)]
    assert claims(corrected(read, "role", 5, "190", "outside")) == []


def test_a_total_becomes_the_game_size(read: Loaded) -> None:
    assert claims(corrected(read, "role", 5, "190", "game size")) == [("size", 190)]
