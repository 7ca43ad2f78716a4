"""The nearest army of each ruleset, compared with every possible cost of an army of a small list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import pytest

from orbat.generator.raise_army import NotRaised, raise_army
from orbat.generator.request import RaiseRequest
from orbat.model.army_list import Entry, NamedSizes, Ratings, SizeRange
from orbat.model.book import Book

BookOf = Callable[[str, str], Book]


def reduced_book(book: Book, list_id: str, entries: Mapping[str, Callable[[Entry], Entry]]) -> Book:
    """A book with some entries of its list, each changed and without its own limits."""
    own = book.lists[list_id]
    kept = tuple(
        replace(change(entry), limits=(), options=(), dates=None)
        for entry_id, change in entries.items()
        for entry in own.entries
        if entry.id == entry_id
    )
    assert len(kept) == len(entries)
    return replace(
        book,
        ruleset=replace(book.ruleset, entries=()),
        lists={list_id: replace(own, entries=kept, limits=(), habits=())},
    )


def counted(rating: str, least: int, most: int) -> Callable[[Entry], Entry]:
    """A change to an entry: one rating and a range of stands."""
    return lambda entry: replace(
        entry,
        ratings=Ratings(allowed=(rating,), typical=rating),
        size=SizeRange(min=least, typical=most, max=most),
    )


def named(rating: str, *sizes: str) -> Callable[[Entry], Entry]:
    """A change to an entry: one rating and some named sizes."""
    return lambda entry: replace(
        entry,
        ratings=Ratings(allowed=(rating,), typical=rating),
        sizes=NamedSizes(allowed=sizes, typical=sizes[0]),
    )


def assert_nearest(book: Book, list_id: str, sums: set[int], sizes: Iterable[int]) -> None:
    """Assert that generated armies are legal and cost the largest possible sum, with proof."""
    for points in sizes:
        nearest = max((one for one in sums if one <= points), default=None)
        if nearest is None:
            with pytest.raises(NotRaised):
                raise_army(book, RaiseRequest(list_id, points))
            continue
        raised = raise_army(book, RaiseRequest(list_id, points))
        assert (points, raised.points, raised.maximum) == (points, nearest, nearest)
        assert not [finding for finding in raised.findings if finding.severity == "error"]


def sums_by_number(steps: Iterable[int], most: int) -> dict[int, set[int]]:
    """All sums up to a maximum, by the number of items with the given prices."""
    found, steps = {0: {0}}, tuple(steps)
    while found[max(found)]:
        found[len(found)] = {one + step for one in found[max(found)] for step in steps if one + step <= most}
    return found


def test_days_of_glory_with_brigades_divisions_and_corps(book_of: BookOf) -> None:
    """Points per stand or model: foot 2 (8 or 9 stands), horse 6 (5 stands), guns 30 (2 or 3 models). Generals cost
    30.

    There are one to three generals per unit, with at least one for the foot and one for the horse.
    """
    most = 330
    book = reduced_book(
        book_of("days_of_glory", "union_west"),
        "union_west",
        {"uw_line": counted("2", 8, 9), "uw_cavalry": counted("2", 5, 5), "uw_smooth_battery": counted("2", 2, 3)},
    )
    guns = set().union(*sums_by_number((60, 90), most).values())
    sums = {
        total
        for feet, foot in sums_by_number((16, 18), most).items()
        for horses, horse in sums_by_number((30,), most).items()
        if feet + horses
        for generals in range(bool(feet) + bool(horses), min(3 * (feet + horses), most // 30) + 1)
        for one in foot
        for other in horse
        for gun in guns
        if (total := one + other + gun + 30 * generals) <= most
    }
    assert_nearest(book, "union_west", sums, range(45, most + 1, 57))


@pytest.mark.slow
def test_fast_play_with_guards_that_are_a_quarter_of_the_foot(book_of: BookOf) -> None:
    """Points: line 10, guards 15 (one for every four units of foot), horse 9, guns 12, HQs of divisions 5 and of
    corps 8.

    Divisions may mix foot and horse.
    """
    most = 125
    book = reduced_book(
        book_of("fast_play_napoleonic", "italy_1805_14"),
        "italy_1805_14",
        {one: lambda entry: entry for one in ("it_line", "it_guard", "it_horse", "it_foot_guns")},
    )
    sums = {
        total
        for line in range(most // 10 + 1)
        for guards in range(line // 3 + 1)
        for horse in range(most // 9 + 1)
        if line + horse
        for divisions in range(1, line + guards + horse + 1)
        for corps in range(divisions + 1)
        for guns in range(most // 12 + 1)
        if (total := 10 * line + 15 * guards + 9 * horse + 12 * guns + 5 * divisions + 8 * corps) <= most
    }
    assert_nearest(book, "italy_1805_14", sums, (14, 15, *range(16, most + 1, 8)))


def test_honours_of_war_with_units_of_named_sizes(book_of: BookOf) -> None:
    """Guards at 120 and 140, horse at 80, guns at 50; commanders cost nothing."""
    most = 700
    book = reduced_book(
        book_of("honours_of_war", "spanish"),
        "spanish",
        {
            "sp_guard": named("superior", "standard", "large"),
            "sp_horse": named("inferior", "standard"),
            "sp_gun": named("standard", "standard"),
        },
    )
    foot, horse = (set().union(*sums_by_number(steps, most).values()) for steps in ((120, 140), (80,)))
    sums = {
        one + other + gun
        for one in foot
        for other in horse
        if one + other
        for gun in range(0, most + 1, 50)
        if one + other + gun <= most
    }
    assert_nearest(book, "spanish", sums, range(75, most + 1, 75))
