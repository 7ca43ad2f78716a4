"""The collection in the builder: raising, suggestions and the rows on ownership."""

from __future__ import annotations

from collections import Counter
from pathlib import Path as File

import pytest
from tests.tui.conftest import RecordingApp, notices, on_screen, play_text, press
from tests.tui.conftest import play_new_army as play
from textual.pilot import Pilot
from textual.widgets import Input

from orbat.features.collection.file import own_file
from orbat.tui.screens.builder import BuilderScreen

BOX = "collection: 1\ntitle: The red box\npieces:\n  - {kind: infantry, stands: 60}\n  - {kind: field_gun, guns: 4}\n"
"""Infantry and guns, but no cavalry."""


def owned(file: File) -> File:
    """Write a collection."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(BOX, encoding="utf-8")
    return file


def arms(builder: BuilderScreen) -> dict[str, int]:
    """Number of stands or guns of an army by kind."""
    found = Counter[str]()
    for line in builder.now.quote.all_units:
        entry = builder.now.book.entry(line.list_id, line.unit.entry)
        assert entry is not None
        found[entry.kind] += line.sum.pieces
    return dict(found)


def own(text: str) -> None:
    """Write the user's own collection."""
    own_file().parent.mkdir(parents=True, exist_ok=True)
    own_file().write_text(text, encoding="utf-8")


@pytest.mark.slow
def test_an_army_is_raised_from_the_users_own_collection() -> None:
    """The collection is used by default; the last line of the dialog removes the limit."""
    owned(own_file())

    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        await press(pilot, "A")
        assert on_screen(pilot, "Choose an army style (400 points, miniatures: The red box)")
        await press(pilot, "down", "down", "enter")
        assert on_screen(pilot, "uses only")
        await press(pilot, "enter")
        raised = arms(builder)
        assert set(raised) <= {"infantry", "field_gun"}
        assert raised["infantry"] <= 60
        assert raised.get("field_gun", 0) <= 4
        await press(pilot, "A", "end", "enter")
        assert on_screen(pilot, "Choose an army style (400 points)")
        await press(pilot, "down", "down", "enter", "enter")
        assert "cavalry" in arms(builder)
        await press(pilot, "A", "end", "enter", "end", "enter")
        assert on_screen(pilot, "Choose an army style (400 points, miniatures: The red box)")

    play(script)


@pytest.mark.slow
def test_choosing_a_collection_while_raising_an_army(tmp_path: File) -> None:
    """The builder then uses it for rows and suggestions too."""
    box, wrong = owned(tmp_path / "box.yaml"), tmp_path / "wrong.yaml"
    wrong.write_text("collection: 1\npieces:\n  - {kind: infantry, stonds: 1}\n", encoding="utf-8")

    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        for file in (wrong, box):
            await press(pilot, "A", "end", "enter", "slash")
            pilot.app.screen.query_one(Input).value = str(file)
            await press(pilot, "enter")
        assert isinstance(pilot.app, RecordingApp)
        assert [notice for notice in pilot.app.notices if "wrong.yaml is not a usable collection. Line 3" in notice]
        assert on_screen(pilot, "Choose an army style (400 points, miniatures: The red box)")
        await press(pilot, "enter", "enter")
        assert set(arms(builder)) <= {"infantry", "field_gun"}
        assert builder.now.supply is not None
        assert builder.now.supply.title == "The red box"
        await press(pilot, "home")
        assert on_screen(pilot, "owned")

    play(script)


@pytest.mark.slow
def test_changing_the_collection() -> None:
    owned(own_file())

    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        await press(pilot, "M")
        assert on_screen(pilot, ">Your own: The red box")
        await press(pilot, "end", "enter")
        assert builder.now.supply is None
        await press(pilot, "M")
        assert on_screen(pilot, ">None: no limit")
        await press(pilot, "home", "enter")
        assert builder.now.supply is not None

    play(script)


@pytest.mark.slow
def test_owned_stands_are_shown_and_limit_suggestions(two_brigades: str) -> None:
    own("collection: 1\npieces:\n  - {entry: brit_line, stands: 18}\n")

    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        await press(pilot, "home")
        assert on_screen(pilot, "owned", "2 stands to paint")
        await press(pilot, "down", "down", "down")
        assert on_screen(pilot, "owned", "18 of 20 stands")
        await press(pilot, "W", "enter", "enter")
        assert sum(line.sum.pieces for line in builder.now.quote.all_units) == 20

    play_text(two_brigades, script, size=170)


@pytest.mark.slow
def test_an_unreadable_collection_is_reported(two_brigades: str) -> None:
    own("collection: 1\npieces:\n  - {entry: brit_line, stonds: 18}\n")

    async def script(pilot: Pilot[None], builder: BuilderScreen) -> None:
        assert builder.now.supply is None
        assert any("collection.yaml, line 3" in notice for notice in notices(pilot.app))

    play_text(two_brigades, script)
