"""Files that lie in a folder of ORBATs and are plainly something else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from orbat.documents.read import MOST_BYTES
from orbat.report.report import Report
from orbat.sources.foreign import is_plainly_foreign
from orbat.sources.problem import Problem
from orbat.sources.sorts import other_than
from orbat.sources.text_file import read_bytes
from orbat.sources.yaml_text import parse

_OURS = frozenset({"orbat", "ruleset", "army_list", "game_size", "formations", "units", "staff_table"})


def why_foreign(path: Path, report: Report) -> str:
    """What a file that could not be read is, where it is plainly no ORBAT; "" where it may be a damaged one."""
    raw = read_bytes(path, MOST_BYTES)
    if isinstance(raw, Problem) or not raw.strip():
        return ""
    if is_plainly_foreign(raw, path.suffix):
        return "no ORBAT"
    yaml = path.suffix.lower() in (".yaml", ".yml")
    return _what_data(parse(report.text).data) if yaml and report.text else ""


def _what_data(data: Any) -> str:
    if isinstance(data, list):
        return "no ORBAT"
    if not isinstance(data, dict) or not data:
        return ""
    if other := other_than("orbat", data):
        return f"{other.what}; {other.taken_by}"
    return "" if _OURS & set(data) else "no ORBAT"
