"""The base of every screen: it gives one answer, and input meant for another screen does nothing on it.

Textual removes whatever screen is on top when any screen is dismissed, and a key can be handled long after it was
pressed: it waits in the queues of the app, the focused widget and the screen. So the second of two keys that arrive
together would close the screen below, or act on it. The rules that prevent this stand here and nowhere else.
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
"""What the player does: keys, mouse and pasted text."""
REQUESTS = (Button.Pressed, Input.Submitted, Lines.Chosen, Lines.SymbolClicked)
"""Messages by which a widget asks its screen to do something."""


class BaseScreen(Screen[Result]):
    """A screen that is answered once.

    - Only `answer` closes a screen, and only the one on top. It works once; later calls change nothing and return
      False. What else must happen on closing is done after `answer` has returned True.
    - A screen takes input and requests only while it is on top and not answered. After its answer it takes no message
      of a widget at all, since its widgets are being removed.
    - Input from before the screen came to the top was meant for the screen that was there. It is dropped, and so are
      keys pressed before a new screen is mounted. Two quick presses of Escape thus close one dialog; a press after
      that is the next screen's own Escape.
    - Workers outlive their screen for a moment: they check `is_shown` before they touch its widgets.
    """

    _is_answered = False
    _on_top_since = inf

    @property
    def is_shown(self) -> bool:
        """Whether the screen is shown, on top or below others, and not answered yet."""
        return not self._is_answered and self in self.app.screen_stack

    @property
    def takes_input(self) -> bool:
        """Whether the screen is on top and not answered yet."""
        return not self._is_answered and self.is_active

    def answer(self, value: Result | None = None) -> bool:
        """Close the screen and give the value to whoever opened it; False if that has happened or it is not on top."""
        if not self.takes_input:
            return False
        self._is_answered = True
        super().dismiss(value)
        below = self.app.screen
        if isinstance(below, BaseScreen):
            below._on_top_since = Message().time
        return True

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Answer: what Textual itself dismisses is held to the same rules."""
        self.answer(result)
        return AwaitComplete()

    def action_answer(self, value: Result | None = None) -> None:
        """Answer, by a key."""
        self.answer(value)

    def on_mount(self) -> None:
        """Take input from now on."""
        self._on_top_since = Message().time

    def is_early(self, event: Event) -> bool:
        """Whether input is from before the screen was on top and mounted."""
        return isinstance(event, INPUT) and event.time < self._on_top_since

    async def _on_message(self, message: Message) -> None:
        is_dropped = isinstance(message, (*INPUT, *REQUESTS)) and not self.takes_input
        if is_dropped or (self._is_answered and message.control is not None):
            message.stop()
        else:
            await super()._on_message(message)


class Dialog(ModalScreen[Result], BaseScreen[Result]):  # styles come from the first base alone
    """A small question over another screen."""


class Palette(CommandPalette, BaseScreen[None]):
    """Textual's command palette, under the same rules."""


class BaseApp(App[None]):
    """An app whose screens take only the input that was meant for them."""

    async def on_event(self, event: Event) -> None:
        """Drop input that is early for the screen on top, or comes when the app is being left."""
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
