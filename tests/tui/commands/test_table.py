"""The table of commands and the menu of the home screen, on fake hosts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.tui.commands.conftest import FakeHome, FakeHost, FakeProgram

from orbat import registry
from orbat.data.library import Library
from orbat.model.edits import Set, apply
from orbat.model.path import OrbatPath
from orbat.tui.app import OrbatApp
from orbat.tui.commands.menu import MENU
from orbat.tui.commands.table import COMMANDS
from orbat.tui.program import Program
from orbat.tui.state import State, StepResult, Workspace
from orbat.tui.steps import formations

BY_ID = {one.id: one for one in COMMANDS}
SELECTIONS: dict[str, OrbatPath] = {
    "army": (),
    "formation": ("formations", 0, "formations", 1),
    "unit": ("formations", 0, "formations", 0, "units", 0),
}
UNIT = SELECTIONS["unit"]


@pytest.fixture(scope="session")
def busy(workspace: Workspace, light_division: State) -> State:
    """The Light Division with three units in its first brigade, four brigades, and a step to redo."""
    state = light_division
    for path in (SELECTIONS["unit"], SELECTIONS["formation"]):
        for _ in range(2):
            step = formations.duplicate(replace(state, selected=path))
            assert step
            state = workspace.at(state, state.history.do(step.name, step.orbat))
    return workspace.at(state, state.history.undo().undo().redo())


@pytest.mark.parametrize("kind", SELECTIONS)
@pytest.mark.parametrize("command", BY_ID)
def test_every_command_does_or_says_something(host: FakeHost, busy: State, command: str, kind: str) -> None:
    """A step, a question, a notice, a text, a bell, or another pane, mark or fold; without an exception."""
    host.fake_panes.pane = "army-list"
    host.fake_panes.cursors["army-list"] = "brit_line"
    path = {**SELECTIONS, "unit": (*SELECTIONS["unit"][:-1], 1)}[kind]
    host.show_state(replace(busy, selected=path, marked=frozenset({path} if kind == "unit" else ())))
    one = BY_ID[command]
    if one.supported(host.now) and one.fits(host.now) and one.available(host.now):
        before = host.record()
        one.run(host)
        assert host.record() != before


@pytest.mark.parametrize(
    ("command", "kind", "step"),
    [
        ("grow", "unit", "resize 7th Royal Fusiliers from 12 to 13"),
        ("shrink", "unit", "resize 7th Royal Fusiliers from 12 to 11"),
        ("rating", "unit", "class of 7th Royal Fusiliers"),
        ("duplicate", "unit", "duplicate 7th Royal Fusiliers"),
        ("up", "formation", "move 2nd Brigade"),
        ("delete", "unit", "delete 7th Royal Fusiliers"),
        ("dissolve", "formation", "delete 2nd Brigade"),
        ("formation", "army", "add 1st Brigade"),
        ("dismiss", "formation", "remove the general of 2nd Brigade"),
        ("off_board", "formation", "keep 2nd Brigade off the board"),
        ("staff_table", "army", "national staff table"),
        ("house_limits", "army", "house limits: errors"),
    ],
)
def test_step_command_takes_its_step(host: FakeHost, command: str, kind: str, step: str) -> None:
    host.select(SELECTIONS[kind])
    BY_ID[command].run(host)
    assert host.now.history.undo_name == step
    assert not host.asked


def test_house_limits_give_warnings_then_errors_then_nothing(host: FakeHost) -> None:
    """The findings change at once, and each choice is a step of its own."""

    def found() -> list[str]:
        return [one.severity for one in host.now.findings if one.code == "UNT003"]

    host.do(StepResult("enlarge", apply(host.now.orbat, Set(UNIT, "size", 19)), UNIT))
    assert found() == ["warning"]
    for choice, severities in (("enforce", ["error"]), ("ignore", []), ("warn", ["warning"])):
        BY_ID["house_limits"].run(host)
        assert (host.now.orbat.house_limits, host.now.selected) == (choice, UNIT)
        assert found() == severities
    host.go(host.now.history.undo())
    assert (host.now.orbat.house_limits, found()) == ("ignore", [])


def test_command_applies_to_marked_items(host: FakeHost) -> None:
    other = ("formations", 0, "formations", 1, "units", 0)
    host.show_state(replace(host.now, marked=frozenset({UNIT, other}), selected=()))
    assert BY_ID["delete"].is_offered(host.now)
    BY_ID["delete"].run(host)
    assert host.now.history.undo_name == "delete 2 items"
    assert not host.now.quote.all_units


def test_command_is_offered_if_it_fits_and_can_do_something(host: FakeHost) -> None:
    host.select(())
    assert not BY_ID["rating"].is_offered(host.now), "the army has no rating"
    host.select(UNIT)
    assert BY_ID["rating"].is_offered(host.now)
    offered = {one.id for one in COMMANDS if one.is_offered(host.now)}
    assert offered.isdisjoint({"redo", "unmark", "dismiss", "dissolve", "size", "option"})
    assert offered >= {"grow", "rename", "duplicate", "delete", "save", "leave", "off_board"}


def test_impossible_step_rings_the_bell(host: FakeHost) -> None:
    host.select(())
    BY_ID["rating"].run(host)
    assert host.bells == 1


def test_each_home_action_opens_its_screen(home: FakeHome, program: FakeProgram) -> None:
    added = {one.id for one in registry.menu()}
    for action in MENU:
        if action.id not in added:
            action.run(home)
    assert program.opened == ["new", "library"]
    assert home.asked == ["Open an ORBAT", "Check a file", "PasteDialog"]
    assert program.left


def test_app_implements_the_program_protocol(library: Library) -> None:
    """Checked by the types."""
    app: Program = OrbatApp(library)
    assert app.library is library
