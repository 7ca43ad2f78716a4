"""Keys and clicks that arrive together: a screen gives one answer, and the one below it takes none of them."""

from __future__ import annotations

import ast
import asyncio
import inspect
import pkgutil
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.tui.conftest import press, settle
from textual.app import App
from textual.events import Click, Event, Key, MouseDown, MouseUp
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Button, Input

import orbat.tui
from orbat.model.game import Game
from orbat.pipeline import check
from orbat.printing import find_layouts
from orbat.sources.library import Library
from orbat.sources.odds_file import OddsRead, read_odds
from orbat.staff.roll import due
from orbat.tui.app import OrbatApp
from orbat.tui.screens.ask import AskButtons, AskChoice, AskText, Tell
from orbat.tui.screens.begin import BeginScreen
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.screens.checking import CheckingScreen
from orbat.tui.screens.dice import AskDice
from orbat.tui.screens.files import FilePicker
from orbat.tui.screens.home import HomeScreen
from orbat.tui.screens.library import LibraryScreen, Shelf, shelved
from orbat.tui.screens.odds import OddsScreen
from orbat.tui.screens.playing import PlayScreen
from orbat.tui.screens.printing import AskPrint
from orbat.tui.steps import army
from orbat.tui.views.printing import Wish
from orbat.tui.widgets.lines import Line, Lines

SOURCE = Path(orbat.tui.__file__).parent
LINES = (Line(key="a", name="First"), Line(key="b", name="Second"))
NOT_SAVED = "An army with an edit"

BURSTS = [
    ("enter", "enter"),
    ("escape", "escape", "escape"),
    ("enter", "escape", "delete"),
    ("escape", "ctrl+q", "3"),
    ("tab", "enter", "enter"),
    ("tab", "tab", "enter", "enter"),
    ("y", "y", "q", "q"),
    ("f1", "f1", "escape", "escape"),
    ("ctrl+p", "ctrl+p", "escape", "escape", "escape"),
    ("down", "enter", "enter", "d"),
    ("p", "p", "n", "n"),
]
"""Keys that arrive together when a screen is there."""
OPENING = [("enter", "enter"), ("escape", "escape"), ("p", "p", "x", "q", "q", "delete"), ("f1", "escape", "escape")]
"""Keys that arrive together when a screen is being opened."""


def _print_sheets(builder: BuilderScreen, _: Path) -> AskPrint:
    used = find_layouts().used
    return AskPrint(used, Wish((next(iter(used)),)), lambda layout, wish: 1)


def _dice(builder: BuilderScreen, _: Path) -> AskDice:
    return AskDice(due(builder.now.orbat, builder.now.book), 1, 6, lambda text: "")


def _odds(builder: BuilderScreen, _: Path) -> OddsScreen:
    read = read_odds(builder.now.book.ruleset, builder.workshop.library)
    assert isinstance(read, OddsRead)
    return OddsScreen(builder.now.report, read, None, None)


def few(builder: BuilderScreen) -> Shelf:
    """A shelf of a few ORBATs, which are soon read."""
    shelf = Shelf(builder.workshop.library)
    shelf._paths = shelved()[:2]
    return shelf


OPENED: dict[type[Screen[Any]], Callable[[BuilderScreen, Path], Screen[Any]]] = {
    AskText: lambda builder, file: AskText("Name", "7th", ("8th", "9th")),
    AskChoice: lambda builder, file: AskChoice("Which?", LINES),
    AskButtons: lambda builder, file: AskButtons("Sure?", (("y", "Yes"), ("n", "No")), LINES),
    Tell: lambda builder, file: Tell("Title", "Words"),
    AskDice: _dice,
    AskPrint: _print_sheets,
    FilePicker: lambda builder, file: FilePicker("Open", file),
    BeginScreen: lambda builder, file: BeginScreen(few(builder)),
    LibraryScreen: lambda builder, file: LibraryScreen(few(builder)),
    CheckingScreen: lambda builder, file: CheckingScreen(builder.workshop.library, file),
    OddsScreen: _odds,
    PlayScreen: lambda builder, file: PlayScreen(builder.now.report, file.with_name("army.play.yaml"), Game()),
}
"""How each screen that opens over the builder is made."""
OTHERS = {HomeScreen, BuilderScreen}
"""The screens below, which have tests of their own."""


