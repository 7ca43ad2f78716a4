"""The protocol between the check screen and its commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from orbat.data.loaded import Loaded
from orbat.model.claims import Correction
from orbat.model.dates import Date
from orbat.report.report import Report
from orbat.session.journal import RecoveredJournal
from orbat.tui.commands.host import DialogHost
from orbat.tui.steps.corrections import CorrectionHistory


class CheckHost(DialogHost, Protocol):
    """The part of the check screen that its commands use."""

    @property
    def file(self) -> Path:
        """The checked file."""
        ...

    @property
    def fingerprint(self) -> str:
        """The SHA-256 hash of the file's bytes; "" if the file is unreadable."""
        ...

    @property
    def assumed(self) -> Mapping[str, str]:
        """The ids to assume for a missing `ruleset` or `army_list`, by key."""
        ...

    @property
    def game_size(self) -> int | None:
        """The game size in points that the user entered; None for the size in the file."""
        ...

    @property
    def date(self) -> Date | None:
        """The date that the user entered; None for the date in the file."""
        ...

    @property
    def corrections(self) -> tuple[CorrectionHistory, ...]:
        """The corrections of each army in the file, with undo and redo."""
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
        """Whether the checked file has unsaved corrections."""
        ...

    def correct(self, *corrections: Correction) -> None:
        """Apply corrections. If the army stays the same, show a notice."""
        ...

    def saving(self, file: Path, text: str) -> None:
        """Record in the journal that a save begins."""
        ...

    def saved(self, file: Path, text: str) -> None:
        """Record that the displayed army was saved."""
        ...

    def check(self, file: Path) -> None:
        """Check another file."""
        ...

    def read_again_with(self, assumed: Mapping[str, str], then: Callable[[], None] | None = None) -> None:
        """Read the file again.

        `assumed`: the ruleset and army list to use if the file does not name them. `then` is called before the report
        is shown.
        """
        ...

    def show_army(self, army_number: int) -> None:
        """Display the army `army_number` of the file, counted from 0."""
        ...

    def set_game_size(self, points: int | None) -> None:
        """Check the army against a game size in points. None means the size in the file."""
        ...

    def set_date(self, date: Date | None) -> None:
        """Check the army for a date. None means the date in the file."""
        ...

    def resume_journal(self, work: RecoveredJournal) -> bool:
        """Continue to record corrections in a recovered journal.

        Returns False if another process uses the journal.
        """
        ...

    def restore(self, corrections: tuple[CorrectionHistory, ...], army_number: int) -> None:
        """Replace the current corrections with recovered corrections. The journals do not change.

        `army_number`: the index of the army to display.
        """
        ...
