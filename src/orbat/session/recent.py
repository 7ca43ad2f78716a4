"""The list of recently opened ORBAT files, newest first."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from orbat.data.problem import Problem
from orbat.data.text_file import read_bytes
from orbat.model.record import Value
from orbat.model.wording import phrase
from orbat.session.files import WriteFailed, write

FILE_NAME = "recent.json"
FORMAT = 1


def write_recent(folder: Path, files: Iterable[tuple[Path, datetime]]) -> None:
    """Write the list of recent files, newest first. Raises WriteFailed.

    A damaged list is overwritten. To keep a damaged list, first call `set_aside`.
    """
    entries = [{"path": str(path), "opened": opened.isoformat()} for path, opened in files]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or "an error").lower()
        raise WriteFailed(phrase("{folder} cannot be created: {reason}", folder=folder, reason=reason)) from error
    text = json.dumps({"orbat recent": FORMAT, "files": entries}, indent=1)
    write(folder / FILE_NAME, text.encode() + b"\n", backup=False)


MAX_RECENT = 30
"""Maximum number of files in the list."""


class RecentFile(Value):
    """A recent file, and when it was last opened."""

    path: Path
    opened: datetime
    missing: bool = False
    """Whether the file does not exist now. A missing file stays in the list; it may be on an unplugged drive."""


class RecentFiles(Value):
    """The recent files, newest first."""

    files: tuple[RecentFile, ...]
    damaged: Path | None = None
    """The path of a partly unreadable list; otherwise None."""


def read_recent(folder: Path) -> RecentFiles:
    """Read the list of recent files. Never raises, and never changes files."""
    path = folder / FILE_NAME
    if not os.path.lexists(path):
        return RecentFiles(())
    raw = read_bytes(path)
    if isinstance(raw, Problem):
        return RecentFiles((), path)
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        return RecentFiles((), path)
    entries = data.get("files") if isinstance(data, dict) and data.get("orbat recent") == FORMAT else None
    if not isinstance(entries, list):
        return RecentFiles((), path)
    read = [_file(entry) for entry in entries]
    files = [file for file in read if file is not None]
    return RecentFiles(tuple(files[:MAX_RECENT]), path if len(files) < len(read) else None)


def _file(entry: object) -> RecentFile | None:
    match entry:
        case {"path": str(name), "opened": str(opened)} if name and "\0" not in name:
            try:
                at = datetime.fromisoformat(opened)
            except ValueError:
                return None
            missing = not os.path.exists(name)  # noqa: PTH110  # Path.exists raises for some names before Python 3.12
            return RecentFile(Path(name), at, missing) if at.tzinfo else None
    return None


def add_recent(files: Iterable[RecentFile], path: Path, now: datetime) -> tuple[RecentFile, ...]:
    """Put a file at the start of the list, and drop the oldest files from a full list."""
    return (RecentFile(path.absolute(), now), *remove_recent(files, path))[:MAX_RECENT]


def remove_recent(files: Iterable[RecentFile], path: Path) -> tuple[RecentFile, ...]:
    """Remove a file from the list."""
    return tuple(file for file in files if _key(file.path) != _key(path))


def _key(path: Path) -> str:
    return os.path.normcase(os.path.abspath(path))  # noqa: PTH100  # normalizes `..` without following links
