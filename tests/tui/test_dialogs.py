"""Keys and clicks that arrive together: a screen answers once, and the one below receives none of them."""

from __future__ import annotations

import ast
import asyncio
import inspect
import pkgutil
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.tui.conftest import RecordingApp, press, settle
from textual.app import App
from textual.content import Content
from textual.events import Event, Key, MouseDown, MouseUp
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Button, Label

import orbat
import orbat.tui
from orbat.data.library import Library
from orbat.evaluate.staff_rolls import commanders_to_roll
from orbat.pipeline import check
from orbat.printing import find_layouts
from orbat.session.journal import RecoveredJournal
from orbat.tui.app import OrbatApp
from orbat.tui.commands.fielded import fielded_dialog
from orbat.tui.commands.menu import LEAVE, MENU
from orbat.tui.screens.ask import AskButtons, AskChoice, AskText, InfoDialog, WideDialog
from orbat.tui.screens.builder import BuilderScreen, ChoicesScreen
from orbat.tui.screens.check import CheckScreen
from orbat.tui.screens.dialog import BaseScreen, Dialog, Palette
from orbat.tui.screens.dialog_host import DialogHostScreen
from orbat.tui.screens.dice import AskDice
from orbat.tui.screens.fielded import AskFielded
from orbat.tui.screens.file_picker import FileDialog, FileNamer, FilePicker
from orbat.tui.screens.home import HomeScreen
from orbat.tui.screens.library import LibraryScreen, ShippedOrbats, shipped_files
from orbat.tui.screens.new_orbat import NewOrbatScreen
from orbat.tui.screens.page import PageScreen
from orbat.tui.screens.paste import PasteDialog
from orbat.tui.screens.print_options import AskPrint
from orbat.tui.screens.recovery import RecoveryDialog
from orbat.tui.steps import army
from orbat.tui.storage import add_recent_file
from orbat.tui.views.print_options import PrintRequest
from orbat.tui.widgets.lines import Line, Lines

SOURCE = Path(orbat.__file__).parent
LINES = (Line(key="a", name="First"), Line(key="b", name="Second"))
NOT_SAVED = "An army with an edit"
PAIRS = [f"{one.key.lower()} {one.key.lower()}" for one in MENU if one is not LEAVE]
"""The keys of the home screen that open something, twice each."""

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
    used = find_layouts().usable
    return AskPrint(used, PrintRequest((next(iter(used)),)), lambda layout, wish: 1)


def _dice(builder: BuilderScreen, _: Path) -> AskDice:
    return AskDice(commanders_to_roll(builder.now.orbat, builder.now.book), 1, 6, lambda text: "")


def _recovery(builder: BuilderScreen, file: Path) -> RecoveryDialog:
    now, at = builder.now, datetime(2024, 5, 1, tzinfo=UTC)
    work = RecoveredJournal(path=file, history=now.history, file=file, fingerprint="", saved=now.saved, at=at)
    return RecoveryDialog((work,))


Opened = dict[type[Screen[Any]], Callable[[BuilderScreen, Path], Screen[Any]]]

OPENED: Opened = {
    AskText: lambda builder, file: AskText("Name", "7th", ("8th", "9th")),
    AskChoice: lambda builder, file: AskChoice("Which?", LINES),
    AskButtons: lambda builder, file: AskButtons("Sure?", (("y", "Yes"), ("n", "No")), LINES),
    InfoDialog: lambda builder, file: InfoDialog("Title", "Words"),
    AskDice: _dice,
    AskPrint: _print_sheets,
    FilePicker: lambda builder, file: FilePicker("Open", file),
    FileNamer: lambda builder, file: FileNamer("Save", file.parent, "army.yaml", lambda text, folder: folder / text),
    RecoveryDialog: _recovery,
    NewOrbatScreen: lambda builder, file: NewOrbatScreen(ShippedOrbats(builder.workspace.library)),
    LibraryScreen: lambda builder, file: LibraryScreen(ShippedOrbats(builder.workspace.library)),
    CheckScreen: lambda builder, file: CheckScreen(builder.workspace.library, file),
    PasteDialog: lambda builder, file: PasteDialog("A list"),
    AskFielded: lambda builder, file: fielded_dialog(builder.now),
}
"""How each screen that opens over the builder is made."""
OTHERS = {HomeScreen, BuilderScreen, Palette}
"""The screens that have tests of their own."""


BASES = {BaseScreen, Dialog, WideDialog, PageScreen, DialogHostScreen, ChoicesScreen, FileDialog}


