"""Lock files. A lock belongs to at most one process, and is released when that process ends or crashes."""

from __future__ import annotations

import contextlib
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from orbat.session.files import IS_WINDOWS

if TYPE_CHECKING:
    from filelock import BaseFileLock


class Lock:
    """A lock that this process holds until it calls `release` or ends."""

    def __init__(self, path: Path, held: BaseFileLock) -> None:
        self._path = path
        self._held = held

    def release(self, *, remove: bool = False) -> None:
        """Release the lock. With `remove`, delete the lock file."""
        # Removed first, so that no other process locks a file that is about to vanish. Windows cannot remove an open
        # file.
        if remove and not IS_WINDOWS:
            self._path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self._held.release()
        if remove and IS_WINDOWS:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)


def acquire(path: Path) -> Lock | None:
    """Lock a file, creating the file if necessary. Raises OSError.

    Returns None if another process has the lock.
    """
    from filelock import FileLock, Timeout  # only builders need locks, and the import takes a while

    # The builder may save in another thread than it opened the file.
    lock = FileLock(path, timeout=0, mode=0o600, thread_local=False)
    try:
        with warnings.catch_warnings():
            # On a file system without locks, filelock says that it writes the number of the process instead.
            warnings.simplefilter("ignore")
            lock.acquire()
    except Timeout:
        return None
    return Lock(path, lock)
