"""A list with a filter and column titles."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from orbat.model.wording import phrase
from orbat.tui.widgets.fields import TextField
from orbat.tui.widgets.lines import Line, Lines


class Filter(TextField):
    """The text input of a filter."""

    def __init__(self, placeholder: str, *, id: str, typed_over: bool = False) -> None:
        """Create the input.

        `typed_over`: whether the text is selected when the input gets the focus, so that typing replaces the text.
        """
        super().__init__(placeholder=placeholder, id=id, compact=True, select_on_focus=typed_over)

    def on_key(self, event: events.Key) -> None:
        """Ignore a slash at the start of the text, because the slash key moves the focus to the filter."""
        if event.character == "/" and min(self.selection) == 0:
            event.stop()
            event.prevent_default()


class ColumnHeader(Static):
    """The column titles of a list, aligned with the columns."""

    def __init__(self, lines: Lines) -> None:
        super().__init__()
        self._lines = lines

    def render(self) -> Content:
        """The titles of the visible columns, aligned to the right."""
        width = self.content_size.width
        return Content(f"{self._lines.header} ".rjust(width)[-width:] if width else "")


class FilteredList(Vertical):
    """A list with column titles and a filter."""

    def __init__(self, key: str, lines: Lines, *, id: str) -> None:
        super().__init__(id=id)
        self._lines = lines
        self._field = Filter(phrase("{key} find…", key=key), id="filter", typed_over=True)
        self._header = ColumnHeader(lines)

    def compose(self) -> ComposeResult:
        """Show the filter and the titles above the list."""
        yield Horizontal(self._field, self._header)
        yield self._lines

    @property
    def typed(self) -> str:
        """The text of the filter."""
        return self._field.value.strip()

    def show(self, lines: tuple[Line, ...], heads: tuple[str, ...], *, at_first: bool = False) -> None:
        """Replace the lines of the list. The cursor stays on the line with the same `key`.

        With `at_first`, the cursor moves to the first line that is not a heading.
        """
        under = next((line for line in lines if not line.heading), None) if at_first else self._lines.line
        self._lines.show(lines, under.key if under else None, heads)
        self._header.refresh()
