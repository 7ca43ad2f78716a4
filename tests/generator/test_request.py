"""Requirements as text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from orbat.generator.request import SHARES, STYLES, RequestRefused, Style, read_requirement
from orbat.model.book import Book

BookOf = Callable[[str, str], Book]


@pytest.mark.parametrize(
    ("words", "number", "level", "some"),
    [
        ("2 brigades", 2, "brigade", ""),
        ("at least 1 Division", 1, "division", ""),
        ("3x zouaves", 3, "", "fr_zouaves"),
        ("1 fr_line", 1, "", "fr_line"),
        ("2 field guns", 2, "", "fr_foot_battery"),
        ("2 FIELD_GUN", 2, "", "fr_foot_battery"),
        (" 12 × Line  infantry ", 12, "", "fr_line"),
    ],
)
def test_levels_entries_and_kinds_are_understood(
    book_of: BookOf, words: str, number: int, level: str, some: str
) -> None:
    requirement = read_requirement(words, book_of("days_of_empire", "french"), "french")
    assert (requirement.number, requirement.level) == (number, level)
    assert not some or some in requirement.entries


@pytest.mark.parametrize(
    ("words", "says"), [("brigades", "should be a number and a name"), ("2 zuaves", "Did you mean")]
)
def test_unreadable_requirement_is_refused_with_help(book_of: BookOf, words: str, says: str) -> None:
    with pytest.raises(RequestRefused, match=says):
        read_requirement(words, book_of("days_of_empire", "french"), "french")


@pytest.mark.parametrize("style", STYLES)
def test_each_style_shares_out_all_points(style: Style) -> None:
    assert sum(SHARES[style].values()) == pytest.approx(1)
