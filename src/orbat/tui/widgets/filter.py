"""A list that is narrowed to what is typed above it."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from orbat.tui.widgets.lines import Line, Lines


class Filter(Input):
    """A line to type in what a list is narrowed to; what stands there can be typed over when one comes back to it."""

    def __init__(self, placeholder: str, *, id: str, typed_over: bool = False) -> None:
        super().__init__(placeholder=placeholder, id=id, compact=True, select_on_focus=typed_over)

    def on_key(self, event: events.Key) -> None:
        """A stroke at the beginning is the key that leads here, pressed again, and no part of a name."""
        if event.character == "/" and min(self.selection) == 0:
            event.stop()
            event.prevent_default()


class ColumnHeader(Static):
    """The heads of a list's columns, each over its own; the list must keep room for a scrollbar."""

    def __init__(self, lines: Lines) -> None:
        super().__init__()
        self._lines = lines

    def render(self) -> Content:
        """As much of them as there is room for, at the right."""
        width = self.content_size.width
        return Content(f"{self._lines.header} ".rjust(width)[-width:] if width else "")


class FilteredList(Vertical):
    """A list with heads over its columns, and the line to type in what it is narrowed to."""

    def __init__(self, key: str, lines: Lines, *, id: str) -> None:
        super().__init__(id=id)
        self._lines = lines
        self._field = Filter(f"{key} find…", id="filter", typed_over=True)
        self._header = ColumnHeader(lines)

    def compose(self) -> ComposeResult:
        """The field and the heads over the list."""
        yield Horizontal(self._field, self._header)
        yield self._lines

    @property
    def typed(self) -> str:
        """What the list is narrowed to."""
        return self._field.value.strip()

    def show(self, lines: tuple[Line, ...], heads: tuple[str, ...], *, at_first: bool = False) -> None:
        """Show other lines, with the cursor on the one that it was on, or on the first."""
        under = next((line for line in lines if not line.heading), None) if at_first else self._lines.line
        self._lines.show(lines, under.key if under else None, heads)
        self._header.refresh()
