"""Confines a process to a folder: the process can open, list, write and remove files only there.

Python reports each access to a file to an audit hook before the access. The hook refuses access to files outside
the folder, whichever dialog, command or library asks. A link is followed first, so a link out of the folder is refused
too. Besides the folder, the process may use orbat's own folders, and may read the installed programs.
"""

from __future__ import annotations

import errno
import mimetypes
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from orbat.model.record import Value
from orbat.tui.storage import is_inside

_PROCESSES = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty", "os.startfile")
_READING = ("os.listdir", "os.scandir")
_WRITING = (
    *("os.mkdir", "os.rmdir", "os.remove", "os.truncate", "os.chmod", "os.chown", "os.utime", "os.setxattr"),
    *("os.removexattr", "os.chflags", "shutil.rmtree"),
)
_TWO_PATHS = ("os.rename", "os.link", "os.symlink")
_WRITE_FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_DEVICES = (os.devnull, "/dev/urandom")


class Allowed(Value):
    """The folders and files that a process may use. All paths are absolute and without links."""

    written: tuple[str, ...]
    """Folders in which files may be read and written."""
    read: tuple[str, ...] = ()
    """Folders and files that may only be read."""

    def has(self, path: str, *, writes: bool) -> bool:
        """Whether the process may use a path, after following links."""
        real = os.path.realpath(path)
        return any(_is_in(real, one) for one in (self.written if writes else (*self.written, *self.read)))


def allowed_in_session(root: Path, folders: Iterable[Path], shipped: Iterable[Path]) -> Allowed:
    """The folders and files that a session in the folder `root` may use.

    `folders`: orbat's own folders. `shipped`: the folders with the shipped data.
    """
    installed = (sys.prefix, sys.base_prefix, sys.exec_prefix, *filter(os.path.isabs, sys.path))
    # a folder above the served one is on the path if the server was started there, but contains no program
    programs = (one for one in installed if not is_inside(root, Path(one)))
    readable = (*programs, *map(str, shipped), *mimetypes.knownfiles, *_DEVICES)
    return Allowed(
        tuple(os.path.realpath(one) for one in (root, *folders)), tuple(os.path.realpath(one) for one in readable)
    )


def confine(allowed: Allowed) -> None:
    """Confine this process to the allowed files. This cannot be undone."""
    sys.addaudithook(hook(allowed))


def hook(allowed: Allowed) -> Callable[[str, tuple[Any, ...]], None]:
    """Return the audit hook, which raises PermissionError for forbidden accesses."""

    def check(path: object, *, writes: bool) -> None:
        if isinstance(path, int):  # a file that is open already
            return
        text = os.fsdecode(path) if isinstance(path, str | bytes | os.PathLike) else os.curdir
        try:
            is_allowed = allowed.has(text, writes=writes) or (writes and text == os.devnull)
        except (OSError, ValueError):
            is_allowed = False
        if not is_allowed:
            raise PermissionError(errno.EACCES, "outside the served folder", text)

    def audit(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, mode, flags = arguments
            writes = any(letter in "wax+" for letter in mode) if isinstance(mode, str) else bool(flags & _WRITE_FLAGS)
            check(path, writes=writes)
        elif event in _READING:
            check(arguments[0], writes=False)
        elif event in _WRITING:
            check(arguments[0], writes=True)
        elif event in _TWO_PATHS:
            check(arguments[0], writes=True)
            check(arguments[1], writes=True)
        elif event in _PROCESSES:
            raise PermissionError(errno.EACCES, "a session starts no other program")

    return audit


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
