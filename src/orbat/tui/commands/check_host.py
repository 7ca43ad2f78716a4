"""The protocol between the check screen and its commands."""

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
    """The check screen, as its commands see it."""

    @property
    def file(self) -> Path:
        """The checked file."""
        ...

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the file's content; "" if it is unreadable."""
        ...

    @property
    def assumed(self) -> Mapping[str, str]:
        """The ids `ruleset` and `army_list` to use if the file names none."""
        ...

    @property
    def game_size(self) -> int | None:
        """The game size set by the user, in points; None means the file's own."""
        ...

    @property
    def corrections(self) -> tuple[CorrectionHistory, ...]:
        """The correction history of each army in the file."""
        ...

    @property
    def army_number(self) -> int:
        """The index of the displayed army, from 0."""
        ...

    @property
    def read(self) -> Loaded | None:
        """The displayed army, corrected; None if the file holds no readable army."""
        ...

    @property
    def report(self) -> Report | None:
        """The report on the displayed army; None before the first check."""
        ...

    @property
    def unsaved(self) -> bool:
        """Whether there are unsaved corrections."""
        ...

    def correct(self, correction: Correction) -> None:
        """Apply a correction."""
        ...

    def saving(self, file: Path, text: str) -> None:
        """Record in the journal that a file is about to be written."""
        ...

    def saved(self, file: Path, text: str) -> None:
        """Record that the displayed army was saved."""
        ...

    def check(self, file: Path) -> None:
        """Check another file."""
        ...

    def read_again_with(self, assumed: Mapping[str, str], then: Callable[[], None] | None = None) -> None:
        """Read the file again with another ruleset and army list, then call `then`, then show the result."""
        ...

    def show_army(self, army_number: int) -> None:
        """Display another army of the file, by its index."""
        ...

    def set_game_size(self, points: int | None) -> None:
        """Check against another game size in points; None means the file's own."""
        ...

    def resume_journal(self, work: RecoveredJournal) -> bool:
        """Continue a recovered journal; False if another process has it open."""
        ...

    def restore(self, corrections: tuple[CorrectionHistory, ...], army_number: int) -> None:
        """Set recovered corrections before the list is displayed. They are in the journals already."""
        ...
