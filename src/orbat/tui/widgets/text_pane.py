"""A pane of terminal lines that scrolls: headings, tables with stripes, and block bars."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from orbat.render.text import Role

_STYLES = {"title": "bold $accent", "faint": "$foreground 75%", "note": "bold", "good": "$text-success"}
STRIPE = "on $surface"
"""The style of every second row of a table."""
SCROLLBAR = 2
"""Width of the scrollbar and of the blank next to it, in cells."""


class StyledLine(str):
    """A line of text with a role, such as `title`, which decides the style."""

    role: Role

    @classmethod
    def of(cls, text: str, role: Role) -> StyledLine:
        """Create a line with a role, such as `title`."""
        one = cls(text)
        one.role = role
        return one


def striped(lines: Iterable[str], width: int) -> Content:
    """Style the lines, and colour the background of every second row of a table.

    A faint line belongs to the row above. A heading or a blank line ends a table. `width` is in cells.
    """
    parts: list[Content] = []
    rows = 0
    for line in lines:
        role = line.role if isinstance(line, StyledLine) else None
        if not line or role in ("title", "note", "good"):
            rows = 0
        elif role is None:
            rows += 1
        content = Content(line.ljust(width)).stylize(_STYLES.get(role or "", ""))
        parts.append(content.stylize(STRIPE) if rows and rows % 2 == 0 else content)
    return Content("\n").join(parts)


class TextPane(VerticalScroll):
    """A pane of text. If the width changes, the lines are made again for the new width."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("k", "scroll_up", show=False),
        Binding("j", "scroll_down", show=False),
    ]
    DEFAULT_CSS = """
    TextPane {
        scrollbar-size-vertical: 1;
        padding: 0 0 0 1;
    }
    """

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._lines: Callable[[int], Iterable[str]] = lambda width: ()
        self.text = Content("")
        """The text as shown."""

    def compose(self) -> ComposeResult:
        """Create the text."""
        yield Static(markup=False)

    def show(self, lines: Callable[[int], Iterable[str]]) -> None:
        """Show the lines that the function `lines` returns for a width in cells."""
        self._lines = lines
        self._draw()

    def _draw(self) -> None:
        width = self.size.width - SCROLLBAR
        if width > 0 and self.is_mounted:
            self.text = striped(self._lines(width), width)
            self.query_one(Static).update(self.text)

    def on_resize(self) -> None:
        """Fit the lines to the width."""
        self.call_after_refresh(self._draw)
