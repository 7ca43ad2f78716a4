"""Lent troops have the prices, limits, dates and staff rows of the list that lends them, in every ruleset."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.evaluate.lent_rules import LentTroops
from orbat.evaluate.quote import ExactPoints
from orbat.formats.orbat_file import read_orbat
from orbat.model.dates import Date
from orbat.model.edits import Set, apply_all
from orbat.model.orbat import Orbat, Roll, commanders_of, units_of
from orbat.model.path import OrbatPath
from orbat.model.text import Pin
from orbat.pipeline import Evaluator

ORBATS = Path(__file__).resolve().parents[2] / "templates" / "orbats"

ABOUT_THE_HEAD = {"ARM006", "ARM013", "ARM014", "ARM018", "PTS004", "STF006"}
"""Rules whose findings are about the army's own list, or name it."""

ARMIES = [
    ("days_of_empire/historical/balaklava_british.yaml", "french"),
    ("days_of_glory/historical/gettysburg_confederate.yaml", "union_potomac"),
    ("fast_play_napoleonic/historical/borodino_russian.yaml", "france_1812"),
    ("honours_of_war/historical/rossbach_prussian.yaml", "austrian"),
]


def lent(orbat: Orbat, borrower: str) -> Orbat:
    """The same army, with all formations and independent units lent to an army of another list."""
    own = orbat.army_list
    formations = tuple(replace(one, army_list=one.army_list or own) for one in orbat.formations)
    units = tuple(replace(one, army_list=one.army_list or own) for one in orbat.units)
    return replace(orbat, army_list=Pin(borrower), formations=formations, units=units)


def spoiled(orbat: Orbat, options: tuple[str, ...]) -> Orbat:
    """The same army in another year, with impossible sizes and ratings and every option on each unit, and with dice of
    another table."""
    spoil = {"size": 99, "rating": "none", "options": options}
    edits = [Set(place.path, key, value) for place in units_of(orbat) for key, value in spoil.items()]
    roll = Roll(dice=(1,), table="another", result="none")
    edits += [Set(path, "roll", roll) for path, _, formation in commanders_of(orbat) if formation]
    edits += [Set(path, "quality", "none") for path, _, formation in commanders_of(orbat) if formation]
    return replace(apply_all(orbat, tuple(edits)), staff_table="national")


def found(orbat: Orbat, library: Library) -> tuple[dict[OrbatPath, ExactPoints], set[tuple[str, OrbatPath, str]]]:
    """The prices of all units, and the findings that are not about the army's own list."""
    book, _ = library.book(orbat)
    assert book
    quote, findings = Evaluator().examine(orbat, book)
    prices = {line.path: line.points for line in quote.all_units}
    return prices, {(one.code, one.path, one.message) for one in findings if one.code not in ABOUT_THE_HEAD}


@pytest.mark.parametrize(("file", "borrower"), ARMIES)
@pytest.mark.parametrize("year", [None, 1])
def test_lent_troops_have_the_prices_and_findings_of_their_own_list(
    library: Library, file: str, borrower: str, year: int | None
) -> None:
    orbat = read_orbat((ORBATS / file).read_text(encoding="utf-8")).orbat
    assert orbat
    assert orbat.date
    if year is not None:
        ruleset = library.ruleset(orbat.ruleset.id)
        assert ruleset
        assert ruleset.value
        orbat = replace(spoiled(orbat, tuple(ruleset.value.options)), date=Date(orbat.date.year + year))
    prices, findings = found(orbat, library)
    lent_prices, lent_findings = found(lent(orbat, borrower), library)
    assert lent_prices == prices
    assert findings - lent_findings == set()


@pytest.mark.parametrize(
    ("points", "units", "generals", "words"),
    [
        (1, 1, 0, "1 point of troops lent by Blues"),
        (Fraction(1, 2), 1, 0, "0.5 points of troops lent by Blues"),
        (2, 1, 1, "2 points of troops lent by Blues"),
        (30, 0, 1, "1 general lent by Blues"),
        (60, 0, 2, "2 generals lent by Blues"),
    ],
)
def test_lent_troops_in_words(points: ExactPoints, units: int, generals: int, words: str) -> None:
    """The points; generals are only counted if no units are lent."""
    assert LentTroops("blues", "Blues", points, units, generals, ()).words == words
