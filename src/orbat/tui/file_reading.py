"""Read files for the check screen and for comparisons."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.data.problem import Problem
from orbat.data.text_file import decode, read_bytes
from orbat.documents.read import MAX_BYTES, read_file, read_raw
from orbat.model.record import Value
from orbat.model.wording import phrase
from orbat.pipeline import check
from orbat.report.report import Report
from orbat.tui.storage import fingerprint_of


class ReadFile(Value):
    """A read file: its armies, its text ("" for a binary file), and its fingerprint ("" if unreadable)."""

    armies: tuple[Loaded, ...]
    text: str
    fingerprint: str


def read_for_check(file: Path, library: Library, assumed: Mapping[str, str]) -> ReadFile:
    """Read a file of any kind; `assumed` gives the ruleset and army list if it names none. Never raises."""
    raw = read_bytes(file, MAX_BYTES)
    if isinstance(raw, Problem):
        return ReadFile(read_file(file, library, **assumed), "", "")
    text = decode(raw)
    return ReadFile(
        read_raw(raw, file.name, library, **assumed), text if isinstance(text, str) else "", fingerprint_of(raw)
    )


def only_ruleset(library: Library) -> str:
    """The id of the only ruleset, used for typed lists that name none; "" if there are several."""
    ids = library.ruleset_ids()
    return ids[0] if len(ids) == 1 else ""


def read_report(file: Path, library: Library) -> Report | str:
    """The report on an ORBAT to compare with, or a sentence on why it is unreadable. Never raises."""
    report = check(file, library, ruleset=only_ruleset(library))
    if report.readable:
        return report
    if report.findings:
        return phrase("Cannot read {file}: {fault}.", file=file, fault=report.findings[0].message)
    return phrase("Cannot read {file}: it contains no ORBAT.", file=file)
