"""`orbat owned`, `orbat collection` and `orbat check --owned`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest


class Run(NamedTuple):
    """Result of a run of the program."""

    code: int
    out: str
    err: str


COLLECTION = """\
collection: 1
pieces:
  - {name: Fusiliers, entry: brit_line, stands: 13}
"""


@pytest.fixture
def files(tmp_path: Path, two_brigades: str) -> tuple[Path, Path]:
    """An ORBAT that needs 20 stands of line infantry, and a collection of 13."""
    army, owned = tmp_path / "army.yaml", tmp_path / "mine.yaml"
    army.write_text(two_brigades, encoding="utf-8")
    owned.write_text(COLLECTION, encoding="utf-8")
    return army, owned


def test_owned_lists_needed_owned_and_missing_stands(orbat: Callable[..., Run], files: tuple[Path, Path]) -> None:
    army, owned = files
    run = orbat("owned", army, owned)
    assert run.code == 0
    assert "20       13        7" in run.out
    assert "7 stands to paint: " in run.out
    facts = json.loads(orbat("owned", army, owned, "--json").out)
    assert [(need["entry"], need["needed"], need["owned"], need["missing"]) for need in facts["needs"]] == [
        ("brit_line", 20, 13, 7)
    ]
    assert len(facts["to_go"]) == 1
    assert "included" not in facts


def test_what_comes_with_units_is_listed_but_not_counted(orbat: Callable[..., Run], files: tuple[Path, Path]) -> None:
    army, owned = files
    battery = "units:\n  - {name: E Battery, entry: brit_field_battery, size: 2}\n"
    army.write_text(army.read_text("utf-8") + battery, encoding="utf-8")
    assert orbat("owned", army, owned).out.endswith(
        "\nThe army also needs these models, which a collection cannot list: 1 limber team of 4 horses.\n"
    )
    assert json.loads(orbat("owned", army, owned, "--json").out)["included"] == "1 limber team of 4 horses"


def test_a_fully_owned_army_has_no_painting_list(orbat: Callable[..., Run], files: tuple[Path, Path]) -> None:
    army, owned = files
    owned.write_text(COLLECTION.replace("13", "20"), encoding="utf-8")
    assert "Everything is owned." in orbat("owned", army, owned).out


def test_check_notes_missing_stands_at_the_first_unit_not_owned(
    orbat: Callable[..., Run], files: tuple[Path, Path]
) -> None:
    army, owned = files
    plain, noted = orbat("check", army), orbat("check", army, "--owned", owned)
    assert plain.code == noted.code
    assert "ARM010" not in plain.out
    assert "20 stands needed, 13 owned, 7 missing" in noted.out
    for brief in ((), ("--brief",)):
        report = json.loads(orbat("check", army, "--owned", owned, "--json", *brief).out)["reports"][0]
        found = next(one for one in report["findings"] if one["code"] == "ARM010")
        assert found["severity"] == "note"
        assert found["path"] == "formations[0].formations[1].units[0]"


@pytest.mark.slow
def test_the_users_own_collection_is_the_default(orbat: Callable[..., Run], files: tuple[Path, Path]) -> None:
    army, _ = files
    refused = orbat("owned", army)
    assert refused.code == 2
    assert "collection.yaml" in refused.err
    home = Path(os.environ["ORBAT_HOME"])
    home.mkdir()
    (home / "collection.yaml").write_text(COLLECTION, encoding="utf-8")
    assert "7 stands to paint: " in orbat("owned", army).out
    assert "13 stands" in orbat("collection").out


def test_an_unreadable_collection_is_refused_with_its_line(orbat: Callable[..., Run], files: tuple[Path, Path]) -> None:
    army, owned = files
    owned.write_text(COLLECTION.replace("stands: 13", "stonds: 13"), encoding="utf-8")
    for run in (orbat("owned", army, owned), orbat("collection", owned), orbat("check", army, "--owned", owned)):
        assert run.code == 2
        assert "line 3" in run.err


@pytest.mark.slow
def test_a_collection_converted_to_csv_and_back_is_unchanged(
    orbat: Callable[..., Run], files: tuple[Path, Path], tmp_path: Path
) -> None:
    _, owned = files
    table, again = tmp_path / "mine.csv", tmp_path / "again.yaml"
    assert orbat("collection", owned, "-o", table).code == 0
    assert orbat("collection", table, "-o", again).code == 0
    assert json.loads(orbat("collection", again, "--json").out)["pieces"] == [
        {"name": "Fusiliers", "entry": ["brit_line"], "stands": 13}
    ]
    assert orbat("collection", owned, "-o", table).code == 2
    assert orbat("collection", owned, "-o", table, "--force").code == 0
    assert orbat("collection", owned, "-o", tmp_path / "mine.pdf").code == 2


@pytest.mark.slow
def test_a_csv_saved_by_a_spreadsheet_is_read(orbat: Callable[..., Run], tmp_path: Path) -> None:
    table = tmp_path / "painted.csv"
    rows = "\ufeffName;Entry;Kind;Stands;Figures;To a stand\r\nFoot;;infantry;60;;\r\n;;;;;\r\nHorse;;cavalry;;16;2\r\n"
    table.write_bytes(rows.encode())
    run = orbat("collection", table)
    assert (run.code, run.err) == (0, "")
    assert run.out.splitlines()[0] == "painted.csv"
    assert "16 figures = 8 stands" in run.out


@pytest.mark.slow
def test_yaml_output_writes_a_single_id_without_a_list(orbat: Callable[..., Run], tmp_path: Path) -> None:
    table, file = tmp_path / "mine.csv", tmp_path / "mine.yaml"
    table.write_text("entry,stands\nbrit_line,20\nbrit_line; brit_marines,4\n", encoding="utf-8")
    assert orbat("collection", table, "-o", file).code == 0
    text = file.read_text(encoding="utf-8")
    assert 'entry: "brit_line"' in text
    assert 'entry: ["brit_line", "brit_marines"]' in text


def test_the_painting_list_counts_figures_if_the_collection_does(
    orbat: Callable[..., Run], files: tuple[Path, Path]
) -> None:
    army, owned = files
    owned.write_text(COLLECTION.replace("stands: 13", "figures: 54, to_a_stand: 4"), encoding="utf-8")
    assert "7 stands (28 figures) to paint: " in orbat("owned", army, owned).out
    need = json.loads(orbat("owned", army, owned, "--json").out)["needs"][0]
    assert (need["missing"], need["figures"]) == (7, 28)


@pytest.mark.slow
def test_an_entry_name_instead_of_an_id_is_reported_with_the_id(orbat: Callable[..., Run], tmp_path: Path) -> None:
    table = tmp_path / "mine.csv"
    table.write_text("entry,stands\nJäger (yeger) battalion,20\nbrit_lime,20\n", encoding="utf-8")
    err = " ".join(orbat("collection", table).err.split())
    assert "Write the id, not the name: ru_jager." in err
    assert "Did you mean brit_line?" in err
