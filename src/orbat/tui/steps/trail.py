"""The corrections of one army of a typed list: what was read after each, and which of them the saved file has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from orbat.data.loaded import Loaded
from orbat.model.claims import Correction
from orbat.model.history import History, begin
from orbat.model.record import Value
from orbat.tui.steps.correcting import put_right


class Kept(Value):
    """What was read of an army as it was saved, the file, and the text written there."""

    read: Loaded
    file: Path
    text: str


class Trail(Value):
    """What was read to begin with and after each correction, the steps as a journal keeps them, and the last save."""

    reads: tuple[Loaded, ...]
    history: History
    kept: Kept | None = None

    @property
    def now(self) -> Loaded:
        """What was read, as it is corrected now."""
        return self.reads[self.history.position]

    @property
    def unsaved(self) -> bool:
        """Whether there are corrections that no file has."""
        return self.history.position > 0 and self.saved_as is None

    @property
    def saved_as(self) -> Kept | None:
        """Where it was saved to as it is now, if it was."""
        return self.kept if self.kept and self.kept.read == self.now else None

    def do(self, correction: Correction) -> Trail:
        """The trail after another correction; one that changes nothing is none."""
        read = put_right(self.now, correction)
        if read == self.now or read.orbat is None:
            return self
        before = self.reads[: self.history.position + 1]
        return replace(self, reads=(*before, read), history=self.history.correct(correction, read.orbat))

    def undo(self) -> Trail:
        """One correction back, as far as there is one."""
        return replace(self, history=self.history.undo())

    def redo(self) -> Trail:
        """One correction forward, as far as there is one."""
        return replace(self, history=self.history.redo())

    def save(self, file: Path, text: str) -> Trail:
        """The trail after what there is now was saved."""
        return replace(self, kept=Kept(self.now, file, text))


def begun(read: Loaded) -> Trail:
    """The trail of an army that has just been read."""
    assert read.orbat is not None
    return Trail((read,), begin(read.orbat, "read"))


def restored(read: Loaded, history: History) -> Trail | None:
    """The trail of an army just read, with the corrections that a journal has kept; None where they do not fit it."""
    first, *steps = history.steps
    if read.orbat != first.orbat:
        return None
    reads = [replace(read, orbat=first.orbat)]
    for step in steps:
        now = put_right(reads[-1], step.correction) if step.correction else None
        if now is None or now.orbat != step.orbat:
            return None
        reads.append(replace(now, orbat=step.orbat))
    return Trail(tuple(reads), history)
