"""Which files the builder may use, and how it shows or downloads files.

A terminal and a web browser differ here. All else in the builder is the same for both.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from orbat.data import folders
from orbat.session import viewer

VIEWED = (".pdf", ".html")
"""The suffixes of files that the system's viewer can show."""


class FileAccess(Protocol):
    """The files that the builder may open and save, and how it shows a file."""

    @property
    def root(self) -> Path | None:
        """The only folder in which files may be opened and saved. None: all folders."""
        ...

    @property
    def state(self) -> Path:
        """The folder for unsaved work, saved versions and recent files."""
        ...

    def refusal(self, file: Path) -> str:
        """The reason why a file may not be opened or saved, or "". Links are followed."""
        ...

    def delivery(self, file: Path) -> str:
        """The label of the button that opens or downloads a written file, such as "Open". "" if neither is possible."""
        ...

    def deliver(self, file: Path) -> str:
        """Show a file in the system's viewer, or download it. Returns an error message, or ""."""
        ...


class LocalFiles:
    """All files of the computer, for a builder in a terminal."""

    root = None

    @property
    def state(self) -> Path:
        """The folder for unsaved work, saved versions and recent files."""
        return folders.state()

    def refusal(self, file: Path) -> str:
        """Return "", because the operating system checks the permissions."""
        return ""

    def delivery(self, file: Path) -> str:
        """Return the button label "Open" for PDFs and web pages if the system has a viewer, otherwise ""."""
        return "Open" if file.suffix.lower() in VIEWED and viewer.has_viewer() else ""

    def deliver(self, file: Path) -> str:
        """Show a file in the system's viewer. Returns an error message, or ""."""
        return viewer.show(file)
