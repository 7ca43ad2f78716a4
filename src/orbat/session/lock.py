"""A lock that one process holds for as long as it lives; the system lets go of it when the process dies, however."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path


class Lock:
    """A lock that is held, until `release` or the end of the process."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path = path
        self._handle = handle

    def release(self, *, remove: bool = False) -> None:
        """Let others have it; `remove` takes its file away too."""
        with contextlib.suppress(OSError):
            os.ftruncate(self._handle, 0)
        if remove and os.name != "nt":
            self._path.unlink(missing_ok=True)
        os.close(self._handle)
        if remove and os.name == "nt":  # an open file cannot be removed there
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)


def acquire(path: Path) -> Lock | None:
    """Take the lock of that file, made where it is not there; None while another has it. Raises OSError."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if _locked(handle) and _is_file(handle, path):
            os.ftruncate(handle, 0)
            os.write(handle, str(os.getpid()).encode())
            return Lock(path, handle)
    except BaseException:
        os.close(handle)
        raise
    os.close(handle)
    return None


def _is_file(handle: int, path: Path) -> bool:
    """Whether the open file still is the one of that name: another process may have removed it meanwhile."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _locked(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks, as some network folders are
            return not _runs(os.pread(handle, 20, 0))
        return True

    def _runs(number: bytes) -> bool:
        """Whether the process of that number, as its lock file says, is another one that still runs."""
        if not number.isdigit() or int(number) in (0, os.getpid()):
            return False
        try:
            os.kill(int(number), 0)
        except (ProcessLookupError, OverflowError):
            return False
        except OSError:
            return True
        return True
