"""Corrections of what was read of a typed list: this is 12 stands, that is another entry, this is no unit at all.

Each takes what was read and gives it corrected, with the places of all other lines right. No price is decided here.
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
from orbat.session.journal import Journal, RecoveredJournal
from orbat.tui import storage


def line_at(read: Loaded, number: int) -> ReadLine | None:
    """The line of that number, or None."""
    lines = read.reading.lines if read.reading else ()
    return next((line for line in lines if line.number == number), None)


def units_on(read: Loaded, number: int) -> tuple[Unit, ...]:
    """The units that a line became."""
    line = line_at(read, number)
    things = [at(read.orbat, path) for path in line.paths] if line and read.orbat else []
    return tuple(thing for thing in things if isinstance(thing, Unit))


def apply_correction(read: Loaded, correction: Correction) -> Loaded:
    """What was read, with a line of it put right; its words are kept as how it was read."""
    line, value, says = correction.line, correction.value, f"corrected: {correction.words}"
    match correction.what:
        case "none":
            return removed(read, line, says)
        case "buy":
            return bought(read, line, str(value), says)
        case field:
            return corrected(read, line, field, value, says)


def corrected(read: Loaded, number: int, field: str, value: Any, says: str) -> Loaded:
    """Give every unit of a line another size, rating, options or entry; `says` is kept as how it was read."""
    line = line_at(read, number)
    if line is None or read.orbat is None or read.reading is None:
        return read
    paths = tuple(path for path in line.paths if isinstance(at(read.orbat, path), Unit))
    orbat = apply_all(read.orbat, tuple(Set(path, field, value) for path in paths))
    lines = tuple(_noted(one, paths, says, decided=field == "entry") for one in read.reading.lines)
    return replace(read, orbat=orbat, reading=replace(read.reading, lines=lines))


def _noted(line: ReadLine, paths: tuple[OrbatPath, ...], says: str, *, decided: bool) -> ReadLine:
    """A line about any of these units, with what was corrected; once its entry is decided its name is in no doubt."""
    if not set(line.paths) & set(paths):
        return line
    how = "; ".join(part for part in (line.explanation, says) if part)
    return replace(line, explanation=how, alternatives=(), misspelt=()) if decided else replace(line, explanation=how)


def removed(read: Loaded, number: int, says: str) -> Loaded:
    """Take all that a line became out of the army: it buys nothing."""
    line = line_at(read, number)
    if line is None or read.reading is None:
        return read
    lines = tuple(_noted(one, line.paths, says, decided=True) for one in read.reading.lines)
    read = replace(read, reading=replace(read.reading, lines=lines))
    for path in sorted(line.paths, reverse=True):
        read = _without(read, path)
    return read


def _without(read: Loaded, gone: OrbatPath) -> Loaded:
    assert read.orbat is not None
    assert read.reading is not None
    is_general = isinstance(at(read.orbat, gone), Commander)
    edit = Set(gone[:-1], "commander", None) if is_general else Remove(gone)
    return _moved(replace(read, orbat=apply(read.orbat, edit)), lambda path: after(path, gone))


def after(path: OrbatPath, gone: OrbatPath) -> OrbatPath | None:
    """Where a place is once the thing at `gone` is out; None for that thing and what is in it."""
    depth = len(gone) - 1
    if path[: depth + 1] == gone:
        return None
    step, position = (path[depth] if len(path) > depth else ""), gone[depth]
    if path[:depth] == gone[:depth] and isinstance(step, int) and isinstance(position, int) and step > position:
        return (*path[:depth], step - 1, *path[depth + 1 :])
    return path


def _moved(read: Loaded, new: Callable[[OrbatPath], OrbatPath | None]) -> Loaded:
    """What was read with every place in it where it is now; what is of no place any more is left out."""
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


def bought(read: Loaded, number: int, entry: str, says: str) -> Loaded:
    """Make a unit of a line that nothing was made of, in the formation of what stands above it.

    It is put last there, so that no other place moves, and counts to the subtotals that its neighbour counts to.
    """
    line = line_at(read, number)
    if line is None or line.paths or read.orbat is None or read.reading is None:
        return read
    above = [one for one in read.reading.lines if one.number < number and one.paths]
    beside = above[-1].paths[-1] if above else ()
    home = _home(beside)
    position = len(at(read.orbat, (*home, "units")))
    path = (*home, "units", position)
    orbat = apply(read.orbat, Insert((*home, "units"), position, Unit(name=line.text.strip(), entry=entry)))

    def covers(claim: Claim) -> Claim:
        ended = bool(above) and above[-1].number < claim.line < number
        counts = claim.claim_type == "subtotal" and beside in claim.covers and not ended
        return replace(claim, covers=(*claim.covers, path)) if counts else claim

    made = replace(line, paths=(path,), explanation=says, unread=False)
    lines = tuple(made if one is line else one for one in read.reading.lines)
    document = read.document
    if document is not None and document.spans is not None:
        document = replace(document, spans={**document.spans, path: Span(number, 1)})
    reading = replace(read.reading, lines=lines, claims=tuple(map(covers, read.reading.claims)))
    return replace(read, orbat=orbat, reading=reading, document=document)


def _home(path: OrbatPath) -> OrbatPath:
    """The formation that a unit stands in or a general commands; `()` is the army."""
    return path[:-2] if path and isinstance(path[-1], int) else path[:-1]


# The corrections of one army of a typed list: what was read after each, and which of them the saved file has.


class Kept(Value):
    """What was read of an army as it was saved, the file, and the text written there."""

    read: Loaded
    file: Path
    text: str


class CorrectionHistory(Value):
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

    def do(self, correction: Correction) -> CorrectionHistory:
        """The trail after another correction; one that changes nothing is none."""
        read = apply_correction(self.now, correction)
        if read == self.now or read.orbat is None:
            return self
        before = self.reads[: self.history.position + 1]
        return replace(self, reads=(*before, read), history=self.history.correct(correction, read.orbat))

    def undo(self) -> CorrectionHistory:
        """One correction back, as far as there is one."""
        return replace(self, history=self.history.undo())

    def redo(self) -> CorrectionHistory:
        """One correction forward, as far as there is one."""
        return replace(self, history=self.history.redo())

    def save(self, file: Path, text: str) -> CorrectionHistory:
        """The trail after what there is now was saved."""
        return replace(self, kept=Kept(self.now, file, text))


def begun(read: Loaded) -> CorrectionHistory:
    """The trail of an army that has just been read."""
    assert read.orbat is not None
    return CorrectionHistory((read,), start_history(read.orbat, "read"))


def restored(read: Loaded, history: History) -> CorrectionHistory | None:
    """The trail of an army just read, with the corrections that a journal has kept; None where they do not fit it."""
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


# The journals of a list that is being checked: every correction is written down before it is shown.


class CorrectionJournals:
    """The journals of the armies of one text: an army has one for as long as it has corrections that no file has."""

    def __init__(self, file: Path, mark: str = "", *, ruleset: str = "", army_list: str = "") -> None:
        """`mark` tells one content of the text from another; the ids are what it is read by where it names none."""
        self._file = file
        self._mark = mark
        self._read_by = (ruleset, army_list)
        self._journals: dict[int, Journal] = {}

    def follow(self, trails: tuple[CorrectionHistory, ...]) -> str:
        """Write down where the corrections of each army stand; says what went wrong, or ""."""
        trouble = ""
        for army, trail in enumerate(trails):
            journal = self._journals.get(army)
            if not trail.unsaved:
                self._close(army)
            elif journal is None:
                checked = CheckTarget(army, *self._read_by)
                journal = storage.journal_of_corrections(trail.history, self._file, self._mark, checked)
                self._journals[army] = journal
            else:
                journal.record(trail.history)
            trouble = (journal.error if journal else "") or trouble
        return trouble

    def saving(self, army: int, file: Path, text: str) -> None:
        """Note what is about to be written for an army: once it is there, nothing of it is unsaved."""
        if army in self._journals:
            self._journals[army].note_saving(file, storage.fingerprint(text))

    def resume(self, work: RecoveredJournal) -> bool:
        """Go on with a journal that was left behind; False where another orbat has it."""
        journal = storage.resume_work(work)
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
