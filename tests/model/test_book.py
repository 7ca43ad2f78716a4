"""Entries with and without an army list."""

from __future__ import annotations

from orbat.data.library import Library
from orbat.evaluate.pricing import Pricer
from orbat.model.book import Book
from orbat.model.orbat import Orbat, Unit
from orbat.model.text import Pin


def _book(library: Library) -> Book:
    found, _ = library.book(Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british")))
    assert found is not None
    return found


def test_without_a_list_each_kind_is_an_entry(library: Library) -> None:
    """With any rating and option of the kind; generals are not units, and common entries stay."""
    book = _book(library)
    foot = book.entry("", "infantry")
    assert foot is not None
    assert foot.ratings is not None
    assert foot.ratings.allowed == ("1", "2", "3", "4")
    assert [use.option for use in foot.options] == ["rifles"]
    assert book.entry("", "general") is None
    assert book.entry("", "earthworks") is book.ruleset.entries[0]
    assert (
        Pricer(book, None).price_unit(Unit(entry="infantry", size=10, rating="3", options=("rifles",)), "").points == 40
    )


def test_army_list_does_not_offer_kinds_as_entries(library: Library) -> None:
    """Neither a known list nor an unknown one."""
    book = _book(library)
    assert book.entry("british", "infantry") is None
    assert book.entry("unknown", "infantry") is None
    assert book.entry("unknown", "earthworks") is not None
