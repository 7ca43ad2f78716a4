"""The protocol through which screens and commands use the app: the library, settings and other screens.

Only `app.py` imports all screens. Screens use this protocol to open other screens without importing them. Screens call
the methods directly and send no Textual messages. Textual handles a message later, so a key pressed in the meantime
would still reach the old screen.
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
from orbat.tui.file_access import FileAccess
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
        """The object that prices and checks ORBATs for the builder."""
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
        """Open the builder with the ORBAT of a report."""
        ...

    def open_orbat(
        self,
        orbat: Orbat,
        book: Book,
        *,
        file: Path | None = None,
        original: str = "",
        run: str = "",
        misread: bool = False,
    ) -> None:
        """Open an ORBAT in the builder. An ORBAT without a file counts as unsaved.

        `run`: the id of a command to run afterwards, or "". `misread`: whether the ORBAT comes from a typed list whose
        reading is doubtful; the builder says so until the ORBAT is saved.
        """
        ...

    def open_check(self, file: Path, then: Callable[[Path | None], None] | None = None) -> None:
        """Open the check screen.

        When the screen closes, `then` gets the path of the last checked file.
        """
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

    @property
    def files(self) -> FileAccess:
        """The object that decides which files may be opened and saved, and how a PDF is shown."""
        ...

    def copy_to_clipboard(self, text: str) -> None:
        """Copy text to the terminal's clipboard."""
        ...

    def exit(self) -> None:
        """Quit orbat."""
        ...


def program_of(screen: Screen[Any]) -> Program:
    """The app that shows a screen."""
    return cast("Program", screen.app)
