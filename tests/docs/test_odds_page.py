"""The example that docs/odds.md works by hand comes out as the program has it."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

from orbat.pipeline import check
from orbat.report.odds import army_odds, sorts_of
from orbat.report.odds_assault import meetings
from orbat.sources.library import Library
from orbat.sources.odds_words import ODDS_WORDS

ROOT = Path(__file__).resolve().parents[2]
PAGE = " ".join((ROOT / "docs" / "odds.md").read_text(encoding="utf-8").split())
ALMA = ROOT / "templates" / "orbats" / "days_of_empire" / "historical"


def test_the_example_by_hand(library: Library) -> None:
    british, russian = (check(ALMA / f"alma_{side}.yaml", library) for side in ("british", "russian"))
    odds, reference = library.odds("days_of_empire"), library.reference("days_of_empire")
    assert odds is not None
    assert odds.value is not None
    assert reference is not None
    assert reference.value is not None
    assert odds.value.assault is not None
    unit = next(one for one in army_odds(british, odds.value, reference.value) if "7th Royal Fus" in one.sort.name)
    assert f"({'*Days of Empire*'}: 15 stands of class 3 with rifles, {unit.sort.points} points)" in PAGE
    cell = unit.fire[0].shots[0].cells[unit.fire[0].targets.index("Line")]
    assert cell is not None
    assert (cell.expected, unit.sort.for_100(cell.expected)) == (Fraction(13, 3), Fraction(65, 9))
    assert "3 x 7/6 + 5/6 = 13/3, or 4.33 casualties; for 100 points that is 13/3 x 100/60 = 65/9, or 7.22" in PAGE
    assert next(test for test in unit.tests if test.label == "charge foot in order").passes == Fraction(5, 6)
    suzdal = next(sort for sort in sorts_of(russian) if sort.name.startswith("Suzdal"))
    met = next(iter(meetings((unit.sort,), (suzdal,), odds.value.assault, reference.value)))
    assert (met.situation, met.charger.wins) == ("in the open", Fraction(7, 8))
    assert "They win with 30/36 + 3/36 x 1/2 = 7/8" in PAGE


def test_every_key_is_explained() -> None:
    """Each key of the file stands somewhere in code type."""
    text = re.sub(r"```.*?```", "", PAGE)
    said = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", text))))
    assert {key.rpartition(".")[2] for key in ODDS_WORDS} - said == set()