def screen_classes(package: ModuleType) -> set[type[Screen[Any]]]:
    """Every screen class of a package."""
    inside = f"{package.__name__}."
    modules = [import_module(one.name) for one in pkgutil.walk_packages(package.__path__, inside)]
    classes = {one for module in modules for _, one in inspect.getmembers(module, inspect.isclass)}
    return {one for one in classes if issubclass(one, Screen) and one.__module__.startswith(inside)}


def keys(*names: str) -> list[Event]:
    """Key presses."""
    return [Key(name, name if len(name) == 1 else None) for name in names]


def click(at: tuple[int, int]) -> list[Event]:
    """The events of a click."""
    x, y = at
    return [kind(None, x, y, 0, 0, 1, False, False, False, x, y) for kind in (MouseDown, MouseUp)]


def send(app: App[None], events: list[Event]) -> None:
    """Deliver events in one turn, as from one read of the terminal."""
    for event in events:
        event.set_sender(app)
        app.post_message(event)


@pytest.fixture(autouse=True)
def _few_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    """A library of two ORBATs, which are read quickly."""
    few = shipped_files()[:2]
    monkeypatch.setattr("orbat.tui.screens.library.shipped_files", lambda: few)


@pytest.fixture
def file(tmp_path: Path, two_brigades: str) -> Path:
    made = tmp_path / "army.yaml"
    made.write_text(two_brigades, encoding="utf-8")
    return made


@asynccontextmanager
async def edited(file: Path) -> AsyncIterator[tuple[Pilot[None], BuilderScreen]]:
    """A builder with an unsaved change."""
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
    """What is wrong after a burst, or ""."""
    if isinstance(app, OrbatApp) and app.failure is not None:
        return f"crashed: {app.failure!r}"
    if app.return_code is not None:
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


async def drawn(pilot: Pilot[None]) -> None:
    """Wait until the top screen is mounted and idle."""
    await settle(pilot)
    while not pilot.app.screen.is_mounted and pilot.app.return_code is None:
        await pilot.pause()


async def close_all(pilot: Pilot[None], builder: BuilderScreen) -> None:
    """Return to the builder."""
    for screen in reversed(pilot.app.screen_stack[pilot.app.screen_stack.index(builder) + 1 :]):
        screen.dismiss(None)
        await pilot.pause()
    assert pilot.app.screen is builder


async def burst_of_keys(open_screen: Callable[[BuilderScreen, Path], Screen[Any]], opening: bool, file: Path) -> None:
    """Send bursts of keys to a screen, open or still opening; each must give one answer."""
    async with edited(file) as (pilot, builder):
        for burst in OPENING if opening else BURSTS:
            answers: list[object] = []
            pilot.app.push_screen(open_screen(builder, file), answers.append)
            if not opening:
                await settle(pilot)
            send(pilot.app, keys(*burst))
            await drawn(pilot)
            assert (burst, trouble(pilot.app, builder, answers)) == (burst, "")
            await close_all(pilot, builder)


async def burst_of_clicks(open_screen: Callable[[BuilderScreen, Path], Screen[Any]], file: Path) -> None:
    """Click each button of a screen three times at once; each must give one answer."""
    async with edited(file) as (pilot, builder):
        for n in range(20):
            answers: list[object] = []
            screen = open_screen(builder, file)
            pilot.app.push_screen(screen, answers.append)
            await settle(pilot)
            buttons = [one for one in screen.query(Button) if one.region]
            if n < len(buttons):
                x, y = buttons[n].region.offset
                send(pilot.app, click((x + 1, y)) * 3)
                await drawn(pilot)
                assert (buttons[n], trouble(pilot.app, builder, answers)) == (buttons[n], "")
            await close_all(pilot, builder)
            if n >= len(buttons) - 1:
                break


@pytest.mark.slow
@pytest.mark.parametrize("opening", [False, True], ids=["open", "opening"])
@pytest.mark.parametrize("kind", OPENED, ids=lambda kind: kind.__name__)
def test_burst_of_keys_gives_one_answer(kind: type[Screen[Any]], opening: bool, file: Path) -> None:
    asyncio.run(burst_of_keys(OPENED[kind], opening, file))


@pytest.mark.slow
@pytest.mark.parametrize("kind", OPENED, ids=lambda kind: kind.__name__)
def test_burst_of_clicks_gives_one_answer(kind: type[Screen[Any]], file: Path) -> None:
    asyncio.run(burst_of_clicks(OPENED[kind], file))


def test_every_screen_class_is_tested() -> None:
    found = screen_classes(orbat.tui)
    assert found == {*OPENED, *OTHERS, *BASES}
    assert [one for one in found if not issubclass(one, BaseScreen)] == []


