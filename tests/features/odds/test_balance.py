"""Prices compared with odds: `orbat odds --balance` and docs/balance.md."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from orbat.data.library import Library
from orbat.features.odds.balance import Measures, PricedTroops, troops_of
from orbat.features.odds.units import UnitGroup
from orbat.model.subject import Subject

ROOT = Path(__file__).resolve().parents[3]
FIRE, CHARGE = ("fire", "musket", "short", "foot"), ("close assault", "charging", "in the open")


def troops(points: int, measures: Measures, kind: str = "foot", may: tuple[str, ...] = ()) -> PricedTroops:
    group = UnitGroup(("a",), "a", Subject((kind,), may=may), 10, points)
    return PricedTroops(group, ("list/a",), measures)


GOOD = {FIRE: Fraction(2), CHARGE: Fraction(1, 2)}


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (troops(9, GOOD), troops(10, GOOD)),
        (troops(10, GOOD | {FIRE: Fraction(3)}), troops(10, GOOD)),
        (troops(10, GOOD), troops(10, {FIRE: Fraction(2)})),
        (troops(9, GOOD, may=("square",)), troops(10, GOOD)),
    ],
)
def test_troops_beat_others_that_cost_no_less_and_are_no_better(better: PricedTroops, worse: PricedTroops) -> None:
    assert better.beats(worse)
    assert not worse.beats(better)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (troops(10, GOOD), troops(10, GOOD)),
        (troops(11, GOOD | {FIRE: Fraction(3)}), troops(10, GOOD)),
        (troops(9, {FIRE: Fraction(3)}), troops(10, GOOD)),
        (troops(9, GOOD, kind="horse"), troops(10, GOOD)),
        (troops(9, GOOD), troops(10, GOOD, may=("square",))),
    ],
)
def test_other_troops_are_not_compared_or_not_better(one: PricedTroops, other: PricedTroops) -> None:
    """Equal, dearer, worse in one thing, of another kind, or without an ability of the other."""
    assert not one.beats(other)
    assert not other.beats(one) or one.group.points > other.group.points


def test_every_option_and_class_of_a_list_is_compared(library: Library) -> None:
    """At the same size: a stand of class 3 costs 3, and rifles add 1."""
    found = {
        (one.group.subject.rating, one.group.subject.options): one.group.points
        for one in troops_of("days_of_empire", library)
        if one.kind == "infantry" and not one.group.subject.irregular
    }
    size = found["1", ()]
    assert (found["3", ()], found["3", ("rifles",)], found["4", ("rifles",)]) == (3 * size, 4 * size, 5 * size)


@pytest.mark.slow
def test_page_is_the_output_of_the_command(orbat: Any) -> None:
    assert (ROOT / "docs" / "balance.md").read_text("utf-8") == orbat("odds", "--balance").out


def test_file_is_required_without_balance(orbat: Any) -> None:
    run = orbat("odds")
    assert run.code == 2
    assert "Missing argument 'FILE'" in run.err
