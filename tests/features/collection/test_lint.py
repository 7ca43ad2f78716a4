"""The linter looks at collections."""

from __future__ import annotations

from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.features.collection.file import read_collection
from orbat.pipeline import linter

COLLECTION = """\
collection: 1
pieces:
  - {name: Fusiliers, entry: brit_line, stands: 13}
  - {name: Lancers, kind: cavalry, figures: 40, to_a_stand: 2}
"""


def test_one_that_is_in_order_is_silent(tmp_path: Path, library: Library) -> None:
    file = tmp_path / "some.yaml"
    file.write_text(COLLECTION, encoding="utf-8")
    assert linter(library).lint(file) == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "says", "helps"),
    [
        ("stands: 13", "stand: 13", 3, "Did you mean stands?", "Rename it."),
        (", stands: 13", "", 3, "does not say how many", "Write one of stands, guns"),
        ("brit_line", "brit_lime", 3, "Did you mean brit_line?", "It never counts; correct the id."),
        ("kind: cavalry", "kind: cavalier", 4, "has kind cavalier", "It never counts; correct the id."),
    ],
)
def test_a_slip_has_its_line_what_is_wrong_and_what_to_do(
    tmp_path: Path, library: Library, old: str, new: str, line: int, says: str, helps: str
) -> None:
    file = tmp_path / "some.yaml"
    assert old in COLLECTION
    file.write_text(COLLECTION.replace(old, new, 1), encoding="utf-8")
    found = linter(library).lint(file)
    assert any((one.line, says in one.message, helps in one.help) == (line, True, True) for one in found), found


def test_given_for_a_collection_another_file_says_what_it_is() -> None:
    for text, what in (("ruleset: 1\nid: book\n", "a ruleset"), ("orbat: 1\nruleset: x\n", "an ORBAT")):
        (finding,) = read_collection(text).findings
        assert f"this is {what}" in finding.message
        assert "as for this file, orbat " in finding.help
