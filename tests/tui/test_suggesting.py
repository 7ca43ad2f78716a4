"""Suggestions in the builder: listed with their sums, taken as one step."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tests.tui.conftest import on_screen, press, settle
from textual.pilot import Pilot

from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.model.edits import Set, apply
from orbat.tui.app import OrbatApp
from orbat.tui.screens.builder import BuilderScreen

Script = Callable[[Pilot[None], BuilderScreen], Awaitable[None]]


def play(text: str, script: Script, size: int | None = 800, screen: tuple[int, int] = (120, 36)) -> None:
    """Run a script of keys in the builder of an army of that agreed size."""

    async def run() -> None:
        app = OrbatApp(Library())
        async with app.run_test(size=screen) as pilot:
            await settle(pilot)
            orbat = read_orbat(text).orbat
            assert orbat is not None
            orbat = apply(orbat, Set((), "game_size", size))
            book, _ = app.library.book(orbat)
            assert book is not None
            app.open_orbat(orbat, book)
            await settle(pilot)
            builder = app.screen
            assert isinstance(builder, BuilderScreen)
            await script(pilot, builder)

    asyncio.run(run())


def test_a_suggestion_is_listed_taken_and_taken_back(two_brigades: str) -> None:
    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        before = builder.now.orbat
        await press(pilot, "W")
        assert on_screen(pilot, "To spend what is left")
        assert on_screen(pilot, "+12, leaves 0")
        assert builder.now.orbat is before
        await press(pilot, "enter")
        assert on_screen(pilot, "+12, leaves 0.")
        assert builder.now.orbat is before
        await press(pilot, "enter")
        assert builder.now.quote.remaining == 0
        assert builder.now.quote.total == 170
        await press(pilot, "u")
        assert builder.now.orbat == before

    play(two_brigades, script, size=170)


def test_an_army_over_its_size_is_brought_under_it_on_a_small_screen(two_brigades: str) -> None:
    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        await press(pilot, "W")
        assert on_screen(pilot, "To come under the agreed size")
        await press(pilot, "enter", "enter")
        assert builder.now.quote.remaining == 0

    play(two_brigades, script, size=150, screen=(80, 24))


def test_a_finding_has_its_ways_under_it(two_brigades: str) -> None:
    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        await press(pilot, "W")
        assert on_screen(pilot, "40 stands")
        await press(pilot, "enter", "enter")
        assert not [one for one in builder.now.findings if one.code == "UNT003"]

    play(two_brigades.replace("size: 12", "size: 40"), script, size=None)


def test_with_nothing_to_suggest_it_says_so(two_brigades: str) -> None:
    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        await press(pilot, "W")
        assert pilot.app.screen is builder

    play(two_brigades, script, size=158)
    play(two_brigades, script, size=None)
