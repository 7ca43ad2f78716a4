"""The protocol that the check screen offers to its commands."""

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
    """The list being checked."""

    @property
    def file(self) -> Path:
        """The file of the list."""
        ...

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the file's content; "" if it is unreadable."""
        ...

    @property
    def assumed(self) -> Mapping[str, str]:
        """The ids `ruleset` and `army_list` used if the file names none."""
        ...

    @property
    def game_size(self) -> int | None:
        """The game size that the user set, in points."""
        ...

    @property
    def corrections(self) -> tuple[CorrectionHistory, ...]:
        """The corrections of each army in the file."""
        ...

    @property
    def army_number(self) -> int:
        """The index of the army on screen, from 0."""
        ...

    @property
    def read(self) -> Loaded | None:
        """The army on screen with its corrections."""
        ...

    @property
    def report(self) -> Report | None:
        """The report on the army on screen; None before the first check."""
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
        """Record that the army on screen was saved."""
        ...

    def check(self, file: Path) -> None:
        """Check another file."""
        ...

    def read_by(self, assumed: Mapping[str, str], then: Callable[[], None] | None = None) -> None:
        """Read the file again with another ruleset and army list; call `then` before the result is shown."""
        ...

    def show_army(self, army_number: int) -> None:
        """Show another army of the file, by its index."""
        ...

    def set_game_size(self, points: int | None) -> None:
        """Check against another game size in points; None means the file's own."""
        ...

    def resume_journal(self, work: RecoveredJournal) -> bool:
        """Continue a recovered journal; False if another process has it open."""
        ...

    def restore(self, corrections: tuple[CorrectionHistory, ...], army_number: int) -> None:
        """Set recovered corrections, which are in the journals already, before the list is shown."""
        ...