def screen_classes() -> set[type[Screen[Any]]]:
    """Every class of screen in the builder that is not a base of others alone."""
    found = set()
    for module in pkgutil.walk_packages(orbat.tui.__path__, "orbat.tui."):
        for _, one in inspect.getmembers(import_module(module.name), inspect.isclass):
            if issubclass(one, Screen) and one.__module__.startswith("orbat."):
                found.add(one)
    return {one for one in found if one not in BASES}


BASES: set[type[Screen[Any]]] = set()


def keys(*names: str) -> list[Event]:
    """Presses of keys."""
    return [Key(name, name if len(name) == 1 else None) for name in names]


def click(at: tuple[int, int]) -> list[Event]:
    """The events of a click."""
    x, y = at
    return [kind(None, x, y, 0, 0, 1, False, False, False, x, y) for kind in (MouseDown, MouseUp)]


def send(app: App[None], events: list[Event]) -> None:
    """Let events arrive in one turn, as from one read of the terminal."""
    for event in events:
        event.set_sender(app)
        app.post_message(event)


@pytest.fixture
def file(tmp_path: Path, two_brigades: str) -> Path:
    made = tmp_path / "army.yaml"
    made.write_text(two_brigades, encoding="utf-8")
    return made


@asynccontextmanager
async def edited(file: Path) -> Any:
    """A builder with an edit that is not saved."""
    library = Library()
    app = OrbatApp(library, check(file, library))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        builder = app.screen
        assert isinstance(builder, BuilderScreen)
        builder.do(army.rename(builder.now, NOT_SAVED))
        await settle(pilot)
        yield pilot, builder


def trouble(app: App[None], builder: BuilderScreen, answers: list[object]) -> str:
    """What is wrong after a burst, if anything."""
    if app._exception is not None:
        return f"crashed: {app._exception!r}"
    if app._exit:
        return "left orbat"
    if builder not in app.screen_stack:
        return "closed the builder"
    if builder.now.orbat.title != NOT_SAVED or len(builder.now.history.steps) != 2:
        return f"changed the army: {builder.now.history.steps[-1].name}"
    if len(answers) > 1:
        return f"answered {len(answers)} times"
    kinds = [type(one).__name__ for one in app.screen_stack[app.screen_stack.index(builder) + 1 :]]
    if len(kinds) != len(set(kinds)):
        return f"opened twice: {kinds}"
    return ""


async def close_all(pilot: Pilot[None], builder: BuilderScreen) -> None:
    """Come back to the builder."""
    for screen in reversed(pilot.app.screen_stack[pilot.app.screen_stack.index(builder) + 1 :]):
        screen.dismiss(None)
        await pilot.pause()
    assert pilot.app.screen is builder


@pytest.mark.parametrize("opening", [False, True], ids=["open", "opening"])
@pytest.mark.parametrize("kind", OPENED, ids=lambda kind: kind.__name__)
def test_keys_that_arrive_together_give_one_answer(kind: type[Screen[Any]], opening: bool, file: Path) -> None:
    """Whether the screen is there already or is still being opened."""

    async def run() -> None:
        async with edited(file) as (pilot, builder):
            for burst in OPENING if opening else BURSTS:
                answers: list[object] = []
                pilot.app.push_screen(OPENED[kind](builder, file), answers.append)
                if not opening:
                    await settle(pilot)
                send(pilot.app, keys(*burst))
                await pilot.pause()
                assert (burst, trouble(pilot.app, builder, answers)) == (burst, "")
                await close_all(pilot, builder)

    asyncio.run(run())
