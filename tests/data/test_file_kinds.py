"""Files that are no ORBATs: the linter looks at each, and whoever reads one as an ORBAT says what it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from orbat.data.file_kinds import FILE_KINDS, file_kind, other_kind
from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.pipeline import linter

ROOT = Path(__file__).resolve().parents[2]


def test_every_sort_of_file_is_known_by_its_head(tmp_path: Path, library: Library) -> None:
    """A file with its head alone is looked at as what the head says it is."""
    for sort in FILE_KINDS:
        assert file_kind({sort: 1}) == sort
        file = tmp_path / f"{sort}.yaml"
        file.write_text(f"{sort}: 1\nx-remark: nothing else\n", encoding="utf-8")
        assert not [one for one in linter(library).lint(file) if one.code == "SRC005"], sort


@pytest.mark.parametrize("sort", [sort for sort in FILE_KINDS if sort != "orbat"])
def test_read_as_an_orbat_each_says_what_it_is_and_which_command_takes_it(sort: str) -> None:
    (finding,) = read_orbat(f"{sort}: 1\ntitle: Something\n").findings
    assert (finding.code, finding.line) == ("SRC005", 1)
    assert finding.message.startswith("this is ")
    assert " orbat " in finding.help


@pytest.mark.parametrize("data", [{"formations": [], "entries": [], "nation": ""}, {"army_list": "british"}, {}, []])
def test_what_may_be_an_orbat_with_slips_is_read_as_one(data: Any) -> None:
    assert other_kind("orbat", data) is None
    assert not any("this is a" in one.message for one in read_orbat("ruleset: days_of_empire\nunits: []\n").findings)


def test_shipped_data_is_told_apart() -> None:
    for name, what in (("ruleset", "a ruleset"), ("british", "an army list")):
        text = (ROOT / "army_lists" / "days_of_empire" / f"{name}.yaml").read_text(encoding="utf-8")
        (finding,) = read_orbat(text).findings
        assert what in finding.message
        assert "orbat lint" in finding.help
