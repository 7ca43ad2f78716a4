"""The readings of rulings that an ORBAT chooses."""

from __future__ import annotations

from orbat.data.library import Library
from orbat.model.book import Book, in_force, not_ours, read_as
from orbat.model.orbat import Orbat
from orbat.model.text import Pin

ARMY = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), rulings={"shattered": "warning"})


def _book(library: Library) -> Book:
    book, _ = library.book(ARMY)
    assert book is not None
    return book


def test_another_reading_is_written_and_ours_is_not(library: Library) -> None:
    """Other rulings keep theirs; a reading that nobody knows goes when ours is chosen."""
    book = _book(library)
    third = next(one for one in book.ruleset.rulings if one.id == "off_board_base")
    agreed = read_as(ARMY, third, "agreed")
    assert agreed.rulings == {"shattered": "warning", "off_board_base": "agreed"}
    assert read_as(agreed, third, "spent") == ARMY
    assert read_as(read_as(ARMY, third, "aggreed"), third, "spent") == ARMY


def test_what_is_read_otherwise_is_told_in_the_order_of_the_ruleset(library: Library) -> None:
    """Each ruling has a reading in force, ours where nothing, or nothing known, is written."""
    book = _book(library)
    third = next(one for one in book.ruleset.rulings if one.id == "off_board_base")
    both = read_as(ARMY, third, "agreed")
    assert [(ruling.id, choice.id) for ruling, choice in not_ours(both, book)] == [
        ("off_board_base", "agreed"),
        ("shattered", "warning"),
    ]
    slip = read_as(ARMY, third, "aggreed")
    assert [ruling.id for ruling, _ in not_ours(slip, book)] == ["shattered"]
    assert [ruling for ruling, _ in in_force(slip, book)] == list(book.ruleset.rulings)
