"""What the commands of the check screen use of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from orbat.data.loaded import Loaded
from orbat.model.claims import Correction
from orbat.report.report import Report
from orbat.session.journal import RecoveredJournal
from orbat.tui.commands.host import Asker
from orbat.tui.steps.corrections import Trail


class CheckHost(Asker, Protocol):
    """The list that is being checked, with what its commands may do to it."""

    @property
    def file(self) -> Path:
        """The list's file."""
        ...

    @property
    def mark(self) -> str:
        """The fingerprint of the file's content; "" where it could not be read."""
        ...

    @property
    def given(self) -> Mapping[str, str]:
        """The `ruleset` and `army_list` that stand in where the file names none."""
        ...

    @property
    def points(self) -> int | None:
        """The agreed size, where the player gave one."""
        ...

    @property
    def trails(self) -> tuple[Trail, ...]:
        """The armies of the file, each with its corrections."""
        ...

    @property
    def which(self) -> int:
        """The number of the army on screen."""
        ...

    @property
    def read(self) -> Loaded | None:
        """What was read of the army on screen, as it is corrected now."""
        ...

    @property
    def report(self) -> Report | None:
        """The report on the army on screen, once there is one."""
        ...

    @property
    def unsaved(self) -> bool:
        """Whether there are corrections that no file has."""
        ...

    def take(self, correction: Correction) -> None:
        """Make a correction."""
        ...

    def saving(self, file: Path, text: str) -> None:
        """Journal that a file is about to be written."""
        ...

    def saved(self, file: Path, text: str) -> None:
        """Note that the army on screen was saved to a file."""
        ...

    def check(self, file: Path) -> None:
        """Check another file."""
        ...

    def read_by(self, given: Mapping[str, str], then: Callable[[], None] | None = None) -> None:
        """Read the file again with another `given`, and `then` do that before it is shown."""
        ...

    def turn_to(self, which: int) -> None:
        """Show another army of the file."""
        ...

    def agree(self, points: int | None) -> None:
        """Check against another size, or the file's own."""
        ...

    def take_up(self, work: RecoveredJournal) -> bool:
        """Go on with a journal that was left behind; False where another orbat has it."""
        ...

    def restore(self, trails: tuple[Trail, ...], which: int) -> None:
        """Take other trails, which journals hold already, before the list is shown."""
        ...
