"""Writing the list of ORBAT files opened lately. `session.recent` reads it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from orbat.data.problem import Problem
from orbat.data.text_file import read_bytes
from orbat.model.record import Value
from orbat.session.files import WriteFailed, write

NAME = "recent.json"
FORMAT = 1


def write_recent(folder: Path, files: Iterable[tuple[Path, datetime]]) -> None:
    """Write the list, newest first. A damaged one must have been set aside before. Raises WriteFailed."""
    entries = [{"path": str(path), "opened": opened.isoformat()} for path, opened in files]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteFailed(f"{folder} cannot be made: {(error.strerror or 'an error').lower()}") from error
    text = json.dumps({"orbat recent": FORMAT, "files": entries}, indent=1)
    write(folder / NAME, text.encode() + b"\n", backup=False)


# The ORBAT files opened lately, newest first.


MAX_RECENT = 30
"""So many files are remembered."""


class RecentFile(Value):
    """A file, when it was last opened, and whether it is not there now (a drive may only be unplugged)."""

    path: Path
    opened: datetime
    missing: bool = False


class RecentFiles(Value):
    """The files, newest first; `damaged` is the list itself where it, or part of it, cannot be read."""

    files: tuple[RecentFile, ...]
    damaged: Path | None = None


def read_recent(folder: Path) -> RecentFiles:
    """The list kept in the state folder. Never raises, never changes anything."""
    path = folder / NAME
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
            gone = not os.path.exists(name)  # noqa: PTH110  # Path.exists raises for some names before Python 3.12
            return RecentFile(Path(name), at, gone) if at.tzinfo else None
    return None


def add_recent(files: Iterable[RecentFile], path: Path, now: datetime) -> tuple[RecentFile, ...]:
    """The list after a file has been opened or saved: it comes first, once, and the last of too many drop out."""
    return (RecentFile(path.absolute(), now), *remove_recent(files, path))[:MAX_RECENT]


def remove_recent(files: Iterable[RecentFile], path: Path) -> tuple[RecentFile, ...]:
    """The list after the player has taken a file off it."""
    return tuple(file for file in files if _key(file.path) != _key(path))


def _key(path: Path) -> str:
    return os.path.normcase(os.path.abspath(path))  # noqa: PTH100  # folds `..` without following links
