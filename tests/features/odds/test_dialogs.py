"""Simultaneous keys and clicks on the feature's screen give one answer."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.tui.test_dialogs import Opened, burst_of_clicks, burst_of_keys

from orbat.features.odds.checks import OddsTables, read_odds
from orbat.features.odds.screen import OddsScreen
from orbat.tui.screens.builder import BuilderScreen


def _odds(builder: BuilderScreen, _: Path) -> OddsScreen:
    read = read_odds(builder.now.book.ruleset, builder.workspace.library)
    assert isinstance(read, OddsTables)
    return OddsScreen(builder.now.report, read, None, None)


OPENED: Opened = {OddsScreen: _odds}


@pytest.mark.slow
@pytest.mark.parametrize("opening", [False, True], ids=["open", "opening"])
def test_simultaneous_keys_give_one_answer(opening: bool, army: Path) -> None:
    for open_screen in OPENED.values():
        asyncio.run(burst_of_keys(open_screen, opening, army))


@pytest.mark.slow
def test_simultaneous_clicks_give_one_answer(army: Path) -> None:
    for open_screen in OPENED.values():
        asyncio.run(burst_of_clicks(open_screen, army))
