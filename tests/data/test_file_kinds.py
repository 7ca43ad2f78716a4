"""Files other than ORBATs: the linter handles each kind, and reading one as an ORBAT names its kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from orbat.data.file_kinds import FILE_KINDS, file_kind, other_kind
from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.pipeline import linter

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_kind_of_file_is_given_by_its_first_key(tmp_path: Path, library: Library) -> None:
    """A file with only its first key is linted as that kind."""
    for kind in FILE_KINDS:
        assert file_kind({kind: 1}) == kind
        file = tmp_path / f"{kind}.yaml"
        file.write_text(f"{kind}: 1\nx-remark: nothing else\n", encoding="utf-8")
        assert not [one for one in linter(library).lint(file) if one.code == "SRC005"], kind


@pytest.mark.parametrize("kind", [kind for kind in FILE_KINDS if kind != "orbat"])
def test_other_kinds_read_as_orbats_name_their_kind_and_command(kind: str) -> None:
    (finding,) = read_orbat(f"{kind}: 1\ntitle: Something\n").findings
    assert (finding.code, finding.line) == ("SRC005", 1)
    assert finding.message.startswith("this file is ")
    assert " orbat " in finding.help


@pytest.mark.parametrize("data", [{"formations": [], "entries": [], "nation": ""}, {"army_list": "british"}, {}, []])
def test_ambiguous_files_are_read_as_orbats(data: Any) -> None:
    assert other_kind("orbat", data) is None
    assert not any(
        "this file is a" in one.message for one in read_orbat("ruleset: days_of_empire\nunits: []\n").findings
    )


def test_shipped_data_files_name_their_kind() -> None:
    for name, what in (("ruleset", "a ruleset"), ("british", "an army list")):
        text = (ROOT / "army_lists" / "days_of_empire" / f"{name}.yaml").read_text(encoding="utf-8")
        (finding,) = read_orbat(text).findings
        assert what in finding.message
        assert "orbat lint" in finding.help
