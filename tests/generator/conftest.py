"""Books of the shipped data, and what is wrong with a raised army."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from orbat.data.library import Library
from orbat.generator.raise_army import Raised
from orbat.model.book import Book
from orbat.model.orbat import Orbat
from orbat.model.text import Pin

LATER = ("STF", "PTS")
"""Findings on dice not thrown yet, and on a size that is not usual."""


@pytest.fixture(scope="session")
def book_of(library: Library) -> Callable[[str, str], Book]:
    """The book of a ruleset and one of its lists."""

    def of(ruleset: str, army_list: str) -> Book:
        book, _ = library.book(Orbat(ruleset=Pin(ruleset), army_list=Pin(army_list)))
        assert book is not None
        return book

    return of


@pytest.fixture
def wrong() -> Callable[[Raised], list[str]]:
    """The errors and warnings on a raised army, in words."""

    def of(raised: Raised) -> list[str]:
        return [
            f"{finding.code}: {finding.message}"
            for finding in raised.findings
            if finding.severity != "note" and not finding.code.startswith(LATER)
        ]

    return of
