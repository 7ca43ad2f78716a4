"""Allocation of owned models: no stand counts twice, and the total is the maximum."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from orbat.features.collection.model import Collection, Piece
from orbat.features.collection.stock import Key, Stock, allocate, caps, maximum_by_entry, stocks
from orbat.model.book import Book

KEYS: tuple[Key, ...] = (("l", "a"), ("l", "b"), ("l", "c"))
STOCKS = st.builds(
    Stock,
    piece=st.just(Piece(stands=0)),
    number=st.integers(0, 4),
    entries=st.frozensets(st.sampled_from(KEYS), min_size=1),
)
NEEDS = st.fixed_dictionaries({key: st.integers(0, 5) for key in KEYS})


def _bound(needed: dict[Key, int], owned: tuple[Stock, ...]) -> int:
    """Maximum total: the minimum cut over all sets of entries."""
    return min(
        sum(needed[key] for key in needed if key not in cut)
        + sum(stock.number for stock in owned if stock.entries & cut)
        for size in range(len(KEYS) + 1)
        for cut in map(frozenset, itertools.combinations(KEYS, size))
    )


@given(NEEDS, st.lists(STOCKS, max_size=4).map(tuple))
def test_the_allocation_is_maximal_and_within_needs_and_stocks(
    needed: dict[Key, int], owned: tuple[Stock, ...]
) -> None:
    has = allocate(needed, owned)
    assert all(0 <= has[key] <= needed[key] for key in needed)
    assert sum(has.values()) == _bound(needed, owned)
    for size in range(1, len(KEYS) + 1):
        for some in map(frozenset, itertools.combinations(KEYS, size)):
            assert sum(has[key] for key in some) <= sum(one.number for one in owned if one.entries & some)


def test_pieces_for_one_entry_are_used_before_those_for_a_kind() -> None:
    owned = (Stock(Piece(), 4, frozenset({KEYS[0]})), Stock(Piece(), 4, frozenset(KEYS)))
    assert allocate({KEYS[0]: 4, KEYS[1]: 4}, owned) == {KEYS[0]: 4, KEYS[1]: 4}


def test_overlapping_pieces_are_reallocated() -> None:
    owned = (Stock(Piece(), 4, frozenset(KEYS[:2])), Stock(Piece(), 4, frozenset(KEYS[:1])))
    assert allocate({KEYS[0]: 4, KEYS[1]: 4}, owned) == {KEYS[0]: 4, KEYS[1]: 4}


def test_pieces_count_for_matching_entries(book_of: Callable[[str, str], Book]) -> None:
    book = book_of("days_of_empire", "british")
    collection = Collection(
        collection=1,
        to_a_stand=4,
        pieces=(
            Piece(entry=("brit_line",), stands=12),
            Piece(kind="infantry", nation="british", figures=41),
            Piece(kind="infantry", nation="french", stands=100),
            Piece(kind="field_gun", guns=5),
        ),
    )
    most = maximum_by_entry(collection, book, "british")
    assert most["brit_line"] == 12 + 10
    assert most["brit_field_battery"] == 5
    assert len(next(iter(stocks(collection, book, ["british"]))).entries) == 1


def test_caps_limit_entries_and_groups_that_share_pieces(book_of: Callable[[str, str], Book]) -> None:
    book = book_of("days_of_empire", "british")
    collection = Collection(
        collection=1, pieces=(Piece(entry=("brit_line",), stands=12), Piece(kind="infantry", stands=20))
    )
    found = {cap.entries: cap.maximum for cap in caps(collection, book, "british")}
    foot = frozenset(one.id for one in book.entries("british").values() if one.kind == "infantry")
    assert found[foot] == 32
    assert found[foot - {"brit_line"}] == 20
    none = next(entries for entries, most in found.items() if most == 0)
    assert "brit_field_battery" in none
    assert not none & foot


def test_a_ruleset_without_stands_counts_units(book_of: Callable[[str, str], Book]) -> None:
    book = book_of("honours_of_war", "prussian")
    entry = next(one for one in book.entries("prussian").values() if one.sizes)
    by_units = Collection(collection=1, pieces=(Piece(entry=(entry.id,), units=3),))
    by_stands = Collection(collection=1, to_a_unit=6, pieces=(Piece(entry=(entry.id,), stands=20),))
    assert maximum_by_entry(by_units, book, "prussian")[entry.id] == 3
    assert maximum_by_entry(by_stands, book, "prussian")[entry.id] == 3
