"""The sizes of units in generated armies."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from tests.generator.small_lists import ENGINEERS, GUNS, entry, small_book

from orbat.generator.army_program import ArmyProgram
from orbat.generator.linear_program import Solution
from orbat.generator.request import RaiseRequest, Requirement
from orbat.generator.unit_sizes import unit_sizes
from orbat.model.army_list import Entry
from orbat.model.book import Book

BookOf = Callable[[str, str], Book]

LINE = entry("line", subtype="line", ratings=("2",), size=(4, 10, 16))


def sizes_of(book_of: BookOf, bought: Entry, count: int, change: int, seed: int = 0) -> list[int | str | None]:
    """The sizes of `count` units that have together `change` stands more than usual."""
    book = small_book(book_of("days_of_empire", "sardinian"), LINE, bought)
    required = (Requirement("", 1, entries=frozenset({bought.id})),)
    found = ArmyProgram(book, RaiseRequest("small", 2000, requirements=required), book.default_rulings)
    number = next(n for n, offer in enumerate(found.offers) if offer.entry.id == bought.id)
    values = [0.0] * len(found.program.most)
    values[found.units[number]] = count
    if change:
        values[(found.larger if change > 0 else found.smaller)[number]] = abs(change)
    return unit_sizes(found, Solution(tuple(values)), number, Random(seed))


@pytest.mark.parametrize("change", [-16, -5, 0, 3, 16])
def test_sizes_vary_within_a_fifth_of_the_typical_size(book_of: BookOf, change: int) -> None:
    for seed in range(5):
        sizes = [size for size in sizes_of(book_of, LINE, 8, change, seed) if isinstance(size, int)]
        assert sum(sizes) == 80 + change
        assert all(8 <= size <= 12 for size in sizes)
        assert len(set(sizes)) > 1 or abs(change) == 16


@pytest.mark.parametrize(("change", "outside"), [(16, []), (17, [13]), (20, [16]), (21, [13, 16]), (-17, [7])])
def test_stands_beyond_the_spread_go_to_few_units(book_of: BookOf, change: int, outside: list[int]) -> None:
    sizes = [size for size in sizes_of(book_of, LINE, 8, change) if isinstance(size, int)]
    assert sum(sizes) == 80 + change
    assert sorted(size for size in sizes if not 8 <= size <= 12) == outside


def test_batteries_do_not_vary_by_chance(book_of: BookOf) -> None:
    assert sizes_of(book_of, GUNS, 4, 0) == [3, 3, 3, 3]
    assert sorted(map(str, sizes_of(book_of, GUNS, 4, 1))) == ["3", "3", "3", "4"]


@pytest.mark.parametrize("count", [0, 2])
def test_units_without_a_size_have_none(book_of: BookOf, count: int) -> None:
    assert sizes_of(book_of, ENGINEERS, count, 0) == [None] * count
