"""Random keys, clicks and bursts: no exception, right totals, and no army leaves the screen unasked."""

from __future__ import annotations

import asyncio
import os
import string
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.examples import FRESH
from tests.tui.conftest import RecordingApp, settle
from tests.tui.test_dialogs import click, keys, send
from textual.events import Event, Paste
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Label

from orbat.data.library import Library
from orbat.model.orbat import units_of
from orbat.pipeline import Evaluator, check
from orbat.tui.app import OrbatApp
from orbat.tui.commands.table import COMMANDS
from orbat.tui.screens.ask import AskButtons, AskText
from orbat.tui.screens.builder import BuilderScreen
from orbat.tui.screens.home import HomeScreen

INPUTS = int(os.environ.get("ORBAT_TEST_KEYS", "10000"))
"""The number of keys and clicks of all parts together."""
MOST_UNITS = 40
"""A larger army is opened again, because each edit of a large army takes longer."""
PARTS = 4
BURSTS = (1, 1, 2, 3, 4, 20)
"""How many keys and clicks arrive together. Twenty are a held key or a pasted text."""
MOVES = (
    "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "tab", "shift+tab", "enter", "enter", "escape",
    "space", "backspace", "j", "k",
)  # fmt: skip  # in rows
OWN_KEYS = tuple(key for command in COMMANDS for key in command.keys.split(","))
"""The keys of the builder's commands; other screens have some of them too."""
OTHERS = (*string.ascii_letters, *string.digits, "f1", "f2", "f3", "ctrl+p", "ctrl+q", "plus", "minus", "slash")
SLOW = {"A", "W"}
"""Keys of commands that may calculate for seconds. They are pressed less often."""
PASTED = "British, 400 points\n33rd Foot 15 stands class 3 rifles 60\n\x1b[A\x1bq\x11\x7f\nTotal 60\n"
"""A pasted list with escape characters, as from a terminal."""
LEAVING = "There are unsaved changes."
"""The question before an army with unsaved changes leaves the screen."""


class Player:
    """Sends random input to orbat, and checks it after each turn."""

    def __init__(self, pilot: Pilot[None], chance: Random, reported: list[object]) -> None:
        self.pilot = pilot
        self.chance = chance
        self.reported = reported
        self.sent: list[str] = []
        """The last keys and clicks, for the message of a failure."""
        self.seen: set[type[Screen[Any]]] = set()
        self._priced: object = None

    @property
    def app(self) -> OrbatApp:
        """The running app."""
        assert isinstance(self.pilot.app, OrbatApp)
        return self.pilot.app

    def builder(self) -> BuilderScreen | None:
        """The open builder screen, if there is one."""
        return next((one for one in self.app.screen_stack if isinstance(one, BuilderScreen)), None)

    def one_input(self) -> list[Event]:
        """A random key, click or pasted text."""
        if self.chance.random() < 0.15:
            width, height = self.app.size
            at = self.chance.randrange(width), self.chance.randrange(height)
            self.sent.append(f"click {at}")
            return click(at) * self.chance.choice((1, 1, 2))
        if self.chance.random() < 0.02:
            self.sent.append("paste")
            return [Paste(PASTED)]
        pool = self.chance.choice((MOVES, MOVES, OWN_KEYS, OTHERS))
        key = self.chance.choice(pool)
        # A typed path must stay in the test's folder.
        if (key == "slash" and isinstance(self.app.screen, AskText)) or (key in SLOW and self.chance.random() < 0.9):
            key = "down"
        self.sent.append(key)
        return keys(key)

    async def turn(self) -> int:
        """Send a key, a click or a burst of them in one turn. Returns how many."""
        builder, top = self.builder(), self.app.screen
        asked = isinstance(top, AskButtons) and LEAVING in str(top.query(Label).first().render())
        size = self.chance.choice(BURSTS)
        send(self.app, [event for _ in range(size) for event in self.one_input()])
        await settle(self.pilot)
        self.check(builder, asked=asked)
        return size

    def check(self, builder: BuilderScreen | None, *, asked: bool) -> None:
        """Check that nothing failed, that the army is still open, and that its total is right."""
        story = " ".join(self.sent[-12:])
        assert self.app.failure is None, f"{story}: {self.app.failure!r}"
        assert self.reported == [], story
        self.seen.update(type(one) for one in self.app.screen_stack)
        has_left = self.app.return_code is not None or builder not in self.app.screen_stack
        if builder is not None and has_left:
            assert asked or not builder.now.unsaved, f"an army left the screen unasked: {story}"
        now = self.builder()
        if now is not None and now.now.orbat is not self._priced:
            self._priced = now.now.orbat
            quote, _ = Evaluator().examine(now.now.orbat, now.now.book)
            assert now.now.quote == quote, story

    @property
    def is_over(self) -> bool:
        """Whether orbat has quit, or the army is too large to go on quickly."""
        builder = self.builder()
        return self.app.return_code is not None or (
            builder is not None and sum(1 for _ in units_of(builder.now.orbat)) > MOST_UNITS
        )


async def play(folder: Path, army: str, inputs: int, chance: Random, seen: set[type[Screen[Any]]]) -> int:
    """Open an army and send random input until orbat quits. Returns how many keys and clicks were sent."""
    file = folder / "army.yaml"
    file.write_text(army, encoding="utf-8")
    library, sent, reported = Library(), 0, list[object]()
    app = RecordingApp(library, check(file, library))
    app.report_failures = lambda failures, file="": reported.extend(failures)  # type: ignore[method-assign]
    async with app.run_test(size=chance.choice(((80, 24), (80, 24), (120, 36), (200, 50)))) as pilot:
        await settle(pilot)
        player = Player(pilot, chance, reported)
        while sent < inputs and not player.is_over:
            sent += await player.turn()
        seen |= player.seen
    return sent


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_random_keys_and_clicks(part: int, tmp_path: Path, two_brigades: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("webbrowser.open", lambda *_: True)
    seed = int.from_bytes(os.urandom(4)) if FRESH else part
    print(f"seed {seed}")  # shown if the test fails
    chance, sent, seen = Random(seed), 0, set[type[Screen[Any]]]()
    while sent < INPUTS // PARTS:
        sent += asyncio.run(play(tmp_path, two_brigades, 400, chance, seen))
    assert seen >= {BuilderScreen, HomeScreen}
