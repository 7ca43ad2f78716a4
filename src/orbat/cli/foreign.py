"""Files that lie in a folder of ORBATs and are plainly something else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from orbat.report.report import Report
from orbat.sources.problem import Problem
from orbat.sources.readers import MOST_BYTES
from orbat.sources.text_file import read_bytes
from orbat.sources.yaml_text import parse

_OURS = frozenset({"orbat", "ruleset", "army_list", "game_size", "formations", "units", "staff_table"})
_DATA = {"ruleset": "a ruleset", "army_list": "an army list", "reference": "a reference"}


def why_foreign(path: Path, report: Report) -> str:
    """What a file that could not be read is, where it is plainly no ORBAT; "" where it may be a damaged one."""
    suffix = path.suffix.lower()
    raw = read_bytes(path, MOST_BYTES)
    if isinstance(raw, Problem) or not raw.strip():
        return ""
    if suffix in (".txt", ".csv"):
        written_by_us = b"orbat 1;" in raw if suffix == ".txt" else b"path" in raw.partition(b"\n")[0]
        return "" if written_by_us else "not a text that orbat has written"
    if suffix == ".pdf":
        intact = raw.startswith(b"%PDF-") and any("no ORBAT" in finding.message for finding in report.findings)
        return "not a sheet that orbat has printed" if intact else ""
    return _what_data(parse(report.text).data if report.text else None)


def _what_data(data: Any) -> str:
    if isinstance(data, list):
        return "a list, and no ORBAT"
    if not isinstance(data, dict) or not data:
        return ""
    from orbat.sources.lint import sort_of

    if sort := _DATA.get(sort_of(data)):
        return f"{sort}; orbat lint looks at it"
    return "" if _OURS & set(data) else "has no key of an ORBAT"
