"""Generals of an ORBAT and their successors, 14.3."""

from __future__ import annotations

import pytest
from tests.report.test_of_other_rulesets import division, foot, sized, sizeless

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.features.game.generals import generals, number_ranges
from orbat.model.orbat import Commander, Formation, Orbat
from orbat.model.text import Pin
from orbat.pipeline import report_on


@pytest.mark.parametrize(
    ("numbers", "words"),
    [((1, 2, 3), "1–3"), ((4,), "4"), ((6, 1, 2), "1–2, 6"), ((0, 1), "0–1"), ((2, 4, 6), "2, 4, 6"), ((), "")],
)
def test_consecutive_numbers_are_written_as_a_range(numbers: tuple[int, ...], words: str) -> None:
    assert number_ranges(numbers) == words


def test_all_generals_except_the_players_are_replaced_by_promotion(library: Library) -> None:
    brigade = Formation(level="brigade", name="Adams", commander=Commander(name="Henry Adams"))
    players_own = Formation(level="division", name="Guards", commander=Commander(name="Cambridge", player=True))
    army = Orbat(
        ruleset=Pin("days_of_empire"),
        army_list=Pin("british"),
        commander=Commander(name="Lord Raglan"),
        formations=(brigade, players_own, Formation(level="brigade", name="Headless")),
    )
    found = generals(report_on("army.yaml", Loaded(army, ()), library))
    assert [(one.row.commander, one.formation, one.replaced) for one in found.generals] == [
        ("Lord Raglan", "Army", False),
        ("Henry Adams", "Brigade Adams", True),
        ("Cambridge", "Division Guards", False),
    ]
    assert found.results == (("inept", "1–3"), ("capable", "4–6"))
    assert found.cites == "[DOE 14.3]"


@pytest.mark.parametrize("how", ["diced", "bought", "set"])
def test_successors_are_diced_only_if_generals_are(library: Library, how: str) -> None:
    found = generals(sized(library, rulings={"commanders": how}))
    assert found.diced == (how == "diced")
    assert found.rated


def test_without_staff_quality_successors_have_none(library: Library) -> None:
    found = generals(sizeless(library, division("Foy", foot())))
    assert {one.row.quality for one in found.generals} == {""}
    assert (found.title, found.rated) == ("HQs lost and replaced", False)
