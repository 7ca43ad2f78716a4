"""What is peculiar to a rulebook or a nation is data: the program knows no name of the shipped files."""

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

WORDS = frozenset({"block", "royal", "union"})
"""Names of the data that are words of the program too."""


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
    """The ids of rulesets, lists, nations and entries; of entries those that no word could be."""
    library = Library(ROOT / "army_lists")
    found = set(library.ruleset_ids())
    for one in lists():
        found |= {one.id, one.nation, *(entry.id for entry in one.entries if "_" in entry.id)}
    return frozenset(found) - WORDS


@cache
def names() -> frozenset[str]:
    """What is written with capitals: titles of rulesets and lists, regiments and commanders, of two words or more."""
    library = Library(ROOT / "army_lists")
    rulesets = (library.ruleset(ruleset_id) for ruleset_id in library.ruleset_ids())
    found = {file.value.title for file in rulesets if file and file.value}
    for one in lists():
        found |= {one.title, *one.commanders, *(name for entry in one.entries for name in entry.regiments)}
    return frozenset(name for name in found if name.lower() not in WORDS and (" " in name or len(name) > 4))


def test_the_data_has_names() -> None:
    """The names that are looked for are there to be found."""
    assert {"days_of_empire", "british"} <= ids()
    assert len(names()) > 500


def hits(word: str, *, any_case: bool) -> Iterator[str]:
    """Where a word stands in the sources by itself."""
    whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE if any_case else 0)
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        yield from (f"{path.name}:{text.count(chr(10), 0, hit.start()) + 1}: {hit[0]}" for hit in whole.finditer(text))


@pytest.mark.parametrize("sort", ["ids", "names"])
def test_the_program_knows_no_ruleset_nation_or_regiment(sort: str) -> None:
    """No such word stands anywhere in the sources, not even in a remark."""
    everything = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    if sort == "ids":
        everything, words = everything.lower(), ids()
    else:
        words = names()
    near = [word for word in sorted(words) if word in everything]
    found = [hit for word in near for hit in hits(word, any_case=sort == "ids")]
    assert not found, "\n" + "\n".join(found)
