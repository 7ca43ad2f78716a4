"""Fields for text, in which Ctrl+A selects the whole text, as in most programs."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input, TextArea


class TextField(Input):
    """A field for one line of text."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+a", "select_all", show=False)]


class TextBox(TextArea):
    """A field for several lines of text."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+a", "select_all", show=False)]
