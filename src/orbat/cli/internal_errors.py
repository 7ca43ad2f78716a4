"""Internal errors at the command line: gathered while a command runs, then logged and reported once.

A command that meets one goes on with its other files. `final_exit_code` is asked last, so that no command can end with
another exit code than 3 once something has failed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from orbat.model.failure import Failure, failure_of

EXIT_INTERNAL = 3

_met: dict[Failure, list[str]] = {}
"""What has failed in this run, and for which files."""
_advice: list[str] = []
"""What else to tell the player."""


def reset_failures() -> None:
    """Begin a run in which nothing has failed."""
    _met.clear()
    _advice.clear()


def record_failures(failures: Iterable[Failure], file: str = "") -> None:
    """Record failures, to be reported at the end of the run."""
    for failure in failures:
        files = _met.setdefault(failure, [])
        if file and file not in files:
            files.append(file)


def record_error(error: BaseException, what: str = "the command", file: str = "", advice: str = "") -> None:
    """Record an exception that nothing was prepared for."""
    record_failures([failure_of(what, error)], file)
    if advice:
        _advice.append(advice)


def final_exit_code(code: int, report: Callable[[list[str]], object]) -> int:
    """The exit code of the run: 3 if something failed, which is then logged and given to `report` as lines."""
    if not _met:
        return code
    from orbat.session.crash_log import LoggedFailure, internal_error_message, write_log

    entries = [LoggedFailure(failure, tuple(files)) for failure, files in _met.items()]
    report([" ".join((internal_error_message(write_log(entries)), *_advice))])
    if os.environ.get("ORBAT_DEBUG"):
        for entry in entries:
            report(entry.failure.traceback.splitlines())
    reset_failures()
    return EXIT_INTERNAL
