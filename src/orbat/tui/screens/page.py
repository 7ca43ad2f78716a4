"""The base class of screens that have a help page and fill the terminal."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding

from orbat.tui.help import help_on_page
from orbat.tui.palette import PageCommands
from orbat.tui.screens.ask import InfoDialog
from orbat.tui.screens.dialog import BaseScreen, Result

HELP = Binding("f1", "help", "Help")
"""The key that shows the help page. It is the same on every screen."""


class PageScreen(BaseScreen[Result]):
    """A screen that fills the terminal and has a help page."""

    COMMANDS = {PageCommands}  # noqa: RUF012  # the base class types it as an instance variable
    help_page: ClassVar[str]
    """The name of a help page: one of `help.PAGES`, or a page that a feature adds."""

    def action_help(self) -> None:
        """Show the help page."""
        self.app.push_screen(InfoDialog(*help_on_page(self.help_page)))
