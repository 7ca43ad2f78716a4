"""Internal errors of a command, recorded while the command runs, then logged and reported once.

After an internal error in one file, the command continues with the other files. Every command ends with
`final_exit_code`, which returns 3 if there was an internal error.
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
    """Forget the internal errors recorded so far."""
    _recorded.clear()
    _advice.clear()


def record_failures(failures: Iterable[Failure], file: str = "") -> None:
    """Record internal errors, to report them when the command ends."""
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
    """The exit code of the command: 3 after an internal error, otherwise `code`.

    Internal errors are written to a log file. `report` is then called with the lines of a message about them.
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
