"""Who is out-scouted, and what it means."""

from __future__ import annotations

from dataclasses import replace

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.features.compare.outscouting import Outscouting, Unscouted, outscouting
from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.report import Report


def army(library: Library, stands: int, title: str, rating: str = "2", **rulings: str) -> Report:
    """An army with so many stands of hussars; one of class 2 is worth 1."""
    hussars = Unit(name="Hussars", entry="brit_light_cavalry", size=stands, rating=rating)
    brigade = Formation(level="brigade", units=(hussars,) if stands else ())
    orbat = Orbat(
        title=title, ruleset=Pin("days_of_empire"), army_list=Pin("british"), rulings=rulings, formations=(brigade,)
    )
    return report_on("army.yaml", Loaded(orbat, ()), library)


def held(first: Report, second: Report) -> Outscouting:
    found = outscouting(first, second)
    assert isinstance(found, Outscouting)
    return found


@pytest.mark.parametrize(
    ("one", "other", "out", "words"),
    [
        (20, 5, 1, "Brown is out-scouted: 15 points behind, and 15 are enough"),
        (20, 6, None, "Nobody is out-scouted: Raglan is 14 points ahead, and 15 are needed"),
        (5, 20, 0, "Raglan is out-scouted: 15 points behind, and 15 are enough"),
        (6, 20, None, "Nobody is out-scouted: Brown is 14 points ahead, and 15 are needed"),
        (0, 0, None, "Nobody is out-scouted: both have as many points, and one needs 15 more"),
    ],
)
def test_fifteen_points_are_enough(library: Library, one: int, other: int, out: int | None, words: str) -> None:
    """DOE 19.3: 15 or more ahead out-scout, 14 do not, whichever army is named first."""
    found = held(army(library, one, "Raglan"), army(library, other, "Brown"))
    assert found.out_scouted == out
    assert found.verdict == f"{words} [DOE 19.1, 19.2, 19.3]"
    assert ("out-scouted" in found.consequence) == (out is not None)
    assert "die" in found.consequence or "one brigade, 12 inches" in found.consequence


def test_the_reading_of_the_first_holds_for_both(library: Library) -> None:
    """Two figures to a stand double the points of both; that the second reads it otherwise is said."""
    figures = army(library, 10, "Raglan", scouting_figure="per_figure")
    stands = army(library, 3, "Brown")
    assert [side.points for side in held(figures, stands).sides] == [20, 6]
    assert [side.points for side in held(stands, figures).sides] == [3, 10]
    assert held(figures, stands).other_reading
    assert not held(stands, stands).other_reading


def test_two_armies_of_one_title_are_told_apart(library: Library) -> None:
    assert held(army(library, 1, "Raglan"), army(library, 2, "Raglan")).titles == ("Raglan (first)", "Raglan (second)")


def test_other_rulesets_and_those_without_scouting_cannot_be_compared(library: Library) -> None:
    one = army(library, 5, "Raglan")
    assert one.orbat is not None
    other = report_on("x", Loaded(replace(one.orbat, ruleset=Pin("honours_of_war"), army_list=None), ()), library)
    for first, second, why in ((one, other, "is for"), (other, other, "has no scouting")):
        found = outscouting(first, second)
        assert isinstance(found, Unscouted)
        assert why in found.why
