"""What the commands of the check screen use of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from orbat.data.loaded import Loaded
from orbat.model.claims import Correction
from orbat.report.report import Report
from orbat.session.journal import RecoveredJournal
from orbat.tui.commands.host import DialogHost
from orbat.tui.steps.corrections import CorrectionHistory


class CheckHost(DialogHost, Protocol):
    """The list that is being checked, with what its commands may do to it."""

    @property
    def file(self) -> Path:
        """The list's file."""
        ...

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the file's content; "" where it could not be read."""
        ...

    @property
    def assumed(self) -> Mapping[str, str]:
        """The `ruleset` and `army_list` that stand in where the file names none."""
        ...

    @property
    def game_size(self) -> int | None:
        """The agreed size, where the player gave one."""
        ...

    @property
    def corrections(self) -> tuple[CorrectionHistory, ...]:
        """The armies of the file, each with its corrections."""
        ...

    @property
    def army_number(self) -> int:
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

    def correct(self, correction: Correction) -> None:
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

    def show_army(self, army_number: int) -> None:
        """Show another army of the file."""
        ...

    def set_game_size(self, points: int | None) -> None:
        """Check against another size, or the file's own."""
        ...

    def resume_journal(self, work: RecoveredJournal) -> bool:
        """Go on with a journal that was left behind; False where another orbat has it."""
        ...

    def restore(self, corrections: tuple[CorrectionHistory, ...], army_number: int) -> None:
        """Take other trails, which journals hold already, before the list is shown."""
        ...
