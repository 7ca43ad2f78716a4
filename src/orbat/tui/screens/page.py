"""A page before the builder, with help of its own."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding

from orbat.tui.help import help_on_page
from orbat.tui.screens.ask import InfoDialog
from orbat.tui.screens.dialog import BaseScreen, Result

HELP = Binding("f1", "help", "Help")
"""The key that every page has for its help."""


class PageScreen(BaseScreen[Result]):
    """A screen that F1 tells about."""

    help_page: ClassVar[str]
    """Which help is its own."""

    def action_help(self) -> None:
        """InfoDialog what the page is for, and what its keys do."""
        self.app.push_screen(InfoDialog(*help_on_page(self.help_page)))
