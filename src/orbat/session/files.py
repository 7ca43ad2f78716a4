"""Atomic writing of files: after a crash, a file has either the old content or the new content."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from pathlib import Path

from orbat.model.wording import phrase


class WriteFailed(OSError):  # noqa: N818  # the message is shown to the user
    """Raised if a file cannot be written. The file keeps the old content."""


def write(path: Path, content: bytes, *, backup: bool = True) -> None:
    """Replace the content of a file. Raises WriteFailed.

    `backup`: whether to keep the previous content in NAME.bak.
    """
    try:
        target = path.resolve() if path.is_symlink() else path
        if target.is_dir():
            raise WriteFailed(phrase("{path} is a folder; choose a file name", path=path))
        if target.exists():
            if not target.is_file():
                raise WriteFailed(phrase("{path} is not an ordinary file; choose another name", path=path))
            if target.read_bytes() == content:
                return  # unchanged
            if not target.stat().st_mode & 0o222:
                raise WriteFailed(phrase("{path} is read-only; save under another name", path=path))
            if backup:
                _replace(target.with_name(target.name + ".bak"), target.read_bytes(), target)
        _replace(target, content, target if target.exists() else None)
    except WriteFailed:
        raise
    except RuntimeError as error:  # Path.resolve raises this for a loop of links before Python 3.13
        message = phrase("{path} was not written: its symbolic links form a loop; save elsewhere", path=path)
        raise WriteFailed(message) from error
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or "the name cannot be used").lower()
        message = phrase(
            "{path} was not written: {reason}; save under another name or elsewhere", path=path, reason=reason
        )
        raise WriteFailed(message) from error


IS_WINDOWS = os.name == "nt"
_WAITS = (0.01, 0.05, 0.2, 0.5)
"""Seconds between attempts to replace a file on Windows. Virus scanners and indexes open new files for a moment."""

STALE_SECONDS = 3600
"""Age in seconds after which a temporary file counts as abandoned."""


def remove_stale_files(folder: Path) -> None:
    """Remove temporary files left by killed programs. Never raises."""
    with contextlib.suppress(OSError):
        for file in folder.glob(".orbat-*.tmp"):
            if time.time() - file.stat().st_mtime > STALE_SECONDS:
                file.unlink()


def _replace(target: Path, content: bytes, like: Path | None) -> None:
    # The new file gets the file mode of `like`, if given.
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".orbat-", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if like is not None:
            shutil.copymode(like, temporary)
        else:
            temporary.chmod(0o666 & ~_umask())
        _rename(temporary, target)
        _sync_folder(target.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _rename(temporary: Path, target: Path) -> None:
    for wait in _WAITS if IS_WINDOWS else ():
        try:
            temporary.replace(target)
        except PermissionError:
            time.sleep(wait)
        else:
            return
    temporary.replace(target)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    # After a power failure, a renamed file could otherwise have its old name. Not all systems support this.
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


_RESERVED = {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))}


def file_name(title: str, suffix: str) -> str:
    """Make a readable file name from a title, valid on every operating system."""
    allowed = "".join(letter if letter.isalnum() or letter in " -_.,'()" else " " for letter in title)
    stem = " ".join(allowed.split()).strip(" .")
    while len(stem.encode()) > 120:
        stem = stem[:-1]
    stem = stem.strip(" .") or "orbat"
    first, dot, rest = stem.partition(".")
    if first.strip().casefold() in _RESERVED:
        stem = f"{first.strip()} orbat{dot}{rest}"
    # Letters of all scripts are allowed.
    return stem + suffix


# Damaged files are renamed and never overwritten.


def set_aside(path: Path) -> Path:
    """Rename a file to NAME.damaged, NAME.damaged-2 and so on. Returns the new path. Raises WriteFailed."""
    try:
        number = 1
        while (aside := path.with_name(f"{path.name}.damaged{f'-{number}' if number > 1 else ''}")).exists():
            number += 1
        return path.rename(aside)
    except OSError as error:
        reason = (error.strerror or "an error").lower()
        message = phrase("{path} is damaged and cannot be renamed: {reason}", path=path, reason=reason)
        raise WriteFailed(message) from error
