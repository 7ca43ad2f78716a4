"""Copies, deletions and the numbers of formations."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.formats.orbat_file import read_orbat
from orbat.model import arrange
from orbat.model.edits import Set, apply_all, at
from orbat.model.history import start_history
from orbat.model.orbat import Commander, Orbat, Roll, formations_of, units_of
from orbat.model.path import OrbatPath as Place
from orbat.model.sheet import PrintOptions
from orbat.pipeline import file_text, report_on, save
from orbat.printing import layouts, print_sheets
from orbat.render.text import check_lines
from orbat.report.report import Report

FIRST: Place = ("formations", 0, "formations", 0)
SECOND: Place = ("formations", 0, "formations", 1)


def _read(text: str) -> Orbat:
    loaded = read_orbat(text)
    assert loaded.findings == ()
    assert loaded.orbat is not None
    return loaded.orbat


def _names(orbat: Orbat, parent: Place = ()) -> list[str]:
    return [formation.name for formation in at(orbat, (*parent, "formations"))]


def _rewritten(orbat: Orbat, path: Place) -> Orbat:
    """The ORBAT with every editable field changed in a formation or unit and everything inside it."""
    both = {"name": "Another", "note": "new", "off_board": True}
    of_a_unit = {**both, "size": 9, "rating": "3", "options": ("rifles",)}
    of_a_formation = {**both, "commander": Commander(name="Another", quality="capable", roll=Roll(dice=(3,)))}
    changes = [(place.path, of_a_unit) for place in units_of(orbat)]
    changes += [(place.path, of_a_formation) for place in formations_of(orbat)]
    within = [(place, fields) for place, fields in changes if place[: len(path)] == path]
    return apply_all(orbat, tuple(Set(place, field, new) for place, fields in within for field, new in fields.items()))


@pytest.mark.parametrize("ending", [".yaml", ".json"])
@pytest.mark.parametrize("path", [(*FIRST, "units", 0), FIRST, ("formations", 0)], ids=["unit", "brigade", "division"])
def test_editing_a_copy_does_not_change_the_original(two_brigades: str, path: Place, ending: str) -> None:
    """After any change of a copy, the original is identical in the model and in the file."""
    orbat = _read(two_brigades)
    copied, copy = arrange.duplicate(orbat, path)
    assert copy != path
    edited = _rewritten(copied, copy)
    assert at(edited, copy) != at(copied, copy)
    assert repr(arrange.remove(edited, copy)) == repr(orbat)
    if ending == ".yaml":
        written = file_text(edited, ending, two_brigades)
        kept = iter(written.splitlines())
        assert all(line in kept for line in two_brigades.splitlines()), "all lines of the file are kept, in order"
    back = _read(file_text(edited, ending))
    assert file_text(arrange.remove(back, copy), ending) == file_text(orbat, ending)


@pytest.mark.parametrize("ending", [".yaml", ".json"])
@pytest.mark.parametrize("numbered", [True, False])
@pytest.mark.parametrize("senior", [True, False])
def test_a_copied_brigade_without_a_general_is_saved_and_opened(
    library: Library, two_brigades: str, tmp_path: Path, ending: str, numbered: bool, senior: bool
) -> None:
    """It opens with one finding for each brigade without a general, and none about the file."""
    orbat = _read(two_brigades)
    edits = [Set(FIRST, "commander", None), Set(FIRST, "numbered", numbered)]
    edits += [] if senior else [Set(("formations", 0), "commander", None)]
    orbat = apply_all(orbat, tuple(edits))
    copied, copy = arrange.duplicate(orbat, FIRST)
    save(copied, tmp_path / f"army{ending}")
    loaded = read_orbat((tmp_path / f"army{ending}").read_text(encoding="utf-8"))
    assert loaded.findings == ()
    assert loaded.orbat == copied
    found = [one for one in report_on("army", loaded, library).findings if one.code == "FRM003"]
    assert [one.path for one in found] == [FIRST, copy]
    assert len({one.message for one in found}) == 2, "each message names its own brigade"
    assert {one.severity for one in found} == {"warning" if senior else "error"}


RESERVE = """\
    formations:
      - level: brigade
        name: Torrens's Brigade
        commander: {name: Arthur Torrens}
        off_board: true
        units:
          - {name: 20th Foot, entry: brit_line, size: 40, rating: 3}
          - {name: 63rd Foot, entry: brit_rifles, size: 12, rating: 3, options: [no_such]}
