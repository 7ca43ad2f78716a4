"""Differences by formation and unit: moves are recognised, and the points add up."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples, sampled

from orbat.data import folders
from orbat.data.library import Library
from orbat.features.compare.difference import Difference, difference
from orbat.features.compare.measures import Measure, measures, paired
from orbat.formats.orbat_file import read_orbat
from orbat.model import arrange
from orbat.model.edits import Edit, Insert, Remove, Set, apply_all
from orbat.model.orbat import Formation, Orbat, Unit, formations_of, units_of
from orbat.pipeline import Evaluator, check
from orbat.report.report import Report

SHIPPED = sorted((folders.shipped() / "templates" / "orbats").rglob("*.yaml"))
FIRST = ("formations", 0, "formations", 0)
SECOND = ("formations", 0, "formations", 1)
EVALUATOR = Evaluator()
LIBRARY = Library()


@cache
def shipped(path: Path) -> Report:
    return check(path, LIBRARY)


def report(orbat: Orbat, source: str = "") -> Report:
    book, _ = LIBRARY.book(orbat)
    assert book is not None
    return Report(source, orbat, book, *EVALUATOR.examine(orbat, book))


def lines(found: Difference) -> list[str]:
    return [f"{change.sign} {change.words}" for change in found.changes]


def subtotals(found: Difference) -> list[tuple[str, Any, Any]]:
    return [(group.name, group.before, group.after) for group in found.groups]


@pytest.fixture
def orbat(two_brigades: str) -> Orbat:
    """A division of two brigades, a battalion in each."""
    orbat = read_orbat(two_brigades).orbat
    assert orbat is not None
    return orbat


def after(orbat: Orbat, *edits: Edit) -> Difference:
    return difference(report(orbat), report(apply_all(orbat, edits)))


def test_a_larger_unit_is_listed_under_its_formation(orbat: Orbat) -> None:
    """With the subtotals of its formations, and of no others."""
    found = after(orbat, Set((*FIRST, "units", 0), "size", 15))
    assert lines(found) == ["~ 7th Royal Fusiliers: 12 stands to 15 stands, 36 to 45 points"]
    assert subtotals(found) == [("Army", 158, 167), ("Light Division", 158, 167), ("1st Brigade", 66, 75)]
    assert (found.points_change, [change.points for change in found.changes]) == (9, [9])


def test_a_moved_unit_changes_both_subtotals_but_not_the_total(orbat: Orbat) -> None:
    moved, _ = arrange.move(orbat, (*FIRST, "units", 0), SECOND)
    found = difference(report(orbat), report(moved))
    assert lines(found) == ["~ 7th Royal Fusiliers: moved from 1st Brigade to 2nd Brigade"]
    assert (found.points_change, found.changes[0].points) == (0, 0)
    assert subtotals(found)[2:] == [("1st Brigade", 66, 30), ("2nd Brigade", 62, 98)]


def test_added_and_removed_formations_count_their_points_without_moved_units(orbat: Orbat) -> None:
    """A removed brigade whose battalion stays loses only its general's points."""
    kept = arrange.remove(orbat, SECOND, keep_units=True)
    found = difference(report(orbat), report(kept))
    assert [(change.sign, change.points) for change in found.changes] == [("~", 0), ("-", -30)]
    new = Formation(level="brigade", name="3rd Brigade", units=(Unit(entry="brit_line", size=10, rating="2"),))
    assert [change.points for change in after(orbat, Insert(("formations",), 0, new)).changes] == [30]
    assert [change.points for change in after(orbat, Remove(SECOND)).changes] == [-62]


def test_equal_names_in_armies_of_different_lists_do_not_match() -> None:
    """Unless a general of the same name commands them."""
    one = Formation(level="brigade", name="1st Brigade", units=(Unit(entry="x", size=3),))
    other = replace(one, units=(Unit(entry="y", size=4),))
    british = read_orbat("orbat: 1\nruleset: days_of_empire\narmy_list: british\n").orbat
    russian = read_orbat("orbat: 1\nruleset: days_of_empire\narmy_list: russian\n").orbat
    assert british is not None
    assert russian is not None
    found = difference(report(replace(british, formations=(one,))), report(replace(russian, formations=(other,))))
    assert lines(found) == ["+ 1st Brigade, 1 unit", "- 1st Brigade, 1 unit"]


def test_reordering_is_reported_but_is_no_difference(orbat: Orbat) -> None:
    swapped = replace(
        orbat, formations=(replace(orbat.formations[0], formations=orbat.formations[0].formations[::-1]),)
    )
    found = difference(report(orbat), report(swapped))
    assert (found.same, found.reordered) == (True, True)
    assert not difference(report(orbat), report(orbat)).reordered


