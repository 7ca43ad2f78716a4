"""Rulesets, nations and regiments are data: the code does not contain their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.model.army_list import ArmyList

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))

WORDS = frozenset({"below", "block", "royal", "union"})
"""Names in the data that are also ordinary words of the program."""


def lists() -> Iterator[ArmyList]:
    library = Library(ROOT / "army_lists")
    for ruleset_id in library.ruleset_ids():
        for list_id in library.list_ids(ruleset_id):
            file = library.army_list(ruleset_id, list_id)
            assert file
            assert file.value
            yield file.value


@cache
def ids() -> frozenset[str]:
    """The ids of rulesets, lists, nations, and entries with an underscore."""
    library = Library(ROOT / "army_lists")
    found = set(library.ruleset_ids())
    for one in lists():
        found |= {one.id, one.nation, *(entry.id for entry in one.entries if "_" in entry.id)}
    return frozenset(found) - WORDS


@cache
def names() -> frozenset[str]:
    """Titles of rulesets and lists, regiments and commanders, if of several words or more than four letters."""
    library = Library(ROOT / "army_lists")
    rulesets = (library.ruleset(ruleset_id) for ruleset_id in library.ruleset_ids())
    found = {file.value.title for file in rulesets if file and file.value}
    for one in lists():
        found |= {one.title, *one.commander_names, *(name for entry in one.entries for name in entry.regiment_names)}
    return frozenset(name for name in found if name.lower() not in WORDS and (" " in name or len(name) > 4))


@pytest.mark.slow
def test_the_data_has_names_to_search_for() -> None:
    """The search below would otherwise pass for want of names."""
    assert {"days_of_empire", "british"} <= ids()
    assert len(names()) > 500


def hits(word: str, *, any_case: bool) -> Iterator[str]:
    """The places of a pattern word in the sources."""
    pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE if any_case else 0)
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        yield from (
            f"{path.name}:{text.count(chr(10), 0, hit.start()) + 1}: {hit[0]}" for hit in pattern.finditer(text)
        )


@pytest.mark.slow
@pytest.mark.parametrize("group", ["ids", "names"])
def test_no_ruleset_nation_or_regiment_is_named_in_the_code(group: str) -> None:
    """Not even in a comment."""
    everything = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    if group == "ids":
        everything, words = everything.lower(), ids()
    else:
        words = names()
    present = [word for word in sorted(words) if word in everything]
    found = [hit for word in present for hit in hits(word, any_case=group == "ids")]
    assert not found, "\n" + "\n".join(found)
