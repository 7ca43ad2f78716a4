"""Raised armies: the preview, and the new-ORBAT screen."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from tests.tui.conftest import on_screen, press, settle

from orbat.data.library import Library
from orbat.generator.raise_army import raise_army
from orbat.generator.request import RaiseRequest
from orbat.model.finding import Finding
from orbat.model.orbat import Orbat
from orbat.model.text import Pin
from orbat.tui.app import OrbatApp
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.views.raised_army import raised_lines


@pytest.mark.slow
def test_new_orbat_screen_offers_a_generated_army() -> None:
    async def run() -> None:
        app = OrbatApp(Library())
        async with app.run_test(size=(120, 36)) as pilot:
            await settle(pilot)
            await press(pilot, "n", "enter", "enter", "enter", "down", "enter")
            assert on_screen(pilot, "Choose an army style (800 points)")
            await press(pilot, "enter", "enter")
            builder = app.screen
            assert isinstance(builder, BuilderScreen)
            assert builder.now.quote.total == 800

    asyncio.run(run())


def test_ignored_advice_stands_below_a_raised_army() -> None:
    """With the cost of the nearest army that follows it."""
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
    assert said == ["Ignored: too many", "the nearest army without warnings costs 393 points"]
