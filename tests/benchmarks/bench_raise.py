"""Raising armies: every list at every usual size, each in another style. Bars are multiples of a yardstick of 5 ms.

Every army is legal and of exactly the points. RAISE_SEEDS=20 tries every style with twenty seeds, which takes most of
an hour.
Run with `pytest tests/benchmarks/bench_*.py -n0 -s`; the default run of the tests leaves the benchmarks out.
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
"""Bars in yardsticks: 0.7 s and 2 s on a machine that walks one in 5 ms."""
LATER = ("STF", "PTS")
"""Findings on dice not thrown yet, and on a size that is not usual."""
SIZES = (400, 800, 1200)
"""For a ruleset that names no usual sizes."""


def books(library: Library, ruleset: str) -> Iterator[tuple[str, Book]]:
    for army in library.list_ids(ruleset):
        book, _ = library.book(Orbat(ruleset=Pin(ruleset), army_list=Pin(army)))
        assert book is not None
        yield army, book


def sizes_of(book: Book) -> tuple[int, ...]:
    usual = book.ruleset.rules.usual_size
    return tuple(int(size) for size in usual.steps) if usual and usual.steps else SIZES


def wishes(book: Book, army: str, first: int) -> Iterator[RaiseRequest]:
    """Every style and seed that is asked for; where none is, one style for each size, the first by a number."""
    for number, points in enumerate(sizes_of(book), start=first):
        if SEEDS:
            yield from (RaiseRequest(army, points, style, seed=seed) for style in STYLES for seed in range(SEEDS))
        else:
            yield RaiseRequest(army, points, STYLES[number % len(STYLES)], seed=number)


@pytest.mark.parametrize("ruleset", ["days_of_empire", "days_of_glory", "fast_play_napoleonic", "honours_of_war"])
def test_every_list_and_size(library: Library, ruleset: str) -> None:
    """Half of the armies take less than 0.7 s, none more than 2 s; all are legal and exact."""
    yard = min(seconds(yardstick) for _ in range(5))
    found: list[tuple[float, RaiseRequest, RaisedArmy]] = []
    for number, (army, book) in enumerate(books(library, ruleset)):
        for wish in wishes(book, army, number):
            raised = list[RaisedArmy]()
            taken = seconds(lambda: raised.append(raise_army(book, wish)))  # noqa: B023  # called at once
            found.append((taken, wish, raised[0]))
    times = [taken for taken, _, _ in found]
    slowest = max(found, key=lambda one: one[0])
    print(
        f"\n{ruleset}: {len(found)} armies, median {median(times) / yard:.0f} yardsticks (bar {MEDIAN}), "
        f"most {max(times) / yard:.0f} (bar {MOST}) for {slowest[1].list_id} {slowest[1].points} {slowest[1].style}"
    )
    wrong = [
        (wish.list_id, wish.points, wish.style, wish.seed, finding.message)
        for _, wish, raised in found
        for finding in raised.findings
        if finding.severity != "note" and not finding.code.startswith(LATER)
    ]
    assert wrong == []
    assert [wish for _, wish, raised in found if raised.points != wish.points] == []
    assert median(times) < MEDIAN * yard
    assert max(times) < MOST * yard
