"""Groups D and H of the public cases as a collection shows them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.public.armies import SECOND, Reported, large_army, orbat_of

from orbat.data import folders
from orbat.data.library import Library
from orbat.features.collection.model import Collection, Piece
from orbat.features.collection.report import Owning, owning
from orbat.model import arrange
from orbat.model.edits import Set, apply
from orbat.model.orbat import Orbat, units_of
from orbat.pipeline import check
from orbat.report.report import Report

FUSILIERS = Collection(collection=1, pieces=(Piece(entry=("brit_line",), stands=20),))
QUICK = 1.0
"""Seconds in which a step is done even on a slow machine, in an army of hundreds of units. It takes a tenth of it."""
SHIPPED = sorted((folders.shipped() / "templates" / "orbats").rglob("*.yaml"))


@pytest.fixture
def army(two_brigades: str) -> Orbat:
    """A division of two brigades, a battalion in each."""
    return orbat_of(two_brigades)


def _owning(report: Report) -> Owning:
    assert report.quote is not None
    assert report.book is not None
    return owning(FUSILIERS, report.quote, report.book)


def test_no_stand_is_owned_twice_for_a_copy(army: Orbat, reported: Reported) -> None:
    """D1: a copied battalion is needed once more, and what is not owned is found at the copy."""
    copied, copy = arrange.duplicate(army, (*SECOND, "units", 0))
    (need,) = _owning(reported(copied)).needs
    assert (need.needed, need.owned, need.missing, need.first_missing) == (28, 20, 8, copy)


def test_a_folder_is_held_against_what_is_owned(orbat: Callable[..., Any], two_brigades: str, tmp_path: Path) -> None:
    """H1: each list has its own notes, none is illegal by them, and a damaged one does not stop the others."""
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


def test_no_stand_of_a_brigade_that_is_no_more_is_needed(army: Orbat, reported: Reported) -> None:
    """D6: one that is in reserve is needed (H3)."""
    assert [need.needed for need in _owning(reported(arrange.remove(army, SECOND))).needs] == [12]
    assert [need.needed for need in _owning(reported(apply(army, Set(SECOND, "off_board", True)))).needs] == [20]


@pytest.mark.parametrize("path", SHIPPED[1::4], ids=lambda path: path.stem)
def test_every_unit_is_needed_at_most_once(library: Library, path: Path) -> None:
    """H6: what is needed is for units of the ORBAT."""
    report = check(path, library)
    assert report.orbat is not None
    needed = [place for need in _owning(report).needs for place in need.paths]
    assert len(needed) == len({*needed})
    assert {*needed} <= {place.path for place in units_of(report.orbat)}


def test_what_a_large_army_needs_is_counted_at_once(reported: Reported) -> None:
    """H8: with three divisions of six brigades of twelve units nobody is kept waiting."""
    large = reported(large_army())
    start = time.perf_counter()
    _owning(large)
    assert time.perf_counter() - start < QUICK
