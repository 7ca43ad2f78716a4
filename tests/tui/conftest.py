"""Hands that wait to see what each key does, and eyes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.cli.conftest import broken_rule
from textual.pilot import Pilot

from orbat.data.library import Library
from orbat.pipeline import check
from orbat.tui.app import OrbatApp
from orbat.tui.screens.check import CheckScreen

__all__ = ["broken_rule"]

CheckScript = Callable[[Pilot[None], CheckScreen], Awaitable[None]]


async def settle(pilot: Pilot[None]) -> None:
    """Wait until everything has been read and drawn."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one by one, as a person who waits to see what each does."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


def play_file(file: Path, script: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int] = (80, 24)) -> None:
    """Run a script of keys in the builder of a file."""

    async def run() -> None:
        library = Library()
        app = OrbatApp(library, check(file, library))
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            await script(pilot)

    asyncio.run(run())


def rows(pilot: Pilot[None]) -> list[str]:
    """The rows of the screen."""
    return [strip.text for strip in pilot.app.screen._compositor.render_strips()]


def on_screen(pilot: Pilot[None], *words: str) -> bool:
    """Whether all of these stand on one row."""
    return any(all(word in row for word in words) for row in rows(pilot))


def play_check(file: Path, script: CheckScript, size: tuple[int, int] = (120, 36)) -> None:
    """Run a script of keys on the check screen of a file."""

    async def run() -> None:
        app = OrbatApp(Library())
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            screen = CheckScreen(app.library, file)
            app.push_screen(screen)
            await settle(pilot)
            await script(pilot, screen)

    asyncio.run(run())
