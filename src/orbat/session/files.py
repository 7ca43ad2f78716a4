"""Writing files, atomically: at any moment the file is whole, the old one or the new one."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from pathlib import Path


class WriteFailed(OSError):  # noqa: N818  # the message is shown as it is
    """A file could not be written; the old one, if any, is untouched. The message says why and what to do."""


def write(path: Path, content: bytes, *, backup: bool = True) -> None:
    """Replace a file by new content, the earlier one kept beside it as NAME.bak. Raises WriteFailed."""
    try:
        target = path.resolve() if path.is_symlink() else path
        if target.is_dir():
            raise WriteFailed(f"{path} is a folder; name a file")
        if target.exists():
            if not target.is_file():
                raise WriteFailed(f"{path} is no ordinary file; name another")
            if target.read_bytes() == content:
                return
            if not target.stat().st_mode & 0o222:
                raise WriteFailed(f"{path} is read-only; save under another name")
            if backup:
                _replace(target.with_name(target.name + ".bak"), target.read_bytes(), target)
        _replace(target, content, target if target.exists() else None)
    except WriteFailed:
        raise
    except RuntimeError as error:  # what Path.resolve raised for such a loop before Python 3.13
        raise WriteFailed(f"{path} was not written: its links lead in a circle; save elsewhere") from error
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "the name cannot be used"
        raise WriteFailed(f"{path} was not written: {why.lower()}; save under another name or elsewhere") from error


STALE_SECONDS = 3600
"""The seconds after which a temporary file belongs to nobody who is still writing."""


def remove_stale_files(folder: Path) -> None:
    """Remove the temporary files of programs that were killed while writing. Never raises."""
    with contextlib.suppress(OSError):
        for left in folder.glob(".orbat-*.tmp"):
            if time.time() - left.stat().st_mtime > STALE_SECONDS:
                left.unlink()


def _replace(target: Path, content: bytes, like: Path | None) -> None:
    """Put content in place by a rename, which either happens or does not."""
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
        temporary.replace(target)
        _sync_folder(target.parent)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """Ask the system to keep the rename; some cannot, and then there is nothing more to do."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


_RESERVED = {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))}


def file_name(title: str, suffix: str) -> str:
    """A file name that a person expects for a title and that every system allows; letters of all scripts stay."""
    kept = "".join(letter if letter.isalnum() or letter in " -_.,'()" else " " for letter in title)
    stem = " ".join(kept.split()).strip(" .")
    while len(stem.encode()) > 120:
        stem = stem[:-1]
    stem = stem.strip(" .") or "orbat"
    first, dot, rest = stem.partition(".")
    if first.strip().casefold() in _RESERVED:
        stem = f"{first.strip()} orbat{dot}{rest}"
    return stem + suffix


# Setting a damaged file aside: it gets another name, is never written over, and the place is free for a new one.


def set_aside(path: Path) -> Path:
    """Rename a file to NAME.damaged, NAME.damaged-2 and so on; returns the new name. Raises WriteFailed."""
    try:
        number = 1
        while (aside := path.with_name(f"{path.name}.damaged{f'-{number}' if number > 1 else ''}")).exists():
            number += 1
        return path.rename(aside)
    except OSError as error:
        why = (error.strerror or "an error").lower()
        raise WriteFailed(f"{path} is damaged and cannot be set aside: {why}") from error
