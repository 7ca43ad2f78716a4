"""The dialog for a list from a mail, a forum or a chat."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Label, TextArea

from orbat.tui.screens.dialog import Dialog
from orbat.tui.widgets.fields import TextBox


class PasteDialog(Dialog[str | None]):
    """Ask for a text of several lines. `text` is the initial text."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer(None)", "Cancel"),
        Binding("f2", "accept", "Check", priority=True),
    ]

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self._text = text.replace("\r\n", "\n").replace("\r", "\n")  # some terminals send only returns

    def compose(self) -> ComposeResult:
        """Show the field."""
        with Vertical(classes="question wide"):
            yield Label("Paste or type a list, then press Check (F2, or Tab and Enter)", markup=False)
            yield TextBox(self._text, tab_behavior="focus", id="pasted")
            yield Label("", id="wrong", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Check", id="ok", variant="primary", compact=True)
                yield Button("Cancel", id="leave", compact=True)

    def on_mount(self) -> None:
        """Focus the field, or the button if there is an initial text."""
        self.query_one("#wrong").display = False
        # With an initial text, Enter on the button checks the text.
        self.query_one("#ok" if self._text else "#pasted").focus()

    def action_accept(self) -> None:
        """Answer with the text, unless the field is empty."""
        text = self.query_one(TextArea).text
        if text.strip():
            self.answer(text)
            return
        label = self.query_one("#wrong", Label)
        label.update("Paste or type a list first.")
        label.display = True

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        event.stop()
        if event.button.id == "ok":
            self.action_accept()
        else:
            self.answer(None)
