"""The range of prices of an entry in lists of entries."""

from __future__ import annotations

import pytest
from tests.conftest import ROOT

from orbat.data.library import Library
from orbat.model.book import Book
from orbat.report.prices import entry_price


@pytest.mark.parametrize(
    ("army_list", "entry", "price"),
    [
        ("confederate_anv", "cv_line", "1-4 a stand"),
        ("confederate_anv", "cv_line_1865", "2-4 a stand"),
        ("confederate_anv", "cv_smooth_battery", "30 a gun"),
    ],
)
def test_an_option_counts_once_and_only_if_units_may_lack_it(army_list: str, entry: str, price: str) -> None:
    """Line infantry has rifles as an option to 1863 and always from 1864; in 1865 it always has them."""
    library = Library(ROOT / "army_lists")
    ruleset, found = library.ruleset("days_of_glory"), library.army_list("days_of_glory", army_list)
    assert ruleset is not None
    assert ruleset.value is not None
    assert found is not None
    assert found.value is not None
    book = Book(ruleset.value, {army_list: found.value})
    one = book.entry(army_list, entry)
    assert one is not None
    assert entry_price(one, book, army_list) == price
