"""Raised armies and suggestions: generals, numbers of formations, staff rolls, undo, speed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.end_to_end.armies import FIRST, SECOND, Reported, large_army, orbat_of, without_generals

from orbat.data import folders
from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.generator.raise_army import raise_army
from orbat.generator.request import RaiseRequest
from orbat.generator.suggest import Suggestion, suggestions
from orbat.model import arrange
from orbat.model.edits import Set, apply, apply_all
from orbat.model.history import start_history
from orbat.model.numbered_names import ordinal
from orbat.model.orbat import Commander, Formation, Orbat, Roll, Unit, formations_of
from orbat.report.report import Report

SHIPPED = sorted((folders.shipped() / "templates" / "orbats").rglob("*.yaml"))


@pytest.fixture
def army(two_brigades: str) -> Orbat:
    """A division of two brigades with one battalion each."""
    return orbat_of(two_brigades)


def _suggested(report: Report) -> tuple[Suggestion, ...]:
    assert report.orbat is not None
    assert report.book is not None
    return suggestions(report.orbat, report.book)


def _rolls(orbat: Orbat) -> dict[str, Roll | None]:
    generals = (place.formation.commander for place in formations_of(orbat))
    return {one.name: one.roll for one in generals if one}


def test_suggestions_do_not_change_the_army(army: Orbat, reported: Reported) -> None:
    """Applying a suggestion makes a new army and leaves the original unchanged."""
    before, found = repr(army), _suggested(reported(replace(army, game_size=170)))
    assert len({repr(arrange.apply_edits(army, one.edits)) for one in found}) == len(found) > 3
    assert repr(army) == before


@pytest.mark.parametrize(("ruleset", "army_list"), [("days_of_empire", "russian"), ("honours_of_war", "prussian")])
def test_each_formation_of_a_raised_army_has_a_general(library: Library, ruleset: str, army_list: str) -> None:
    """Under each ruleset."""
    raised = _raised(library, ruleset, army_list)
    assert all(place.formation.commander for place in formations_of(raised))


def _raised(library: Library, ruleset: str, army_list: str) -> Orbat:
    empty = read_orbat(f"orbat: 1\nruleset: {ruleset}\narmy_list: {army_list}\n").orbat
    assert empty is not None
    book, _ = library.book(empty)
    assert book is not None
    return raise_army(book, RaiseRequest(army_list, 1500, seed=3)).orbat


def test_applied_suggestions_can_be_undone_and_redone(army: Orbat, reported: Reported) -> None:
    """Each suggestion is one step, whatever its edits."""
    history = start_history(replace(army, game_size=400))
    while len(history.steps) < 12 and (found := _suggested(reported(history.orbat))):
        history = history.do(found[-1].name, arrange.apply_edits(history.orbat, found[-1].edits))
    end, steps = history.orbat, len(history.steps) - 1
    assert steps >= 3
    for _ in range(steps):
        history = history.undo()
    assert repr(history.orbat) == repr(replace(army, game_size=400))
    for _ in range(steps):
        history = history.redo()
    assert repr(history.orbat) == repr(end)


def test_brigades_are_renumbered_after_a_suggestion_removes_one(army: Orbat, reported: Reported) -> None:
    """Numbered brigades are renumbered. A custom name does not change."""
    numbered = apply_all(army, tuple(Set(place, "numbered", True) for place in (FIRST, SECOND)))
    typed, _ = arrange.add(
        numbered, FIRST[:2], replace(arrange.numbered_formation("brigade"), name="9th Brigade", numbered=False)
    )
    typed, _ = arrange.add(typed, (*FIRST[:3], 2), Unit(name="33rd", entry="brit_line", size=12, rating="2"))
    under = reported(replace(typed, game_size=150))
    out = next(one for one in _suggested(under) if "remove 1st Brigade with" in one.name)
    names = [place.formation.name for place in formations_of(arrange.apply_edits(typed, out.edits))]
    assert names == ["Light Division", "1st Brigade", "9th Brigade"]


def test_formations_of_a_raised_army_are_numbered_without_a_gap(library: Library) -> None:
    """From 1 on, in each formation and in the army."""
    raised = _raised(library, "days_of_empire", "russian")
    holders: list[Orbat | Formation] = [raised, *(place.formation for place in formations_of(raised))]
    for holder in holders:
        for level in dict.fromkeys(one.level for one in holder.formations):
            # real formations have their own names, such as `1st Brigade, 16th Division`, and some are called after
            # their commanders
            own = (one.name for one in holder.formations if one.level == level)
            names = [name.split()[0] for name in own if ", " not in name and "'s " not in name]
            assert names == [ordinal(number) for number in range(1, len(names) + 1)]


def test_suggestions_keep_all_staff_rolls(army: Orbat, reported: Reported) -> None:
    """After any suggestion, the remaining generals keep their rolls, including earlier ones."""
    roll = Roll(dice=(4,), result="capable", earlier=(Roll(dice=(1,), result="inept"),))
    man = Commander(name="William Codrington", quality="capable", roll=roll)
    rolled = replace(apply(army, Set(FIRST, "commander", man)), game_size=150)
    before, found = _rolls(rolled), _suggested(reported(rolled))
    assert found
    for one in found:
        after = _rolls(arrange.apply_edits(rolled, one.edits))
        assert after == {name: before[name] for name in after}, one.name


def test_a_raised_army_has_no_staff_rolls(library: Library) -> None:
    """No general has a staff quality or a roll."""
    raised = _raised(library, "days_of_empire", "russian")
    assert raised.commander is not None
    assert (raised.commander.roll, raised.commander.quality) == (None, "")
    assert set(_rolls(raised).values()) == {None}


@pytest.mark.slow
def test_a_finding_in_each_brigade_is_fixed_by_a_suggestion(reported: Reported) -> None:
    """In an army of 18 brigades."""
    large = large_army()
    horse = Unit(name="Horse", entry="brit_light_cavalry", size=6, rating="3")
    brigades = [place.path for place in formations_of(large) if place.formation.level == "brigade"]
    for path in brigades:
        large, _ = arrange.add(large, path, horse)
    report = reported(large)
    found = _suggested(report)
    assert {one.fixes[1] for one in found if one.fixes and one.fixes[0] == "FRM005"} == {*brigades}


def test_a_missing_general_is_suggested(army: Orbat, reported: Reported) -> None:
    """A suggestion to buy the general fixes the finding."""
    bare = reported(without_generals(army))
    missing = [finding for finding in bare.findings if finding.code == "FRM003"]
    assert [finding.severity for finding in missing] == ["error", "error"]
    assert {one.fixes for one in _suggested(bare)} >= {(finding.code, finding.path) for finding in missing}


def test_nothing_is_suggested_for_a_deleted_brigade(army: Orbat, reported: Reported) -> None:
    """No suggestion names its units."""
    without = reported(arrange.remove(army, SECOND))
    assert not [one.name for one in _suggested(without) if "19th Foot" in one.name]


def test_no_suggestion_takes_a_unit_off_the_board(army: Orbat, reported: Reported) -> None:
    """Even with a brigade in reserve, no edit sets `off_board` of a unit."""
    reserve = reported(replace(apply(army, Set(SECOND, "off_board", True)), game_size=170))
    edits = [edit for one in _suggested(reserve) for edit in one.edits]
    assert not [edit for edit in edits if isinstance(edit, Set) and edit.field == "off_board" and "units" in edit.path]
