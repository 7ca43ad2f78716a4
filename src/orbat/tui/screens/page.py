"""A page before the builder, with help of its own."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding

from orbat.tui.help import help_on_page
from orbat.tui.screens.ask import Tell
from orbat.tui.screens.dialog import BaseScreen, Result

HELP = Binding("f1", "help", "Help")
"""The key that every page has for its help."""


class Page(BaseScreen[Result]):
    """A screen that F1 tells about."""

    page: ClassVar[str]
    """Which help is its own."""

    def action_help(self) -> None:
        """Tell what the page is for, and what its keys do."""
        self.app.push_screen(Tell(*help_on_page(self.page)))
