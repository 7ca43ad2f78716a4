"""Equal units on one line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.rows import Row, merge_equal_rows

FOOT = Unit(name="7th", entry="brit_line", size=15, rating="3", options=("rifles",))


def units(library: Library, *units: Unit) -> list[Row]:
    army = Orbat(
        ruleset=Pin("days_of_empire"), army_list=Pin("british"), formations=(Formation(level="brigade", units=units),)
    )
    rows = report_on("army.yaml", Loaded(army, ()), library).rows
    together = merge_equal_rows(rows)
    assert [row for row in together if row.sort != "unit"] == [row for row in rows if row.sort != "unit"]
    return [row for row in together if row.sort == "unit"]


def test_equal_units_of_a_formation_are_merged_at_the_first(library: Library) -> None:
    guns = Unit(name="E Battery", entry="brit_field_battery", size=2)
    line, battery = units(library, FOOT, guns, replace(FOOT, name="23rd"), replace(FOOT, name="33rd"))
    assert (line.name, line.size, line.counted_in, line.points) == (
        "3 × Line infantry with rifle-musket",
        "15",
        "stands each",
        "180",
    )
    assert line.reason == "3 x 60; each unit: 15 stands x (3 class 3 + 1 rifles) = 60 [DOE 5.3, 5.4]"
    assert line.note == "7th, 23rd, 33rd"
    assert battery.name == "E Battery"


def test_unnamed_units_are_counted(library: Library) -> None:
    assert units(library, replace(FOOT, name=""), replace(FOOT, name=""))[0].note == ""
    assert units(library, FOOT, replace(FOOT, name=""))[0].note == "7th, 1 without a name"


def test_a_common_note_is_kept(library: Library) -> None:
    assert (
        units(library, replace(FOOT, note="late"), replace(FOOT, note="late", name="8th"))[0].note
        == "7th, 8th; Note: late"
    )


@pytest.mark.parametrize(
    "other",
    [
        replace(FOOT, size=14),
        replace(FOOT, rating="2"),
        replace(FOOT, note="late"),
        replace(FOOT, off_board=True),
        replace(FOOT, points=61),
        replace(FOOT, entry="brit_light_infantry"),
    ],
)
def test_different_units_are_not_merged(library: Library, other: Unit) -> None:
    assert len(units(library, FOOT, other)) == 2


def test_units_of_two_formations_are_not_merged(library: Library) -> None:
    brigade = Formation(level="brigade", units=(FOOT,))
    army = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), formations=(brigade, brigade), units=(FOOT,))
    rows = report_on("army.yaml", Loaded(army, ()), library).rows
    assert merge_equal_rows(rows) == rows


def test_merged_units_without_a_price_have_none(library: Library) -> None:
    line, *others = units(library, replace(FOOT, size=None), replace(FOOT, size=None))
    assert others == []
    assert (line.points, line.reason) == ("?", "no price: the number of stands is missing")