def test_swapped_units_of_one_name_are_moves(orbat: Orbat) -> None:
    """Not changes of size."""
    small, large = (Unit(name="Rifles", entry="brit_line", size=size, rating="3") for size in (6, 9))
    here = apply_all(orbat, (Set(FIRST, "units", (small,)), Set(SECOND, "units", (large,))))
    there = apply_all(orbat, (Set(FIRST, "units", (large,)), Set(SECOND, "units", (small,))))
    assert lines(difference(report(here), report(there))) == [
        "~ Rifles: moved from 2nd Brigade to 1st Brigade",
        "~ Rifles: moved from 1st Brigade to 2nd Brigade",
    ]


@pytest.mark.parametrize("path", sampled(SHIPPED[::5], 10), ids=lambda path: path.stem)
def test_a_shipped_orbat_does_not_differ_from_itself(path: Path) -> None:
    found = difference(shipped(path), shipped(path))
    assert (found.same, found.points_change, found.header, found.groups) == (True, 0, (), ())


@settings(max_examples=examples(60))
@given(st.sampled_from(SHIPPED), st.sampled_from(SHIPPED))
def test_the_points_of_all_changes_add_up_to_the_difference_of_the_totals(first: Path, second: Path) -> None:
    """For any two armies, also of different rulesets; the subtotals are those of the formations."""
    found = difference(shipped(first), shipped(second))
    one, other = shipped(first).quote, shipped(second).quote
    assert one is not None
    assert other is not None
    assert sum(change.points for change in found.changes) == found.points_change == other.total - one.total
    sums = {line.path: line.points for line in other.all_formations} | {(): other.total}
    assert all(group.after == sums[group.path] for group in found.groups)


def shuffled(orbat: Orbat, random: Random) -> Orbat:
    """A shuffled copy, with some units moved to other formations."""
    orbat = replace(orbat, formations=tuple(_mixed(one, random) for one in _shuffled(orbat.formations, random)))
    for _ in range(6):
        units = [place for place in units_of(orbat) if place.above]
        on_board = [place for place in formations_of(orbat) if place.formation.units or not place.formation.formations]
        if not units or not on_board:
            break
        unit, home = random.choice(units), random.choice(on_board)
        if home.path != arrange.parent_of(unit.path) and home.list_id == unit.list_id:
            orbat, _ = arrange.move(orbat, unit.path, home.path)
    return orbat


def _mixed(formation: Formation, random: Random) -> Formation:
    inner = tuple(_mixed(one, random) for one in _shuffled(formation.formations, random))
    return replace(formation, formations=inner, units=_shuffled(formation.units, random))


def _shuffled(items: tuple[Any, ...], random: Random) -> tuple[Any, ...]:
    return tuple(random.sample(items, len(items)))


@settings(max_examples=examples(60))
@given(st.sampled_from(SHIPPED), st.integers(0, 1000))
def test_a_shuffled_copy_differs_only_in_moves(path: Path, seed: int) -> None:
    """Nothing is added, removed or changed."""
    before = shipped(path)
    assert before.orbat is not None
    found = difference(before, report(shuffled(before.orbat, Random(seed)), before.source))
    assert found.header == ()
    assert all(change.sign == "~" and ": moved from " in change.words for change in found.changes), lines(found)
    assert all("points" not in change.words and not change.points for change in found.changes), lines(found)
    assert found.points_change == 0


@pytest.mark.parametrize("path", sampled(SHIPPED[::3], 15), ids=lambda path: path.stem)
def test_the_figures_add_up(path: Path) -> None:
    """Arms add up to all points and units, ratings to all rated units; no share exceeds its whole."""
    army = shipped(path)
    assert army.quote is not None
    found = measures(army)
    figures = {one.label: one for one in found.figures}
    assert sum(part.points for part in found.arms) == army.quote.total == figures["points"].value
    assert sum(part.units for part in found.arms) == len(army.quote.all_units) == figures["units"].value
    assert sum(part.units for part in found.ratings) <= len(army.quote.all_units)
    assert all(one.of is None or 0 <= one.value <= one.of for one in found.figures)


def test_paired_figures_keep_the_order_of_both_armies() -> None:
    """Figures only in the second keep their place; without common figures they come last."""

    def found(first: str, second: str) -> str:
        one, other = ([Measure(label, 1) for label in labels] for labels in (first, second))
        return "".join(label for label, _, _ in paired(one, other))

    assert found("bd", "abcde") == "abcde"
    assert found("bd", "ac") == "bdac"
    assert found("", "ab") == found("ab", "") == "ab"
