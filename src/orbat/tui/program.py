"""The protocol that screens and commands use to reach the app: library, settings and screens.

Only `app.py` imports all screens. Screens open each other through this protocol, so they need not import each other.
The methods are called directly, not through Textual messages. A message is handled later, so keys typed in the
meantime could reach the old screen.
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
    """The name of the current theme. Assigning another name changes the colours."""

    @property
    def library(self) -> Library:
        """The rulesets and army lists."""
        ...

    @property
    def workspace(self) -> Workspace:
        """The workspace, which makes the states that the builder shows."""
        ...

    @property
    def keys(self) -> Mapping[str, str]:
        """The user's keys from `keys.yaml`, by command id."""
        ...

    @property
    def available_themes(self) -> dict[str, Theme]:
        """The available themes, by name."""
        ...

    @property
    def size(self) -> Size:
        """The size of the terminal, in cells."""
        ...

    def open_report(self, report: Report) -> None:
        """Open a report's ORBAT in the builder."""
        ...

    def open_orbat(
        self, orbat: Orbat, book: Book, *, file: Path | None = None, original: str = "", run: str = ""
    ) -> None:
        """Open an ORBAT in the builder, then run the command with the id `run`.

        An ORBAT without a file counts as unsaved.
        """
        ...

    def open_check(self, file: Path, then: Callable[[Path | None], None] | None = None) -> None:
        """Open the check screen. When the user closes the screen, pass the last checked file to `then`."""
        ...

    def open_new(self) -> None:
        """Open the screen for a new ORBAT."""
        ...

    def open_library(self) -> None:
        """Open the library of shipped ORBATs."""
        ...

    def report_failures(self, failures: Iterable[Failure], file: str = "") -> None:
        """Log internal errors, and show the path of the log."""
        ...

    def copy_to_clipboard(self, text: str) -> None:
        """Copy text to the terminal's clipboard."""
        ...

    def exit(self) -> None:
        """Quit orbat."""
        ...


def program_of(screen: Screen[Any]) -> Program:
    """The app of a screen, as a `Program`."""
    return cast("Program", screen.app)
