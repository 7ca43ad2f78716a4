"""Logs of internal errors, in the user's state folder. Old logs are deleted.

A log contains versions, file names, the failed operations and tracebacks. It contains no settings, environment
variables or file contents. The name of a log is a hash of the errors, so that a repeated error overwrites the old log.
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
from orbat.model.wording import phrase

MAX_LOGS = 10
"""Maximum number of logs in a folder."""
_MAX_FAILURES = 20
"""Maximum number of failures in a log."""
_MAX_FILES = 10
"""Maximum number of file names that are listed for a failure."""
_MAX_TRACEBACK = 20_000
"""Maximum length of a traceback, in characters. From a longer traceback, the middle is omitted."""
_PREFIX, _SUFFIX = "orbat-error-", ".log"


class LoggedFailure(Value):
    """An internal error, with the files in use at the time."""

    failure: Failure
    files: tuple[str, ...] = ()


def write_log(entries: Sequence[LoggedFailure]) -> Path | None:
    """Write internal errors to a log. Never raises.

    Returns the log's path, or None if no folder is writable.
    """
    try:
        name = f"{_PREFIX}{_digest(entries)}{_SUFFIX}"
        content = "\n".join(_lines(entries)).encode("utf-8", "backslashreplace")
    except Exception:  # reporting an error must not raise another
        return None
    for folder in _folders():
        with contextlib.suppress(Exception):
            folder.mkdir(parents=True, exist_ok=True)
            _write_file(folder, name, content)
            _prune(folder)
            return folder / name
    return None


def internal_error_message(log: Path | None) -> str:
    """The message shown after an internal error."""
    if log is None:
        return "Internal error. No log could be written; set ORBAT_DEBUG=1 to see the traceback. Please report it."
    return phrase("Internal error, logged to {log}. Please report it.", log=log)


def _folders() -> Iterator[Path]:
    # If the state folder is not writable, the log goes to the temporary folder.
    with contextlib.suppress(Exception):
        yield folders.state() / "logs"
    with contextlib.suppress(Exception):
        yield Path(tempfile.gettempdir())


def _digest(entries: Sequence[LoggedFailure]) -> str:
    text = "\0".join(f"{entry.failure.what}\0{entry.failure.traceback}" for entry in entries)
    return sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:12]


def _lines(entries: Sequence[LoggedFailure]) -> Iterator[str]:
    yield f"orbat {version()}, Python {platform.python_version()}, {platform.system()} {platform.release()}"
    yield datetime.now(UTC).isoformat(timespec="seconds")
    for entry in entries[:_MAX_FAILURES]:
        yield ""
        yield f"failed: {entry.failure.what}"
        for file in entry.files[:_MAX_FILES]:
            yield f"file: {file}"
        if len(entry.files) > _MAX_FILES:
            yield f"and {len(entry.files) - _MAX_FILES} more files"
        yield ""
        yield _shortened(entry.failure.traceback)
    if len(entries) > _MAX_FAILURES:
        yield f"and {len(entries) - _MAX_FAILURES} more failures"


def _shortened(text: str) -> str:
    half = _MAX_TRACEBACK // 2
    return text if len(text) <= _MAX_TRACEBACK else f"{text[:half]}\n...\n{text[-half:]}"


def version() -> str:
    """The installed version of orbat."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as version_of

    try:
        return version_of("orbat")
    except PackageNotFoundError:
        return "unknown"


def _write_file(folder: Path, name: str, content: bytes) -> None:
    # Readers never see an incomplete file. If `name` is a symbolic link, the link is replaced, and its target stays
    # unchanged.
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
    with contextlib.suppress(OSError):
        logs = sorted(folder.glob(f"{_PREFIX}*{_SUFFIX}"), key=lambda log: log.lstat().st_mtime, reverse=True)
        for log in logs[MAX_LOGS:]:
            with contextlib.suppress(OSError):
                log.unlink()
