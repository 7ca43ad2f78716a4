"""What the actions of the home screen use of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from orbat.tui.commands.host import Asker


class HomeHost(Asker, Protocol):
    """The home screen."""

    @property
    def place(self) -> Path | None:
        """The folder of the most recent ORBAT that could be read."""
        ...

    @property
    def pointed_at(self) -> Path | None:
        """The recent ORBAT at the cursor, where that list has the focus."""
        ...

    def open_file(self, file: Path, back: Callable[[Path | None], None] | None = None) -> object:
        """Open a file in the builder; where it cannot be read, show its findings and then go `back`."""
        ...