"""


@pytest.fixture
def with_reserve(two_brigades: str) -> Orbat:
    """The division with a third brigade at the front: off the board, too large, with unknown entries and options."""
    return _read(two_brigades.replace("    formations:\n", RESERVE))


def _shown(orbat: Orbat, library: Library) -> tuple[Report, str, str]:
    """The report on an ORBAT, the text of the check, and the text of its sheet."""
    report = report_on("army", Loaded(orbat, ()), library)
    pages = PdfReader(io.BytesIO(print_sheets(report, [layouts()["orbat"]], PrintOptions(), library))).pages
    return report, "\n".join(check_lines(report)), "\n".join(page.extract_text() for page in pages)


RESERVE_WORDS = ("Torrens", "20th Foot", "63rd Foot", "off the board")


@pytest.mark.slow
def test_deleting_a_brigade_removes_all_its_traces(library: Library, two_brigades: str, with_reserve: Orbat) -> None:
    """Its findings, points, lines on the sheet and share off the board are gone; undo restores them."""
    before, checked, printed = _shown(with_reserve, library)
    assert {"UNT001", "UNT003", "ARM001"} <= {one.code for one in before.findings}
    assert all(words in text for words in RESERVE_WORDS for text in (checked, printed))
    history = start_history(with_reserve).do("delete", arrange.remove(with_reserve, FIRST))
    after, *texts = _shown(history.orbat, library)
    untouched, *untouched_texts = _shown(_read(two_brigades), library)
    assert after.quote == untouched.quote
    assert texts == untouched_texts
    assert not any(words in text for words in RESERVE_WORDS for text in (*texts, file_text(history.orbat)))
    restored, *texts_again = _shown(history.undo().orbat, library)
    assert restored.quote == before.quote
    assert texts_again == [checked, printed]
    assert _shown(history.undo().redo().orbat, library)[1:] == (*texts,)


def _numbered_army(orbat: Callable[..., Any], folder: Path) -> Orbat:
    """The ORBAT of `orbat new`, with a second and a third brigade."""
    file = folder / "new.yaml"
    run = orbat("new", "--ruleset", "days_of_empire", "--army", "british", "--points", "800", "-o", file)
    assert run.code == 0
    army = _read(file.read_text(encoding="utf-8"))
    for _ in range(2):
        army, _ = arrange.add(army, (), arrange.numbered_formation("brigade"))
    return army


def test_numbered_brigades_are_renumbered_and_custom_names_are_kept(orbat: Callable[..., Any], tmp_path: Path) -> None:
    """Numbers have no gap after a deletion, before and after a save. A name that the user typed does not change."""
    army = _numbered_army(orbat, tmp_path)
    assert _names(army) == ["1st Brigade", "2nd Brigade", "3rd Brigade"]
    typed = arrange.rename(army, ("formations", 1), "5th Brigade")
    assert _names(typed) == ["1st Brigade", "5th Brigade", "2nd Brigade"]
    save(typed, tmp_path / "army.yaml")
    opened = _read((tmp_path / "army.yaml").read_text(encoding="utf-8"))
    left = arrange.remove(opened, ("formations", 0))
    assert _names(left) == ["5th Brigade", "1st Brigade"]
    longer, _ = arrange.duplicate(left, ("formations", 1))
    assert _names(longer) == ["5th Brigade", "1st Brigade", "2nd Brigade"]
    longer, _ = arrange.shift(longer, ("formations", 2), -2)
    assert _names(longer) == ["1st Brigade", "5th Brigade", "2nd Brigade"]


def test_names_from_files_are_not_renumbered(orbat: Callable[..., Any], two_brigades: str, tmp_path: Path) -> None:
    """Names in a file without `numbered`, and names read from text, are the user's."""
    typed = _read(two_brigades)
    assert _names(arrange.remove(typed, FIRST), ("formations", 0)) == ["2nd Brigade"]
    army = _numbered_army(orbat, tmp_path)
    save(army, tmp_path / "army.yaml")
    assert orbat("convert", tmp_path / "army.yaml", tmp_path / "army.txt").code == 0
    assert orbat("convert", tmp_path / "army.txt", tmp_path / "back.yaml").code == 0
    back = _read((tmp_path / "back.yaml").read_text(encoding="utf-8"))
    assert _names(arrange.remove(back, ("formations", 0))) == ["2nd Brigade", "3rd Brigade"]


def test_brigades_are_renumbered_after_a_fix_deletes_one(
    orbat: Callable[..., Any], two_brigades: str, tmp_path: Path
) -> None:
    """`check --fix` deletes an empty brigade. The later ones are renumbered and keep their comments."""
    text = two_brigades.replace("1st Brigade\n", "1st Brigade\n        numbered: true   # the first\n")
    text = text.replace("2nd Brigade\n", "2nd Brigade\n        numbered: true   # the second\n")
    text = text.replace("- {name: 7th Royal Fusiliers, entry: brit_line, size: 12, rating: 2}", "[]")
    file = tmp_path / "army.yaml"
    file.write_text(text, encoding="utf-8")
    run = orbat("check", file, "--fix")
    assert "removed: 1st Brigade" in run.out
    after = file.read_text(encoding="utf-8")
    assert "name: 1st Brigade\n        numbered: true   # the second\n        commander: {name: George Buller}" in after
    assert "2nd Brigade" not in after
    assert "# the first" not in after
