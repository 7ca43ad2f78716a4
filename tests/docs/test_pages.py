"""Outputs and numbers quoted in the user guide and in the tour are correct."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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


def test_shipped_orbats_are_legal(library: Library) -> None:
    """All of them are, and the guide gives the number of historical ones."""
    folder = ROOT / "templates" / "orbats" / "days_of_empire"
    files = sorted(folder.glob("*/*.yaml"))
    assert [path.stem for path in files if not check(path, library).legal] == []
    historical = [path for path in files if path.parent.name == "historical"]
    assert f"{len(historical)} armies from whole battles; all are legal" in GUIDE


def test_the_verdicts_of_the_tour_are_as_shown(
    library: Library, orbat: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tour's commands run in a slow test."""
    tour = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    own, typed, verdict = re.findall(r"^```text\n(.*?)^```", tour, re.MULTILINE | re.DOTALL)
    starter = ROOT / "templates" / "orbats" / "days_of_empire" / "starters" / "british_400.yaml"
    assert next(check_lines(check(starter, library))) == own.strip()
    (tmp_path / "theirs.txt").write_text(typed, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    run = orbat("check", "theirs.txt", "--ruleset", "days_of_empire", "--army", "british")
    assert run.out.startswith(verdict), run.out
