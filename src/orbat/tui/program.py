"""What screens and commands use of the program: its library and settings, and its other pages.

Only `app.py` imports all screens. A screen opens another through this protocol, so that no two screens import each
other. These are calls and not messages: a message would be answered a turn later, and a key typed ahead would reach
the screen that is about to be covered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol, cast

from textual.geometry import Size
from textual.screen import Screen
from textual.theme import Theme

from orbat.data.library import Library
from orbat.model.book import Book
from orbat.model.failure import Failure
from orbat.model.orbat import Orbat
from orbat.report.report import Report
from orbat.tui.state import Workspace


class Program(Protocol):
    """The running program."""

    theme: str
    """The name of the theme in use; setting it changes the colours."""

    @property
    def library(self) -> Library:
        """The rulesets and army lists."""
        ...

    @property
    def workspace(self) -> Workspace:
        """Where states are made."""
        ...

    @property
    def keys(self) -> Mapping[str, str]:
        """The keys that the player has changed, by command."""
        ...

    @property
    def available_themes(self) -> dict[str, Theme]:
        """The themes to choose from, by name."""
        ...

    @property
    def size(self) -> Size:
        """The cells of the terminal."""
        ...

    def open_report(self, report: Report) -> None:
        """Open an ORBAT that was read, in the builder."""
        ...

    def open_orbat(
        self, orbat: Orbat, book: Book, *, file: Path | None = None, original: str = "", run: str = ""
    ) -> None:
        """Open an ORBAT in the builder and `run` a command there; without a file it is not saved yet."""
        ...

    def open_check(self, file: Path, then: Callable[[Path | None], None] | None = None) -> None:
        """Open the check screen; `then` gets the file that was checked last."""
        ...

    def open_new(self) -> None:
        """Open the dialog for a new ORBAT."""
        ...

    def open_library(self) -> None:
        """Open the library of shipped ORBATs."""
        ...

    def report_failures(self, failures: Iterable[Failure], file: str = "") -> None:
        """Log internal errors and say where."""
        ...

    def copy_to_clipboard(self, text: str) -> None:
        """Put a text on the terminal's clipboard."""
        ...

    def exit(self) -> None:
        """Leave orbat."""
        ...


def program_of(screen: Screen[Any]) -> Program:
    """The program that a screen belongs to."""
    return cast("Program", screen.app)
