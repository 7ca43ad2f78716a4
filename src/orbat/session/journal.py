"""The journal of an open ORBAT: every step is written down at once, so that a killed program loses nothing.

A line is handed to the system before `follow` returns. What the system has been handed survives the death of the
program at any moment, SIGKILL included, so nothing waits for the disk at each key; only a power cut can take the
last seconds. A journal belongs to the process that holds its lock; one whose lock is free was left by a crash.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from orbat.data.problem import Problem
from orbat.data.text_file import read_bytes
from orbat.model.claims import CheckTarget
from orbat.model.history import History, Step
from orbat.model.orbat import Orbat
from orbat.model.record import Record
from orbat.session.files import WriteFailed, write
from orbat.session.journal_lines import (
    changed,
    checked,
    correction,
    head_line,
    part,
    position_line,
    saved_line,
    saving_line,
    step_line,
)
from orbat.session.lock import Lock, acquire

SUFFIX = ".journal"
LARGEST_BEFORE_COMPACTING = 4_000_000
"""A larger journal is written anew, with the steps nearest to the one on screen that fill a quarter of this."""


class Journal:
    """Writes down the history of one open ORBAT. It never raises: `trouble` says why it cannot write.

    After a failure each call tries to write everything again. For use from one thread.
    """

    def __init__(
        self,
        path: Path,
        lock: Lock | None,
        history: History,
        file: Path | None,
        fingerprint: str,
        saved: Orbat | None,
        checked: CheckTarget | None = None,
    ) -> None:
        """Use `start_journal` or `resume_journal`. Without a lock, the journal tries to get one when it writes."""
        self.error = ""
        self._path = path
        self._lock = lock
        self._history = history
        self._file = file
        self._fingerprint = fingerprint
        self._saved = saved
        self._checked = checked
        self._handle: int | None = None
        self._size = 0
        self._limit = LARGEST_BEFORE_COMPACTING
        self._first = 0
        self._end = 0
        self._rewrite()

    @property
    def path(self) -> Path:
        """The journal's own file."""
        return self._path

    def record(self, history: History) -> None:
        """Write down what has happened since the last call: steps, undo, redo, moves to any step."""
        old, self._history = self._history, history
        if self._handle is None:
            self._rewrite()
        elif history is not old:
            lines = self._lines(old.steps, history)
            if lines is None:
                self._rewrite()
            else:
                self._append(lines)

    def note_saving(self, file: Path, fingerprint: str) -> None:
        """Note what is about to be written: if it gets there and `saved` does not, nothing is unsaved."""
        if self._handle is not None:
            self._append(saving_line(file, fingerprint, self._history.position))

    def note_saved(self, file: Path, fingerprint: str) -> None:
        """Note that the file now holds the ORBAT on screen; the fingerprint is for noticing that others change it."""
        self._file, self._fingerprint, self._saved = file, fingerprint, self._history.orbat
        if self._handle is None:
            self._rewrite()
        else:
            self._append(saved_line(file, fingerprint, self._history.position))

    def close(self, *, discard: bool) -> None:
        """End it: `discard` when nothing in it is wanted any more; otherwise the next start offers it."""
        self._let_go()
        if discard:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.release(remove=discard)
            self._lock = None

    def _lines(self, old: Sequence[Step], history: History) -> bytes | None:
        """The lines to add; None where the journal lacks the steps that they would build on."""
        steps, position = history.steps, history.position
        most = min(len(old), len(steps))
        shared = next((number for number in range(most) if old[number] is not steps[number]), most)
        if shared == len(steps):
            here = self._first <= position < self._end
            return position_line(position) if here and shared == len(old) else None
        if not self._first < shared <= self._end or position < self._first:
            return None
        lines = b"".join(_step_line(steps, number, number - 1) for number in range(shared, len(steps)))
        self._end = len(steps)
        return lines if position == len(steps) - 1 else lines + position_line(position)

    def _append(self, lines: bytes) -> None:
        assert self._handle is not None
        try:
            gone = os.fstat(self._handle).st_nlink == 0  # somebody has taken the file away
            whole = not gone and os.write(self._handle, lines) == len(lines)
        except OSError:
            whole = False
        self._size += len(lines)
        if not whole or self._size > self._limit:
            self._rewrite()

    def _rewrite(self) -> None:
        """Write the whole journal anew; at any moment the old one or the new one is there."""
        self._let_go()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = self._lock or acquire(self._path.with_suffix(".lock"))
            if self._lock is None:
                raise WriteFailed(f"{self._path} belongs to another orbat that is running")
            content = self._content()
            write(self._path, content, backup=False)
            self._handle = os.open(self._path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        except OSError as error:
            why = str(error) if isinstance(error, WriteFailed) else (error.strerror or "an error").lower()
            self.error = f"edits cannot be kept safe in {self._path.parent}: {why}"
        else:
            self.error = ""
            self._size = len(content)
            self._limit = max(LARGEST_BEFORE_COMPACTING, 2 * self._size)

    def _content(self) -> bytes:
        steps, position = self._history.steps, self._history.position
        most = LARGEST_BEFORE_COMPACTING // 8
        first, spent, back = position, 0, []
        while first > 0 and spent < most:
            back.append(_step_line(steps, first, first - 1))
            spent += len(back[-1])
            first -= 1
        end, spent, forward = position + 1, 0, []
        while end < len(steps) and spent < most:
            forward.append(_step_line(steps, end, end - 1))
            spent += len(forward[-1])
            end += 1
        self._first, self._end = first, end
        saved = next((one for one in range(first, end) if steps[one].orbat is self._saved), self._saved)
        return b"".join(
            [
                head_line(self._history.orbat, self._file, self._fingerprint, self._checked),
                _step_line(steps, first, None),
                *reversed(back),
                *forward,
                position_line(position),
                saved_line(self._file, self._fingerprint, saved),
            ]
        )

    def _let_go(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _step_line(steps: Sequence[Step], number: int, before: int | None) -> bytes:
    return step_line(number, steps[number], None if before is None else steps[before].orbat)


def start_journal(
    folder: Path,
    history: History,
    *,
    file: Path | None = None,
    fingerprint: str = "",
    saved: bool = True,
    checked: CheckTarget | None = None,
) -> Journal:
    """Begin the journal of an ORBAT just opened; `saved` is False where what is on screen is in no file yet.

    Where it is an army of a text that is being `checked`, the file is that text.
    """
    orbat = history.orbat if saved else None
    name = f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}-{secrets.token_hex(4)}"
    return Journal(folder / (name + SUFFIX), None, history, file, fingerprint, orbat, checked)


def resume_journal(
    path: Path,
    history: History,
    *,
    file: Path | None,
    fingerprint: str,
    saved: Orbat | None,
    checked: CheckTarget | None = None,
) -> Journal | None:
    """Go on with a journal that was recovered; None where another orbat has taken it meanwhile."""
    try:
        lock = acquire(path.with_suffix(".lock"))
    except OSError:
        return None
    if lock is None:
        return None
    if not os.access(path, os.F_OK):
        lock.release(remove=True)
        return None
    return Journal(path, lock, history, file, fingerprint, saved, checked)


def abandoned_journals(folder: Path) -> tuple[Path, ...]:
    """The journals whose process is gone, newest first. Locks without a journal are cleared away. Never raises."""
    with contextlib.suppress(OSError):
        for lock in folder.glob("*.lock"):
            if not lock.with_suffix(SUFFIX).exists() and (free := acquire(lock)):
                free.release(remove=not lock.with_suffix(SUFFIX).exists())
    try:
        return tuple(path for path in sorted(folder.glob("*" + SUFFIX), reverse=True) if _is_left(path))
    except OSError:
        return ()


def _is_left(path: Path) -> bool:
    try:
        lock = acquire(path.with_suffix(".lock"))
    except OSError:
        return False
    if lock is None:
        return False
    there = os.access(path, os.F_OK)
    lock.release(remove=not there)
    return there


def delete_journal(path: Path) -> bool:
    """Remove a journal that was left behind; False where a running orbat has it, or it cannot be removed."""
    try:
        lock = acquire(path.with_suffix(".lock"))
        if lock is None:
            return False
        path.unlink(missing_ok=True)
        lock.release(remove=True)
    except OSError:
        return False
    return True


# What a journal that was left behind gives back: every step there was, and which of them was on screen.


FORMAT = 1
"""The format version read."""
MAX_BYTES = 200_000_000
"""The largest journal read."""


class RecoveredJournal(Record):
    """The work in a journal: its whole history, and what the file held when last opened or saved by that orbat.

    `saving` is a save that was begun and not noted as done: the file, the fingerprint it has if it was done, and the
    ORBAT that it then holds. Where it is an army of a text that was being `checked`, the file is that text.
    """

    path: Path
    history: History
    file: Path | None
    fingerprint: str
    saved: Orbat | None
    at: datetime
    note: str = ""
    saving: tuple[Path, str, Orbat] | None = None
    checked: CheckTarget | None = None

    @property
    def unsaved(self) -> bool:
        """Whether anything would be lost: what was on screen is not what the file holds."""
        return self.history.orbat != self.saved

    @property
    def title(self) -> str:
        """The title of the ORBAT that was on screen."""
        return self.history.orbat.title


class UnreadableJournal(Record):
    """A journal that gives back nothing; `damaged` where it is none at all, so that it is to be set aside."""

    path: Path
    message: str
    damaged: bool


def read_journal(path: Path) -> RecoveredJournal | UnreadableJournal:
    """Read a journal, as far as it is whole: a torn last line is one that was not yet written. Never raises."""
    raw = read_bytes(path, MAX_BYTES)
    if isinstance(raw, Problem):
        return UnreadableJournal(path=path, message=f"{path}: {raw.message}", damaged=False)
    try:
        at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, ValueError, OverflowError):
        at = datetime.now(UTC)
    lines = raw.split(b"\n")[:-1]
    first = _parsed(lines[0]) if lines else None
    version = first.get("orbat journal") if first else None
    if type(version) is int and version > FORMAT:
        says = f"{path} was written by a newer orbat; it is left as it is"
        return UnreadableJournal(path=path, message=says, damaged=False)
    if not first or version != FORMAT:
        return UnreadableJournal(path=path, message=f"{path} is no journal that can be read", damaged=True)
    reader = _JournalReader(first)
    note = ""
    for number, line in enumerate(lines[1:], 2):
        if not reader.take(_parsed(line)):
            note = f"{path} is damaged in line {number}; the steps before it are recovered"
            break
    return reader.recovered(path, at, note)


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


