"""The base of every screen: it answers once, and ignores input meant for another screen.

Textual removes the top screen when any screen is dismissed. A key can be handled long after it was pressed, as it waits
in the queues of the app, the focused widget and the screen. So the second of two quick keys could close or change the
screen below. The rules that prevent this are in this module only.
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
"""Messages by which a widget asks its screen to do something."""


class BaseScreen(Screen[Result]):
    """A screen that answers once.

    - Only `answer` closes a screen, and only the top one. It works once; later calls change nothing and return False.
      Do other work on closing after `answer` has returned True.
    - A screen accepts input and requests only while it is on top and not answered. After its answer it ignores all
      messages of its widgets, which are being removed.
    - Input from before the screen came to the top was meant for another screen, so it is dropped. So are keys pressed
      before a new screen is mounted. Two quick presses of Escape thus close one dialog.
    - Workers outlive their screen for a moment. They check `is_shown` before they use its widgets.
    """

    _is_answered = False
    _on_top_since = inf

    @property
    def is_shown(self) -> bool:
        """Whether the screen is on the stack and not answered."""
        return not self._is_answered and self in self.app.screen_stack

    @property
    def takes_input(self) -> bool:
        """Whether the screen is on top and not answered."""
        return not self._is_answered and self.is_active

    def answer(self, value: Result | None = None) -> bool:
        """Close the screen and return the value to its opener; False if it is answered or not on top."""
        if not self.takes_input:
            return False
        self._is_answered = True
        super().dismiss(value)
        below = self.app.screen
        if isinstance(below, BaseScreen):
            below._on_top_since = Message().time
        return True

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Answer; applies the same rules when Textual itself dismisses the screen."""
        self.answer(result)
        return AwaitComplete()

    def action_answer(self, value: Result | None = None) -> None:
        """Answer, by a key."""
        self.answer(value)

    def on_mount(self) -> None:
        """Accept input from now on."""
        self._on_top_since = Message().time

    def is_early(self, event: Event) -> bool:
        """Whether input was made before the screen was mounted and on top."""
        return isinstance(event, INPUT) and event.time < self._on_top_since

    async def _on_message(self, message: Message) -> None:
        is_dropped = isinstance(message, (*INPUT, *REQUESTS)) and not self.takes_input
        if is_dropped or (self._is_answered and message.control is not None):
            message.stop()
        else:
            await super()._on_message(message)


class Dialog(ModalScreen[Result], BaseScreen[Result]):  # styles come from the first base alone
    """A small dialog over another screen."""


class Palette(CommandPalette, BaseScreen[None]):
    """Textual's command palette, with the same rules."""


class BaseApp(App[None]):
    """An app whose screens receive only the input meant for them."""

    async def on_event(self, event: Event) -> None:
        """Drop input that is early for the top screen, or arrives while the app exits."""
        top = self.screen_stack[-1] if self.screen_stack else None
        if isinstance(event, INPUT) and (self._exit or (isinstance(top, BaseScreen) and top.is_early(event))):
            event.stop()
        else:
            await super().on_event(event)

    def action_command_palette(self) -> None:
        """Show the command palette."""
        if self.use_command_palette and not isinstance(self.screen, CommandPalette):
            self.push_screen(Palette(id="--command-palette"))

    def search_themes(self) -> None:
        """Show the themes in the command palette."""
        self.push_screen(Palette(providers=[ThemeProvider], placeholder="Search for themes…"))
