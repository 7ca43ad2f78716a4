"""Problems that are found while a file is read, before any rule can check it."""

from __future__ import annotations

from typing import Protocol

from orbat.model.finding import Finding, Severity, Topic
from orbat.model.path import OrbatPath
from orbat.model.record import Value
from orbat.model.wording import phrase

FORMAT = ("file format",)
"""The citation of findings about files: the documentation of the file formats."""

WHOLE_FILE = ("lines",)
"""The path of findings about the whole file."""


class Span(Value):
    """A position in a text. Lines and columns are counted from 1."""

    line: int
    column: int


class Spans(Protocol):
    """A text with the positions of its values, such as a YAML document."""

    def span(self, path: OrbatPath, *, at_key: bool = False) -> Span | None:
        """The position of the value at a path. With `at_key`: the position of the key."""


class Problem(Value):
    """A problem in a file: what is wrong and what to do."""

    path: OrbatPath
    message: str
    help: str
    code: str
    span: Span | None = None
    """The position in the file. By default, the position of the value at `path`."""
    at_key: bool = False
    """Whether to report the position of the key instead of the value."""
    is_missing: bool = False
    """Whether the key is absent. The position of the mapping without the key is then reported."""
    severity: Severity = "error"
    given: str = ""
    """The invalid text in the file."""
    doubt: Topic | None = None
    """A topic that the verdict tells players to check, such as `file`."""


def unreadable(message: str, help: str) -> Problem:
    """A problem that makes the whole file unreadable. `message` completes a sentence that begins with "the file"."""
    return Problem((), phrase("the file {message}", message=message), help, "SRC001")


def finding_of(problem: Problem, document: Spans | None = None) -> Finding:
    """Convert a problem to a finding, with line and column if known."""
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
        doubt=problem.doubt,
    )
