"""Reading a list that is to be checked: its armies, its own text, and what tells this content of it from another."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.data.problem import Problem
from orbat.data.text_file import decode, read_bytes
from orbat.documents.read import MAX_BYTES, read_file, read_raw
from orbat.model.record import Value
from orbat.pipeline import check
from orbat.report.report import Report
from orbat.tui.storage import fingerprint_of


class ReadFile(Value):
    """A file as somebody handed it over: what was read of each army, its text as far as it is one, its fingerprint."""

    armies: tuple[Loaded, ...]
    text: str
    mark: str


def read_for_check(file: Path, library: Library, given: Mapping[str, str]) -> ReadFile:
    """Read a file of any form; `given` stands in where it names no ruleset or army list. Never raises."""
    raw = read_bytes(file, MAX_BYTES)
    if isinstance(raw, Problem):
        return ReadFile(read_file(file, library, **given), "", "")
    text = decode(raw)
    return ReadFile(
        read_raw(raw, file.name, library, **given), text if isinstance(text, str) else "", fingerprint_of(raw)
    )


def only_ruleset(library: Library) -> str:
    """The id of the ruleset where there is only one: it stands in where a typed list names none."""
    ids = library.ruleset_ids()
    return ids[0] if len(ids) == 1 else ""


def read_report(file: Path, library: Library) -> Report | str:
    """The report on an ORBAT that another is held against, or in a sentence why it cannot be read. Never raises."""
    report = check(file, library, ruleset=only_ruleset(library))
    if report.readable:
        return report
    says = report.findings[0].message if report.findings else "there is no ORBAT in it"
    return f"{file} cannot be read: {says}."
