"""The base of every screen. It returns one answer, and ignores input meant for another screen.

Textual closes the top screen whichever screen is dismissed. Also, a key may be handled long after it was pressed: it
waits in the queues of the app, the focused widget and the screen. So the second of two quick keys could close or
change the screen below. This module alone prevents that.
"""

from __future__ import annotations

from math import inf
from typing import TypeVar

from textual.app import App
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.events import Event, InputEvent, Paste
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.theme import ThemeProvider
from textual.widgets import Button, Input

from orbat.tui.widgets.lines import Lines

Result = TypeVar("Result")

INPUT = (InputEvent, Paste)
"""User input: keys, mouse and pasted text."""
REQUESTS = (Button.Pressed, Input.Submitted, Lines.Chosen, Lines.SymbolClicked)
"""Messages by which a widget asks its screen to act."""


class BaseScreen(Screen[Result]):
    """A screen that returns one answer.

    - Only `answer` closes a screen. It works once, and only for the top screen; otherwise it returns False and changes
      nothing. Do other work on closing after it has returned True.
    - A screen accepts input and requests only while it is on top and not answered. After its answer it ignores all
      messages of its widgets.
    - Input made before the screen came to the top is dropped, as it was meant for another screen. So are keys
      pressed before a new screen is mounted. Two quick presses of Escape thus close one dialog.
    - A worker may finish shortly after its screen has closed. It checks `is_shown` before it uses widgets.
    """

    _is_answered = False
    _on_top_since = inf

    @property
    def is_shown(self) -> bool:
        """Whether the screen is open and not answered; it may be covered."""
        return not self._is_answered and self in self.app.screen_stack

    @property
    def takes_input(self) -> bool:
        """Whether the screen is on top and not answered."""
        return not self._is_answered and self.is_active

    def answer(self, value: Result | None = None) -> bool:
        """Close the screen and pass the value to its opener. Returns False if it is answered already or not on top."""
        if not self.takes_input:
            return False
        self._is_answered = True
        super().dismiss(value)
        below = self.app.screen
        if isinstance(below, BaseScreen):
            below._on_top_since = Message().time
        return True

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close by the same rules when Textual dismisses the screen."""
        self.answer(result)
        return AwaitComplete()

    def action_answer(self, value: Result | None = None) -> None:
        """Answer, bound to keys."""
        self.answer(value)

    def on_mount(self) -> None:
        """Accept input from now on."""
        self._on_top_since = Message().time

    def is_early(self, event: Event) -> bool:
        """Whether input was made before the screen was on top."""
        return isinstance(event, INPUT) and event.time < self._on_top_since

    async def _on_message(self, message: Message) -> None:
        is_dropped = isinstance(message, (*INPUT, *REQUESTS)) and not self.takes_input
        if is_dropped or (self._is_answered and message.control is not None):
            message.stop()
        else:
            await super()._on_message(message)


class Dialog(ModalScreen[Result], BaseScreen[Result]):  # styles come from the first base alone
    """A dialog over another screen."""


class Palette(CommandPalette, BaseScreen[None]):
    """Textual's command palette, with the rules of `BaseScreen`."""


class BaseApp(App[None]):
    """An app whose screens receive only input meant for them."""

    async def on_event(self, event: Event) -> None:
        """Drop input that is too early for the top screen, and all input while the app exits."""
        top = self.screen_stack[-1] if self.screen_stack else None
        if isinstance(event, INPUT) and (self._exit or (isinstance(top, BaseScreen) and top.is_early(event))):
            event.stop()
        else:
            await super().on_event(event)

    def action_command_palette(self) -> None:
        """Open the command palette."""
        if self.use_command_palette and not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette(id="--command-palette"))

    def search_themes(self) -> None:
        """List the themes in the command palette."""
        self.push_screen(Palette(providers=[ThemeProvider], placeholder="Search for themes…"))
