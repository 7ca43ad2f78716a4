"""Outputs and numbers quoted in the user guide are correct."""

from __future__ import annotations

import re
from pathlib import Path

from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.pipeline import check, report_on
from orbat.render.text import check_lines

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")


def test_check_of_the_example_begins_as_shown(library: Library) -> None:
    example, expected = re.findall(r"^```(?:yaml|text)\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)[:2]
    loaded = read_orbat(example)
    assert loaded.findings == ()
    report = report_on("the guide", loaded, library)
    assert next(check_lines(report)) == expected.strip()
    assert {finding.code for finding in report.findings} == {"STF001", "PTS004"}


def test_number_of_historical_orbats_that_are_not_legal(library: Library) -> None:
    """The number in the guide is correct, and all other shipped ORBATs are legal."""
    folder = ROOT / "templates" / "orbats" / "days_of_empire"
    legal = {path: check(path, library).legal for path in sorted(folder.glob("*/*.yaml"))}
    historical = [is_legal for path, is_legal in legal.items() if path.parent.name == "historical"]
    assert f"{historical.count(False)} of the {len(historical)} are not legal" in GUIDE
    assert all(is_legal for path, is_legal in legal.items() if path.parent.name != "historical")
