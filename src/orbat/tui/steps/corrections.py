"""Corrections to how a typed list was read: another size, another entry, or no unit at all.

The functions take a loaded list and return a corrected list. A correction can change the paths of other items. Each
line of text that refers to such an item then gets the new path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from orbat.data.loaded import Loaded
from orbat.data.problem import Span
from orbat.model.claims import CheckTarget, Claim, Correction, ReadLine
from orbat.model.edits import Insert, Remove, Set, apply, apply_all, at
from orbat.model.history import History, start_history
from orbat.model.orbat import Commander, Unit
from orbat.model.path import OrbatPath
from orbat.model.record import Value
from orbat.model.wording import phrase
from orbat.session.journal import Journal, RecoveredJournal
from orbat.tui import storage


def line_at(read: Loaded, number: int) -> ReadLine | None:
    """The line with the given number, counted from 1; None if there is no such line."""
    lines = read.reading.lines if read.reading else ()
    return next((line for line in lines if line.number == number), None)


def units_on(read: Loaded, number: int) -> tuple[Unit, ...]:
    """The units read from the line with the given number."""
    line = line_at(read, number)
    items = [at(read.orbat, path) for path in line.paths] if line and read.orbat else []
    return tuple(item for item in items if isinstance(item, Unit))


def apply_correction(read: Loaded, correction: Correction) -> Loaded:
    """Apply a correction, and add a note about it to the line's `explanation`."""
    line, value, note = correction.line, correction.value, phrase("corrected: {change}", change=correction.words)
    match correction.what:
        case "none":
            return removed(read, line, note)
        case "buy":
            return bought(read, line, str(value), note)
        case field:
            return corrected(read, line, field, value, note)


def corrected(read: Loaded, number: int, field: str, value: Any, note: str) -> Loaded:
    """Set a field (size, rating, options or entry) of every unit on a line.

    `note` is added to the line's `explanation`.
    """
    line = line_at(read, number)
    if line is None or read.orbat is None or read.reading is None:
        return read
    paths = tuple(path for path in line.paths if isinstance(at(read.orbat, path), Unit))
    orbat = apply_all(read.orbat, tuple(Set(path, field, value) for path in paths))
    lines = tuple(_noted(one, paths, note, decided=field == "entry") for one in read.reading.lines)
    return replace(read, orbat=orbat, reading=replace(read.reading, lines=lines))


def _noted(line: ReadLine, paths: tuple[OrbatPath, ...], note: str, *, decided: bool) -> ReadLine:
    """The line with `note` added to its explanation. Unchanged if none of the units at `paths` was read from the
    line.

    With `decided`, the line's alternatives and misspellings are also removed.
    """
    if not set(line.paths) & set(paths):
        return line
    how = "; ".join(part for part in (line.explanation, note) if part)
    return replace(line, explanation=how, alternatives=(), misspelt=()) if decided else replace(line, explanation=how)


def removed(read: Loaded, number: int, note: str) -> Loaded:
    """Remove a line's units and commanders from the army."""
    line = line_at(read, number)
    if line is None or read.reading is None:
        return read
    lines = tuple(_noted(one, line.paths, note, decided=True) for one in read.reading.lines)
    read = replace(read, reading=replace(read.reading, lines=lines))
    for path in sorted(line.paths, reverse=True):
        read = _without(read, path)
    return read


def _without(read: Loaded, gone: OrbatPath) -> Loaded:
    assert read.orbat is not None
    assert read.reading is not None
    is_general = isinstance(at(read.orbat, gone), Commander)
    edit = Set(gone[:-1], "commander", None) if is_general else Remove(gone)
    return _moved(replace(read, orbat=apply(read.orbat, edit)), lambda path: after_removal(path, gone))


def after_removal(path: OrbatPath, gone: OrbatPath) -> OrbatPath | None:
    """The new path of an item after the item at `gone` was removed.

    None if the item was removed too, because its path is `gone` or lies within `gone`.
    """
    depth = len(gone) - 1
    if path[: depth + 1] == gone:
        return None
    step, position = (path[depth] if len(path) > depth else ""), gone[depth]
    if path[:depth] == gone[:depth] and isinstance(step, int) and isinstance(position, int) and step > position:
        return (*path[:depth], step - 1, *path[depth + 1 :])
    return path


def _moved(read: Loaded, new: Callable[[OrbatPath], OrbatPath | None]) -> Loaded:
    """The loaded list with all paths replaced by `new(path)`.

    If `new` returns None for a path, the path is removed. A claim without any remaining path is removed, and so is a
    finding without a path.
    """
    assert read.reading is not None

    def kept(paths: Iterable[OrbatPath]) -> tuple[OrbatPath, ...]:
        return tuple(place for place in map(new, paths) if place is not None)

    lines = tuple(replace(line, paths=kept(line.paths)) for line in read.reading.lines)
    moved = [(claim, replace(claim, covers=kept(claim.covers))) for claim in read.reading.claims]
    claims = tuple(now for was, now in moved if now.covers or not was.covers)
    findings = [(one, new(one.path)) for one in read.findings]
    document = read.document
    if document is not None and document.spans is not None:
        places = {new(path): span for path, span in document.spans.items()}
        document = replace(document, spans={path: span for path, span in places.items() if path is not None})
    return replace(
        read,
        reading=replace(read.reading, lines=lines, claims=claims),
        findings=tuple(replace(one, path=place) for one, place in findings if place is not None),
        document=document,
    )


