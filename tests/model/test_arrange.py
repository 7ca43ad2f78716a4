"""Arranging an ORBAT: copying, moving and deleting, and the steps of its history."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from orbat.model import arrange
from orbat.model.edits import at
from orbat.model.history import History, begin
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit, formations_of, units_of
from orbat.model.text import Pin

ORBAT = Orbat(
    ruleset=Pin("days_of_empire"),
    formations=(
        Formation(
            level="division",
            name="Light Division",
            commander=Commander(name="Brown", quality="capable", roll=Roll(dice=(3,))),
            formations=(
                Formation(level="brigade", name="1st Brigade", units=(Unit(name="7th"), Unit(name="23rd"))),
                Formation(level="brigade", name="2nd Brigade", units=(Unit(name="19th"),)),
            ),
            units=(Unit(name="E Battery"),),
        ),
    ),
    units=(Unit(name="Rifles"),),
)
FIRST = ("formations", 0, "formations", 0)
SECOND = ("formations", 0, "formations", 1)


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (22, "22nd"),
        (111, "111th"),
    ],
)
def test_ordinals_are_english(number: int, word: str) -> None:
    """Never 2th, never 11st."""
    assert arrange.ordinal(number) == word


def test_a_copied_brigade_is_numbered_on_and_is_a_deep_copy() -> None:
    """D1: the copy has the next free number, and changing it leaves the original alone."""
    copied, path = arrange.duplicate(ORBAT, FIRST)
    assert at(copied, path).name == "3rd Brigade"
    assert at(copied, path).units == at(ORBAT, FIRST).units
    changed = arrange.remove(copied, (*path, "units", 0))
    assert at(changed, FIRST) == at(ORBAT, FIRST)


def test_a_copied_division_has_generals_who_are_not_diced_yet() -> None:
    """The copy's generals are other men: their rolls are not copied."""
    copied, path = arrange.duplicate(ORBAT, ("formations", 0))
    assert at(copied, path).commander == Commander(name="Brown")


def test_a_unit_moves_to_another_brigade_and_is_followed() -> None:
    """A6: one brigade is a unit shorter, the other longer; the path leads to the unit where it now stands."""
    moved, path = arrange.move(ORBAT, (*FIRST, "units", 0), SECOND)
    assert [unit.name for unit in at(moved, FIRST).units] == ["23rd"]
    assert at(moved, path).name == "7th"
    assert path == (*SECOND, "units", 1)


def test_a_formation_never_moves_into_itself() -> None:
    """That would lose it."""
    with pytest.raises(LookupError):
        arrange.move(ORBAT, ("formations", 0), FIRST)


def test_deleting_a_division_can_keep_what_is_in_it() -> None:
    """Its brigades and units go to where it stood."""
    kept = arrange.remove(ORBAT, ("formations", 0), keep_units=True)
    assert [formation.name for formation in kept.formations] == ["1st Brigade", "2nd Brigade"]
    assert [unit.name for unit in kept.units] == ["Rifles", "E Battery"]


def test_deleting_many_at_once_takes_exactly_those() -> None:
    """What stands within another of them goes with it."""
    left = arrange.remove_all(ORBAT, frozenset({FIRST, (*FIRST, "units", 0), ("units", 0)}))
    assert [unit.unit.name for unit in units_of(left)] == ["E Battery", "19th"]


@given(st.integers(0, 10_000))
def test_every_arrangement_keeps_the_units_it_should(seed: int) -> None:
    """Random copies, moves and shifts lose nothing and make up nothing; every path given leads to the thing moved."""
    dice = random.Random(seed)
    orbat = ORBAT
    for _ in range(6):
        units = sorted(place.unit.name for place in units_of(orbat))
        paths = [place.path for place in formations_of(orbat)] + [place.path for place in units_of(orbat)]
        path = dice.choice(paths)
        before = at(orbat, path)
        if dice.random() < 0.5:
            orbat, there = arrange.shift(orbat, path, dice.choice([-1, 1]))
        else:
            homes = [(), *(place.path for place in formations_of(orbat) if arrange.can_move(path, place.path))]
            orbat, there = arrange.move(orbat, path, dice.choice(homes))
        assert at(orbat, there) == before
        assert sorted(place.unit.name for place in units_of(orbat)) == units


@given(st.integers(0, 10_000))
def test_five_hundred_steps_undone_and_redone(seed: int) -> None:
    """D4: undoing everything gives the start, redoing everything the end; a step that changes nothing is none."""
    dice = random.Random(seed)
    history: History = begin(ORBAT)
    for number in range(500):
        history = history.do(f"step {number}", replace(history.orbat, title=str(dice.randrange(50))))
    end = history.orbat
    while history.undo_name:
        history = history.undo()
    assert history.orbat == ORBAT
    while history.redo_name:
        history = history.redo()
    assert history.orbat == end


def test_an_edit_after_an_undo_drops_what_was_undone() -> None:
    """There is one line of steps, and redo never brings back another one's future."""
    history = begin(ORBAT).do("a", replace(ORBAT, title="a")).do("b", replace(ORBAT, title="b")).undo()
    history = history.do("c", replace(ORBAT, title="c"))
    assert [step.name for step in history.steps] == ["opened", "a", "c"]
    assert history.redo_name == ""
