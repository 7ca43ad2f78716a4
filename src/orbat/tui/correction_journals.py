"""The journals of a list that is being checked: every correction is written down before it is shown."""

from __future__ import annotations

from pathlib import Path

from orbat.model.claims import Checked
from orbat.outputs.journal import Journal
from orbat.sources.journal import Recovered
from orbat.tui import keeping
from orbat.tui.steps.trail import Trail


class CorrectionJournals:
    """The journals of the armies of one text: an army has one for as long as it has corrections that no file has."""

    def __init__(self, file: Path, mark: str = "", *, ruleset: str = "", army_list: str = "") -> None:
        """`mark` tells one content of the text from another; the ids are what it is read by where it names none."""
        self._file = file
        self._mark = mark
        self._read_by = (ruleset, army_list)
        self._journals: dict[int, Journal] = {}

    def follow(self, trails: tuple[Trail, ...]) -> str:
        """Write down where the corrections of each army stand; says what went wrong, or ""."""
        trouble = ""
        for army, trail in enumerate(trails):
            journal = self._journals.get(army)
            if not trail.unsaved:
                self._close(army)
            elif journal is None:
                checked = Checked(army, *self._read_by)
                journal = keeping.journal_of_corrections(trail.history, self._file, self._mark, checked)
                self._journals[army] = journal
            else:
                journal.follow(trail.history)
            trouble = (journal.trouble if journal else "") or trouble
        return trouble

    def saving(self, army: int, file: Path, text: str) -> None:
        """Note what is about to be written for an army: once it is there, nothing of it is unsaved."""
        if army in self._journals:
            self._journals[army].saving(file, keeping.fingerprint(text))

    def take_up(self, work: Recovered) -> bool:
        """Go on with a journal that was left behind; False where another orbat has it."""
        journal = keeping.take_up(work)
        if journal is None or work.checked is None:
            return False
        self._journals[work.checked.army] = journal
        return True

    def close(self, *, discard: bool = True) -> None:
        """End them all; without `discard` what is in them is offered when the text is next checked."""
        for army in tuple(self._journals):
            self._close(army, discard=discard)

    def _close(self, army: int, *, discard: bool = True) -> None:
        if journal := self._journals.pop(army, None):
            journal.close(discard=discard)
