"""The journal of an open ORBAT: a file with every edit, from which orbat recovers unsaved work after a crash.

`record` passes an edit to the operating system before returning, so the edit survives a killed process. `record` does
not wait for the disk, so a power failure can lose the edits of the last seconds. A process locks the journal to which
it writes. A journal without a lock is left from a crash, and can be recovered.
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
from orbat.model.wording import phrase
from orbat.session.files import WriteFailed, write
from orbat.session.journal_lines import (
    apply_change,
    header_line,
    position_line,
    read_check_target,
    read_correction,
    read_record,
    saved_line,
    saving_line,
    step_line,
)
from orbat.session.lock import Lock, acquire

SUFFIX = ".journal"
COMPACTION_SIZE = 4_000_000
"""Size in bytes above which a journal is rewritten.

Rewriting keeps the undo and redo steps nearest to the current step, up to a quarter of this size.
"""


class Journal:
    """Writes the history of one open ORBAT to a file. Not thread-safe. Never raises.

    If writing fails, `error` gives the reason, and the next call writes the whole journal again.
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
        """Create journals with `start_journal` or `resume_journal`, not directly."""
        self.error = ""
        self._path = path
        # Without a lock, the journal tries to acquire the lock before writing.
        self._lock = lock
        self._history = history
        self._file = file
        self._fingerprint = fingerprint
        self._saved = saved
        self._checked = checked
        self._handle: int | None = None
        self._size = 0
        self._limit = COMPACTION_SIZE
        self._first = 0
        self._end = 0
        self._rewrite()

    @property
    def path(self) -> Path:
        """Path of the journal."""
        return self._path

    def record(self, history: History) -> None:
        """Record changes of the history: edits, undo, redo, or a jump to another edit."""
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
        """Record that a save begins. `fingerprint`: the SHA-256 hash of the new content."""
        # If the program is killed before `note_saved`, the hash shows at the next start whether the file was written.
        if self._handle is not None:
            self._append(saving_line(file, fingerprint, self._history.position))

    def note_saved(self, file: Path, fingerprint: str) -> None:
        """Record that a save is complete. `fingerprint`: the SHA-256 hash of the file's content."""
        # If another program changes the file later, the hash differs.
        self._file, self._fingerprint, self._saved = file, fingerprint, self._history.orbat
        if self._handle is None:
            self._rewrite()
        else:
            self._append(saved_line(file, fingerprint, self._history.position))

    def close(self, *, discard: bool) -> None:
        """Close the journal. With `discard`, delete the journal too.

        A journal that is not deleted is offered for recovery at the next start.
        """
        self._close_file()
        if discard:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.release(remove=discard)
            self._lock = None

    def _lines(self, old: Sequence[Step], history: History) -> bytes | None:
        # None: the journal must be rewritten, because the lines would refer to steps that it does not contain.
        steps, position = history.steps, history.position
        shortest = min(len(old), len(steps))
        shared = next((number for number in range(shortest) if old[number] is not steps[number]), shortest)
        if shared == len(steps):
            is_stored = self._first <= position < self._end
            return position_line(position) if is_stored and shared == len(old) else None
        if not self._first < shared <= self._end or position < self._first:
            return None
        lines = b"".join(_step_line(steps, number, number - 1) for number in range(shared, len(steps)))
        self._end = len(steps)
        return lines if position == len(steps) - 1 else lines + position_line(position)

    def _append(self, lines: bytes) -> None:
        assert self._handle is not None
        try:
            deleted = os.fstat(self._handle).st_nlink == 0  # by another program
            complete = not deleted and os.write(self._handle, lines) == len(lines)
        except OSError:
            complete = False
        self._size += len(lines)
        if not complete or self._size > self._limit:
            self._rewrite()

    def _rewrite(self) -> None:
        self._close_file()
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = self._lock or acquire(self._path.with_suffix(".lock"))
            if self._lock is None:
                raise WriteFailed(phrase("{path} is in use by another running orbat", path=self._path))
            content = self._content()
            write(self._path, content, backup=False)
            self._handle = os.open(self._path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        except OSError as error:
            reason = str(error) if isinstance(error, WriteFailed) else (error.strerror or "an error").lower()
            self.error = phrase(
                "edits cannot be recorded in {folder}: {reason}", folder=self._path.parent, reason=reason
            )
        else:
            self.error = ""
            self._size = len(content)
            self._limit = max(COMPACTION_SIZE, 2 * self._size)

    def _content(self) -> bytes:
        steps, position = self._history.steps, self._history.position
        max_size = COMPACTION_SIZE // 8
        first, size, before = position, 0, []
        while first > 0 and size < max_size:
            before.append(_step_line(steps, first, first - 1))
            size += len(before[-1])
            first -= 1
        end, size, after = position + 1, 0, []
        while end < len(steps) and size < max_size:
            after.append(_step_line(steps, end, end - 1))
            size += len(after[-1])
            end += 1
        self._first, self._end = first, end
        saved = next((one for one in range(first, end) if steps[one].orbat is self._saved), self._saved)
        return b"".join(
            [
                header_line(self._history.orbat, self._file, self._fingerprint, self._checked),
                _step_line(steps, first, None),
                *reversed(before),
                *after,
                position_line(position),
                saved_line(self._file, self._fingerprint, saved),
            ]
        )

    def _close_file(self) -> None:
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
    """Start the journal of an ORBAT that was just opened.

    - `saved`: whether the file contains the ORBAT.
    - `checked`: the army that is being corrected, if `file` is a typed list.
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
    """Continue to record edits in a recovered journal.

    Returns None if the journal was deleted, or if another process uses the journal.
    """
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
    """The paths of the journals that no running process uses, newest first. Never raises."""
    with contextlib.suppress(OSError):
        # Lock files without a journal are removed.
        for lock in folder.glob("*.lock"):
            if not lock.with_suffix(SUFFIX).exists() and (free := acquire(lock)):
                free.release(remove=not lock.with_suffix(SUFFIX).exists())
    try:
        return tuple(path for path in sorted(folder.glob("*" + SUFFIX), reverse=True) if _is_abandoned(path))
    except OSError:
        return ()


def _is_abandoned(path: Path) -> bool:
    try:
        lock = acquire(path.with_suffix(".lock"))
    except OSError:
        return False
    if lock is None:
        return False
    exists = os.access(path, os.F_OK)
    lock.release(remove=not exists)
    return exists


def delete_journal(path: Path) -> bool:
    """Delete a journal. Returns False if that fails, or if a running process uses the journal."""
    try:
        lock = acquire(path.with_suffix(".lock"))
        if lock is None:
            return False
        path.unlink(missing_ok=True)
        lock.release(remove=True)
    except OSError:
        return False
    return True


# Recovery of an abandoned journal: every step, and the current one.


FORMAT = 1
"""The version of the journal format that this orbat can read."""
MAX_BYTES = 200_000_000
"""Maximum size of a readable journal, in bytes."""


class RecoveredJournal(Record):
    """The content of a journal."""

    path: Path
    history: History
    file: Path | None
    """The file of the ORBAT, or the typed list in the check screen; None if the ORBAT was never saved."""
    fingerprint: str
    """The SHA-256 hash of `file` when last opened or saved."""
    saved: Orbat | None
    """The ORBAT in `file` when last opened or saved; None if `file` contained no ORBAT."""
    at: datetime
    note: str = ""
    """A message for the user, or ""."""
    saving: tuple[Path, str, Orbat] | None = None
    """A save that may be incomplete: the file, the SHA-256 hash of the new content, and the ORBAT."""
    checked: CheckTarget | None = None
    """For the check screen, which army of a typed list is corrected."""

    @property
    def unsaved(self) -> bool:
        """Whether the recovered ORBAT differs from the ORBAT in the file."""
        return self.history.orbat != self.saved

    @property
    def title(self) -> str:
        """The title of the recovered ORBAT."""
        return self.history.orbat.title


class UnreadableJournal(Record):
    """A journal that cannot be recovered."""

    path: Path
    message: str
    damaged: bool
    """Whether the caller should rename the journal with `set_aside`."""


def read_journal(path: Path) -> RecoveredJournal | UnreadableJournal:
    """Read a journal, up to the first damaged line. Never raises."""
    raw = read_bytes(path, MAX_BYTES)
    if isinstance(raw, Problem):
        return UnreadableJournal(
            path=path, message=phrase("{path}: {reason}", path=path, reason=raw.message), damaged=False
        )
    try:
        at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except (OSError, ValueError, OverflowError):
        at = datetime.now(UTC)
    lines = raw.split(b"\n")[:-1]
    first = _parsed(lines[0]) if lines else None
    version = first.get("orbat journal") if first else None
    if type(version) is int and version > FORMAT:
        message = phrase("{path} was written by a newer version of orbat; the file stays unchanged", path=path)
        return UnreadableJournal(path=path, message=message, damaged=False)
    if not first or version != FORMAT:
        return UnreadableJournal(path=path, message=phrase("{path} is not a readable journal", path=path), damaged=True)
    reader = _JournalReader(first)
    note = ""
    # An incomplete last line is ignored.
    for number, line in enumerate(lines[1:], 2):
        if not reader.read_line(_parsed(line)):
            note = phrase(
                "{path} is damaged in line {line}; the edits before this line are recovered", path=path, line=number
            )
            break
    return reader.recovered(path, at, note)


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


class _JournalReader:
    def __init__(self, header: dict[str, Any]) -> None:
        self._steps: list[Step] = []
        self._first = 0
        self._position = 0
        self._saved: Orbat | None = None
        self._file: str | None = None
        self._fingerprint = ""
        self._saving: tuple[Path, str, Orbat] | None = None
        self._checked: CheckTarget | None = None
        self._note_file(header.get("file"), header.get("fingerprint"))
        with contextlib.suppress(ValueError):
            self._checked = read_check_target(header.get("checked"))

    def read_line(self, line: Any) -> bool:
        try:
            match line:
                case {"step": int(number), "name": str(name), **rest}:
                    self._step(number, name, rest)
                case {"saved": str(fingerprint), **rest}:
                    self._saved = self._saved_orbat(rest)
                    self._note_file(rest.get("file"), fingerprint)
                    self._saving = None
                case {"saving": str(fingerprint), "file": str(file), "at": int(number)}:
                    self._saving = Path(file), fingerprint, self._steps[self._index_of(number)].orbat
                case {"at": int(number)}:
                    self._position = self._index_of(number)
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
            orbat = read_record(Orbat, line["state"])
        elif number and isinstance(line.get("change"), list):
            orbat = self._steps[number - 1].orbat
            for change in line["change"]:
                orbat = apply_change(orbat, change)
        else:
            raise ValueError("neither an ORBAT nor a change")
        self._steps[number:] = [Step(name, orbat, correction=read_correction(line.get("correct")))]
        self._position = number

    def _saved_orbat(self, line: Mapping[Any, Any]) -> Orbat | None:
        if "state" in line:
            return read_record(Orbat, line["state"])
        number = line.get("at")
        return None if number is None else self._steps[self._index_of(number)].orbat

    def _index_of(self, number: Any) -> int:
        if type(number) is not int or not 0 <= number - self._first < len(self._steps):
            raise ValueError("no such step")
        return number - self._first

    def _note_file(self, file: object, fingerprint: object) -> None:
        self._file = file if isinstance(file, str) else None
        self._fingerprint = fingerprint if isinstance(fingerprint, str) else ""

    def recovered(self, path: Path, at: datetime, note: str) -> RecoveredJournal | UnreadableJournal:
        if not self._steps:
            return UnreadableJournal(
                path=path, message=phrase("{path} contains no readable edit", path=path), damaged=True
            )
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
