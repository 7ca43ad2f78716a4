"""The log of internal errors: small files in the player's state folder, the oldest removed.

A log holds versions, file names, what failed and tracebacks; no settings, environment or file contents. One failure
has one file, named by its traceback, so that a fault met on every key or in every file of a folder is logged once.
"""

from __future__ import annotations

import contextlib
import os
import platform
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from orbat.data import folders
from orbat.model.failure import Failure
from orbat.model.record import Value

MAX_LOGS = 10
"""Log files kept in a folder."""
_MOST_FAILURES = 20
"""Failures written into one log."""
_MOST_FILES = 10
"""File names written for one failure."""
_MOST_LETTERS = 20_000
"""Characters of one traceback; its middle is cut out."""
_PREFIX, _SUFFIX = "orbat-error-", ".log"


class LoggedFailure(Value):
    """A failure, and the files that were being worked on when it happened."""

    failure: Failure
    files: tuple[str, ...] = ()


def write_log(entries: Sequence[LoggedFailure]) -> Path | None:
    """Write failures to a log and return its path; None where no folder can be written. Never raises."""
    try:
        name = f"{_PREFIX}{_digest(entries)}{_SUFFIX}"
        content = "\n".join(_lines(entries)).encode("utf-8", "backslashreplace")
    except Exception:  # whatever is wrong with the entries, reporting an error must not raise another
        return None
    for folder in _folders():
        with contextlib.suppress(Exception):
            folder.mkdir(parents=True, exist_ok=True)
            _put(folder, name, content)
            _prune(folder)
            return folder / name
    return None


def internal_error_message(log: Path | None) -> str:
    """What the player is told after an internal error."""
    if log is None:
        return "Internal error. No log could be written; set ORBAT_DEBUG=1 to see the traceback. Please report it."
    return f"Internal error, logged to {log}. Please report it."


def _folders() -> Iterator[Path]:
    """The state folder of the player's system, then the temporary folder."""
    with contextlib.suppress(Exception):
        yield folders.state() / "logs"
    with contextlib.suppress(Exception):
        yield Path(tempfile.gettempdir())


def _digest(entries: Sequence[LoggedFailure]) -> str:
    told = "\0".join(f"{entry.failure.what}\0{entry.failure.traceback}" for entry in entries)
    return sha256(told.encode("utf-8", "backslashreplace")).hexdigest()[:12]


def _lines(entries: Sequence[LoggedFailure]) -> Iterator[str]:
    yield f"orbat {version()}, Python {platform.python_version()}, {platform.system()} {platform.release()}"
    yield datetime.now(UTC).isoformat(timespec="seconds")
    for entry in entries[:_MOST_FAILURES]:
        yield ""
        yield f"failed: {entry.failure.what}"
        for file in entry.files[:_MOST_FILES]:
            yield f"file: {file}"
        if len(entry.files) > _MOST_FILES:
            yield f"and {len(entry.files) - _MOST_FILES} more files"
        yield ""
        yield _shortened(entry.failure.traceback)
    if len(entries) > _MOST_FAILURES:
        yield f"and {len(entries) - _MOST_FAILURES} more failures"


def _shortened(text: str) -> str:
    half = _MOST_LETTERS // 2
    return text if len(text) <= _MOST_LETTERS else f"{text[:half]}\n...\n{text[-half:]}"


def version() -> str:
    """The version of orbat that is installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as version_of

    try:
        return version_of("orbat")
    except PackageNotFoundError:
        return "unknown"


def _put(folder: Path, name: str, content: bytes) -> None:
    """Put a file in place by a rename: a reader never sees half of it, and a link of that name is not followed."""
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=_PREFIX, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).replace(folder / name)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def _prune(folder: Path) -> None:
    """Remove all but the newest logs."""
    with contextlib.suppress(OSError):
        logs = sorted(folder.glob(f"{_PREFIX}*{_SUFFIX}"), key=lambda log: log.lstat().st_mtime, reverse=True)
        for log in logs[MAX_LOGS:]:
            with contextlib.suppress(OSError):
                log.unlink()
