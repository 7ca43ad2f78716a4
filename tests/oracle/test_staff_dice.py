"""Staff quality by the result of the die agrees with the oracle, for every army list, table and ruling."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from tests.conftest import ROOT
from tests.oracle.staff_dice import EMPIRE_NATIONS, PROMOTION, QUALITIES, chances, quality, row

from orbat.api import Library
from orbat.data.fit import fit
from orbat.evaluate.staff_rolls import random_dice, seeded_dice
from orbat.features.game.generals import promotion_roll
from orbat.model.book import Book
from orbat.model.orbat import Orbat

FACES = range(1, 7)
LISTS = [
    (ruleset, path.stem)
    for ruleset in QUALITIES
    for path in sorted((ROOT / "army_lists" / ruleset).glob("*.yaml"))
    if path.stem not in ("ruleset", "odds", "reference")
]


def army(library: Library, ruleset: str, army_list: str, **rulings: str) -> tuple[Orbat, Book]:
    orbat = fit(Orbat, {"orbat": 1, "ruleset": ruleset, "army_list": army_list, "rulings": rulings})
    book, _ = library.book(orbat)
    assert book
    return orbat, book


def read_off(orbat: Orbat, book: Book, army_list: str, table: str) -> list[str]:
    """The quality for each result of the die, in orbat."""
    _, rows, _ = book.staff_table(orbat, army_list, table)
    return [rows.quality_of((die,)) for die in FACES]


@pytest.mark.parametrize(("ruleset", "army_list"), LISTS)
def test_every_result_on_both_tables(library: Library, ruleset: str, army_list: str) -> None:
    orbat, book = army(library, ruleset, army_list)
    for table in ("default", "national"):
        results = row(ruleset, book.nation(army_list), national=table == "national")
        found = read_off(orbat, book, army_list, table)
        assert found == [quality(ruleset, results, die) for die in FACES]
        assert {name: Fraction(found.count(name), 6) for name in QUALITIES[ruleset]} == chances(ruleset, results)


@pytest.mark.parametrize("choice", ["default", *EMPIRE_NATIONS])
def test_nation_without_a_row_uses_that_of_the_ruling(library: Library, choice: str) -> None:
    orbat, book = army(library, "days_of_empire", "sardinian", national_row=choice)
    results = row("days_of_empire", choice, national=True)
    assert read_off(orbat, book, "sardinian", "national") == [quality("days_of_empire", results, die) for die in FACES]


@pytest.mark.parametrize(("ruleset", "army_list"), [("days_of_empire", "british"), ("days_of_glory", "union_west")])
def test_successors_of_lost_generals_are_inept_or_capable(library: Library, ruleset: str, army_list: str) -> None:
    orbat, book = army(library, ruleset, army_list)
    found = [promotion_roll(orbat, book, (die,)).result for die in FACES]
    assert found == [quality(ruleset, PROMOTION, die) for die in FACES]


def test_dice_are_fair() -> None:
    """Of 1,200 dice, 200 are expected for each result; five standard deviations are 65."""
    seeded = Counter(seeded_dice(str(seed))(1, 1, 6)[0] for seed in range(1200))
    shaken = random_dice(Random(7))
    random = Counter(shaken(number, 1, 6)[0] for number in range(1200))
    for found in (seeded, random):
        assert found.keys() == set(FACES)
        assert all(135 <= number <= 265 for number in found.values())
