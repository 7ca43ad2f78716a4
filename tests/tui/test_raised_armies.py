"""An army raised in the builder: shown first, taken as one step, taken back by one undo."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path as File

from tests.tui.conftest import on_screen, press, settle
from textual.pilot import Pilot
from textual.widgets import Input

from orbat.data.library import Library
from orbat.features.collection.file import own_file
from orbat.generator.raise_army import raise_army
from orbat.generator.request import RaiseRequest
from orbat.model.arrange import begun
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.text import Pin
from orbat.tui.app import OrbatApp
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.views.raised_army import raised_lines

Script = Callable[[Pilot[None], BuilderScreen], Awaitable[None]]


BOX = "collection: 1\ntitle: The red box\npieces:\n  - {kind: infantry, stands: 60}\n  - {kind: field_gun, guns: 4}\n"
"""What is owned: foot and guns, and no horse."""


def owned(file: File) -> File:
    """Write a collection."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(BOX, encoding="utf-8")
    return file


def arms(builder: BuilderScreen) -> dict[str, int]:
    """How many stands or guns of each kind an army has."""
    found = Counter[str]()
    for line in builder.now.quote.all_units:
        entry = builder.now.book.entry(line.list_id, line.unit.entry)
        assert entry is not None
        found[entry.kind] += line.sum.pieces
    return dict(found)


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
            app.open_orbat(begun(wanted, "brigade"), book)
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


def test_an_army_is_raised_from_what_the_player_owns() -> None:
    """His own collection is kept to without being asked for; the last line lifts it."""
    owned(own_file())

    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        await press(pilot, "A")
        assert on_screen(pilot, "400 points from The red box in which style?")
        await press(pilot, "down", "down", "enter")
        assert on_screen(pilot, "agreed. Taken from")
        await press(pilot, "enter")
        held = arms(builder)
        assert set(held) <= {"infantry", "field_gun"}
        assert held["infantry"] <= 60
        assert held.get("field_gun", 0) <= 4
        await press(pilot, "A", "end", "enter")
        assert on_screen(pilot, "Raise an army of 400 points in which style?")
        await press(pilot, "down", "down", "enter", "enter")
        assert "cavalry" in arms(builder)
        await press(pilot, "A", "end", "enter", "end", "enter")
        assert on_screen(pilot, "400 points from The red box in which style?")

    play(script)


def test_a_collection_can_be_chosen_when_an_army_is_raised(tmp_path: File) -> None:
    """The builder then keeps to it: what is owned is shown, and suggested."""
    box, wrong = owned(tmp_path / "box.yaml"), tmp_path / "wrong.yaml"
    wrong.write_text("collection: 1\npieces:\n  - {kind: infantry, stonds: 1}\n", encoding="utf-8")

    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        for file in (wrong, box):
            await press(pilot, "A", "end", "enter", "slash")
            pilot.app.screen.query_one(Input).value = str(file)
            await press(pilot, "enter")
        assert [
            note.message for note in pilot.app._notifications if "wrong.yaml, line 3 cannot be used" in note.message
        ]
        assert on_screen(pilot, "400 points from The red box in which style?")
        await press(pilot, "enter", "enter")
        assert set(arms(builder)) <= {"infantry", "field_gun"}
        assert builder.now.supply is not None
        assert builder.now.supply.title == "The red box"
        await press(pilot, "home")
        assert on_screen(pilot, "owned")

    play(script)


def test_the_collection_that_is_kept_to_can_be_changed() -> None:
    owned(own_file())

    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        await press(pilot, "M")
        assert on_screen(pilot, ">Your own: The red box")
        await press(pilot, "end", "enter")
        assert builder.now.supply is None
        await press(pilot, "M")
        assert on_screen(pilot, ">None: as if you owned everything")
        await press(pilot, "home", "enter")
        assert builder.now.supply is not None

    play(script)


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
    advice = Finding(code="ARM003", severity="warning", path=(), says="too many", helps="", cites=(), facts={})
    said = [line.name for line in raised_lines(replace(raised, findings=(advice,), heeding=393), book)][-2:]
    assert said == ["not heeded: too many", "the nearest army that heeds all advice comes to 393"]
