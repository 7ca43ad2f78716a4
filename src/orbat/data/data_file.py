"""Loads data files: rulesets, army lists, sheet layouts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Generic, TypeVar

from orbat.data.file_kinds import file_kind
from orbat.data.fit import Unfit, fit
from orbat.data.problem import Problem, finding_of
from orbat.data.shared_keys import TooManyValues, is_shortened, origin_in, written_out
from orbat.data.text_file import read_text
from orbat.data.yaml_text import MAX_NODES, Document, parse
from orbat.model.finding import Finding
from orbat.model.record import Record, Value
from orbat.model.wording import phrase

T = TypeVar("T", bound=Record)


class DataFile(Value, Generic[T]):
    """A loaded data file, with the problems found."""

    path: Path
    value: T | None
    """The content, such as a `Ruleset`. None if errors make the file unusable."""
    findings: tuple[Finding, ...]
    """Problems found while loading."""
    document: Document | None = None
    lint_errors: tuple[Finding, ...] = ()
    """Errors of the linter that do not make the file unusable."""


def load_data(path: Path, kind: type[T]) -> DataFile[T]:
    """Load one data file. Problems are returned as findings."""
    text = read_text(path)
    if isinstance(text, Problem):
        return DataFile(path, None, (finding_of(text),))
    document = parse_data(text)
    value, problems = fit_document(kind, document)
    findings = tuple(finding_of(problem, document) for problem in problems)
    return DataFile(path, value, findings, document)


def parse_data(text: str) -> Document:
    """Parse the text of a data file. In an army list, keys from `defaults` and groups are copied into each item."""
    document = parse(text)
    if document.problems or file_kind(document.data) != "army_list" or not is_shortened(document.data):
        return document
    try:
        return replace(document, data=written_out(document.data), origin=origin_in(document.data))
    except TooManyValues:
        message = phrase(
            "the list has more than {maximum} values, including the values copied from `defaults` and groups",
            maximum=MAX_NODES,
        )
        return replace(document, data=None, problems=(Problem((), message, "Make the file smaller.", "SRC002"),))


def fit_document(kind: type[T], document: Document) -> tuple[T | None, list[Problem]]:
    """Convert plain YAML data to a value of the type `kind`. Returns the value and the problems.

    The value is None if the data does not fit the type.
    """
    if document.problems:
        return None, list(document.problems)
    try:
        return fit(kind, document.data), []
    except Unfit:
        from orbat.data.diagnose import diagnose_unfit

        # a mistake in a shared key is a mistake in each item, but is reported once
        problems = diagnose_unfit(kind, document.data)
        return None, list({(document.in_text(one.path), one.message): one for one in reversed(problems)}.values())[::-1]
