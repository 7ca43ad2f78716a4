"""Edited exports: texts that orbat calculated are compared with the ORBAT, and unread text is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.pipeline import check, convert

ARMY = """\
orbat: 1
title: Two brigades
ruleset: days_of_empire
army_list: british
game_size: 400
date: 1854-09
commander: {name: Lord Raglan}
formations:
  - level: brigade
    name: 1st Brigade
    commander: {name: Codrington}
    units:
      - {name: 7th Royal Fusiliers, entry: brit_line, size: 16, rating: 3}
      - {name: E Battery, entry: brit_field_battery, size: 2}
"""


@pytest.fixture
def exported(library: Library, tmp_path: Path) -> Path:
    """A folder with the army in each exported format."""
    path = tmp_path / "army.yaml"
    path.write_text(ARMY, "utf-8")
    for suffix in (".txt", ".md", ".csv"):
        text = convert(check(path, library), suffix)
        path.with_suffix(suffix).write_bytes(text.encode())
    return tmp_path


@pytest.mark.parametrize("suffix", [".txt", ".md", ".csv"])
def test_an_unedited_export_has_no_finding_about_its_text(library: Library, exported: Path, suffix: str) -> None:
    assert "TXT011" not in {one.code for one in check(exported / f"army{suffix}", library).findings}


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("army.txt", "always rifles", "always class 5", "written: class 5; calculated: rifles"),
        ("army.txt", "always capable", "always exceptional", "written: exceptional; calculated: capable"),
        ("army.txt", "- 2 guns", "- 2 guns and 4 howitzers", "written: 2 guns and 4 howitzers; calculated: 2 guns"),
        ("army.txt", "British, Days of Empire", "French, Days of Empire", "written: French, Days of Empire"),
        ("army.txt", "of 400 points, 236 left\n", "of 800 points, 636 left\n", "calculated: 164 of 400 points"),
        ("army.txt", "[brit_field_battery] - 70", "[brit_field_battery] - 35 (70 claimed)", "written: 35"),
        ("army.txt", "Verdict: Legal", "Verdict: Legal by agreement", "written: Legal by agreement"),
        (
            "army.txt",
            "Findings:",
            "Findings:\n  19th Foot - 16 stands, class 3 [brit_line] - 64",
            "not read: 19th Foot",
        ),
        ("army.md", "## Findings", "## Findings\n- note PTS004: none\n\nsix guns more", "not read: six guns more"),
        (
            "army.md",
            "## Order of battle",
            "## Order of battle for 800 points",
            "not understood: ## Order of battle for",
        ),
        ("army.csv", "with rifles", "with elite", "written: elite; calculated: rifles"),
        ("army.csv", "Codrington,,,,,,,,,,30", "Codrington,,,,,,,,,,10", "written: 10; calculated: 30"),
    ],
)
def test_an_edited_text_is_reported(library: Library, exported: Path, name: str, old: str, new: str, says: str) -> None:
    path = exported / name
    text = path.read_bytes().decode()
    assert old in text
    path.write_bytes(text.replace(old, new, 1).encode())
    assert any(says in finding.message for finding in check(path, library).findings)


def test_a_csv_cell_that_is_not_read_is_reported(library: Library, exported: Path) -> None:
    path = exported / "army.csv"
    first, *rows = path.read_bytes().decode().split("\r\n")
    rows = [f"{row},{'19th Foot' if row.endswith(',') and 'brit_line' in row else ''}" for row in rows if row]
    path.write_bytes("\r\n".join([f"{first},reserve", *rows]).encode())
    messages = [finding.message for finding in check(path, library).findings]
    assert "this text was not read: reserve: 19th Foot" in messages


def test_a_repeated_csv_column_is_an_error(library: Library, exported: Path) -> None:
    path = exported / "army.csv"
    path.write_bytes(path.read_bytes().replace(b",rating,", b",size,", 1))
    assert "the column size is given twice" in [finding.message for finding in check(path, library).findings]
