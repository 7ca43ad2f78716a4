"""How much is read of a long text."""

from __future__ import annotations

import pytest

from orbat.data import folders
from orbat.data.library import Library
from orbat.list_reader import reader
from orbat.list_reader.document_text import DocumentLine
from orbat.list_reader.lines import MAX_LENGTH
from orbat.list_reader.reader import MAX_CHARACTERS, excerpt_of
from orbat.list_reader.vocabulary import cached_by_identity

LIBRARY = Library(folders.shipped() / "army_lists")


def armies(*names: str, units: int) -> list[DocumentLine]:
    """A text of armies of so many battalions, each below its name and above its total."""
    texts = []
    for name in names:
        texts += [f"## {name}", *["Line battalion, 12 stands, class 2, 24 pts"] * units, f"Total {24 * units}", ""]
    return [DocumentLine(number, text) for number, text in enumerate(texts, start=1)]


@pytest.mark.parametrize(("most", "whole"), [(11, 1), (12, 2), (17, 2), (18, 3)])
def test_of_several_armies_whole_ones_are_read(most: int, whole: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are read from the first on; from which army on the rest is not read is told."""
    monkeypatch.setattr(reader, "MAX_LINES", most)
    lines = armies("British", "Russian", "French", units=4)
    read = reader.read_typed(lines, LIBRARY, ruleset="days_of_empire")
    assert [army.name for army in read] == ["British", "Russian", "French"][:whole]
    assert [len(army.loaded.orbat.units) for army in read if army.loaded.orbat] == [4] * whole
    told = [line.text for army in read for line in army.reading.unread]
    begun = ["Russian", "French", ""][whole - 1]
    rest = 18 - 6 * whole
    assert told == [f"the last {rest} lines, from “{begun}” on: only {most} are read"] * (whole if begun else 0)


def test_one_army_is_read_as_far_as_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first lines, and how many there are besides."""
    monkeypatch.setattr(reader, "MAX_LINES", 4)
    (army,) = reader.read_typed(armies("British", units=5), LIBRARY, ruleset="days_of_empire")
    assert army.loaded.orbat
    assert len(army.loaded.orbat.units) == 3
    assert [line.text for line in army.reading.unread] == ["the last 3 lines: only 4 are read"]


def test_of_long_lines_fewer_are_read() -> None:
    """Their characters are counted too."""
    lines = [DocumentLine(number, "word " * 100) for number in range(1, 1001)]
    head = excerpt_of(lines, 1000)
    assert MAX_CHARACTERS <= sum(len(line.clean) for line in head.lines) < MAX_CHARACTERS + MAX_LENGTH
    assert len(head.lines) + len(head.rest) == 1000
    assert head.limit == f"{MAX_CHARACTERS} characters"


def test_of_lines_that_can_be_read_in_many_ways_fewer_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ways are counted, and the lines behind are named."""
    monkeypatch.setattr(reader, "MAX_CANDIDATES", 6)
    (army,) = reader.read_typed(armies("British", units=20), LIBRARY, ruleset="days_of_empire")
    assert army.loaded.orbat
    bought = len(army.loaded.orbat.units)
    assert 0 < bought < 20
    assert [line.text for line in army.reading.unread] == [
        f"the last {21 - bought} lines: only as many lines as can be read in 6 ways are read"
    ]


def test_what_is_made_of_the_same_is_made_once() -> None:
    """What only equals it is another."""
    made: list[list[int]] = []

    @cached_by_identity(4)
    def count(of: list[int]) -> int:
        made.append(of)
        return len(made)

    first, equal = [1], [1]
    assert [count(first), count(first), count(equal), count(first)] == [1, 1, 2, 1]
