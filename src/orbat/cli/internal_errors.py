"""Internal errors of commands. They are recorded during a run, then logged and reported once at its end.

After an internal error, the command continues with its other files. `final_exit_code` runs last, so that every run
with an internal error ends with exit code 3.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from orbat.model.failure import Failure, failure_of

EXIT_INTERNAL = 3

_recorded: dict[Failure, list[str]] = {}
"""Failures of this run, each with its files."""
_advice: list[str] = []
"""Sentences appended to the message."""


def reset_failures() -> None:
    """Forget the failures of an earlier run."""
    _recorded.clear()
    _advice.clear()


def record_failures(failures: Iterable[Failure], file: str = "") -> None:
    """Record failures, for the report at the end of the run."""
    for failure in failures:
        files = _recorded.setdefault(failure, [])
        if file and file not in files:
            files.append(file)


def record_error(error: BaseException, what: str = "the command", file: str = "", advice: str = "") -> None:
    """Record an unexpected exception."""
    record_failures([failure_of(what, error)], file)
    if advice:
        _advice.append(advice)


def final_exit_code(code: int, report: Callable[[list[str]], object]) -> int:
    """Return the exit code of the run: 3 after a failure, otherwise `code`.

    Logs the failures and passes the message, as lines, to `report`.
    """
    if not _recorded:
        return code
    from orbat.session.crash_log import LoggedFailure, internal_error_message, write_log

    entries = [LoggedFailure(failure, tuple(files)) for failure, files in _recorded.items()]
    report([" ".join((internal_error_message(write_log(entries)), *_advice))])
    if os.environ.get("ORBAT_DEBUG"):
        for entry in entries:
            report(entry.failure.traceback.splitlines())
    reset_failures()
    return EXIT_INTERNAL
