"""Linting of collections."""

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


def test_a_correct_collection_has_no_findings(tmp_path: Path, library: Library) -> None:
    file = tmp_path / "some.yaml"
    file.write_text(COLLECTION, encoding="utf-8")
    assert linter(library).lint(file) == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "message", "help"),
    [
        ("stands: 13", "stand: 13", 3, "Did you mean stands?", "Correct the key."),
        (", stands: 13", "", 3, "has no amount", "Add one of these keys: stands, guns"),
        (
            "brit_line",
            "brit_lime",
            3,
            "Did you mean brit_line?",
            "Correct the id. Until then, these miniatures are not counted.",
        ),
        (
            "kind: cavalry",
            "kind: cavalier",
            4,
            "unknown kind cavalier",
            "Correct the id. Until then, these miniatures are not counted.",
        ),
    ],
)
def test_a_mistake_has_a_line_a_message_and_help(
    tmp_path: Path, library: Library, old: str, new: str, line: int, message: str, help: str
) -> None:
    file = tmp_path / "some.yaml"
    assert old in COLLECTION
    file.write_text(COLLECTION.replace(old, new, 1), encoding="utf-8")
    found = linter(library).lint(file)
    assert any((one.line, message in one.message, help in one.help) == (line, True, True) for one in found), found


def test_another_kind_of_file_is_named() -> None:
    for text, what in (("ruleset: 1\nid: book\n", "a ruleset"), ("orbat: 1\nruleset: x\n", "an ORBAT")):
        (finding,) = read_collection(text).findings
        assert f"this file is {what}" in finding.message
        assert "For this file, use another command: orbat " in finding.help
