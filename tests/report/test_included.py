"""What comes with units at no further cost, 5.1 and 5.2."""

from __future__ import annotations

import pytest

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.included import included_in, included_words
from orbat.report.report import Report
from orbat.report.roster import roster

FOOT_BATTERY = Unit(entry="brit_field_battery", size=2)
HORSE_BATTERY = Unit(entry="brit_rha_troop", size=1)
SIEGE_GUNS = Unit(entry="brit_position_battery", size=3)
ENGINEERS = Unit(entry="brit_engineers", size=1)
LINE = Unit(entry="brit_line", size=12, rating="2")


def report_of(library: Library, *units: Unit) -> Report:
    brigade = Formation(level="brigade", commander=Commander(), units=units)
    army = Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), formations=(brigade,))
    return report_on("army.yaml", Loaded(army, ()), library)


@pytest.mark.parametrize(
    ("units", "words"),
    [
        ((FOOT_BATTERY,), "1 limber team of 4 horses"),  # one to a battery, whatever its guns
        ((HORSE_BATTERY,), "1 limber team of 6 horses"),
        ((SIEGE_GUNS,), "1 limber team"),
        ((ENGINEERS,), "6 pioneers, 1 pontoon bridge, 1 wagon"),
        ((LINE, Unit(entry="no_such_entry")), ""),
        ((), ""),
        (
            (ENGINEERS, HORSE_BATTERY, FOOT_BATTERY, ENGINEERS, FOOT_BATTERY),
            "12 pioneers, 2 pontoon bridges, 2 wagons, 1 limber team of 6 horses, 2 limber teams of 4 horses",
        ),
    ],
)
def test_items_of_all_units_are_added_up(library: Library, units: tuple[Unit, ...], words: str) -> None:
    report = report_of(library, *units)
    assert included_words(included_in(report)) == words


def test_each_unit_of_the_roster_has_its_own(library: Library) -> None:
    found = roster(report_of(library, LINE, FOOT_BATTERY, ENGINEERS)).units
    assert [unit.included for unit in found] == [
        "",
        "1 limber team of 4 horses",
        "6 pioneers, 1 pontoon bridge, 1 wagon",
    ]
