"""Collections from YAML and CSV: strict reading, with every problem at its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.features.collection.file import load_collection, read_collection, unknown_ids
from orbat.features.collection.model import Collection, Piece
from orbat.features.collection.text import collection_csv, collection_yaml

GOOD = """\
collection: 1
title: The red box
to_a_stand: 4
pieces:
  - {name: Guards, entry: brit_foot_guards, stands: 12}
  - {name: '=Foot, "old"', kind: infantry, nation: british, figures: 41, note: to be based}
  - {kind: field_gun, guns: 4}
  - {entry: [brit_line, brit_rifle_brigade], stands: 20}
"""

WRONG = [
    ("stands: 12", "stands: twelve", 5, "whole number"),
    ("stands: 12", "stand: 12", 5, "stand"),
    (", stands: 12", "", 5, "has no amount"),
    ("guns: 4", "guns: 4, stands: 4", 7, "several amounts"),
    ("kind: field_gun, guns", "guns", 7, "neither"),
    ("kind: field_gun", "kind: field_gun, entry: brit_line", 7, "both"),
    ("entry: brit_foot_guards", "entry: brit_foot_guards, nation: british", 5, "only allowed with `kind`"),
    ("to_a_stand: 4", "to_a_stand: 0", 3, "between"),
]


def test_reading_a_collection() -> None:
    loaded = read_collection(GOOD)
    assert not loaded.findings
    assert loaded.collection is not None
    foot = loaded.collection.pieces[1]
    assert loaded.collection.stands(foot) == 10
    assert loaded.collection.pieces[3].entry == ("brit_line", "brit_rifle_brigade")


@pytest.mark.parametrize(("old", "new", "line", "message"), WRONG)
def test_a_problem_is_reported_at_its_line(old: str, new: str, line: int, message: str) -> None:
    loaded = read_collection(GOOD.replace(old, new))
    assert loaded.collection is None
    assert any(message in one.message and one.line == line for one in loaded.findings), loaded.findings


def test_all_problems_are_reported_at_once() -> None:
    loaded = read_collection(GOOD.replace("stands: 12", "stands: twelve").replace("guns: 4", "guns: -1"))
    assert {one.line for one in loaded.findings} == {5, 7}


@pytest.mark.parametrize(
    "text", ["", "[]", "orbat: 1\n", "collection: 2\n", "pieces: [", "collection: 1\npieces: {}\n"]
)
def test_other_files_are_refused(text: str) -> None:
    loaded = read_collection(text)
    assert loaded.collection is None
    assert loaded.findings


def test_yaml_and_csv_round_trip() -> None:
    collection = read_collection(GOOD).collection
    assert collection is not None
    assert read_collection(collection_yaml(collection)).collection == collection
    again = read_collection(collection_csv(collection), table=True).collection
    assert again is not None
    assert [again.stands(piece) for piece in again.pieces] == [collection.stands(piece) for piece in collection.pieces]
    assert [piece.name for piece in again.pieces] == [piece.name for piece in collection.pieces]


def test_a_cell_cannot_become_a_formula() -> None:
    collection = Collection(collection=1, pieces=(Piece(name="=1+1", kind="infantry", stands=1),))
    assert "'=1+1" in collection_csv(collection)


def test_problems_of_a_csv_have_their_row(tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_text("name;kind;stands\nFoot;infantry;12\n\nHorse;cavalry;many\n", encoding="utf-8")
    loaded = load_collection(file)
    assert loaded.collection is None
    assert [one.line for one in loaded.findings] == [4]
    file.write_text("name,kind,stonds\nFoot,infantry,12\n", encoding="utf-8")
    assert "stands" in load_collection(file).findings[0].message
    file.write_text("a,b\n1,2\n", encoding="utf-8")
    assert load_collection(file).findings[0].code == "SRC005"


def test_unknown_ids_are_warnings(library: Library) -> None:
    loaded = read_collection(GOOD.replace("brit_foot_guards", "brit_foot_gards").replace("field_gun", "feild_gun"))
    found = unknown_ids(loaded, library)
    assert [(one.code, one.severity, one.line) for one in found] == [("SRC008", "warning", 5), ("SRC008", "warning", 7)]
    assert "brit_foot_guards" in found[0].message


def test_the_example_of_the_guide_is_valid(library: Library) -> None:
    guide = (Path(__file__).resolve().parents[3] / "docs" / "guide.md").read_text(encoding="utf-8")
    example = "collection: 1 " + guide.partition("```yaml\ncollection: 1 ")[2].partition("```")[0]
    loaded = read_collection(example)
    assert loaded.collection is not None
    assert not loaded.findings
    assert not unknown_ids(loaded, library)
