"""The staff tables of 14.1 and 19.4: every quality with every die."""

from __future__ import annotations

import pytest

from orbat.data.library import Library
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.text import Pin
from orbat.pipeline import Evaluator

NAMES = {"i": "inept", "c": "capable", "e": "exceptional"}
TABLES = {
    "default": "icccce",
    "british": "iiccce",
    "russian": "iiiccc",
    "ottoman": "iiiccc",
    "french": "iiiccc",
}
"""The results of the dice from 1 to 6."""


def _codes(library: Library, nation: str, staff_table: str, commander: Commander) -> set[str]:
    brigade = Formation(level="brigade", commander=commander, units=(Unit(entry="earthworks", size=1),))
    orbat = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin(nation), staff_table=staff_table, formations=(brigade,))
    book, missing = library.book(orbat)
    assert book
    assert not missing
    return {finding.code for finding in Evaluator().examine(orbat, book)[1] if finding.code.startswith("STF")}


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("quality", [*NAMES.values(), ""])
def test_the_dice_decide_the_quality(table: str, die: int, quality: str, library: Library) -> None:
    """A quality is accepted exactly when the table gives it for the dice; otherwise there is one finding."""
    nation = "russian" if table == "default" else table
    chosen = "default" if table == "default" else "national"
    commander = Commander(quality=quality, roll=Roll(dice=(die,), table=table))
    expected = set() if quality == NAMES[TABLES[table][die - 1]] else {"STF002"}
    assert _codes(library, nation, chosen, commander) == expected


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("quality", [*NAMES.values(), "dashing"])
def test_a_quality_without_dice_is_one_that_the_table_gives(table: str, quality: str, library: Library) -> None:
    """A quality that no die gives is an error; any other is only not diced yet."""
    nation = "russian" if table == "default" else table
    chosen = "default" if table == "default" else "national"
    possible = {NAMES[letter] for letter in TABLES[table]}
    expected = {"STF001"} if quality in possible else {"STF001", "STF003"}
    assert _codes(library, nation, chosen, Commander(quality=quality)) == expected


@pytest.mark.parametrize("dice", [(), (0,), (7,), (1, 2), (3, 0)])
@pytest.mark.parametrize("quality", [*NAMES.values(), ""])
def test_impossible_dice_are_one_finding(dice: tuple[int, ...], quality: str, library: Library) -> None:
    """Impossible dice give no finding on the quality."""
    commander = Commander(quality=quality, roll=Roll(dice=dice))
    assert _codes(library, "russian", "default", commander) == {"STF007"}
