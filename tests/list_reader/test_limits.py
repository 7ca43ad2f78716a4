"""Limits on reading long texts."""

from __future__ import annotations

import pytest

from orbat.data import folders
from orbat.data.library import Library
from orbat.list_reader import reader, unit_costs
from orbat.list_reader.document_text import DocumentLine
from orbat.list_reader.excerpt import MAX_CHARACTERS, excerpt_of
from orbat.list_reader.lines import MAX_LENGTH
from orbat.list_reader.vocabulary import cached_by_identity

LIBRARY = Library(folders.shipped() / "army_lists")


def armies(*names: str, units: int) -> list[DocumentLine]:
    """A text of several armies, each with a name, `units` battalions and a total."""
    texts = []
    for name in names:
        texts += [f"## {name}", *["Line battalion, 12 stands, class 2, 24 pts"] * units, f"Total {24 * units}", ""]
    return [DocumentLine(number, text) for number, text in enumerate(texts, start=1)]


@pytest.mark.parametrize(("maximum", "complete"), [(11, 1), (12, 2), (17, 2), (18, 3)])
def test_complete_armies_within_the_limit_are_read(
    maximum: int, complete: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first armies are read. The unread line names the first army that is not read."""
    monkeypatch.setattr(reader, "MAX_LINES", maximum)
    lines = armies("British", "Russian", "French", units=4)
    read = reader.read_typed(lines, LIBRARY, ruleset="days_of_empire")
    assert [army.name for army in read] == ["British", "Russian", "French"][:complete]
    assert [len(army.loaded.orbat.units) for army in read if army.loaded.orbat] == [4] * complete
    unread = [line.text for army in read for line in army.reading.unread]
    next_army = ["Russian", "French", ""][complete - 1]
    rest = 18 - 6 * complete
    message = f"the last {rest} lines, starting with “{next_army}”, are not read: orbat reads at most {maximum} lines"
    assert unread == [message] * (complete if next_army else 0)


def test_a_single_army_is_read_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first lines are read. The unread line gives the number of the others."""
    monkeypatch.setattr(reader, "MAX_LINES", 4)
    (army,) = reader.read_typed(armies("British", units=5), LIBRARY, ruleset="days_of_empire")
    assert army.loaded.orbat
    assert len(army.loaded.orbat.units) == 3
    assert [line.text for line in army.reading.unread] == ["the last 3 lines are not read: orbat reads at most 4 lines"]


def test_the_number_of_characters_is_limited() -> None:
    """Long lines reach it before the maximum number of lines."""
    lines = [DocumentLine(number, "word " * 100) for number in range(1, 1001)]
    head = excerpt_of(lines, 1000)
    assert MAX_CHARACTERS <= sum(len(line.clean) for line in head.lines) < MAX_CHARACTERS + MAX_LENGTH
    assert len(head.lines) + len(head.rest) == 1000
    assert head.limit == f"{MAX_CHARACTERS} characters"


def test_the_number_of_candidate_readings_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The remaining lines are reported as unread."""
    monkeypatch.setattr(unit_costs, "MAX_READINGS", 6)
    # equal lines are read once
    texts = ["British", *(f"{number}th Foot, 12 stands, class 2, 24 pts" for number in range(20, 40)), "Total 480"]
    lines = [DocumentLine(number, text) for number, text in enumerate(texts, start=1)]
    (army,) = reader.read_typed(lines, LIBRARY, ruleset="days_of_empire")
    assert army.loaded.orbat
    bought = len(army.loaded.orbat.units)
    assert 0 < bought < 20
    assert [line.text for line in army.reading.unread] == [
        f"the last {21 - bought} lines are not read: orbat reads at most 6 possible readings"
    ]


def test_results_are_cached_by_identity() -> None:
    """An equal but different argument has its own result."""
    made: list[list[int]] = []

    @cached_by_identity(4)
    def count(of: list[int]) -> int:
        made.append(of)
        return len(made)

    first, equal = [1], [1]
    assert [count(first), count(first), count(equal), count(first)] == [1, 1, 2, 1]
