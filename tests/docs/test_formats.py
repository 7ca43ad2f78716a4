"""The table of formats in docs/guide.md says what each format keeps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.documents.read import read_raw
from orbat.formats.orbat_file import read_orbat
from orbat.pipeline import CONVERT_SUFFIXES, converted, report_on
from orbat.report.report import Report

GUIDE = Path(__file__).parents[2] / "docs" / "guide.md"
ROW = re.compile(r"^\| [\w ]+ \((`\.\w+`(?:, `\.\w+`)*)\) \|(.*)\|$", re.MULTILINE)
ARMY = """\
orbat: 1
title: An army  # a comment
ruleset: days_of_empire
army_list: british
x-mine: 1
moral: high
formations:
  - {level: brigade, name: 1st Brigade, numbered: true, units: [{name: a, entry: brit_line, size: 10, rating: 3}]}
"""


def stated() -> dict[str, list[str]]:
    """The cells of each row, by extension."""
    return {
        suffix: [cell.strip() for cell in found[2].split("|")]
        for found in ROW.finditer(GUIDE.read_text(encoding="utf-8"))
        for suffix in re.findall(r"\.\w+", found[1])
    }


@pytest.fixture(scope="module")
def report(library: Library) -> Report:
    return report_on("army.yaml", read_orbat(ARMY), library)


def test_every_format_has_a_row() -> None:
    assert stated().keys() == set(CONVERT_SUFFIXES)


@pytest.mark.parametrize("suffix", CONVERT_SUFFIXES)
def test_a_format_keeps_what_its_row_states(report: Report, library: Library, suffix: str) -> None:
    raw = converted(report, suffix)
    back = read_raw(raw, f"army{suffix}", library)[0].orbat
    assert back is not None
    (brigade,) = back.formations
    kept = {True: "kept", False: "lost"}
    assert stated()[suffix] == [
        "yes" if back.total is not None or suffix == ".html" else "no",
        "stay missing" if brigade.units[0].points is None else "are filled in",
        kept[brigade.numbered],
        kept[bool(back.extras)],
        kept[b"a comment" in raw],
    ]
