"""Parts of a typed list that are not read, but say that the army differs: columns, and a second free general."""

from __future__ import annotations

from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.pipeline import check


@pytest.mark.parametrize(
    ("head", "cell", "says"),
    [
        ("stands on the table", "18", "stands on the table 18"),
        ("size", "18", "size 18"),
        ("remarks", "fights as class 4", "remarks fights as class 4"),
        ("size", "16", ""),
        ("painted", "18", ""),
    ],
)
def test_a_column_that_changes_a_unit_is_reported(
    library: Library, tmp_path: Path, head: str, cell: str, says: str
) -> None:
    path = tmp_path / "army.csv"
    rows = (f"{name},16,{cell},3,64" for name in ("7th Royal Fusiliers", "23rd Royal Welch Fusiliers"))
    path.write_text("\n".join([f"name,size,{head},class,points", *rows, "Total,,,,128"]), "utf-8")
    report = check(path, library, ruleset="days_of_empire", army_list="british")
    found = [finding.message for finding in report.findings if finding.code == "TXT007"]
    assert found == ([f"a part of this line is not understood: {says}"] * 2 if says else [])


@pytest.mark.parametrize(("name", "unread"), [("Lord Lucan", True), ("Lord Raglan", False)])
def test_a_second_general_without_cost_is_reported(
    library: Library, tmp_path: Path, name: str, *, unread: bool
) -> None:
    path = tmp_path / "army.txt"
    unit = "7th Royal Fusiliers, 16 stands, class 3, 64"
    path.write_text(f"General: Lord Raglan, the player\n1st Brigade\n{unit}\n\nGeneral: {name}, the player\n", "utf-8")
    report = check(path, library, ruleset="days_of_empire", army_list="british")
    message = f"this line is not understood: General: {name}, the player"
    assert (message in [finding.message for finding in report.findings]) is unread
