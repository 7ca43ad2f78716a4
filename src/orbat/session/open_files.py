"""Marks the file that a builder has open, so that a second builder can warn the user."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from pathlib import Path

from orbat.session.lock import Lock, acquire

STALE_SECONDS = 86_400
"""Age in seconds after which the mark of a crashed builder is removed."""


class OpenFile:
    """Marks the file that a builder has open. The mark is a lock that no other builder can take."""

    def __init__(self, folder: Path) -> None:
        """Create the object. No file is marked as open yet. `folder` contains the marks of all builders."""
        self._folder = folder
        self._mark: Path | None = None
        self._lock: Lock | None = None

    def move_to(self, file: Path | None) -> bool:
        """Mark a file as open, and remove the mark of the previous file. If `file` is None, only remove the mark.

        Returns False if another builder has the file open. Never raises: a file that cannot be marked counts as free.
        """
        mark = None if file is None else self._folder / f"{_name(file)}.lock"
        if mark == self._mark and self._lock is not None:
            return True
        self.close()
        self._mark = mark
        if mark is None:
            return True
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            _remove_stale(self._folder)
            self._lock = acquire(mark)
        except OSError:
            return True
        return self._lock is not None

    def close(self) -> None:
        """Mark the file as no longer open."""
        if self._lock is not None:
            with contextlib.suppress(OSError):
                self._lock.release(remove=True)
        self._lock = self._mark = None


def _name(file: Path) -> str:
    # a link, and on some systems other letter case, name the same file
    try:
        path = os.path.normcase(os.path.realpath(file))
    except (OSError, ValueError):
        path = str(file)
    return hashlib.sha256(path.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _remove_stale(folder: Path) -> None:
    for mark in folder.glob("*.lock"):
        if time.time() - mark.stat().st_mtime > STALE_SECONDS and (free := acquire(mark)):
            free.release(remove=True)
