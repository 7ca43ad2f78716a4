"""A data file as read: a ruleset, an army list, a sheet's layout."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Generic, TypeVar

from orbat.model.finding import Finding
from orbat.model.record import Record, Value
from orbat.sources.fit import Unfit, fit
from orbat.sources.problem import Problem, finding_of
from orbat.sources.text_file import read_text
from orbat.sources.yaml_text import Document, parse

T = TypeVar("T", bound=Record)


class DataFile(Value, Generic[T]):
    """A data file as read: its record, or None with the findings that say why not.

    `slips` is what the linter calls errors in a file that can be used all the same.
    """

    path: Path
    value: T | None
    findings: tuple[Finding, ...]
    document: Document | None = None
    slips: tuple[Finding, ...] = ()


def load_data(path: Path, kind: type[T]) -> DataFile[T]:
    """Load one data file. Never raises; every problem is a finding."""
    text = read_text(path)
    if isinstance(text, Problem):
        return DataFile(path, None, (finding_of(text),))
    document = parse(text)
    value: T | None = None
    problems = list(document.problems)
    if not problems:
        try:
            value = fit(kind, document.data)
        except Unfit:
            problems += _diagnosis(kind, document.data)
    findings = tuple(finding_of(problem, document) for problem in problems)
    return DataFile(path, value, findings, document)


def _diagnosis(kind: Any, data: Any) -> list[Problem]:
    from orbat.sources.diagnose import why_unfit

    return why_unfit(kind, data)
