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
    """The interface of the check screen that the screen's commands use."""

    @property
    def file(self) -> Path:
        """The checked file."""
        ...

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the file's content; "" if the file is unreadable."""
        ...

    @property
    def assumed(self) -> Mapping[str, str]:
        """The ruleset and army list to use if the file names none. The keys are `ruleset` and `army_list`, the
        values ids."""
        ...

    @property
    def game_size(self) -> int | None:
        """The game size that the user has set, in points. None if the size in the file applies."""
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
        """The displayed army with all corrections; None if the file contains no readable army."""
        ...

    @property
    def report(self) -> Report | None:
        """The report on the displayed army. None before the first check."""
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
        """Read the file again, with the ruleset and army list in `assumed`.

        `then` is called after the file is read and before the result is shown.
        """
        ...

    def show_army(self, army_number: int) -> None:
        """Display another army of the file, by its index."""
        ...

    def set_game_size(self, points: int | None) -> None:
        """Check against another game size, in points. None restores the size in the file."""
        ...

    def resume_journal(self, work: RecoveredJournal) -> bool:
        """Continue a recovered journal. Returns False if another process has the journal open."""
        ...

    def restore(self, corrections: tuple[CorrectionHistory, ...], army_number: int) -> None:
        """Replace the correction histories with recovered ones, and display an army.

        The journals already contain these corrections.
        """
        ...
