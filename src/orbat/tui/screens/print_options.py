"""The print dialog: sheets and print options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Label

from orbat.model.sheet import Layout
from orbat.model.wording import phrase, plural
from orbat.tui.screens.dialog import Dialog
from orbat.tui.views.print_options import PrintRequest, about, changed, lines_of
from orbat.tui.widgets.clicked import ClickedLines
from orbat.tui.widgets.lines import Lines

QUESTION = "Print. Enter or a click changes a line. More: paper, type, points…"
"""The question of the dialog. It fits on one line of a small screen.

The question names some of the options, because a small screen may not have room to list all options.
"""
Pages = Callable[[Layout, PrintRequest], int]
"""A function that returns how many pages a sheet has when printed with the given options."""


class AskPrint(Dialog[PrintRequest | None]):
    """Ask which sheets to print, and with which options."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer(None)", "Cancel"),
        Binding("space", "change", "Change"),
        Binding("p,f2", "print", "Print", priority=True),
    ]

    def __init__(self, layouts: Mapping[str, Layout], request: PrintRequest, pages: Pages) -> None:
        super().__init__()
        self._layouts = layouts
        self._request = request
        self._pages = pages

    # The text at the bottom describes the sheet or option at the cursor. For a sheet, it gives the number of pages too.
    def compose(self) -> ComposeResult:
        """Show the sheets and options, and a description."""
        with Vertical(classes="question tall"):
            yield Label(QUESTION, markup=False)
            yield ClickedLines(widths=(24,), id="sheets")
            yield Label(id="about", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Print", id="print", variant="primary", compact=True)
                yield Button("Cancel", id="leave", compact=True)

    def on_mount(self) -> None:
        """List the sheets and options."""
        self._show()
        self.query_one(Lines).focus()

    def _show(self) -> None:
        self.query_one(Lines).show(lines_of(self._request, self._layouts))
        self._describe()

    def _describe(self) -> None:
        # Counting the pages of a sheet takes time, so the number is added later.
        line = self.query_one(Lines).line
        key = str(line.key) if line else ""
        self._say(about(key, self._layouts))
        if key in self._layouts:
            self._count(key, self._request)

    @work(thread=True, exclusive=True)
    def _count(self, key: str, request: PrintRequest) -> None:
        pages = self._pages(self._layouts[key], request)
        text = about(key, self._layouts)
        words = (
            plural(pages, "{about} {count} page.", "{about} {count} pages.", about=text)
            if pages
            else phrase("{about} For this army, the sheet would be empty.", about=text)
        )
        self.app.call_from_thread(self._say_about, key, words)

    def _say_about(self, key: str, words: str) -> None:
        line = self.query_one(Lines).line if self.is_shown else None
        if line and line.key == key:
            self._say(words)

    def _say(self, words: str) -> None:
        self.query_one("#about", Label).update(words)

    @on(Lines.Moved)
    def _moved(self, event: Lines.Moved) -> None:
        event.stop()
        self._describe()

    @on(Lines.Chosen)
    def _chosen(self, event: Lines.Chosen) -> None:
        event.stop()
        self.action_change()

    def action_change(self) -> None:
        """Select or deselect the sheet at the cursor, or change the option to the next value."""
        if line := self.query_one(Lines).line:
            self._request = changed(self._request, str(line.key), self._layouts)
            self._show()

    @on(Button.Pressed, "#print")
    def action_print(self) -> None:
        """Print the selected sheets, or the sheet at the cursor if none is selected."""
        line = self.query_one(Lines).line
        if not self._request.sheets and line and str(line.key) in self._layouts:
            self._request = changed(self._request, str(line.key), self._layouts)
        if self._request.sheets:
            self.answer(self._request)
        else:
            self._say("Choose a sheet first.")

    @on(Button.Pressed, "#leave")
    def _left(self) -> None:
        self.answer(None)