@pytest.mark.slow
def test_only_the_base_screen_closes_screens() -> None:
    found = []
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if file.name != "dialog.py" else ():
            is_call = isinstance(node, ast.Attribute) and node.attr in CLOSING
            said = str(node.value) if isinstance(node, ast.Constant) else ""
            is_action = "(" in said and said.partition("(")[0] in ACTIONS
            if is_call or is_action:
                found.append(f"{file.name}: {ast.unparse(node)}")
    assert found == []


CLOSING = {"dismiss", "pop_screen", "action_dismiss", "pop_until_active", "switch_screen", "action_pop_screen"}
ACTIONS = {"dismiss", "screen.dismiss", "app.pop_screen", "app.back"}


def in_builder(file: Path, script: Callable[[Pilot[None], BuilderScreen], Awaitable[None]]) -> None:
    """Run a script in a builder with an unsaved change."""

    async def run() -> None:
        async with edited(file) as (pilot, builder):
            await script(pilot, builder)

    asyncio.run(run())


def above(builder: BuilderScreen) -> list[str]:
    """The screens above the builder."""
    stack = builder.app.screen_stack
    return [type(one).__name__ for one in stack[stack.index(builder) + 1 :]]


@pytest.mark.slow
@pytest.mark.parametrize("key", ["escape", "ctrl+q"])
def test_leaving_with_unsaved_changes_asks_once(key: str, file: Path) -> None:
    """Discard, pressed twice, leaves once."""

    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        for _ in range(2):
            send(pilot.app, keys(key, key, key))
            await settle(pilot)
            assert above(builder) == ["AskButtons"]
            assert builder.now.unsaved
            send(pilot.app, keys("escape", "escape", "escape"))
            await settle(pilot)
            assert above(builder) == []
        send(pilot.app, keys(key))
        await settle(pilot)
        await pilot.press("tab")
        send(pilot.app, keys("enter", "enter", "enter"))
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
        assert (pilot.app.return_code is not None) is (key == "ctrl+q")

    in_builder(file, script)


@pytest.mark.slow
@pytest.mark.parametrize("burst", ["nn", "tt", "mm", "R3", "pp", "ndd", "A3", "hq"])
def test_builder_ignores_keys_after_one_that_opens_a_dialog(burst: str, file: Path) -> None:
    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        await pilot.press("down", "down", "down")
        await settle(pilot)
        before = builder.now.orbat
        send(pilot.app, keys(*burst))
        await settle(pilot)
        assert len(above(builder)) <= 1
        assert builder.now.orbat is before

    in_builder(file, script)


@pytest.mark.slow
def test_palette_gives_one_answer(file: Path) -> None:
    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        for burst in (("escape", "escape"), ("enter", "enter", "enter"), ("down", "enter", "enter", "enter")):
            pilot.app.action_command_palette()
            await settle(pilot)
            assert above(builder) == ["Palette"]
            send(pilot.app, keys(*burst))
            await settle(pilot)
            assert builder in pilot.app.screen_stack
            await close_all(pilot, builder)
        pilot.app.search_themes()
        await settle(pilot)
        send(pilot.app, keys("escape", "escape"))
        await settle(pilot)
        assert above(builder) == []

    in_builder(file, script)


@pytest.mark.slow
@pytest.mark.parametrize(
    "burst", ["enter enter", "n n", "o o", "l l", "c c", *PAIRS, "n escape escape", "f1 f1 escape"]
)
def test_home_screen_opens_one_screen(burst: str) -> None:
    async def run() -> None:
        app = OrbatApp(Library())
        async with app.run_test() as pilot:
            await settle(pilot)
            below = len(app.screen_stack)
            send(app, keys(*burst.split()))
            await settle(pilot)
            assert len(app.screen_stack) <= below + 1
            assert app.return_code is None

    asyncio.run(run())


@pytest.mark.slow
def test_recent_file_is_opened_once_and_orbat_quits_once(file: Path) -> None:
    async def run() -> None:
        app = OrbatApp(Library())
        async with app.run_test() as pilot:
            await settle(pilot)
            add_recent_file(file)
            app.screen.read_recent_files()  # type: ignore[attr-defined]
            await settle(pilot)
            await pilot.press("right")
            send(app, keys("enter", "enter", "enter"))
            await settle(pilot)
            assert [type(one) for one in app.screen_stack[1:]] == [HomeScreen, BuilderScreen]
            send(app, keys("escape", "escape", "escape"))
            await settle(pilot)
            assert isinstance(app.screen, HomeScreen)
            assert app.return_code is None
            send(app, keys("q", "q", "n", "enter"))
            await pilot.pause()
            assert app.return_code is not None
            assert isinstance(app.screen, HomeScreen)

    asyncio.run(run())