class _JournalReader:
    """Takes a journal's lines one by one."""

    def __init__(self, head: dict[str, Any]) -> None:
        self._steps: list[Step] = []
        self._first = 0
        self._position = 0
        self._saved: Orbat | None = None
        self._file: str | None = None
        self._fingerprint = ""
        self._saving: tuple[Path, str, Orbat] | None = None
        self._checked: CheckTarget | None = None
        self._note_file(head.get("file"), head.get("fingerprint"))
        with contextlib.suppress(ValueError):
            self._checked = checked(head.get("checked"))

    def take(self, line: Any) -> bool:
        """Do what a line says; False, and nothing is changed, where it says nothing that can be done."""
        try:
            match line:
                case {"step": int(number), "name": str(name), **rest}:
                    self._step(number, name, rest)
                case {"saved": str(fingerprint), **rest}:
                    self._saved = self._held(rest)
                    self._note_file(rest.get("file"), fingerprint)
                    self._saving = None
                case {"saving": str(fingerprint), "file": str(file), "at": int(number)}:
                    self._saving = Path(file), fingerprint, self._steps[self._known(number)].orbat
                case {"at": int(number)}:
                    self._position = self._known(number)
                case _:
                    return False
        except (ValueError, TypeError, RecursionError):
            return False
        return True

    def _step(self, number: int, name: str, line: Mapping[Any, Any]) -> None:
        if not self._steps:
            self._first = number
        number -= self._first
        if not 0 <= number <= len(self._steps):
            raise ValueError("a step is missing")
        if "state" in line:
            orbat = part(Orbat, line["state"])
        elif number and isinstance(line.get("change"), list):
            orbat = self._steps[number - 1].orbat
            for change in line["change"]:
                orbat = changed(orbat, change)
        else:
            raise ValueError("no ORBAT, and nothing to make one from")
        self._steps[number:] = [Step(name, orbat, correction=correction(line.get("correct")))]
        self._position = number

    def _held(self, line: Mapping[Any, Any]) -> Orbat | None:
        """The ORBAT that the file holds."""
        if "state" in line:
            return part(Orbat, line["state"])
        number = line.get("at")
        return None if number is None else self._steps[self._known(number)].orbat

    def _known(self, number: Any) -> int:
        """Which of the steps has that number."""
        if type(number) is not int or not 0 <= number - self._first < len(self._steps):
            raise ValueError("no such step")
        return number - self._first

    def _note_file(self, file: object, fingerprint: object) -> None:
        self._file = file if isinstance(file, str) else None
        self._fingerprint = fingerprint if isinstance(fingerprint, str) else ""

    def recovered(self, path: Path, at: datetime, note: str) -> RecoveredJournal | UnreadableJournal:
        """What there is now."""
        if not self._steps:
            return UnreadableJournal(path=path, message=f"{path} holds no step that can be read", damaged=True)
        return RecoveredJournal(
            path=path,
            history=History(tuple(self._steps), self._position),
            file=Path(self._file) if self._file else None,
            fingerprint=self._fingerprint,
            saved=self._saved,
            at=at,
            note=note,
            saving=self._saving,
            checked=self._checked,
        )
