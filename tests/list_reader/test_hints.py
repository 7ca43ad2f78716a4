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
