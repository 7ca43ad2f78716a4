"""Problems in files, found before there is a model that rules could check."""

from __future__ import annotations

from typing import Protocol

from orbat.model.finding import Finding, Severity
from orbat.model.path import OrbatPath
from orbat.model.record import Value
from orbat.model.wording import phrase

FORMAT = ("file format",)
"""The citation of findings about files: the documented file formats."""


class Span(Value):
    """A place in a text: line and column, both from 1."""

    line: int
    column: int


class Spans(Protocol):
    """A text that can locate its paths."""

    def span(self, path: OrbatPath, *, at_key: bool = False) -> Span | None:
        """Line and column of a path's value, or of its key."""


class Problem(Value):
    """What is wrong and what to do about it. Without a `span`, `path` gives the place.

    - `at_key`: report the position of the key rather than of its value.
    - `is_missing`: the key is absent; report its parent's position.
    - `given`: the text that was written where it does not fit.
    """

    path: OrbatPath
    message: str
    help: str
    code: str
    span: Span | None = None
    at_key: bool = False
    is_missing: bool = False
    severity: Severity = "error"
    given: str = ""


def unreadable(message: str, help: str) -> Problem:
    """A problem that prevents the whole file from being read; the message continues `the file ...`."""
    return Problem((), phrase("the file {message}", message=message), help, "SRC001")


def finding_of(problem: Problem, document: Spans | None = None) -> Finding:
    """Report a problem as a finding, with line and column where the document provides them."""
    span = problem.span
    if span is None and document is not None:
        span = document.span(problem.path, at_key=problem.at_key)
    return Finding(
        code=problem.code,
        severity=problem.severity,
        path=problem.path,
        message_template="{message}",
        help_template="{help}",
        cites=FORMAT,
        fields={"message": problem.message, "help": problem.help} | ({"given": problem.given} if problem.given else {}),
        line=span.line if span else None,
        column=span.column if span else None,
    )
