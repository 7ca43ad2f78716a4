"""The tables of commands and of home actions."""

from __future__ import annotations

from dataclasses import replace

from tests.tui.commands.conftest import FakeHome, FakeHost, FakeProgram

from orbat import registry
from orbat.data.library import Library
from orbat.tui.app import OrbatApp
from orbat.tui.commands.menu import MENU
from orbat.tui.commands.table import COMMANDS
from orbat.tui.program import Program

BY_ID = {one.id: one for one in COMMANDS}
UNIT = ("formations", 0, "formations", 0, "units", 0)


def test_a_command_is_offered_where_it_fits_is_supported_and_has_something_to_do(host: FakeHost) -> None:
    host.select(())
    assert not BY_ID["rating"].is_offered(host.now), "the army has no rating"
    host.select(UNIT)
    assert BY_ID["rating"].is_offered(host.now)
    assert not BY_ID["redo"].is_offered(host.now)
    assert not BY_ID["unmark"].is_offered(host.now)
    host.show_state(replace(host.now, marked=frozenset({UNIT}), selected=()))
    assert BY_ID["unmark"].is_offered(host.now)
    assert BY_ID["delete"].is_offered(host.now), "it takes what is marked"


def test_a_step_is_taken_on_the_host(host: FakeHost) -> None:
    host.select(UNIT)
    BY_ID["rating"].run(host)
    assert host.now.history.undo_name
    host.select(())
    BY_ID["rating"].run(host)
    assert host.bells == 1


def test_each_home_action_opens_its_page(home: FakeHome, program: FakeProgram) -> None:
    added = {one.id for one in registry.menu()}
    for action in MENU:
        if action.id not in added:
            action.run(home)
    assert program.opened == ["new", "library"]
    assert home.asked == ["Open an ORBAT", "Check which list?"]
    assert program.left


def test_the_app_is_a_program(library: Library) -> None:
    """It has everything that screens use of it; the types are what is checked here."""
    app: Program = OrbatApp(library)
    assert app.library is library
