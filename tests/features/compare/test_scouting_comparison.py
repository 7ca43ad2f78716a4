"""Who is out-scouted, and the consequence, 19.2-19.3."""

from __future__ import annotations

from dataclasses import replace

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.features.compare.scouting_comparison import NotComparable, ScoutingComparison, compare_scouting
from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.report import Report


def army(library: Library, stands: int, title: str, rating: str = "2", **rulings: str) -> Report:
    """An army with a number of stands of hussars; a stand of class 2 scouts for 1 point."""
    hussars = Unit(name="Hussars", entry="brit_light_cavalry", size=stands, rating=rating)
    brigade = Formation(level="brigade", units=(hussars,) if stands else ())
    orbat = Orbat(
        title=title, ruleset=Pin("days_of_empire"), army_list=Pin("british"), rulings=rulings, formations=(brigade,)
    )
    return report_on("army.yaml", Loaded(orbat, ()), library)


def compared(first: Report, second: Report) -> ScoutingComparison:
    found = compare_scouting(first, second)
    assert isinstance(found, ScoutingComparison)
    return found


@pytest.mark.parametrize(
    ("one", "other", "out", "words"),
    [
        (20, 5, 1, "Brown is out-scouted: the opponent is 15 points ahead; a lead of 15 is needed"),
        (20, 6, None, "Nobody is out-scouted: Raglan is 14 points ahead; a lead of 15 is needed"),
        (5, 20, 0, "Raglan is out-scouted: the opponent is 15 points ahead; a lead of 15 is needed"),
        (6, 20, None, "Nobody is out-scouted: Brown is 14 points ahead; a lead of 15 is needed"),
        (0, 0, None, "Nobody is out-scouted: the scouting points are equal; a lead of 15 is needed"),
    ],
)
def test_a_lead_of_fifteen_points_out_scouts(
    library: Library, one: int, other: int, out: int | None, words: str
) -> None:
    """A lead of 15 out-scouts, one of 14 does not, whichever army is named first, 19.3."""
    found = compared(army(library, one, "Raglan"), army(library, other, "Brown"))
    assert found.out_scouted == out
    assert found.verdict == f"{words} [DOE 19.1, 19.2, 19.3]"
    assert ("out-scouted" in found.consequence) == (out is not None)
    assert "die" in found.consequence or "one brigade, 12 inches" in found.consequence


def test_the_ruling_of_the_first_army_applies_to_both(library: Library) -> None:
    """Two figures to a stand double the points of both; another ruling of the second is reported."""
    figures = army(library, 10, "Raglan", scouting_figure="per_figure")
    stands = army(library, 3, "Brown")
    assert [side.points for side in compared(figures, stands).sides] == [20, 6]
    assert [side.points for side in compared(stands, figures).sides] == [3, 10]
    assert compared(figures, stands).other_reading
    assert not compared(stands, stands).other_reading


def test_equal_titles_are_numbered(library: Library) -> None:
    assert compared(army(library, 1, "Raglan"), army(library, 2, "Raglan")).titles == (
        "Raglan (first)",
        "Raglan (second)",
    )


def test_different_rulesets_and_those_without_scouting_are_not_comparable(library: Library) -> None:
    one = army(library, 5, "Raglan")
    assert one.orbat is not None
    other = report_on("x", Loaded(replace(one.orbat, ruleset=Pin("honours_of_war"), army_list=None), ()), library)
    for first, second, reason in ((one, other, "rulesets differ"), (other, other, "has no scouting")):
        found = compare_scouting(first, second)
        assert isinstance(found, NotComparable)
        assert reason in found.reason
