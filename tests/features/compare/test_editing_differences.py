"""Differences after edits: copies, removals, reserves, re-rolled dice."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.end_to_end.armies import FIRST, SECOND, Reported, orbat_of, without_generals
from tests.examples import sampled

from orbat.data import folders
from orbat.data.library import Library
from orbat.features.compare.difference import Difference, difference
from orbat.features.compare.measures import measures
from orbat.features.compare.scouting_comparison import ScoutingComparison, compare_scouting
from orbat.model import arrange
from orbat.model.edits import Remove, Set, apply, apply_all, at
from orbat.model.history import start_history
from orbat.model.orbat import Commander, Orbat, Roll, Unit, units_of
from orbat.pipeline import Evaluator, check
from orbat.report.report import Report

SHIPPED = sorted((folders.shipped() / "templates" / "orbats").rglob("*.yaml"))


@pytest.fixture
def army(two_brigades: str) -> Orbat:
    """A division of two brigades, a battalion in each."""
    return orbat_of(two_brigades)


def _compared(library: Library, before: Orbat, after: Orbat) -> Difference:
    book, _ = library.book(before)
    assert book is not None
    one, other = (Report("", army, book, *Evaluator().examine(army, book)) for army in (before, after))
    return difference(one, other)


def _lines(found: Difference) -> list[str]:
    return [f"{change.sign} {change.words}" for change in found.changes]


def test_an_edited_copy_is_the_only_difference(library: Library, army: Orbat) -> None:
    copied, path = arrange.duplicate(army, (*FIRST, "units", 0))
    edited = apply_all(copied, (Set(path, "name", "The copy"), Set(path, "size", 9), Set(path, "rating", "3")))
    assert at(edited, (*FIRST, "units", 0)) == at(army, (*FIRST, "units", 0))
    assert _lines(_compared(library, army, edited)) == ["+ The copy, 9 stands, class 3, rifles: 36 points"]


def test_a_copied_brigade_adds_its_price(library: Library, army: Orbat) -> None:
    copied, _ = arrange.duplicate(army, FIRST)
    found = _compared(library, army, copied)
    assert [(change.sign, change.points) for change in found.changes] == [("+", 66)]


def test_undoing_all_steps_leaves_no_difference(library: Library, army: Orbat) -> None:
    history = start_history(army).do("grow", apply(army, Set((*FIRST, "units", 0), "size", 14)))
    history = history.do("delete", apply(history.orbat, Remove(SECOND)))
    assert len(_compared(library, army, history.orbat).changes) == 2
    assert _compared(library, army, history.undo().undo().orbat).same


def test_a_removed_brigade_is_listed_once(library: Library, army: Orbat) -> None:
    """Its units and general have no lines of their own."""
    gone = apply(apply(army, Set(SECOND, "off_board", True)), Remove(SECOND))
    found = _compared(library, army, gone)
    assert _lines(found) == ["- 2nd Brigade, 1 unit"]
    assert [group.name for group in found.groups] == ["Army", "Light Division"]


def test_a_brigade_marked_as_a_reserve_is_a_difference_without_points(library: Library, army: Orbat) -> None:
    """The points off the board change too."""
    found = _compared(library, army, apply(army, Set(SECOND, "off_board", True)))
    assert (_lines(found), found.points_change) == (["~ 2nd Brigade: now off the board"], 0)
    off = [one.value for side in (found.before, found.after) for one in measures(side).figures if "off" in one.label]
    assert off == [0, 62]


def test_a_reroll_shows_the_earlier_roll(library: Library, army: Orbat) -> None:
    first = Roll(dice=(1,), result="inept")
    rolled = apply(army, Set(FIRST, "commander", Commander(name="Codrington", quality="inept", roll=first)))
    again = Commander(name="Codrington", quality="capable", roll=Roll(dice=(4,), earlier=(first,)))
    found = _compared(library, rolled, apply(rolled, Set(FIRST, "commander", again)))
    assert _lines(found) == [
        "~ general of 1st Brigade: Codrington, inept (1) to Codrington, capable (4, after 1)",
    ]


@pytest.mark.parametrize("path", sampled(SHIPPED[::4], 15), ids=lambda path: path.stem)
def test_every_unit_is_counted_and_listed(library: Library, path: object) -> None:
    """Compared with an empty army, every unit is removed."""
    report = check(path, library)  # type: ignore[arg-type]  # the paths above
    assert report.orbat is not None
    empty = replace(report.orbat, formations=(), units=())
    book = report.book
    assert book is not None
    found = difference(report, Report("", empty, book, *Evaluator().examine(empty, book)))
    units = len(tuple(units_of(report.orbat)))
    assert sum(part.units for part in measures(report).arms) == units
    listed = sum(_units_in(change.words) for change in found.changes if change.sign == "-" and change.before)
    assert listed == units


def _units_in(words: str) -> int:
    """`Light Division, 9 units`, or one unit by itself."""
    count = words.rpartition(", ")[2].split()
    return int(count[0]) if len(count) == 2 and count[1] in ("unit", "units") else 1


def test_removed_scouts_do_not_count(army: Orbat, reported: Reported) -> None:
    horse = Unit(name="11th Hussars", entry="brit_light_cavalry", size=6, rating="3")
    scouted, place = arrange.add(army, FIRST, horse)
    found = compare_scouting(reported(scouted), reported(arrange.remove(scouted, place)))
    assert isinstance(found, ScoutingComparison)
    ours, theirs = found.sides
    assert (ours.points, theirs.points) == (12, 0)


def test_brigades_without_generals_are_compared(army: Orbat, reported: Reported) -> None:
    report = reported(without_generals(army))
    assert difference(report, report).same
    assert measures(report).arms
    assert isinstance(compare_scouting(report, report), ScoutingComparison)