@pytest.mark.slow
def test_unsaved_corrections_are_asked_about_once(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CheckScreen, "unsaved", True)

    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        pilot.app.push_screen(CheckScreen(builder.workspace.library, file))
        await settle(pilot)
        for key in ("escape", "q", "F"):
            send(pilot.app, keys(key, key, key))
            await settle(pilot)
            assert above(builder) == ["CheckScreen", "AskButtons"]
            send(pilot.app, keys("escape", "escape", "escape"))
            await settle(pilot)
            assert above(builder) == ["CheckScreen"]

    in_builder(file, script)


@pytest.mark.slow
def test_letter_presses_the_button_that_shows_it(file: Path) -> None:
    """In a text field, the letter is typed."""

    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        answers: list[object] = []
        asked = AskButtons("Sure?", (("a", "Save"), ("b", "Save as"), ("c", "Cancel"), ("d", "Kick")))
        pilot.app.push_screen(asked, answers.append)
        await settle(pilot)
        assert list(asked.buttons()) == ["s", "a", "c", "i"]
        label = asked.query(Button).first().label
        assert isinstance(label, Content)
        assert label.spans, "underlined"
        for key in ("j", "k", "x", "a"):
            await press(pilot, key)
        text = AskText("Name", "")
        pilot.app.push_screen(text, answers.append)
        await settle(pilot)
        await press(pilot, *"can", "tab", "a")
        assert answers == ["b", "can"]

    in_builder(file, script)


@pytest.mark.slow
def test_keys_before_an_answer_are_all_handled(file: Path) -> None:

    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        answers: list[object] = []
        for screen, burst in (
            (AskChoice("Which?", LINES), ("down", "enter", "down", "enter")),
            (AskText("Name", "7th"), ("8", "t", "h", "enter", "enter")),
        ):
            pilot.app.push_screen(screen, answers.append)
            await settle(pilot)
            send(pilot.app, keys(*burst))
            await settle(pilot)
        assert answers == ["b", "8th"]
        assert above(builder) == []

    in_builder(file, script)


@pytest.mark.slow
def test_dialog_describes_the_name_under_the_cursor(file: Path) -> None:
    """And the typed name, as long as the input has the focus."""

    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        asked = AskText("Name", "7th", ("8th", "9th"), about=lambda name: f"about the {name}" if name else "")
        pilot.app.push_screen(asked)
        await settle(pilot)
        seen = []
        for key in ("", "down", "down", "up", "up", "x"):
            if key:
                await press(pilot, key)
            seen.append(str(asked.query_one("#about", Label).render()))
        assert seen == [
            "about the 7th",
            "about the 8th",
            "about the 9th",
            "about the 8th",
            "about the 7th",
            "about the x",
        ]

    in_builder(file, script)


@pytest.mark.slow
def test_late_answer_or_worker_is_harmless(file: Path) -> None:
    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        gone = threading.Event()
        answers: list[object] = []

        def pages(*_: object) -> int:
            gone.wait(10)
            return 1

        used = find_layouts().usable
        late = AskPrint(used, PrintRequest((next(iter(used)),)), pages)
        pilot.app.push_screen(late, answers.append)
        await pilot.pause()
        assert late.answer(None)
        await pilot.pause()
        gone.set()
        await settle(pilot)
        assert not late.answer(None)
        late.dismiss(None)
        late.post_message(Lines.Chosen(Lines(), LINES[0]))
        await settle(pilot)
        assert answers == [None]
        assert pilot.app.screen is builder

        below, top = InfoDialog("Below", ""), InfoDialog("Above", "")
        pilot.app.push_screen(below)
        pilot.app.push_screen(top)
        await settle(pilot)
        assert not below.answer()
        assert top.answer()
        assert below.answer()

    in_builder(file, script)


@pytest.mark.slow
def test_dialog_that_opens_while_the_app_exits_does_not_fail() -> None:
    async def script() -> None:
        app = RecordingApp(Library())
        async with app.run_test() as pilot:
            await settle(pilot)
            app.exit()
            app.push_screen(AskChoice("Which?", LINES))
        assert app.failure is None

    asyncio.run(script())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pressed", "answer"),
    [(("down", "down", "tab", "enter"), "Kars"), (("x", "tab", "tab", "enter"), "x"), (("x", "enter"), "x")],
)
def test_apply_takes_the_name_selected_in_the_list(pressed: tuple[str, ...], answer: str) -> None:
    """If the user typed last, it takes the text."""

    async def script() -> None:
        app, answers = RecordingApp(Library()), list[str | None]()
        async with app.run_test() as pilot:
            await settle(pilot)
            app.push_screen(AskText("Which?", "", ("Alma", "Kars")), answers.append)
            await settle(pilot)
            await press(pilot, *pressed)
        assert answers == [answer]

    asyncio.run(script())
