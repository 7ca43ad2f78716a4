"""Something wrong with a file, before there is a model that a rule could look at."""

from __future__ import annotations

from typing import Protocol

from orbat.model.finding import Finding, Severity
from orbat.model.path import OrbatPath
from orbat.model.record import Value

FORMAT = ("file format",)
"""What a finding about a file's form rests on: the description of the file formats in the documentation."""


class Span(Value):
    """A place in a text: line and column, both from 1."""

    line: int
    column: int


class Spans(Protocol):
    """A text that knows where each of its paths stands."""

    def span(self, path: OrbatPath, *, at_key: bool = False) -> Span | None:
        """The place of a path's value, or of its key."""


class Problem(Value):
    """What is wrong and what to do. `span` is where; where there is none, `path` leads to the place.

    `at_key` puts the place at the key itself rather than at its value. `is_missing`: the key is
    absent; report its parent's position. `given` is the text that was written
    where it does not fit.
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
    """What keeps a whole file from being read, and what to do."""
    return Problem((), f"the file {message}", help, "SRC001")


def finding_of(problem: Problem, document: Spans | None = None) -> Finding:
    """The finding that reports a problem, with its line and column where a document can tell them."""
    span = problem.span
    if span is None and document is not None:
        span = document.span(problem.path, at_key=problem.at_key)
    return Finding(
        code=problem.code,
        severity=problem.severity,
        path=problem.path,
        message_template="{what}",
        help_template="{cure}",
        cites=FORMAT,
        fields={"what": problem.message, "cure": problem.help} | ({"given": problem.given} if problem.given else {}),
        line=span.line if span else None,
        column=span.column if span else None,
    )
