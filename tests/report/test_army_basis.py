"""Lent troops, own data and troops that are not counted, in the basis and on sheets."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from orbat.data import folders
from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.pipeline import check, linter, report_on, with_claims
from orbat.report.army_basis import lent_words
from orbat.report.report import Report

LENT = """\
orbat: 1
ruleset: days_of_empire
army_list: british
date: 1855-05
units:
  - {name: 7th, entry: brit_line, size: 16, rating: 3}
  - {name: 8th, entry: brit_line, size: 16, rating: 3}
  - {name: Bashi, army_list: ottoman, entry: ot_nizam, size: 10, rating: 2}
formations:
  - level: brigade
    name: Autemarre
    army_list: french
    commander: {name: Autemarre}
    units:
      - {name: 19e, entry: fr_line, size: 12, rating: 3}
      - {name: 9th, army_list: british, entry: brit_line, size: 16, rating: 3}
"""


def report(text: str, library: Library | None = None) -> Report:
    return report_on("army", read_orbat(text), library or Library())


def basis(text: str, topic: str, library: Library | None = None) -> list[tuple[str, bool]]:
    return [(one.text, one.unusual) for one in report(text, library).basis if one.topic == topic]


def test_lent_troops_are_usual_and_give_lender_points_and_places() -> None:
    """A lent brigade costs its general and its lent units, without units of the own list."""
    assert basis(LENT, "lent") == [
        ("66 points of troops lent by French: Autemarre", False),
        ("20 points of troops lent by Ottoman: Bashi", False),
    ]
    assert "lent" not in report(LENT).verdict.headline


def test_sheets_name_lenders_and_hide_points_on_request() -> None:
    one = report(LENT)
    assert one.orbat
    assert one.quote
    assert one.book
    assert (
        lent_words(one.orbat, one.quote, one.book, with_points=True)
        == "66 points of troops lent by French; 20 points of troops lent by Ottoman"
    )
    assert lent_words(one.orbat, one.quote, one.book, with_points=False) == "Troops lent by French and Ottoman"


def test_a_general_without_lent_units_is_lent() -> None:
    text = LENT.replace("      - {name: 19e, entry: fr_line, size: 12, rating: 3}\n", "")
    assert ("1 general lent by French: Autemarre", False) in basis(text, "lent")


def test_own_troops_only_are_not_mentioned() -> None:
    own = LENT.replace("ottoman, entry: ot_nizam", "british, entry: brit_line").replace("french", "british")
    assert basis(own, "lent") == []


@pytest.fixture
def own_folder() -> Path:
    """The player's own folder of days_of_empire."""
    folder = Path(os.environ["ORBAT_HOME"]) / "army_lists" / "days_of_empire"
    folder.mkdir(parents=True)
    return folder


def shipped_list(name: str) -> str:
    return (folders.shipped() / "army_lists" / "days_of_empire" / f"{name}.yaml").read_text(encoding="utf-8")


@pytest.mark.slow
def test_an_own_list_is_named(own_folder: Path) -> None:
    own = shipped_list("british").replace("id: british\n", "id: british_1854\n")
    (own_folder / "british_1854.yaml").write_text(own, encoding="utf-8")
    text = LENT.replace("army_list: british\n", "army_list: british_1854\n")
    assert basis(text, "data") == [("own list british_1854, not shipped with orbat", True)]
    assert "check: own list british_1854" in report(text).verdict.headline


def test_an_own_list_of_units_at_home_is_not_named(own_folder: Path) -> None:
    own = shipped_list("french").replace("id: french\n", "id: zouaves\n")
    (own_folder / "zouaves.yaml").write_text(own, encoding="utf-8")
    text = LENT.replace("army_list: french\n", "army_list: zouaves\n    fielded: false\n")
    assert report(text).quote is not None
    assert basis(text, "data") == []


def test_an_own_list_that_lends_troops_is_named(own_folder: Path) -> None:
    own = shipped_list("french").replace("id: french\n", "id: zouaves\n")
    (own_folder / "zouaves.yaml").write_text(own, encoding="utf-8")
    text = LENT.replace("army_list: french\n", "army_list: zouaves\n")
    assert basis(text, "data") == [("own list zouaves, not shipped with orbat", True)]


def test_the_sheet_of_an_own_list_names_the_list(own_folder: Path) -> None:
    own = shipped_list("british").replace("id: british\n", "id: british_1854\n")
    (own_folder / "british_1854.yaml").write_text(own, encoding="utf-8")
    sheet = Path(__file__).parents[1] / "end_to_end" / "trust" / "60_own_list.pdf"
    found = check(sheet, Library())
    assert [one.text for one in found.basis if one.topic == "data"] == ["own list british_1854, not shipped with orbat"]


def test_shipped_lists_are_not_mentioned() -> None:
    assert basis(LENT, "data") == []


def test_a_copy_of_the_shipped_data_is_not_own_data(tmp_path: Path) -> None:
    """A library of copies is not own data, until a copy is edited."""
    home = tmp_path / "days_of_empire"
    shutil.copytree(folders.shipped() / "army_lists" / "days_of_empire", home)
    assert basis(LENT, "data", Library(tmp_path)) == []
    changed = home / "french.yaml"
    changed.write_text(changed.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    assert basis(LENT, "data", Library(tmp_path)) == [("own list french, not shipped with orbat", True)]


def test_the_lists_of_an_own_ruleset_are_not_named_again(tmp_path: Path) -> None:
    home = tmp_path / "days_of_empire"
    shutil.copytree(folders.shipped() / "army_lists" / "days_of_empire", home)
    for name in ("ruleset", "french"):
        changed = home / f"{name}.yaml"
        changed.write_text(changed.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    assert basis(LENT, "data", Library(tmp_path)) == [("own ruleset days_of_empire, not shipped with orbat", True)]


def test_linter_warns_of_an_own_list_with_the_id_of_a_shipped_one(own_folder: Path) -> None:
    own = own_folder / "british.yaml"
    own.write_text(shipped_list("british").replace("title: British", "title: Mine"), encoding="utf-8")
    found = [one.message for one in linter(Library()).lint(own) if one.code == "LST018"]
    assert found == ["orbat uses the shipped file with the id british instead of this file"]


def test_units_under_other_keys_are_counted_as_not_counted() -> None:
    hidden = "x-reserve: [{entry: brit_line, size: 12}, {of: [{entry: brit_line}]}]\nx-note: entry\n"
    assert basis(LENT + hidden, "hidden") == [
        ("2 units in the file are not counted, because orbat ignores x-reserve", False)
    ]
    assert basis(LENT + "x-note: brit_line\n", "hidden") == []


def test_saving_writes_the_versions_of_lent_lists() -> None:
    """Saving accepts the current versions of all lists, not only that of the army's own."""
    old = LENT.replace("army_list: ottoman", "army_list: ottoman@0").replace("army_list: french", "army_list: french@0")
    before = report(old)
    assert [one.path[-1] for one in before.findings if one.code == "ARM008"] == ["army_list"] * 2
    assert before.orbat
    assert before.book
    assert before.quote
    saved = with_claims(before.orbat, before.book, before.quote)
    assert [str(saved.formations[0].army_list), str(saved.units[2].army_list)] == [
        f"{one}@{before.book.lists[one].version}" for one in ("french", "ottoman")
    ]
