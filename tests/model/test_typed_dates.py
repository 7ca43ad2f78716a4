"""Dates as people type them."""

from __future__ import annotations

import pytest

from orbat.model.typed_dates import date_from_words


@pytest.mark.parametrize(
    ("typed", "date"),
    [
        ("1854", "1854"),
        (" 1854-09 ", "1854-09"),
        ("1854/9", "1854-09"),
        ("9/1854", "1854-09"),
        ("09.1854", "1854-09"),
        ("Sept 1854", "1854-09"),
        ("sep. 1854", "1854-09"),
        ("20 September 1854", "1854-09"),
        ("September 20th, 1854", "1854-09"),
        ("the 20th of September 1854", "1854-09"),
        ("5. März 1757", "1757-03"),
        ("août 1813", "1813-08"),
        ("Dez. 1805", "1805-12"),
        ("20.9.1854", "1854-09"),
        ("9/20/1854", "1854-09"),
        ("5.5.1862", "1862-05"),
        ("1854-09-20", "1854-09"),
    ],
)
def test_dates_are_read_as_people_write_them(typed: str, date: str) -> None:
    assert str(date_from_words(typed)) == date


@pytest.mark.parametrize(
    "typed",
    ["", "soon", "54", "13/1854", "0/1854", "1854-1855", "jui 1854", "ju 1854", "Sept May 1854", "Fooday 1854",
     "5/6/1854", "32.9.1854", "Sept 32 1854", "Sept 3 4 1854", "1 2 3 1854", "1854-09-32", "3000"],
)  # fmt: skip  # a list reads best in rows
def test_unclear_dates_are_refused(typed: str) -> None:
    """With words that show how to write a date."""
    with pytest.raises(ValueError, match="Sept 1854"):
        date_from_words(typed)
