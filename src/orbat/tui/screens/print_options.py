"""Choosing what to print: the sheets, what each of them is, and how they are printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Label

from orbat.model.sheet import Layout
from orbat.report.report import number
from orbat.tui.screens.dialog import Dialog
from orbat.tui.views.print_options import PrintRequest, about, changed, lines_of
from orbat.tui.widgets.lines import Lines

QUESTION = "Print (Enter changes a line, p prints). More: paper, type, points…"
"""It tells of what is out of view on a small screen, in one line of it."""
Pages = Callable[[Layout, PrintRequest], int]
"""How many pages a sheet takes."""


class AskPrint(Dialog[PrintRequest | None]):
    """Ask which sheets are wanted and how. What the sheet at the cursor is stands below, with its number of pages."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer(None)", "Leave it"),
        Binding("space", "change", "Change"),
        Binding("ctrl+p,p", "print", "Print", priority=True),
    ]

    def __init__(self, layouts: Mapping[str, Layout], wish: PrintRequest, pages: Pages) -> None:
        super().__init__()
        self._layouts = layouts
        self._wish = wish
        self._pages = pages

    def compose(self) -> ComposeResult:
        """The sheets and settings over what the one at the cursor is."""
        with Vertical(classes="question tall"):
            yield Label(QUESTION, markup=False)
            yield Lines(widths=(24,), id="sheets")
            yield Label(id="about", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Print", id="print", variant="primary", compact=True)
                yield Button("Leave it", id="leave", compact=True)

    def on_mount(self) -> None:
        """Show the lines."""
        self._show()
        self.query_one(Lines).focus()

    def _show(self) -> None:
        self.query_one(Lines).show(lines_of(self._wish, self._layouts))
        self._tell()

    def _tell(self) -> None:
        """What the line at the cursor is; its pages follow when they are counted."""
        line = self.query_one(Lines).line
        key = str(line.key) if line else ""
        self._say(about(key, self._layouts))
        if key in self._layouts:
            self._count(key, self._wish)

    @work(thread=True, exclusive=True)
    def _count(self, key: str, wish: PrintRequest) -> None:
        pages = self._pages(self._layouts[key], wish)
        words = f"{about(key, self._layouts)} {number(pages, 'page') if pages else 'There is nothing to print on it'}."
        self.app.call_from_thread(self._say_of, key, words)

    def _say_of(self, key: str, words: str) -> None:
        line = self.query_one(Lines).line if self.is_shown else None
        if line and line.key == key:
            self._say(words)

    def _say(self, words: str) -> None:
        self.query_one("#about", Label).update(words)

    @on(Lines.Moved)
    def _moved(self, event: Lines.Moved) -> None:
        event.stop()
        self._tell()

    @on(Lines.Chosen)
    def _chosen(self, event: Lines.Chosen) -> None:
        event.stop()
        self.action_change()

    def action_change(self) -> None:
        """Put the sheet at the cursor in or take it out; or change the setting there."""
        if line := self.query_one(Lines).line:
            self._wish = changed(self._wish, str(line.key), self._layouts)
            self._show()

    @on(Button.Pressed, "#print")
    def action_print(self) -> None:
        """Print what is wanted; with nothing wanted, the sheet at the cursor."""
        line = self.query_one(Lines).line
        if not self._wish.sheets and line and str(line.key) in self._layouts:
            self._wish = changed(self._wish, str(line.key), self._layouts)
        if self._wish.sheets:
            self.answer(self._wish)
        else:
            self._say("Choose a sheet first.")

    @on(Button.Pressed, "#leave")
    def _left(self) -> None:
        self.answer(None)
