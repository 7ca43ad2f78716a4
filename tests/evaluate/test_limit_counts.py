"""The quick test of limits, from summaries, finds the same broken limits as the counts that messages state."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from tests.examples import sampled

from orbat.data import folders
from orbat.data.library import Library
from orbat.evaluate.merging import merged_fields
from orbat.evaluate.tally import WHOLE_ARMY, limit_context, limits_in_force, tallies
from orbat.model.book import Book
from orbat.model.edits import Set, apply_all
from orbat.model.orbat import Orbat, formations_of, units_of
from orbat.pipeline import Evaluator, check

SHIPPED = sorted((folders.shipped() / "templates" / "orbats").rglob("*.yaml"))


def _changed(orbat: Orbat, book: Book, seed: str) -> Orbat:
    """The ORBAT with other entries, sizes and levels, which break limits."""
    chance = random.Random(seed)  # test data
    units, formations = [*units_of(orbat)], [*formations_of(orbat)]
    edits = []
    for _ in range(4):
        place, other = chance.choice(units), chance.choice(units).unit
        edits += [Set(place.path, "entry", other.entry), Set(place.path, "size", other.size)]
    if formations:
        level = chance.choice(book.ruleset.levels).id
        edits.append(Set(chance.choice(formations).path, "level", level))
    return replace(apply_all(orbat, tuple(edits)), house_limits="enforce")


@pytest.mark.parametrize("file", sampled(SHIPPED, 12), ids=lambda file: file.stem)
def test_broken_limits_are_those_whose_count_exceeds_the_bound(library: Library, file: Path) -> None:
    report = check(file, library)
    assert report.orbat is not None
    assert report.book is not None
    for number in range(3):
        orbat = _changed(report.orbat, report.book, f"{file.stem} {number}")
        quote, found = Evaluator().examine(orbat, report.book)
        used = {line.list_id for line in quote.all_units if report.book.entry(line.list_id, line.unit.entry)}
        lists = [*(one for one in report.book.lists if one in used), *([WHOLE_ARMY] if used else [])]
        expected = [
            abs(tally.count - tally.bound)
            for list_id in lists
            for _, resolved in limits_in_force(report.book, list_id, orbat.date, orbat.theatre)
            for tally in tallies(
                limit_context(report.book, orbat, quote, list_id, quote.all_formations),
                resolved,
            )
            if tally.broken
        ]
        stated = [fields["excess"] for one in found if one.code == "ARM003" for fields in merged_fields(one)]
        assert sorted(map(str, stated)) == sorted(map(str, expected))
