"""Formations and units at home: prices and findings are those of the ORBAT without them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from tests.examples import sampled
from tests.oracle import armies

from orbat.data.fit import fit
from orbat.data.library import Library
from orbat.evaluate.quote import Quote
from orbat.model.book import Book
from orbat.model.edits import Set, apply
from orbat.model.fielded import after_removals, only_fielded, unfielded_paths
from orbat.model.orbat import Orbat, Unit, commanders_of, formations_of, units_of
from orbat.model.path import OrbatPath
from orbat.model.text import Pin
from orbat.pipeline import Evaluator

SEEDS = range(40)


def orbat_and_book(seed: int, library: Library) -> tuple[Orbat, Book]:
    data = armies.orbat(seed)
    armies.leave_at_home(Random(seed), data)
    found: Orbat = fit(Orbat, data)
    book, _ = library.book(found)
    assert book is not None
    return found, book


def points(quote: Quote) -> dict[OrbatPath, object]:
    found: dict[OrbatPath, object] = {line.path: line.points for line in quote.all_units}
    found |= {line.path: line.points for line in quote.all_formations}
    found |= {line.path: line.points for line in quote.all_commanders}
    return {**found, (): (quote.total, quote.off_board)}


def answers(evaluator: Evaluator, orbat: Orbat, book: Book) -> object:
    quote, found = evaluator.examine(orbat, book)
    return quote, [(one.code, one.severity, one.path, one.message) for one in found]


@pytest.mark.parametrize("seed", sampled(SEEDS, quick=6))
def test_units_at_home_change_no_price_and_no_finding(library: Library, seed: int) -> None:
    orbat, book = orbat_and_book(seed, library)
    quote, found = Evaluator().examine(orbat, book)
    expected_quote, expected = Evaluator().examine(only_fielded(orbat), book)
    home = tuple(unfielded_paths(orbat))
    assert {after_removals(path, home): one for path, one in points(quote).items()} == points(expected_quote)
    places = Counter((one.code, one.severity, after_removals(one.path, home)) for one in found)
    assert places == Counter((one.code, one.severity, one.path) for one in expected)


@pytest.mark.parametrize("seed", sampled(SEEDS, quick=3))
def test_sending_a_unit_home_and_back_gives_the_same_result(library: Library, seed: int) -> None:
    """The evaluator reuses the results of unchanged formations."""
    orbat, book = orbat_and_book(seed, library)
    evaluator = Evaluator()
    first = answers(evaluator, orbat, book)
    for path in (*(one.path for one in units_of(orbat)), *(one.path for one in formations_of(orbat))):
        sent_home = apply(orbat, Set(path, "fielded", False))
        assert answers(evaluator, sent_home, book) == answers(Evaluator(), sent_home, book)
        assert answers(evaluator, orbat, book) == first


def test_quote_has_the_prices_of_units_at_home_apart(library: Library) -> None:
    unit = {"entry": "brit_line", "size": 10, "rating": 3}
    data = {
        "orbat": 1,
        "ruleset": "days_of_empire",
        "army_list": "british",
        "formations": [
            {"level": "brigade", "commander": {}, "units": [unit, {**unit, "fielded": False}]},
            {
                "level": "brigade",
                "army_list": "french",
                "commander": {},
                "units": [{"entry": "fr_line", "size": 10, "rating": 4}],
                "fielded": False,
            },
            {"level": "brigade", "commander": {}, "units": [unit]},
        ],
        "units": [{**unit, "fielded": False}, unit],
    }
    orbat: Orbat = fit(Orbat, data)
    book, _ = library.book(orbat)
    assert book is not None
    quote = Evaluator().price(orbat, book)
    assert quote.total == 70 + 70 + 40
    assert [line.path[1] for line in quote.formations] == [0, 2]
    assert [line.points for line in quote.written_formations] == [70, 70, 70]
    assert [line.path for line in quote.at_home] == [
        ("formations", 0, "units", 1),
        ("formations", 1, "units", 0),
        ("units", 0),
    ]
    assert [line.path for line in quote.written_units] == [one.path for one in units_of(orbat, unfielded=True)]
    assert [line.path for line in quote.all_units] == [one.path for one in units_of(orbat)]
    assert [line.path for line in quote.all_commanders] == [path for path, _, _ in commanders_of(orbat)]
    assert len(quote.written_commanders) == 3


def test_orbat_without_units_at_home() -> None:
    units = (Unit(entry="a"), Unit(entry="b", fielded=False), Unit(entry="c"))
    orbat = Orbat(ruleset=Pin("days_of_empire"), units=units)
    assert only_fielded(orbat) == replace(orbat, units=units[::2])
    home = tuple(unfielded_paths(orbat))
    assert home == (("units", 1),)
    assert [after_removals(("units", number, "size"), home) for number in range(3)] == [
        ("units", 0, "size"),
        None,
        ("units", 1, "size"),
    ]
