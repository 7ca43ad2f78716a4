"""No finding hides another with a different cause: the findings of two faults together include those of each alone.

The exceptions are in `CONSEQUENCES`, each with its reason.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.examples import examples

from orbat.data.library import Library
from orbat.model.dates import Date
from orbat.model.edits import Set, apply_all
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit
from orbat.model.path import OrbatPath
from orbat.model.text import Pin
from orbat.pipeline import Evaluator

FOOT, HORSE, GUNS = "foot", "horse", "guns"
ROLL = Roll(dice=(3,), result="capable")

BOTH_ARMS = (Unit(entry="brit_line", size=12, rating="3"), Unit(entry="brit_light_cavalry", size=6, rating="3"))


class Fault(NamedTuple):
    """A fault: an edit of one field. `on` is the level, arm or kind of record that it applies to."""

    on: str
    field: str
    value: Any
    code: str
    """The finding that the fault gives."""


FAULTS = (
    Fault("unit", "entry", "dragon", "UNT001"),
    Fault("unit", "rating", "9", "UNT002"),
    Fault("unit", "size", 40, "UNT003"),
    Fault("unit", "size", None, "UNT003"),
    Fault("unit", "options", ("tents",), "UNT005"),
    Fault("unit", "options", ("carbines", "carbines"), "UNT005"),
    Fault("unit", "off_board", True, "UNT010"),
    Fault("unit", "points", 1, "PTS005"),
    Fault("unit", "note", "class 4, 20 stands", "ARM012"),
    Fault("unit", "name", "Tһe Buffs", "ARM016"),
    Fault("unit", "army_list", Pin("russian"), "UNT001"),
    Fault(FOOT, "size", 2, "UNT004"),
    Fault(FOOT, "entry", "brit_line_drafts", "UNT008"),
    Fault(FOOT, "entry", "brit_generals", "UNT011"),
    Fault(FOOT, "entry", "earthworks", "ARM002"),
    Fault(FOOT, "name", "Grenadier Guards", "ARM011"),
    Fault("brigade", "level", "brigde", "FRM001"),
    Fault("division", "level", "brigade", "FRM001"),
    Fault("brigade", "commander", None, "FRM003"),
    Fault("brigade", "off_board", "wing", "FRM008"),
    Fault("brigade", "points", 1, "PTS006"),
    Fault("brigade", "name", "The Brigade of 99 stands", "ARM012"),
    Fault("division", "off_board", True, "FRM006"),
    Fault("division", "units", BOTH_ARMS, "FRM005"),
    Fault("brigade", "units", BOTH_ARMS, "FRM005"),
    Fault("general", "quality", "inept", "STF002"),
    Fault("general", "quality", "splendid", "STF003"),
    Fault("general", "roll", None, "STF001"),
    Fault("general", "roll", replace(ROLL, dice=(7,)), "STF007"),
    Fault("general", "roll", replace(ROLL, table="french"), "STF010"),
    Fault("general", "roll", replace(ROLL, on="2999"), "STF011"),
    Fault("general", "roll", replace(ROLL, method="seeded"), "STF011"),
    Fault("general", "player", True, "STF005"),
    Fault("army", "commander", Commander(name="Raglan", quality="exceptional"), "STF004"),
    Fault("army", "date", None, "ARM006"),
    Fault("army", "date", Date(1853), "ARM005"),
    Fault("army", "rulings", {"x": "y"}, "ARM007"),
    Fault("army", "staff_table", "nation", "STF008"),
    Fault("army", "staff_table", "national", "STF010"),
    Fault("army", "game_size", 1, "PTS001"),
    Fault("army", "game_size", None, "PTS002"),
    Fault("army", "total", 1, "PTS007"),
    Fault("army", "title", "5000 points", "ARM012"),
    Fault("army", "army_list", None, "ARM004"),
    Fault("army", "ruleset", Pin("days_of_empire", "0"), "ARM008"),
)  # fmt: skip


class Consequence(NamedTuple):
    """Findings that are absent beside another fault, because they cannot be decided, or do not apply any more.

    `field` and `values` describe the other fault; no values mean any value. With `here`, the findings are those of the
    record that has the other fault, and of the general of this record.
    """

    field: str
    values: tuple[Any, ...]
    codes: str
    here: bool
    reason: str


COUNTED = "FRM005 ARM001 ARM003 ARM006 ARM013 PTS001 PTS006 PTS007"
"""Rules that look at all troops or points."""
OTHER_LISTS = (Pin("russian"), None)
CONSEQUENCES = (
    Consequence(
        "entry",
        (),
        "UNT001 UNT002 UNT003 UNT004 UNT014 PTS005 ARM011",
        True,
        "the other entry has other sizes, ratings and regiments",
    ),
    Consequence("entry", (), COUNTED, False, "other troops are counted"),
    Consequence("army_list", OTHER_LISTS, "UNT PTS005 ARM011", True, "the other list has other entries"),
    Consequence("army_list", OTHER_LISTS, COUNTED, False, "other troops are counted"),
    Consequence("army_list", (None,), "UNT ARM PTS STF010", False, "without a list, there are no nations and entries"),
    Consequence("rating", (), "PTS005", True, "the unit has no price"),
    Consequence("rating", (), "ARM001 PTS006 PTS007", False, "sums are unknown if a unit has no price"),
    Consequence("size", (), "UNT003 PTS005", True, "the other size is checked"),
    Consequence("size", (), COUNTED, False, "sums are unknown if a unit has no price"),
    Consequence("units", (), COUNTED, False, "other troops are counted"),
    Consequence("units", (), "UNT", True, "there are other units"),
    Consequence(
        "date", (), "UNT008 UNT014 UNT016 STF013 ARM018 ARM019", False, "which date is meant decides what is available"
    ),
    Consequence("game_size", (), "PTS001", False, "the other size is checked"),
    Consequence("level", ("brigade",), "FRM006", True, "a brigade may be off the board"),
    Consequence("level", (), "ARM001 PTS001 PTS006 PTS007", False, "the general of another level has another price"),
    Consequence("commander", (), "ARM001 PTS001 PTS006 PTS007", False, "there is another price to pay for generals"),
    Consequence("player", (), "ARM001 PTS001 PTS006 PTS007", False, "the player's General is free"),
    Consequence("player", (), "STF", True, "the player's General is not diced"),
    Consequence("commander", (None,), "STF", True, "there is no general"),
    Consequence("roll", (), "STF002 STF004 STF010", True, "the other roll is checked"),
    Consequence("quality", (), "STF002", True, "the other quality is checked"),
    Consequence("staff_table", ("nation",), "STF010", False, "the right table is unknown"),
)
OF_THE_ARMY = ("ARM001", "ARM002", "ARM003", "ARM014", "PTS001", "PTS007", "STF005")
"""Rules with one finding for the whole army, whose place is the first or last of several."""


@st.composite
def armies(draw: st.DrawFn) -> Orbat:
    """A British army of October 1854 without errors: a foot division, and brigades of foot or horse outside it."""
    size = st.integers(8, 14)

    def unit(arm: str, number: int) -> Unit:
        if arm == HORSE:
            return Unit(
                name=f"{number}th Hussars", entry="brit_light_cavalry", size=draw(st.integers(4, 6)), rating="3"
            )
        if arm == GUNS:
            return Unit(name=f"Battery {number}", entry="brit_field_battery", size=draw(st.integers(1, 3)))
        return Unit(name=f"{number}th Foot", entry="brit_line", size=draw(size), rating="3")

    numbers = iter(range(100, 200))

    def brigade(arm: str) -> Formation:
        arms = [arm, *draw(st.lists(st.sampled_from((arm, GUNS)), max_size=2))]
        units = tuple(unit(one, next(numbers)) for one in arms)
        commander = Commander(name=f"General {next(numbers)}", quality="capable", roll=ROLL)
        return Formation(level="brigade", name=f"Brigade {next(numbers)}", commander=commander, units=units)

    division = Formation(
        level="division",
        name="Division",
        commander=Commander(name="General", quality="capable", roll=ROLL),
        formations=tuple(brigade(FOOT) for _ in range(draw(st.integers(1, 2)))),
    )
    others = tuple(brigade(arm) for arm in draw(st.lists(st.sampled_from((FOOT, HORSE)), max_size=2)))
    return Orbat(
        title="Army",
        ruleset=Pin("days_of_empire"),
        army_list=Pin("british"),
        date=Date(1854, 10),
        game_size=1200,
        commander=Commander(name="Lord Raglan"),
        formations=(division, *others),
    )


def _places(orbat: Orbat, on: str) -> list[OrbatPath]:
    """The paths of the records to which a fault may apply."""
    found: list[OrbatPath] = [()] if on == "army" else []

    def visit(formations: tuple[Formation, ...], above: OrbatPath) -> None:
        for number, formation in enumerate(formations):
            path: OrbatPath = (*above, "formations", number)
            if formation.level == on:
                found.append(path)
            if on == "general" and formation.level == "brigade":
                found.append((*path, "commander"))
            for position, unit in enumerate(formation.units):
                if on == "unit" or (on == FOOT and unit.entry == "brit_line"):
                    found.append((*path, "units", position))
            visit(formation.formations, path)

    visit(orbat.formations, ())
    return found


LIBRARY = Library()
EVALUATOR = Evaluator()


def _placed(code: str, path: OrbatPath) -> tuple[str, OrbatPath]:
    return (code, ()) if code.startswith(OF_THE_ARMY) else (code, path)


def _found(army: Orbat, *faults: tuple[Fault, OrbatPath]) -> set[tuple[str, OrbatPath]]:
    orbat = apply_all(army, tuple(Set(path, fault.field, fault.value) for fault, path in faults))
    book, _ = LIBRARY.book(orbat)
    assert book is not None
    return {_placed(one.code, one.path) for one in EVALUATOR.examine(orbat, book)[1]}


def _is_consequence(code: str, path: OrbatPath, other: Fault, place: OrbatPath) -> bool:
    """Whether another fault explains that a finding is absent."""
    return any(
        other.field == one.field
        and (not one.values or other.value in one.values)
        and code.startswith(tuple(one.codes.split()))
        and (not one.here or path[: len(place)] == place)
        for one in CONSEQUENCES
    )


def _check(army: Orbat, first: tuple[Fault, OrbatPath], second: tuple[Fault, OrbatPath]) -> None:
    before, both = _found(army), _found(army, first, second)
    for own, other in ((first, second), (second, first)):
        hidden = _found(army, own) - before - both
        left = [one for one in hidden if not _is_consequence(*one, *other)]
        assert not left, f"{other} hides {left} of {own}"


@pytest.mark.slow
@given(armies(), st.data())
@settings(max_examples=examples(400))
def test_findings_of_a_fault_also_appear_beside_another_fault(army: Orbat, data: st.DataObject) -> None:
    faults = []
    for fault in data.draw(st.lists(st.sampled_from(FAULTS), min_size=2, max_size=2)):
        places = _places(army, fault.on)
        assume(places)
        faults.append((fault, data.draw(st.sampled_from(places))))
    (first, place), (second, other) = faults
    one, two = (*place, first.field), (*other, second.field)
    assume(one != two[: len(one)] and two != one[: len(two)])
    _check(army, *faults)


@given(armies())
@settings(max_examples=examples(20))
def test_each_fault_gives_its_finding(army: Orbat) -> None:
    for fault in FAULTS:
        for place in _places(army, fault.on)[:1]:
            assert fault.code in {code for code, _ in _found(army, (fault, place))}, fault
