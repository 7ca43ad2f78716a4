"""What the pages of documentation show is what the program does."""

from __future__ import annotations

import re
from pathlib import Path

from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.pipeline import check, report_on
from orbat.render.text import check_lines

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")


def test_the_example_of_the_guide_checks_as_the_guide_says(library: Library) -> None:
    """The ORBAT that the user guide shows ends its report with the line that stands below it."""
    example, said = re.findall(r"^```(?:yaml|text)\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)[:2]
    loaded = read_orbat(example)
    assert loaded.findings == ()
    report = report_on("the guide", loaded, library)
    assert list(check_lines(report))[-1] == said.strip()
    assert {finding.code for finding in report.findings} == {"STF001", "PTS004"}


def test_the_guide_counts_the_historical_orbats_that_are_not_legal(library: Library) -> None:
    """Starters and extracts are legal, and as many whole battles are not as the user guide says."""
    folder = ROOT / "templates" / "orbats" / "days_of_empire"
    legal = {path: check(path, library).legal for path in sorted(folder.glob("*/*.yaml"))}
    historical = [is_legal for path, is_legal in legal.items() if path.parent.name == "historical"]
    assert f"{historical.count(False)} of the {len(historical)} are not legal" in GUIDE
    assert all(is_legal for path, is_legal in legal.items() if path.parent.name != "historical")
