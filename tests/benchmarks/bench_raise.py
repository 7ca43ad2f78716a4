"""Raising armies: every list at every usual size, with varying styles. Limits are multiples of a yardstick of 5 ms.

Every army is legal and has exactly the points. RAISE_SEEDS=20 tries every style with twenty seeds, which takes almost
an hour.
Run with `pytest tests/benchmarks/bench_*.py -n0 -s`; the default test run excludes benchmarks.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from statistics import median

import pytest
from tests.benchmarks.conftest import seconds, yardstick

from orbat.data.library import Library
from orbat.generator.raise_army import RaisedArmy, raise_army
from orbat.generator.request import STYLES, RaiseRequest
from orbat.model.book import Book
from orbat.model.orbat import Orbat
from orbat.model.text import Pin

SEEDS = int(os.environ.get("RAISE_SEEDS", "0"))
MEDIAN, MOST = 140, 400
"""Limits in yardsticks of 5 ms: 0.7 s and 2 s."""
LATER = ("STF", "PTS")
"""Codes of findings on generals not diced and on unusual sizes."""
SIZES = (400, 800, 1200)
"""Sizes for rulesets without usual sizes."""


def books(library: Library, ruleset: str) -> Iterator[tuple[str, Book]]:
    for army in library.list_ids(ruleset):
        book, _ = library.book(Orbat(ruleset=Pin(ruleset), army_list=Pin(army)))
        assert book is not None
        yield army, book


def sizes_of(book: Book) -> tuple[int, ...]:
    usual = book.ruleset.rules.usual_size
    return tuple(int(size) for size in usual.steps) if usual and usual.steps else SIZES


def requests(book: Book, army: str, first: int) -> Iterator[RaiseRequest]:
    """Requests of every style and seed; without seeds one style for each size, starting at `first`."""
    for number, points in enumerate(sizes_of(book), start=first):
        if SEEDS:
            yield from (RaiseRequest(army, points, style, seed=seed) for style in STYLES for seed in range(SEEDS))
        else:
            yield RaiseRequest(army, points, STYLES[number % len(STYLES)], seed=number)


@pytest.mark.parametrize("ruleset", ["days_of_empire", "days_of_glory", "fast_play_napoleonic", "honours_of_war"])
def test_every_list_and_size(library: Library, ruleset: str) -> None:
    """The median is below 0.7 s and the maximum below 2 s; all armies are legal and exact."""
    yard = min(seconds(yardstick) for _ in range(5))
    found: list[tuple[float, RaiseRequest, RaisedArmy]] = []
    for number, (army, book) in enumerate(books(library, ruleset)):
        for request in requests(book, army, number):
            raised = list[RaisedArmy]()
            taken = seconds(lambda: raised.append(raise_army(book, request)))  # noqa: B023  # called at once
            found.append((taken, request, raised[0]))
    times = [taken for taken, _, _ in found]
    slowest = max(found, key=lambda one: one[0])
    print(
        f"\n{ruleset}: {len(found)} armies, median {median(times) / yard:.0f} yardsticks (bar {MEDIAN}), "
        f"most {max(times) / yard:.0f} (bar {MOST}) for {slowest[1].list_id} {slowest[1].points} {slowest[1].style}"
    )
    wrong = [
        (request.list_id, request.points, request.style, request.seed, finding.message)
        for _, request, raised in found
        for finding in raised.findings
        if finding.severity != "note" and not finding.code.startswith(LATER)
    ]
    assert wrong == []
    assert [request for _, request, raised in found if raised.points != request.points] == []
    assert median(times) < MEDIAN * yard
    assert max(times) < MOST * yard
