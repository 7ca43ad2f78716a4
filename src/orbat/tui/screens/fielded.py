"""The dialog that asks which units take the field."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Label

from orbat.model.orbat import Orbat
from orbat.model.path import OrbatPath
from orbat.tui.screens.dialog import Dialog
from orbat.tui.steps.fielded import Ticked, ticked_in, toggled
from orbat.tui.widgets.clicked import ClickedLines
from orbat.tui.widgets.lines import Line, Lines

QUESTION = "Which units take the field? Enter ticks, a applies."
"""The question of the dialog. It fits on one line of a small screen."""
Shown = Callable[[Ticked], tuple[tuple[Line, ...], str]]
"""A function that returns the lines of an army with the ticked units, and its points in words."""


class AskFielded(Dialog[Ticked | None]):
    """Ask which units take the field. The answer has the paths of the ticked units."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer(None)", "Cancel"),
        Binding("space", "tick", "Change"),
    ]

    def __init__(self, orbat: Orbat, shown: Shown, selected: OrbatPath) -> None:
        super().__init__()
        self._orbat = orbat
        self._shown = shown
        self._at = selected
        self._ticked = ticked_in(orbat)

    def compose(self) -> ComposeResult:
        """Show the question, the units and the points."""
        with Vertical(classes="question tall"):
            yield Label(QUESTION, markup=False)
            yield ClickedLines(widths=(6, 9, 7), id="fielded")
            yield Label(id="total", markup=False)
            with Horizontal(classes="buttons"):
                yield Button("Apply", id="apply", variant="primary", compact=True)
                yield Button("Cancel", id="leave", compact=True)

    def on_mount(self) -> None:
        """Show the units, with the cursor on the unit that is selected in the builder."""
        self._show(self._at)
        self.query_one(Lines).focus()

    def _show(self, path: OrbatPath | None = None) -> None:
        lines, points = self._shown(self._ticked)
        self.query_one(Lines).show(lines, path or None)
        self.query_one("#total", Label).update(points)

    @on(Lines.Moved)
    def _moved(self, event: Lines.Moved) -> None:
        event.stop()

    @on(Lines.Chosen)
    def _chosen(self, event: Lines.Chosen) -> None:
        event.stop()
        self.action_tick()

    def action_tick(self) -> None:
        """Tick or untick the unit at the cursor, or everything in the formation at the cursor."""
        line = self.query_one(Lines).line
        if line is not None and isinstance(line.key, tuple):
            self._ticked = toggled(self._orbat, self._ticked, line.key)
            self._show()

    @on(Button.Pressed, "#apply")
    def action_apply(self) -> None:
        """Answer with the ticked units."""
        self.answer(self._ticked)

    @on(Button.Pressed, "#leave")
    def _left(self) -> None:
        self.answer(None)
