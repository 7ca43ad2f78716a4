"""Read files for the check screen and for comparisons."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from threading import Thread

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
    """The content of a file: armies, text and fingerprint."""

    armies: tuple[Loaded, ...]
    text: str
    """Empty if the file is binary."""
    fingerprint: str
    """The SHA-256 hash of the bytes; empty if the file is unreadable."""


def read_for_check(file: Path, library: Library, assumed: Mapping[str, str]) -> ReadFile:
    """Read the armies in a file of any format. Never raises.

    `assumed`: the ids of the ruleset and the army list to use if the file does not name them.
    """
    raw = read_bytes(file, MAX_BYTES)
    if isinstance(raw, Problem):
        return ReadFile(read_file(file, library, **assumed), "", "")
    text = decode(raw)
    return ReadFile(
        read_raw(raw, file.name, library, **assumed), text if isinstance(text, str) else "", fingerprint_of(raw)
    )


@cache
def prepare(library: Library) -> None:
    """Load in the background what reading a list needs: modules, rulesets and army lists.

    Returns at once. Afterwards, reading the first list takes no longer than reading later lists.
    """
    # Without the thread, the first list takes some seconds; the user needs that time to paste or type it.
    Thread(target=read_raw, args=(b"1", "list.txt", library), daemon=True).start()


def only_ruleset(library: Library) -> str:
    """The id of the only installed ruleset; "" if there are several rulesets or none."""
    ids = library.ruleset_ids()
    return ids[0] if len(ids) == 1 else ""


def read_report(file: Path, library: Library) -> Report | str:
    """Read and check an ORBAT for a comparison. Never raises.

    Returns the report, or an error message.
    """
    report = check(file, library, ruleset=only_ruleset(library))
    if report.readable:
        return report
    if report.findings:
        return phrase("Cannot read {file}: {fault}.", file=file, fault=report.findings[0].message)
    return phrase("Cannot read {file}: it contains no ORBAT.", file=file)
