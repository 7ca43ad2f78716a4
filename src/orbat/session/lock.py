"""Lock files. A lock belongs to at most one process, and is released when that process ends or crashes."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path


class Lock:
    """A lock of this process, until `release` or the end of the process."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path = path
        self._handle = handle

    def release(self, *, remove: bool = False) -> None:
        """Release the lock. With `remove`, delete the lock file."""
        with contextlib.suppress(OSError):
            os.ftruncate(self._handle, 0)
        if remove and os.name != "nt":
            self._path.unlink(missing_ok=True)
        os.close(self._handle)
        if remove and os.name == "nt":  # Windows cannot remove an open file
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)


def acquire(path: Path) -> Lock | None:
    """Lock a file, creating the file if necessary. Raises OSError.

    Returns None if another process has the lock.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if _try_lock(handle) and _is_current_file(handle, path):
            os.ftruncate(handle, 0)
            os.write(handle, str(os.getpid()).encode())
            return Lock(path, handle)
    except BaseException:
        os.close(handle)
        raise
    os.close(handle)
    return None


def _is_current_file(handle: int, path: Path) -> bool:
    # Another process may have removed or replaced the file since it was opened.
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _try_lock(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # file systems without locks, such as some network folders
            return not _is_running(os.pread(handle, 20, 0))
        return True

    def _is_running(number: bytes) -> bool:
        if not number.isdigit() or int(number) in (0, os.getpid()):
            return False
        try:
            os.kill(int(number), 0)
        except (ProcessLookupError, OverflowError):
            return False
        except OSError:
            return True
        return True
