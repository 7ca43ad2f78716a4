"""Corrections of how a typed list was read: another size, another entry, or no unit at all.

The functions take an army read from a text (`Loaded`) and return a corrected one. They also update the paths that say
which units were read from which line.
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
    """Line `number` of the text, from 1; None if there is no such line."""
    lines = read.reading.lines if read.reading else ()
    return next((line for line in lines if line.number == number), None)


def units_on(read: Loaded, number: int) -> tuple[Unit, ...]:
    """The units that were read from line `number` of the text."""
    line = line_at(read, number)
    items = [at(read.orbat, path) for path in line.paths] if line and read.orbat else []
    return tuple(item for item in items if isinstance(item, Unit))


def apply_correction(read: Loaded, correction: Correction) -> Loaded:
    """Apply a correction, and describe it in the `explanation` of the line."""
    line, value, note = correction.line, correction.value, phrase("corrected: {change}", change=correction.words)
    match correction.what:
        case "none":
            return removed(read, line, note)
        case "buy":
            return bought(read, line, str(value), note)
        case field:
            return corrected(read, line, field, value, note)


def corrected(read: Loaded, number: int, field: str, value: Any, note: str) -> Loaded:
    """Set a field (size, rating, options or entry) of every unit that was read from line `number`.

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
    # Only a line from which one of the units at `paths` was read gets the note. After `decided`, the line no longer
    # offers alternatives.
    if not set(line.paths) & set(paths):
        return line
    how = "; ".join(part for part in (line.explanation, note) if part)
    return replace(line, explanation=how, alternatives=(), misspelt=()) if decided else replace(line, explanation=how)


def removed(read: Loaded, number: int, note: str) -> Loaded:
    """Remove the units and commanders that were read from line `number`.

    `note` is added to the line's `explanation`.
    """
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

    None if the item itself was removed, or a formation that contains it. For example, the third unit of a list becomes
    the second after the first is removed.
    """
    depth = len(gone) - 1
    if path[: depth + 1] == gone:
        return None
    step, position = (path[depth] if len(path) > depth else ""), gone[depth]
    if path[:depth] == gone[:depth] and isinstance(step, int) and isinstance(position, int) and step > position:
        return (*path[:depth], step - 1, *path[depth + 1 :])
    return path


def _moved(read: Loaded, new: Callable[[OrbatPath], OrbatPath | None]) -> Loaded:
    # Replaces every path by `new(path)`, or drops it if `new` returns None. Claims and findings without a remaining
    # path are dropped too.
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
    """Add a unit of this entry for line `number`, from which no unit was read.

    The unit goes to the end of the formation of the previous item in the text, so that the paths of other items do not
    change. A typed subtotal that includes the previous item then also includes the unit, unless the subtotal is on a
    line between the two.
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
    return path[:-2] if path and isinstance(path[-1], int) else path[:-1]


# The corrections of one army, and the last save.


class SavedCorrections(Value):
    """A save: the corrected army, the path of the file, and the text that was written."""

    read: Loaded
    file: Path
    text: str


class CorrectionHistory(Value):
    """The corrections of one army, with undo and redo.

    `reads[n]` is the army after `n` corrections; `reads[0]` is the army as it was read. `history` is what the journal
    records.
    """

    reads: tuple[Loaded, ...]
    history: History
    last_save: SavedCorrections | None = None

    @property
    def now(self) -> Loaded:
        """The army with the current corrections."""
        return self.reads[self.history.position]

    @property
    def unsaved(self) -> bool:
        """Whether there are unsaved corrections."""
        return self.history.position > 0 and self.saved_as is None

    @property
    def saved_as(self) -> SavedCorrections | None:
        """The last save; None if the army has been corrected since."""
        return self.last_save if self.last_save and self.last_save.read == self.now else None

    def do(self, correction: Correction) -> CorrectionHistory:
        """Apply a correction. A correction without effect is not added to the history."""
        read = apply_correction(self.now, correction)
        if read == self.now or read.orbat is None:
            return self
        before = self.reads[: self.history.position + 1]
        return replace(self, reads=(*before, read), history=self.history.correct(correction, read.orbat))

    def undo(self) -> CorrectionHistory:
        """Undo the last correction; do nothing if there is none."""
        return replace(self, history=self.history.undo())

    def redo(self) -> CorrectionHistory:
        """Redo the correction that was last undone; do nothing if there is none."""
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

    Returns None if the army, or the result of a correction, differs from the journal.
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
    """The journals of a checked file: one for each of its armies that has unsaved corrections."""

    def __init__(self, file: Path, mark: str = "", *, ruleset: str = "", army_list: str = "") -> None:
        """`mark` is the SHA-256 hash of the file's bytes.

        `ruleset` and `army_list` are the ids to use if the file names none.
        """
        self._file = file
        self._mark = mark
        self._read_by = (ruleset, army_list)
        self._journals: dict[int, Journal] = {}

    def record(self, histories: tuple[CorrectionHistory, ...]) -> str:
        """Write the unsaved corrections of each army to its journal. Returns an error message, or ""."""
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
        """Record that the corrected army is about to be written to a file."""
        if army in self._journals:
            self._journals[army].note_saving(file, storage.fingerprint(text))

    def resume(self, work: RecoveredJournal) -> bool:
        """Record further corrections in a recovered journal. Returns False if another process uses the journal."""
        journal = storage.resume_work(work)
        if journal is None or work.checked is None:
            return False
        self._journals[work.checked.army] = journal
        return True

    def close(self, *, discard: bool = True) -> None:
        """Close all journals. `discard`: also delete them. Otherwise, the next check of the file offers to recover the
        corrections."""
        for army in tuple(self._journals):
            self._close(army, discard=discard)

    def _close(self, army: int, *, discard: bool = True) -> None:
        if journal := self._journals.pop(army, None):
            journal.close(discard=discard)
