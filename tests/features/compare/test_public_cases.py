"""Groups D and H of the public cases as a comparison shows them: copies, deletions, dice, what is listed."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from tests.public.armies import FIRST, SECOND, Reported, large_army, orbat_of, without_generals

from orbat.data import folders
from orbat.data.library import Library
from orbat.features.compare.difference import Difference, difference
from orbat.features.compare.measures import measures
from orbat.features.compare.outscouting import Outscouting, outscouting
from orbat.model import arrange
from orbat.model.edits import Remove, Set, apply, apply_all, at
from orbat.model.history import start_history
from orbat.model.orbat import Commander, Orbat, Roll, Unit, units_of
from orbat.pipeline import Evaluator, check
from orbat.report.report import Report

QUICK = 1.0
"""Seconds in which a step is done even on a slow machine, in an army of hundreds of units. It takes a tenth of it."""
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


def test_a_copy_that_is_edited_is_all_that_differs(library: Library, army: Orbat) -> None:
    """D1: of a unit copied and changed only the copy is told; the original is in no line."""
    copied, path = arrange.duplicate(army, (*FIRST, "units", 0))
    edited = apply_all(copied, (Set(path, "name", "The copy"), Set(path, "size", 9), Set(path, "rating", "3")))
    assert at(edited, (*FIRST, "units", 0)) == at(army, (*FIRST, "units", 0))
    assert _lines(_compared(library, army, edited)) == ["+ The copy, 9 stands, class 3, rifles: 36 points"]


def test_a_brigade_copied_differs_by_its_price(library: Library, army: Orbat) -> None:
    """D1, A3: all of it is new, at the price of its source."""
    copied, _ = arrange.duplicate(army, FIRST)
    found = _compared(library, army, copied)
    assert [(change.sign, change.points) for change in found.changes] == [("+", 66)]


def test_all_steps_undone_leave_no_difference(library: Library, army: Orbat) -> None:
    """D4: back at the start there is none; each step forward is told."""
    history = start_history(army).do("grow", apply(army, Set((*FIRST, "units", 0), "size", 14)))
    history = history.do("delete", apply(history.orbat, Remove(SECOND)))
    assert len(_compared(library, army, history.orbat).changes) == 2
    assert _compared(library, army, history.undo().undo().orbat).same


def test_a_deleted_brigade_is_told_once_and_nothing_else_refers_to_it(library: Library, army: Orbat) -> None:
    """D6: one line with its units and points; back again there is no difference."""
    gone = apply(apply(army, Set(SECOND, "off_board", True)), Remove(SECOND))
    found = _compared(library, army, gone)
    assert _lines(found) == ["- 2nd Brigade, 1 unit"]
    assert [group.name for group in found.groups] == ["Army", "Light Division"]


def test_a_brigade_marked_as_a_reserve_is_a_difference_without_points(library: Library, army: Orbat) -> None:
    """H3: it is told with what is off the board on either side."""
    found = _compared(library, army, apply(army, Set(SECOND, "off_board", True)))
    assert (_lines(found), found.by) == (["~ 2nd Brigade: now off the board"], 0)
    off = [one.value for side in (found.before, found.after) for one in measures(side).figures if "off" in one.label]
    assert off == [0, 62]


def test_a_die_thrown_again_is_seen_with_the_earlier_one(library: Library, army: Orbat) -> None:
    """H4: an opponent who compares two files sees the second throw."""
    first = Roll(dice=(1,), result="inept")
    rolled = apply(army, Set(FIRST, "commander", Commander(name="Codrington", quality="inept", roll=first)))
    again = Commander(name="Codrington", quality="capable", roll=Roll(dice=(4,), earlier=(first,)))
    found = _compared(library, rolled, apply(rolled, Set(FIRST, "commander", again)))
    assert _lines(found) == [
        "~ general of 1st Brigade: Codrington, inept (1) to Codrington, capable (4, after 1)",
    ]


@pytest.mark.parametrize("path", SHIPPED[::4], ids=lambda path: path.stem)
def test_every_unit_listed_is_counted_and_told(library: Library, path: object) -> None:
    """H6: against an empty army every unit is gone, and the figures count as many."""
    report = check(path, library)  # type: ignore[arg-type]  # the paths above
    assert report.orbat is not None
    empty = replace(report.orbat, formations=(), units=())
    book = report.book
    assert book is not None
    found = difference(report, Report("", empty, book, *Evaluator().examine(empty, book)))
    units = len(tuple(units_of(report.orbat)))
    assert sum(part.units for part in measures(report).arms) == units
    told = sum(_units_in(change.words) for change in found.changes if change.sign == "-" and change.before)
    assert told == units


def _units_in(words: str) -> int:
    """`Light Division, 9 units`, or one unit by itself."""
    count = words.rpartition(", ")[2].split()
    return int(count[0]) if len(count) == 2 and count[1] in ("unit", "units") else 1


def test_scouts_that_are_deleted_scout_no_more(army: Orbat, reported: Reported) -> None:
    """D6: their points and their names go with them."""
    horse = Unit(name="11th Hussars", entry="brit_light_cavalry", size=6, rating="3")
    scouted, place = arrange.add(army, FIRST, horse)
    found = outscouting(reported(scouted), reported(arrange.remove(scouted, place)))
    assert isinstance(found, Outscouting)
    ours, theirs = found.sides
    assert (ours.points, theirs.points) == (12, 0)


def test_brigades_without_generals_are_compared(army: Orbat, reported: Reported) -> None:
    """D2: nobody stumbles over a general who is not there."""
    bare = reported(without_generals(army))
    assert difference(bare, bare).same
    assert measures(bare).arms
    assert isinstance(outscouting(bare, bare), Outscouting)


def test_large_armies_are_compared_at_once(reported: Reported) -> None:
    """H8: with three divisions of six brigades of twelve units nobody is kept waiting."""
    large = reported(large_army())
    for step in (lambda: outscouting(large, large), lambda: (difference(large, large), measures(large))):
        start = time.perf_counter()
        step()
        assert time.perf_counter() - start < QUICK
