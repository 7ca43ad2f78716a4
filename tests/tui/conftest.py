"""Pilot helpers: press keys, wait for workers, read the screen."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any, ClassVar

import pytest
from tests.cli.conftest import broken_rule
from textual.app import App
from textual.events import MouseEvent
from textual.pilot import Pilot
from textual.strip import Strip
from textual.worker import WorkerCancelled

from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.model.arrange import starting_army
from orbat.model.orbat import Orbat
from orbat.model.text import Pin
from orbat.pipeline import check
from orbat.report.report import Report
from orbat.tui import app
from orbat.tui.app import OrbatApp
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.screens.check import CheckScreen

__all__ = ["broken_rule"]

CheckScript = Callable[[Pilot[None], CheckScreen], Awaitable[None]]


@pytest.fixture(autouse=True)
def _without_idling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for messages only, not for an idle processor, which makes keys many times faster."""

    async def give_way(*_: float) -> None:
        for _turn in range(20):  # a message can lead to others
            await asyncio.sleep(0)

    monkeypatch.setattr("textual.app.wait_for_idle", give_way)
    monkeypatch.setattr("textual.pilot.wait_for_idle", give_way)


class RecordingApp(OrbatApp):
    """The builder, with a record of its notices."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [Path(app.__file__).parent / path for path in OrbatApp.CSS_PATH]

    def __init__(self, library: Library, report: Report | None = None) -> None:
        super().__init__(library, report)
        self.notices: list[str] = []
        self.animation_level = "none"

    def notify(self, message: str, **options: Any) -> None:
        """Record a notice, and show it."""
        self.notices.append(message)
        super().notify(message, **options)


async def settle(pilot: Pilot[None]) -> None:
    """Wait for workers and messages, each of which can lead to others."""
    for _ in range(3):
        await pilot.pause(0)
        with contextlib.suppress(WorkerCancelled):  # leaving a screen cancels its workers
            await pilot.app.workers.wait_for_complete()
        await pilot.pause(0)


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one by one, and wait after each."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


async def wait_until_still(pilot: Pilot[None], turns: int = 5) -> list[str]:
    """Wait until the screen is the same for several turns, and return its rows.

    Styles, layouts and parts such as the key bar can change some turns after the last message.
    """
    shown: list[str] = []
    unchanged = 0
    while unchanged < turns:
        await settle(pilot)
        await asyncio.sleep(0.02)  # longer than a frame of Textual
        before, shown = shown, [strip.text.rstrip() for strip in screen_strips(pilot.app)]
        unchanged = unchanged + 1 if shown == before else 0
    return shown


def play_file(file: Path, script: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int] = (80, 24)) -> None:
    """Run a script of keys in the builder of a file."""

    async def run() -> None:
        library = Library()
        builder = RecordingApp(library, check(file, library))
        async with builder.run_test(size=size) as pilot:
            await settle(pilot)
            await script(pilot)

    asyncio.run(run())


def screen_strips(running: App[Any]) -> list[Strip]:
    """The rows of the screen with their styles. Textual has no public way to read them."""
    return running.screen._compositor.render_strips()


def rows(pilot: Pilot[None]) -> list[str]:
    """The rows of the screen, as text."""
    return [strip.text for strip in screen_strips(pilot.app)]


def notices(running: App[Any]) -> list[str]:
    """The notices so far."""
    assert isinstance(running, RecordingApp)
    return running.notices


async def turn_wheel(pilot: Pilot[None], event: type[MouseEvent], offset: tuple[int, int]) -> None:
    """Turn the mouse wheel. Textual's pilot has no public method for it."""
    await pilot._post_mouse_events([event], offset=offset)


def on_screen(pilot: Pilot[None], *words: str) -> bool:
    """Whether one row contains all of these."""
    return any(all(word in row for word in words) for row in rows(pilot))


def play_check(file: Path, script: CheckScript, size: tuple[int, int] = (120, 36)) -> None:
    """Run a script of keys on the check screen of a file."""

    async def run() -> None:
        builder = RecordingApp(Library())
        async with builder.run_test(size=size) as pilot:
            await pilot.pause()
            screen = CheckScreen(builder.library, file)
            builder.push_screen(screen)
            await settle(pilot)
            await script(pilot, screen)

    asyncio.run(run())


def play_report(report: Report, script: Callable[[Pilot[None]], Awaitable[None]]) -> None:
    """Run a script in the app, started with a report as by `orbat FILE`."""

    async def run() -> None:
        app = RecordingApp(Library(), report)
        async with app.run_test(size=(120, 36)) as pilot:
            await settle(pilot)
            await script(pilot)

    asyncio.run(run())


def play_army(
    orbat: Orbat, script: Callable[[Pilot[None], BuilderScreen], Awaitable[None]], screen: tuple[int, int] = (120, 36)
) -> None:
    """Run a script in the builder of an unsaved ORBAT."""

    async def run() -> None:
        builder = RecordingApp(Library())
        async with builder.run_test(size=screen) as pilot:
            await settle(pilot)
            book, _ = builder.library.book(orbat)
            assert book is not None
            builder.open_orbat(orbat, book)
            await settle(pilot)
            assert isinstance(builder.screen, BuilderScreen)
            await script(pilot, builder.screen)

    asyncio.run(run())


def play_new_army(script: Callable[[Pilot[None], BuilderScreen], Awaitable[None]], size: int | None = 400) -> None:
    """Run a script in the builder of a new French army."""
    pin, army_list = Pin("days_of_empire"), Pin("french")
    wanted = Orbat(ruleset=pin, army_list=army_list, game_size=size, title="Mine", note="kept")
    play_army(starting_army(wanted, "brigade"), script)


def play_text(
    text: str,
    script: Callable[[Pilot[None], BuilderScreen], Awaitable[None]],
    size: int | None = 800,
    screen: tuple[int, int] = (120, 36),
) -> None:
    """Run a script in the builder of an army with that game size."""
    orbat = read_orbat(text).orbat
    assert orbat is not None
    play_army(replace(orbat, game_size=size), script, screen)
