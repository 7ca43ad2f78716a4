"""Rulings that an ORBAT chooses."""

from __future__ import annotations

from orbat.data.library import Library
from orbat.model.book import Book, changed_rulings, rulings_in_force, with_ruling
from orbat.model.orbat import Orbat
from orbat.model.text import Pin

ARMY = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), rulings={"shattered": "warning"})


def _book(library: Library) -> Book:
    book, _ = library.book(ARMY)
    assert book is not None
    return book


def test_only_a_choice_other_than_the_default_is_written(library: Library) -> None:
    """Other rulings stay; an unknown choice is removed when the default is chosen."""
    book = _book(library)
    third = next(one for one in book.ruleset.rulings if one.id == "off_board_base")
    agreed = with_ruling(ARMY, third, "agreed")
    assert agreed.rulings == {"shattered": "warning", "off_board_base": "agreed"}
    assert with_ruling(agreed, third, "spent") == ARMY
    assert with_ruling(with_ruling(ARMY, third, "aggreed"), third, "spent") == ARMY


def test_changed_rulings_are_in_the_order_of_the_ruleset(library: Library) -> None:
    """The default applies where nothing, or nothing known, is written."""
    book = _book(library)
    third = next(one for one in book.ruleset.rulings if one.id == "off_board_base")
    both = with_ruling(ARMY, third, "agreed")
    assert [(ruling.id, choice.id) for ruling, choice in changed_rulings(both, book)] == [
        ("off_board_base", "agreed"),
        ("shattered", "warning"),
    ]
    slip = with_ruling(ARMY, third, "aggreed")
    assert [ruling.id for ruling, _ in changed_rulings(slip, book)] == ["shattered"]
    assert [ruling for ruling, _ in rulings_in_force(slip, book)] == list(book.ruleset.rulings)
