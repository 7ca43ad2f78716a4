"""Internal errors of commands. They are recorded while a command runs, then logged and reported once, at the end.

After an internal error, the command continues with its other files. `final_exit_code` is called last, so that every
run with an internal error ends with exit code 3.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from orbat.model.failure import Failure, failure_of

EXIT_INTERNAL = 3

_recorded: dict[Failure, list[str]] = {}
"""Internal errors of this run. For each error, the files in which it occurred."""
_advice: list[str] = []
"""Sentences that tell the user what to do. They are appended to the message about internal errors."""


def reset_failures() -> None:
    """Delete the internal errors recorded by an earlier run."""
    _recorded.clear()
    _advice.clear()


def record_failures(failures: Iterable[Failure], file: str = "") -> None:
    """Record internal errors, to report them at the end of the run."""
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
    """Return the exit code of the run: 3 after an internal error, otherwise `code`.

    If there were internal errors, logs them and calls `report` with the lines of a message.
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
