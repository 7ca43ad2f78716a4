"""An ORBAT compared with a collection: needed, owned and missing stands."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.end_to_end.armies import SECOND, Reported, orbat_of
from tests.examples import sampled

from orbat.data import folders
from orbat.data.library import Library
from orbat.features.collection.model import Collection, Piece
from orbat.features.collection.report import Ownership, ownership_of
from orbat.model import arrange
from orbat.model.edits import Set, apply
from orbat.model.orbat import Orbat, units_of
from orbat.pipeline import check
from orbat.report.report import Report

FUSILIERS = Collection(collection=1, pieces=(Piece(entry=("brit_line",), stands=20),))
SHIPPED = sorted((folders.shipped() / "templates" / "orbats").rglob("*.yaml"))


@pytest.fixture
def army(two_brigades: str) -> Orbat:
    """A division of two brigades, a battalion in each."""
    return orbat_of(two_brigades)


def _ownership(report: Report) -> Ownership:
    assert report.quote is not None
    assert report.book is not None
    return ownership_of(FUSILIERS, report.quote, report.book)


def test_a_copied_unit_is_needed_once_more(army: Orbat, reported: Reported) -> None:
    """The missing stands are reported at the copy."""
    copied, copy = arrange.duplicate(army, (*SECOND, "units", 0))
    (need,) = _ownership(reported(copied)).needs
    assert (need.needed, need.owned, need.missing, need.first_missing) == (28, 20, 8, copy)


def test_each_list_of_a_folder_has_its_own_notes(orbat: Callable[..., Any], two_brigades: str, tmp_path: Path) -> None:
    """Notes make no list illegal, and a damaged file does not stop the others."""
    club, owned = tmp_path / "club", tmp_path / "mine.yaml"
    club.mkdir()
    for number in range(20):
        (club / f"{number:02}.yaml").write_text(two_brigades, encoding="utf-8")
    (club / "damaged.yaml").write_text(two_brigades[:200], encoding="utf-8")
    owned.write_text("collection: 1\npieces:\n  - {entry: brit_line, stands: 13}\n", encoding="utf-8")
    reports = json.loads(orbat("check", club, "--owned", owned, "--json").out)["reports"]
    notes = [[one for one in report["findings"] if one["code"] == "ARM010"] for report in reports]
    assert [len(found) for found in notes] == [1] * 20 + [0]
    assert [report["legal"] for report in reports[:20]] == [True] * 20


def test_removed_brigades_are_not_needed_but_reserves_are(army: Orbat, reported: Reported) -> None:
    assert [need.needed for need in _ownership(reported(arrange.remove(army, SECOND))).needs] == [12]
    assert [need.needed for need in _ownership(reported(apply(army, Set(SECOND, "off_board", True)))).needs] == [20]


@pytest.mark.parametrize("path", sampled(SHIPPED[1::4], 15), ids=lambda path: path.stem)
def test_every_unit_counts_at_most_once(library: Library, path: Path) -> None:
    report = check(path, library)
    assert report.orbat is not None
    needed = [place for need in _ownership(report).needs for place in need.paths]
    assert len(needed) == len({*needed})
    assert {*needed} <= {place.path for place in units_of(report.orbat)}
