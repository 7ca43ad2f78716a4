"""Armies with generals to roll for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from orbat.data.library import Library
from orbat.model.book import Book
from orbat.model.orbat import Commander, Formation, Orbat
from orbat.model.text import Pin


@pytest.fixture
def army(library: Library) -> Callable[..., tuple[Orbat, Book]]:
    """An army of a nation with a divisional and two brigade generals under Lord Raglan, and its book."""

    def make(nation: str = "british", table: str = "default") -> tuple[Orbat, Book]:
        orbat = Orbat(
            ruleset=Pin("days_of_empire"),
            army_list=Pin(nation),
            staff_table=table,
            commander=Commander(name="Lord Raglan"),
            formations=(
                Formation(
                    level="division",
                    name="Light Division",
                    commander=Commander(name="Brown"),
                    formations=(
                        Formation(level="brigade", name="1st Brigade", commander=Commander(name="Codrington")),
                        Formation(level="brigade", name="2nd Brigade", commander=Commander(name="Buller")),
                    ),
                ),
            ),
        )
        book, missing = library.book(orbat)
        assert book is not None
        assert not missing
        return orbat, book

    return make
