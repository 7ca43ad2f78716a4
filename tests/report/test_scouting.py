"""Scouting points under the ruling in force."""

from __future__ import annotations

from dataclasses import replace

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.model.book import Book
from orbat.model.orbat import Formation, Orbat, Unit
from orbat.model.text import Pin
from orbat.pipeline import report_on
from orbat.report.report import Report
from orbat.report.scouting import scouting

FOOT = Unit(entry="brit_line", size=10, rating="3")
LIGHT = Unit(name="Hussars", entry="brit_light_cavalry", size=6, rating="3")
HEAVY = Unit(entry="brit_heavy_cavalry", size=6, rating="3")


def report(library: Library, *units: Unit, rulings: dict[str, str] | None = None) -> Report:
    army = Orbat(
        ruleset=Pin("days_of_empire"),
        army_list=Pin("british"),
        rulings=rulings or {},
        formations=(Formation(level="brigade", units=units),),
    )
    return report_on("army.yaml", Loaded(army, ()), library)


def test_light_cavalry_scouts_by_class(library: Library) -> None:
    found = scouting(report(library, FOOT, LIGHT, HEAVY, replace(LIGHT, size=1, rating="2"), replace(LIGHT, size=2)))
    assert found is not None
    assert found.points == 17
    assert found.sum == "8 stands x 2 class 3 + 1 stand x 1 class 2 = 17 [DOE 19.1, 19.2, 19.3]"
    assert found.scouts[1].units == ("Hussars", "Hussars")
    assert found.remark == (
        "An army needs a lead of 15 to out-scout the opponent. Ruling: What is a figure? A stand, as 6.1 uses the word."
    )


def test_another_ruling_counts_figures(library: Library) -> None:
    found = scouting(report(library, LIGHT, rulings={"scouting_figure": "per_figure"}))
    assert found is not None
    assert (found.points, found.sum) == (24, "6 stands x 4 class 3 = 24 [DOE 19.1, 19.2, 19.3]")
    assert found.reading.startswith("one of the two figures")


def test_units_without_a_size_or_known_class_do_not_scout(library: Library) -> None:
    units = (replace(LIGHT, size=None), replace(LIGHT, rating="9"), replace(LIGHT, entry="dragon"), FOOT)
    found = scouting(report(library, *units))
    assert found is not None
    assert (found.points, found.sum) == (0, "no scouts = 0 [DOE 19.1, 19.2, 19.3]")


def test_a_ruleset_without_scouting_has_none(library: Library) -> None:
    whole = report(library, LIGHT)
    assert whole.book is not None
    bare = replace(whole, book=Book(replace(whole.book.ruleset, scouting=None), whole.book.lists))
    assert scouting(bare) is None
    assert scouting(Report("x", None, None, None, ())) is None
