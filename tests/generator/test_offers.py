"""What generated armies can buy: entries with their ratings, options, sizes and points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from orbat.generator.offers import offers
from orbat.model.army_list import SizeRange
from orbat.model.book import Book
from orbat.model.dates import Date

BookOf = Callable[[str, str], Book]
MAY, JUNE = Date(1855, 5), Date(1855, 6)


def test_every_rating_of_an_entry_is_offered_with_points_and_sizes(book_of: BookOf) -> None:
    """Units are not smaller than half of their usual size. Works and engineers are offered too, but no generals."""
    book = book_of("days_of_empire", "sardinian")
    found = offers(book, "sardinian", MAY, book.default_rulings)
    assert [
        (one.entry.id, one.unit.rating, one.branch, one.each, one.once, (one.least, one.usual, one.most), one.atypical)
        for one in found
    ] == [
        ("sa_line", "2", "foot", 2, 0, (6, 9, 11), 0),
        ("sa_line", "3", "foot", 3, 0, (6, 9, 11), 1),
        ("sa_granatieri", "3", "foot", 3, 0, (6, 9, 11), 0),
        ("sa_bersaglieri", "3", "foot", 4, 0, (4, 8, 9), 0),
        ("sa_bersaglieri", "4", "foot", 5, 0, (4, 8, 9), 1),
        ("sa_cavalry", "2", "horse", 6, 0, (4, 8, 9), 1),
        ("sa_cavalry", "3", "horse", 8, 0, (4, 8, 9), 0),
        ("sa_field_battery", "", "guns", 35, 0, (2, 3, 6), 0),
        ("sa_engineers", "", "other", 0, 30, (1, 1, 1), 0),
        ("earthworks", "", "other", 10, 0, (1, 2, 60), 0),
        ("pontoons", "", "other", 10, 0, (1, 2, 12), 0),
    ]
    assert [one.points for one in found if one.entry.id in ("sa_line", "sa_engineers")] == [18, 27, 30]
    assert {one.entry.id for one in found if not one.has_numeric_size} == {"sa_engineers"}


def test_an_entry_is_offered_only_at_its_dates(book_of: BookOf) -> None:
    book = book_of("days_of_empire", "sardinian")
    for date, is_offered in ((MAY, False), (JUNE, True), (None, True)):
        found = {one.entry.id for one in offers(book, "sardinian", date, book.default_rulings)}
        assert ("sa_position_guns" in found) is is_offered


def test_each_named_size_and_each_option_is_an_offer(book_of: BookOf) -> None:
    """An offer is atypical by its rating, its size and its option."""
    book = book_of("honours_of_war", "saxon")
    found = [one for one in offers(book, "saxon", None, book.default_rulings) if one.entry.id == "sa_xaver_foot"]
    assert [(one.unit.rating, one.unit.size, one.unit.options, one.points, one.atypical) for one in found] == [
        ("standard", "small", (), 80, 1),
        ("standard", "standard", (), 100, 0),
        ("standard", "small", ("musket_only",), 70, 2),
        ("standard", "standard", ("musket_only",), 90, 1),
        ("inferior", "small", (), 60, 2),
        ("inferior", "standard", (), 80, 1),
        ("inferior", "small", ("musket_only",), 50, 3),
        ("inferior", "standard", ("musket_only",), 70, 2),
    ]
    assert not any(one.has_numeric_size for one in found)


@pytest.mark.parametrize(
    ("bounds", "fragments", "sizes"),
    [
        ((1, 9, 11), False, (5, 9, 11)),
        ((1, 10, 11), False, (5, 10, 11)),
        ((1, 9, 11), True, (3, 9, 11)),  # a unit of two stands is removed, 17.5.8
        ((5, 9, 11), True, (5, 9, 11)),
        ((1, 2, 4), True, (3, 3, 4)),
    ],
)
def test_units_are_larger_than_those_removed_and_not_under_half(
    book_of: BookOf, bounds: tuple[int, int, int], fragments: bool, sizes: tuple[int, int, int]
) -> None:
    book = book_of("days_of_empire", "sardinian")
    sardinian = book.lists["sardinian"]
    size = SizeRange(min=bounds[0], typical=bounds[1], max=bounds[2])
    entries = tuple(replace(one, size=size) if one.id == "sa_line" else one for one in sardinian.entries)
    other = Book(book.ruleset, {"sardinian": replace(sardinian, entries=entries)})
    found = offers(other, "sardinian", MAY, book.default_rulings, fragments=fragments)
    assert {(one.least, one.usual, one.most) for one in found if one.entry.id == "sa_line"} == {sizes}
