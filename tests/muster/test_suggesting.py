"""Suggestions: each does exactly what it says, and nothing new is wrong after it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from orbat.model.arrange import edited
from orbat.model.book import Book
from orbat.model.orbat import Orbat
from orbat.muster.suggesting import Suggestion, suggestions
from orbat.muster.trying import Tried, faults
from orbat.pipeline import Desk, without_right_claims
from orbat.sources.library import Library
from orbat.sources.readers import read_any

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted((ROOT / "templates" / "orbats").rglob("*.yaml"))


def _opened(file: Path, library: Library) -> tuple[Orbat, Book]:
    orbat = read_any(file).orbat
    assert orbat is not None
    book, _ = library.book(orbat)
    assert book is not None
    return without_right_claims(orbat, Desk().examine(orbat, book)[0]), book


def _faults(orbat: Orbat, book: Book) -> Counter[str]:
    _, findings = Desk().examine(orbat, book)
    return faults(findings)


def assert_does_what_it_says(orbat: Orbat, book: Book, suggestion: Suggestion) -> None:
    """The total, what is left, no new fault, and the finding gone."""
    before, _ = Desk().examine(orbat, book)
    after = edited(orbat, suggestion.edits)
    quote, _ = Desk().examine(after, book)
    assert quote.total == suggestion.total == before.total + suggestion.change, suggestion.name
    assert quote.left == suggestion.left, suggestion.name
    old, new = _faults(orbat, book), _faults(after, book)
    assert not new - old, suggestion.name
    if suggestion.mends:
        code = suggestion.mends[0]
        gone = [one for one in old - new if one.startswith(code)]
        assert gone, suggestion.name


@pytest.mark.parametrize("file", SHIPPED[::15], ids=lambda file: file.stem)
@pytest.mark.parametrize("by", [37, -41, 150])
def test_each_does_exactly_what_it_says(library: Library, file: Path, by: int) -> None:
    orbat, book = _opened(file, library)
    total = Desk().examine(orbat, book)[0].total
    sized = replace(orbat, game_size=int(total) + by)
    found = suggestions(sized, book)
    for one in found:
        assert_does_what_it_says(sized, book, one)
    landing = [one.left for one in found if one.mends is None]
    assert landing == sorted(landing, key=lambda left: left or 0), "the best come first"
    assert all(left is not None and left >= 0 for left in landing)
    assert found or by > 0 or total <= 100, "an army of a few units may have nothing that it can do without"


def test_a_size_that_no_single_change_lands_on_is_reached_by_two(library: Library) -> None:
    orbat, book = _opened(ROOT / "templates" / "orbats" / "days_of_empire" / "starters" / "british_800.yaml", library)
    total = Desk().examine(orbat, book)[0].total
    found = suggestions(replace(orbat, game_size=int(total) - 21), book)
    assert found[0].left == 0


def test_nothing_is_suggested_for_a_sound_army_that_is_full_or_has_no_size(library: Library) -> None:
    orbat, book = _opened(ROOT / "templates" / "orbats" / "days_of_empire" / "starters" / "british_800.yaml", library)
    total = Desk().examine(orbat, book)[0].total
    for size in (int(total), None):
        assert not [one for one in suggestions(replace(orbat, game_size=size), book) if one.mends is None]


def test_what_is_not_allowed_is_not_suggested(library: Library) -> None:
    orbat, book = _opened(ROOT / "templates" / "orbats" / "days_of_empire" / "starters" / "british_800.yaml", library)
    total = Desk().examine(orbat, book)[0].total
    sized = replace(orbat, game_size=int(total) + 37)

    def small(tried: Tried) -> bool:
        return tried.quote.total <= total + 10

    assert suggestions(sized, book)
    assert all(one.change <= 10 for one in suggestions(sized, book, small))
