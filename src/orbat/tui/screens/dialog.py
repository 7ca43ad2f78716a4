"""The base class of all screens. A key acts only on the screen that the user saw when pressing the key.

Otherwise, the second of two quick keys could close or change the wrong screen, for two reasons:

- Textual's `dismiss` always closes the top screen, even if another screen calls it.
- Textual puts keys into queues. A key may be handled long after it was pressed.
"""

from __future__ import annotations

from math import inf
from typing import TypeVar

from textual.app import App
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.content import Content
from textual.events import Event, InputEvent, Key, Mount, Paste, Resize
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.theme import ThemeProvider
from textual.widgets import Button, Input, TextArea

from orbat.tui.widgets.lines import Lines

Result = TypeVar("Result")

INPUT = (InputEvent, Paste)
"""User input: keys, mouse and pasted text."""
REQUESTS = (Button.Pressed, Input.Submitted, Lines.Chosen, Lines.Clicked, Lines.SymbolClicked, Lines.KeyClicked)
"""Messages by which a widget asks its screen to act, such as a pressed button."""


class BaseScreen(Screen[Result]):
    """A screen that returns one result to the code that opened the screen.

    - Only the method `answer` closes a screen. `answer` works once, and only for the top screen. Otherwise, `answer`
      returns False and changes nothing. Code that closes a screen must do nothing else if `answer` returned False.
    - A screen accepts input only while it is on top and has not answered. After the answer, the screen ignores all
      messages from its widgets.
    - A screen drops input made before it came to the top, because that input was meant for another screen. Two quick
      presses of Escape thus close only one dialog.
    - A background task may end just after its screen has closed. Before using widgets, such a task must check
      `is_shown`.
    """

    _is_answered = False
    _on_top_since = inf

    @property
    def is_shown(self) -> bool:
        """Whether the screen is open and has not answered. The screen may be covered."""
        return not self._is_answered and self in self.app.screen_stack

    @property
    def takes_input(self) -> bool:
        """Whether the screen is on top and has not answered."""
        return not self._is_answered and self.is_active

    def answer(self, value: Result | None = None) -> bool:
        """Close the screen, and pass the result to the code that opened the screen.

        Returns False if the screen has already answered or is not on top.
        """
        if not self.takes_input:
            return False
        self._is_answered = True
        super().dismiss(value)
        below = self.app.screen
        if isinstance(below, BaseScreen):
            below._on_top_since = Message().time
        return True

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Call `answer`, which closes the screen. Textual calls this method."""
        self.answer(result)
        return AwaitComplete()

    def action_answer(self, value: Result | None = None) -> None:
        """Close the screen with a value as the result. Key bindings run this action."""
        self.answer(value)

    def on_mount(self) -> None:
        """Accept input from now on."""
        self._on_top_since = Message().time

    def is_early(self, event: Event) -> bool:
        """Whether the user made this input before the screen was on top."""
        return isinstance(event, INPUT) and event.time < self._on_top_since

    async def _on_message(self, message: Message) -> None:
        is_dropped = isinstance(message, (*INPUT, *REQUESTS)) and not self.takes_input
        # while the app exits, Textual mounts no widgets, so handlers of these events would not find them
        is_dropped = is_dropped or (isinstance(message, (Mount, Resize)) and self.app._exit)
        if is_dropped or (self._is_answered and message.control is not None):
            message.stop()
        else:
            await super()._on_message(message)


class Dialog(ModalScreen[Result], BaseScreen[Result]):  # styles come from the first base alone
    """A dialog that covers a part of another screen.

    Each button has a letter, underlined in its label. The letter presses the button, unless the user is typing a text.
    """

    def on_mount(self) -> None:
        """Underline the letter that presses each button."""
        for letter, button in self.buttons().items():
            # not assigned: contents that differ only in style count as equal
            button.set_reactive(Button.label, _underlined(str(button.label), letter))
            button.refresh()

    def buttons(self) -> dict[str, Button]:
        """The buttons by letter. A button's letter is the first letter of its label that no earlier button uses."""
        found = dict[str, Button]()
        for button in self.query(Button):
            letters = str(button.label).casefold()
            free = next((one for one in letters if one.isalpha() and one not in (*found, *MOVES)), None)
            if free:
                found[free] = button
        return found

    def on_key(self, event: Key) -> None:
        """Press the button with the typed letter."""
        button = self.buttons().get((event.character or "").casefold())
        if button is not None and not button.disabled and not isinstance(self.focused, (Input, TextArea)):
            event.stop()
            button.press()


MOVES = ("j", "k")
"""Letters that move the cursor, so no button has them."""


def _underlined(label: str, letter: str) -> Content:
    place = label.casefold().index(letter)
    return Content.assemble(label[:place], (label[place], "underline"), label[place + 1 :])


class Palette(CommandPalette, BaseScreen[None]):
    """Textual's command palette, with the rules of `BaseScreen` for closing and input."""


class BaseApp(App[None]):
    """An app whose screens ignore input that was meant for other screens."""

    async def on_event(self, event: Event) -> None:
        """Drop input made before the top screen was shown, and all input while the app exits."""
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
