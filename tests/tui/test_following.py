"""The selection after undo and redo."""

from __future__ import annotations

from dataclasses import replace

import pytest

from orbat.model import arrange
from orbat.model.edits import Set, apply, apply_all
from orbat.model.orbat import Commander, Formation, Orbat, Unit
from orbat.model.path import OrbatPath
from orbat.model.text import Pin
from orbat.tui.steps.cursor import changed_path

FIRST: OrbatPath = ("formations", 0)
SECOND: OrbatPath = ("formations", 1)
FUSILIERS, FOOT = ((*FIRST, "units", number) for number in range(2))
GUARDS: OrbatPath = (*SECOND, "units", 0)


def _brigade(name: str, *units: str) -> Formation:
    made = tuple(Unit(name=one, entry="line", size=12) for one in units)
    return Formation(level="brigade", name=name, numbered=True, commander=Commander(), units=made)


ARMY = Orbat(
    title="x",
    ruleset=Pin("days_of_empire"),
    formations=(_brigade("1st Brigade", "Fusiliers", "Foot"), _brigade("2nd Brigade", "Guards")),
    units=(Unit(name="Sappers", entry="sappers"),),
)

STEPS = {
    "a copy": (arrange.duplicate(ARMY, FUSILIERS)[0], FOOT, FUSILIERS),
    "a copied brigade": (arrange.duplicate(ARMY, FIRST)[0], SECOND, FIRST),
    "a purchase": (arrange.add(ARMY, FIRST, Unit(entry="line"))[0], (*FIRST, "units", 2), FOOT),
    "a deletion": (arrange.remove(ARMY, FUSILIERS), FUSILIERS, FUSILIERS),
    "a deleted brigade": (arrange.remove(ARMY, FIRST), FIRST, FIRST),
    "the last of a brigade": (arrange.remove(ARMY, GUARDS), SECOND, GUARDS),
    "a move": (arrange.move(ARMY, FOOT, SECOND)[0], (*SECOND, "units", 1), FOOT),
    "another size": (apply(ARMY, Set(GUARDS, "size", 14)), GUARDS, GUARDS),
    "a general": (apply(ARMY, Set(SECOND, "commander", Commander(name="Bentinck"))), SECOND, SECOND),
    "the agreed size": (replace(ARMY, game_size=800), (), ()),
    "the sappers": (arrange.remove(ARMY, ("units", 0)), (), ("units", 0)),
    "an order": (arrange.shift(ARMY, FIRST, 1)[0], FIRST, FIRST),
}
"""Steps: the army after each, where the cursor goes when it is done again, and where when it is undone."""


@pytest.mark.parametrize("step", STEPS)
def test_undo_and_redo_select_the_changed_item(step: str) -> None:
    after, redone, undone = STEPS[step]
    elsewhere: OrbatPath = (*SECOND, "units", 7)
    assert changed_path(ARMY, after, elsewhere) == redone
    assert changed_path(after, ARMY, elsewhere) == undone


def test_selection_stays_if_it_changed_itself_or_nothing_did() -> None:
    after = apply_all(ARMY, tuple(Set(path, "size", 9) for path in (FUSILIERS, FOOT, GUARDS)))
    assert changed_path(ARMY, after, FOOT) == FOOT
    assert changed_path(ARMY, after, ()) == FUSILIERS
    assert changed_path(ARMY, ARMY, GUARDS) == GUARDS
    assert changed_path(ARMY, replace(ARMY), GUARDS) == GUARDS