def bought(read: Loaded, number: int, entry: str, note: str) -> Loaded:
    """Add a unit for a line that was read as something other than a unit.

    Find the nearest line above from which an item was read. The unit is added at the end of this item's formation, so
    that other paths do not change. A subtotal that covers the item also covers the unit. A subtotal between the two
    lines does not.
    """
    line = line_at(read, number)
    if line is None or line.paths or read.orbat is None or read.reading is None:
        return read
    above = [one for one in read.reading.lines if one.number < number and one.paths]
    neighbour = above[-1].paths[-1] if above else ()
    home = _home(neighbour)
    position = len(at(read.orbat, (*home, "units")))
    path = (*home, "units", position)
    orbat = apply(read.orbat, Insert((*home, "units"), position, Unit(name=line.text.strip(), entry=entry)))

    def covers(claim: Claim) -> Claim:
        ended = bool(above) and above[-1].number < claim.line < number
        counts = claim.claim_type == "subtotal" and neighbour in claim.covers and not ended
        return replace(claim, covers=(*claim.covers, path)) if counts else claim

    made = replace(line, paths=(path,), explanation=note, unread=False)
    lines = tuple(made if one is line else one for one in read.reading.lines)
    document = read.document
    if document is not None and document.spans is not None:
        document = replace(document, spans={**document.spans, path: Span(number, 1)})
    reading = replace(read.reading, lines=lines, claims=tuple(map(covers, read.reading.claims)))
    return replace(read, orbat=orbat, reading=reading, document=document)


def _home(path: OrbatPath) -> OrbatPath:
    """The path of the formation that contains a unit or commander; `()` is the army."""
    return path[:-2] if path and isinstance(path[-1], int) else path[:-1]


# The corrections of one army, and the last save.


class SavedCorrections(Value):
    """A save: the corrected army, the file, and the text written to the file."""

    read: Loaded
    file: Path
    text: str


class CorrectionHistory(Value):
    """All states of one army: as it was read, and after each correction.

    `history` is the history that the journal records. `reads[n]` is the army after step `n` of `history`.
    """

    reads: tuple[Loaded, ...]
    history: History
    last_save: SavedCorrections | None = None

    @property
    def now(self) -> Loaded:
        """The corrected army."""
        return self.reads[self.history.position]

    @property
    def unsaved(self) -> bool:
        """Whether there are unsaved corrections."""
        return self.history.position > 0 and self.saved_as is None

    @property
    def saved_as(self) -> SavedCorrections | None:
        """The last save; None if the army has changed since that save."""
        return self.last_save if self.last_save and self.last_save.read == self.now else None

    def do(self, correction: Correction) -> CorrectionHistory:
        """Apply a correction. If the correction has no effect, no step is added."""
        read = apply_correction(self.now, correction)
        if read == self.now or read.orbat is None:
            return self
        before = self.reads[: self.history.position + 1]
        return replace(self, reads=(*before, read), history=self.history.correct(correction, read.orbat))

    def undo(self) -> CorrectionHistory:
        """Undo the last correction. Without a correction, nothing changes."""
        return replace(self, history=self.history.undo())

    def redo(self) -> CorrectionHistory:
        """Redo the last undone correction. Without an undone correction, nothing changes."""
        return replace(self, history=self.history.redo())

    def save(self, file: Path, text: str) -> CorrectionHistory:
        """Record a save."""
        return replace(self, last_save=SavedCorrections(self.now, file, text))


def uncorrected(read: Loaded) -> CorrectionHistory:
    """The history of an army that has just been read, without corrections."""
    assert read.orbat is not None
    return CorrectionHistory((read,), start_history(read.orbat, "read"))


def restored(read: Loaded, history: History) -> CorrectionHistory | None:
    """Apply the corrections of a journal to an army that has just been read.

    Returns None if the corrections do not fit the army.
    """
    first, *steps = history.steps
    if read.orbat != first.orbat:
        return None
    reads = [replace(read, orbat=first.orbat)]
    for step in steps:
        now = apply_correction(reads[-1], step.correction) if step.correction else None
        if now is None or now.orbat != step.orbat:
            return None
        reads.append(replace(now, orbat=step.orbat))
    return CorrectionHistory(tuple(reads), history)


# Journals of a checked list. Every correction is recorded before it is shown.


class CorrectionJournals:
    """The journals of one checked file. There is one journal for each army with unsaved corrections."""

    def __init__(self, file: Path, mark: str = "", *, ruleset: str = "", army_list: str = "") -> None:
        """`mark` is the fingerprint of the file's content.

        `ruleset` and `army_list` are the ids to use if the file names none.
        """
        self._file = file
        self._mark = mark
        self._read_by = (ruleset, army_list)
        self._journals: dict[int, Journal] = {}

    def record(self, histories: tuple[CorrectionHistory, ...]) -> str:
        """Record the unsaved corrections of each army. Returns an error message, or ""."""
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
        """Record that an army is about to be written to a file."""
        if army in self._journals:
            self._journals[army].note_saving(file, storage.fingerprint(text))

    def resume(self, work: RecoveredJournal) -> bool:
        """Continue a recovered journal. Returns False if another process has the journal open."""
        journal = storage.resume_work(work)
        if journal is None or work.checked is None:
            return False
        self._journals[work.checked.army] = journal
        return True

    def close(self, *, discard: bool = True) -> None:
        """Close all journals. With `discard`, also delete them.

        Without `discard`, the next check of the file offers to recover the corrections.
        """
        for army in tuple(self._journals):
            self._close(army, discard=discard)

    def _close(self, army: int, *, discard: bool = True) -> None:
        if journal := self._journals.pop(army, None):
            journal.close(discard=discard)
