"""Files that pass for another army at first sight: each is reported, and its honest twin is not.

The rows of `trust/expected.yaml` name a file, the codes of its findings, words that a message or the basis contains,
and an honest twin that has none of these findings. Rows with `errors` list every error, with its place.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from orbat.data.library import Library
from orbat.model import path as paths
from orbat.pipeline import check
from orbat.report.report import Report

TRUST = Path(__file__).parent / "trust"
ROWS: list[dict[str, Any]] = yaml.safe_load((TRUST / "expected.yaml").read_text("utf-8"))


@cache
def _report(name: str, library: Library) -> Report:
    return check(TRUST / name, library, ruleset="days_of_empire", army_list="british")


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['file']}: {row.get('says', '')}" for row in ROWS])
def test_a_doubtful_file_is_reported_and_its_twin_is_not(library: Library, row: dict[str, Any]) -> None:
    report = _report(row["file"], library)
    codes = {finding.code for finding in report.findings}
    assert {*row["codes"]} <= codes
    texts = [*(finding.message for finding in report.findings), *(item.text for item in report.basis)]
    assert any(row.get("says", "") in text for text in texts), texts
    if "errors" in row:
        errors = [one for one in report.findings if one.severity == "error"]
        assert [f"{one.code} @ {paths.show(one.path)}" for one in errors] == row["errors"]
    if twin := row.get("twin"):
        assert not {*row["codes"]} & {finding.code for finding in _report(twin, library).findings}
