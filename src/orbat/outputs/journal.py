"""The journal of an open ORBAT: every step is written down at once, so that a killed program loses nothing.

A line is handed to the system before `follow` returns. What the system has been handed survives the death of the
program at any moment, SIGKILL included, so nothing waits for the disk at each key; only a power cut can take the
last seconds. A journal belongs to the process that holds its lock; one whose lock is free was left by a crash.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from collections.abc import Sequence
from pathlib import Path

from orbat.model.claims import Checked
from orbat.model.history import History, Step
from orbat.model.orbat import Orbat
from orbat.outputs.files import WriteFailed, write
from orbat.outputs.journal_text import head_line, position_line, saved_line, saving_line, step_line
from orbat.outputs.lock import Lock, hold

SUFFIX = ".journal"
MOST_BYTES = 4_000_000
"""A larger journal is written anew, with the steps nearest to the one on screen that fill a quarter of this."""


class Journal:
    """Writes down the history of one open ORBAT. It never raises: `trouble` says why it cannot write.

    After a failure each call tries to write everything again. For use from one thread.
    """

    def __init__(
        self,
        place: Path,
        lock: Lock | None,
        history: History,
        file: Path | None,
        fingerprint: str,
        saved: Orbat | None,
        checked: Checked | None = None,
    ) -> None:
        """For `begin` and `resume` to call; without a lock a new journal tries to get one when it writes."""
        self.trouble = ""
        self._place = place
        self._lock = lock
        self._history = history
        self._file = file
        self._fingerprint = fingerprint
        self._saved = saved
        self._checked = checked
        self._handle: int | None = None
        self._size = 0
        self._limit = MOST_BYTES
        self._first = 0
        self._end = 0
        self._rewrite()

    @property
    def place(self) -> Path:
        """The journal's own file."""
        return self._place

    def follow(self, history: History) -> None:
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

    def saving(self, file: Path, fingerprint: str) -> None:
        """Note what is about to be written: if it gets there and `saved` does not, nothing is unsaved."""
        if self._handle is not None:
            self._append(saving_line(file, fingerprint, self._history.position))

    def saved(self, file: Path, fingerprint: str) -> None:
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
                self._place.unlink(missing_ok=True)
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
            self._place.parent.mkdir(parents=True, exist_ok=True)
            self._lock = self._lock or hold(self._place.with_suffix(".lock"))
            if self._lock is None:
                raise WriteFailed(f"{self._place} belongs to another orbat that is running")
            content = self._content()
            write(self._place, content, backup=False)
            self._handle = os.open(self._place, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
        except OSError as error:
            why = str(error) if isinstance(error, WriteFailed) else (error.strerror or "an error").lower()
            self.trouble = f"edits cannot be kept safe in {self._place.parent}: {why}"
        else:
            self.trouble = ""
            self._size = len(content)
            self._limit = max(MOST_BYTES, 2 * self._size)

    def _content(self) -> bytes:
        steps, position = self._history.steps, self._history.position
        most = MOST_BYTES // 8
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


def begin(
    folder: Path,
    history: History,
    *,
    file: Path | None = None,
    fingerprint: str = "",
    saved: bool = True,
    checked: Checked | None = None,
) -> Journal:
    """Begin the journal of an ORBAT just opened; `saved` is False where what is on screen is in no file yet.

    Where it is an army of a text that is being `checked`, the file is that text.
    """
    orbat = history.orbat if saved else None
    name = f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}-{secrets.token_hex(4)}"
    return Journal(folder / (name + SUFFIX), None, history, file, fingerprint, orbat, checked)


def resume(
    place: Path,
    history: History,
    *,
    file: Path | None,
    fingerprint: str,
    saved: Orbat | None,
    checked: Checked | None = None,
) -> Journal | None:
    """Go on with a journal that was recovered; None where another orbat has taken it meanwhile."""
    try:
        lock = hold(place.with_suffix(".lock"))
    except OSError:
        return None
    if lock is None:
        return None
    if not os.access(place, os.F_OK):
        lock.release(remove=True)
        return None
    return Journal(place, lock, history, file, fingerprint, saved, checked)


def left_behind(folder: Path) -> tuple[Path, ...]:
    """The journals whose process is gone, newest first. Locks without a journal are cleared away. Never raises."""
    with contextlib.suppress(OSError):
        for lock in folder.glob("*.lock"):
            if not lock.with_suffix(SUFFIX).exists() and (free := hold(lock)):
                free.release(remove=not lock.with_suffix(SUFFIX).exists())
    try:
        return tuple(place for place in sorted(folder.glob("*" + SUFFIX), reverse=True) if _is_left(place))
    except OSError:
        return ()


def _is_left(place: Path) -> bool:
    try:
        lock = hold(place.with_suffix(".lock"))
    except OSError:
        return False
    if lock is None:
        return False
    there = os.access(place, os.F_OK)
    lock.release(remove=not there)
    return there


def discard(place: Path) -> bool:
    """Remove a journal that was left behind; False where a running orbat has it, or it cannot be removed."""
    try:
        lock = hold(place.with_suffix(".lock"))
        if lock is None:
            return False
        place.unlink(missing_ok=True)
        lock.release(remove=True)
    except OSError:
        return False
    return True
