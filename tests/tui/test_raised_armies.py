"""An army raised in the builder: shown first, taken as one step, taken back by one undo."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from tests.tui.conftest import on_screen, press, settle
from textual.pilot import Pilot

from orbat.data.library import Library
from orbat.generator.raise_army import raise_army
from orbat.generator.request import RaiseRequest
from orbat.model.arrange import starting_army
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.text import Pin
from orbat.tui.app import OrbatApp
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.views.raised_army import raised_lines

Script = Callable[[Pilot[None], BuilderScreen], Awaitable[None]]


def play(script: Script, size: int | None = 400) -> None:
    """Run a script of keys in the builder of an army that has just been begun."""

    async def run() -> None:
        app = OrbatApp(Library())
        async with app.run_test(size=(120, 36)) as pilot:
            await settle(pilot)
            wanted = Orbat(
                ruleset=Pin("days_of_empire"), army_list=Pin("french"), game_size=size, title="Mine", note="kept"
            )
            book, _ = app.library.book(wanted)
            assert book is not None
            app.open_orbat(starting_army(wanted, "brigade"), book)
            await settle(pilot)
            builder = app.screen
            assert isinstance(builder, BuilderScreen)
            await script(pilot, builder)

    asyncio.run(run())


def test_an_army_is_shown_taken_and_taken_back() -> None:
    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        before = builder.now.orbat
        await press(pilot, "A", "down", "enter")
        assert on_screen(pilot, "400 points", "units", "exactly")
        assert on_screen(pilot, " stands, class ")
        assert builder.now.orbat is before
        await press(pilot, "enter")
        assert builder.now.quote.total == 400
        assert (builder.now.orbat.title, builder.now.orbat.note) == ("Mine", "kept")
        assert builder.now.orbat.date is not None, "the date at which all of it was to be had"
        assert not [finding for finding in builder.now.findings if finding.severity == "error"]
        await press(pilot, "u")
        assert builder.now.orbat == before

    play(script)


def test_another_army_can_be_seen_before_one_is_taken() -> None:
    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        await press(pilot, "A", "enter", "enter")
        first = builder.now.orbat
        await press(pilot, "u", "A", "enter", "right", "enter", "enter")
        assert builder.now.quote.total == 400
        assert builder.now.orbat.formations != first.formations

    play(script)


def test_without_a_size_it_says_what_to_do() -> None:
    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        await press(pilot, "A")
        assert pilot.app.screen is builder
        assert builder.now.orbat.game_size is None

    play(script, size=None)


def test_the_dialog_for_a_new_orbat_offers_one() -> None:
    async def run() -> None:
        app = OrbatApp(Library())
        async with app.run_test(size=(120, 36)) as pilot:
            await settle(pilot)
            await press(pilot, "n", "enter", "enter", "enter", "down", "enter")
            assert on_screen(pilot, "Raise an army of 800 points")
            await press(pilot, "enter", "enter")
            builder = app.screen
            assert isinstance(builder, BuilderScreen)
            assert builder.now.quote.total == 800

    asyncio.run(run())


def test_what_a_raised_army_does_not_heed_stands_below_it() -> None:
    """And what the nearest army comes to that does."""
    library = Library()
    wish = RaiseRequest(list_id="french", points=400, style="balanced", seed=1)
    book, _ = library.book(Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("french")))
    assert book is not None
    raised = raise_army(book, wish)
    assert not [line for line in raised_lines(raised, book) if line.role == "warning"]
    advice = Finding(
        code="ARM003", severity="warning", path=(), message_template="too many", help_template="", cites=(), fields={}
    )
    said = [line.name for line in raised_lines(replace(raised, findings=(advice,), advised_points=393), book)][-2:]
    assert said == ["not heeded: too many", "the nearest army that heeds all advice comes to 393"]
