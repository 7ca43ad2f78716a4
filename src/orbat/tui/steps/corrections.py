"""Corrections of how a typed list was read, with undo and redo, and their journals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from orbat.data.loaded import Loaded
from orbat.model.claims import CheckTarget, Correction, ReadLine
from orbat.model.edits import at
from orbat.model.history import History, start_history
from orbat.model.orbat import Unit
from orbat.model.record import Value
from orbat.model.wording import phrase
from orbat.session.journal import Journal, RecoveredJournal
from orbat.tui import storage


def line_at(read: Loaded, number: int) -> ReadLine | None:
    """The line of the text with this number, counted from 1; None if there is no such line."""
    lines = read.reading.lines if read.reading else ()
    return next((line for line in lines if line.number == number), None)


def units_on(read: Loaded, number: int) -> tuple[Unit, ...]:
    """The units that were read from the line with this number."""
    line = line_at(read, number)
    items = [at(read.orbat, path) for path in line.paths] if line and read.orbat else []
    return tuple(item for item in items if isinstance(item, Unit))


def with_corrections(read: Loaded, corrections: Sequence[Correction]) -> Loaded | None:
    """Read the text of an army again with corrections. Returns None if the corrected text contains no army."""
    again = read.read_again(tuple(corrections)) if read.read_again and corrections else read
    if again is None or again.reading is None:
        return again
    notes: dict[int, list[str]] = {}
    for one in corrections:
        notes.setdefault(one.line, []).append(phrase("corrected: {change}", change=one.words))
    lines = tuple(
        replace(line, explanation="; ".join(filter(None, (line.explanation, *notes.get(line.number, ())))))
        for line in again.reading.lines
    )
    return replace(again, reading=replace(again.reading, lines=lines))


# The corrections of one army, and the last save.


class SavedCorrections(Value):
    """A save of a corrected army: the army, the path of the file, and the text in the file."""

    read: Loaded
    file: Path
    text: str


class CorrectionHistory(Value):
    """The corrections of one army, with undo and redo."""

    reads: tuple[Loaded, ...]
    """`reads[n]` is the army after `n` corrections."""
    history: History
    """The history for the journal."""
    last_save: SavedCorrections | None = None

    @property
    def now(self) -> Loaded:
        """The army with the current corrections."""
        return self.reads[self.history.position]

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """The current corrections, in order."""
        steps = self.history.steps[1 : self.history.position + 1]
        return tuple(step.correction for step in steps if step.correction is not None)

    @property
    def unsaved(self) -> bool:
        """Whether the army has unsaved corrections."""
        return self.history.position > 0 and self.saved_as is None

    @property
    def saved_as(self) -> SavedCorrections | None:
        """The last save; None if the army has been corrected since the last save."""
        return self.last_save if self.last_save and self.last_save.read == self.now else None

    def do(self, correction: Correction) -> CorrectionHistory:
        """Apply a correction. A correction without effect is not added to the history."""
        read = with_corrections(self.reads[0], (*self.corrections, correction))
        if read is None or read.orbat is None or read == self.now:
            return self
        before = self.reads[: self.history.position + 1]
        return replace(self, reads=(*before, read), history=self.history.correct(correction, read.orbat))

    def undo(self) -> CorrectionHistory:
        """Undo the last correction, if any."""
        return replace(self, history=self.history.undo())

    def redo(self) -> CorrectionHistory:
        """Redo the last undone correction, if any."""
        return replace(self, history=self.history.redo())

    def save(self, file: Path, text: str) -> CorrectionHistory:
        """Record that the army was saved."""
        return replace(self, last_save=SavedCorrections(self.now, file, text))


def uncorrected(read: Loaded) -> CorrectionHistory:
    """A history without corrections, for an army that has just been read."""
    assert read.orbat is not None
    return CorrectionHistory((read,), start_history(read.orbat, "read"))


def restored(read: Loaded, history: History) -> CorrectionHistory | None:
    """Apply the corrections of a journal to an army that has just been read.

    Returns None if the army as read, or the army after any of the corrections, differs from the journal.
    """
    first, *steps = history.steps
    if read.orbat != first.orbat:
        return None
    reads = [replace(read, orbat=first.orbat)]
    corrections = [step.correction for step in steps if step.correction is not None]
    if len(corrections) < len(steps):
        return None
    for number, step in enumerate(steps, 1):
        now = with_corrections(read, corrections[:number])
        if now is None or now.orbat != step.orbat:
            return None
        reads.append(replace(now, orbat=step.orbat))
    return CorrectionHistory(tuple(reads), history)


# Journals of a checked list. Every correction is recorded before it is shown.


class CorrectionJournals:
    """The journals of a checked file, one for each army with unsaved corrections."""

    def __init__(self, file: Path, mark: str = "", *, ruleset: str = "", army_list: str = "") -> None:
        """`mark` is the SHA-256 hash of the file's bytes. The method `record` creates the journals."""
        self._file = file
        self._mark = mark
        self._read_by = (ruleset, army_list)
        self._journals: dict[int, Journal] = {}

    def record(self, histories: tuple[CorrectionHistory, ...]) -> str:
        """Write the unsaved corrections of all armies to the journals. Returns an error message, or ""."""
        trouble = ""
        for army, history in enumerate(histories):
            journal = self._journals.get(army)
            if not history.unsaved:
                self._close(army)
            elif journal is None:
                checked = CheckTarget(army, *self._read_by)
                journal = storage.start_corrections_journal(history.history, self._file, self._mark, checked)
                self._journals[army] = journal
            else:
                journal.record(history.history)
            trouble = (journal.error if journal else "") or trouble
        return trouble

    def saving(self, army: int, file: Path, text: str) -> None:
        """Record in the journal that a save begins."""
        if army in self._journals:
            self._journals[army].note_saving(file, storage.fingerprint(text))

    def resume(self, work: RecoveredJournal) -> bool:
        """Continue to record corrections in a recovered journal.

        Returns False if another process uses the journal.
        """
        journal = storage.resume_work(work)
        if journal is None or work.checked is None:
            return False
        self._journals[work.checked.army] = journal
        return True

    def close(self, *, discard: bool = True) -> None:
        """Close all journals. With `discard`, delete the journals.

        Journals that are not deleted are offered for recovery at the next check of the file.
        """
        for army in tuple(self._journals):
            self._close(army, discard=discard)

    def _close(self, army: int, *, discard: bool = True) -> None:
        if journal := self._journals.pop(army, None):
            journal.close(discard=discard)
