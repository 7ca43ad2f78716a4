"""An army list of one's own with slips: one that would make verdicts wrong is not used, the others are said."""

from __future__ import annotations

from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.pipeline import report_on
from orbat.report.report import Report

LIST = """\
army_list: 1
id: legion
title: Legion
nation: legion
ruleset: days_of_empire
version: "1"
years: {from: 1854, to: 1856}
limits:
  - {of: {entries: [foot]}, at_most: 3, house: true, note: n}
entries:
  - id: foot
    name: Foot
    kind: infantry
    ratings: {allowed: [2, 3], typical: 3, house: true, note: n}
    size: {min: 8, typical: 12, max: 18, house: true, note: n}
    options: [{option: rifles, use: optional, house: true, note: n}]
    house: true
    note: n
"""
ORBAT = """\
orbat: 1
ruleset: days_of_empire
army_list: legion
game_size: 400
date: 1855
units:
  - {name: 1st, entry: foot, size: 12, rating: 3}
  - {name: 2nd, entry: foot, size: 12, rating: 3}
"""


def checked(home: Path, old: str = "", new: str = "", orbat: str = ORBAT) -> Report:
    """The report on an ORBAT with the list in the player's own folder, changed at one place."""
    assert old in LIST
    folder = home / "army_lists" / "days_of_empire"
    folder.mkdir(parents=True)
    (folder / "legion.yaml").write_text(LIST.replace(old, new, 1) if old else LIST, encoding="utf-8")
    return report_on("army", read_orbat(orbat), Library())


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """The player's own folder."""
    return tmp_path / "home"


def test_a_sound_list_of_ones_own_is_used_without_a_word(home: Path) -> None:
    """Nothing is said of the list, and the units have their prices."""
    report = checked(home)
    assert not [one for one in report.findings if one.code.startswith("SRC")]
    assert report.quote
    assert report.quote.total == 72


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("kind: infantry", "kind: horse", 13, "horse is not a kind"),
        ("option: rifles", "option: rifel", 16, "rifel is not an option"),
        ("at_most: 3, ", "", 9, "the limit has no bound"),
        ("entries: [foot]", "entries: [fot]", 9, "Did you mean foot?"),
        ("min: 8", "min: 20", 15, "min may be at most typical"),
        ("typical: 3", "typical: 4", 14, "the typical rating 4 must be"),
    ],
)
def test_a_list_that_would_give_wrong_verdicts_is_not_used(
    home: Path, old: str, new: str, line: int, says: str
) -> None:
    """One error names the first slip with its line, and no unit is blamed for it."""
    errors = [one for one in checked(home, old, new).findings if one.severity == "error"]
    assert [one.code for one in errors] == ["SRC006"]
    assert f"the army list legion cannot be used: legion.yaml, line {line}: " in errors[0].message
    assert says in errors[0].message
    assert "orbat lint" in errors[0].help


def test_other_slips_are_said_in_one_warning_before_all_else(home: Path) -> None:
    """The list is used, and the report begins with the warning that it may check too little."""
    report = checked(home, "max: 18, house: true, note: n", "max: 18")
    assert (report.findings[0].code, report.findings[0].severity) == ("SRC007", "warning")
    assert "has 1 error that orbat lint shows" in report.findings[0].message
    assert report.quote
    assert report.quote.total == 72


@pytest.mark.parametrize(
    ("written", "code", "says"),
    [
        ("army_list: Sardinian\n", "SRC004", "Did you mean sardinian?"),
        ("army_list: sardinan\n", "SRC006", "Did you mean sardinian?"),
        ("", "ARM004", "2 units count nothing"),
    ],
)
def test_an_army_list_that_is_not_known_is_one_error(home: Path, written: str, code: str, says: str) -> None:
    """The cause is said once, of the list, and not again for every unit."""
    report = checked(home, orbat=ORBAT.replace("army_list: legion\n", written))
    (error,) = [one for one in report.findings if one.severity == "error"]
    assert error.code == code
    assert says in error.message


def test_a_unit_unknown_to_a_list_that_is_there_is_said_beside_one_that_is_not(home: Path) -> None:
    """Only units of the list that cannot be had are held back."""
    orbat = ORBAT.replace("army_list: legion", "army_list: nowhere").replace(
        "2nd, entry: foot", "2nd, entry: fot, army_list: legion"
    )
    codes = [(one.code, one.path) for one in checked(home, orbat=orbat).findings if one.severity == "error"]
    assert codes == [("SRC006", ("army_list",)), ("UNT001", ("units", 1, "entry"))]


def test_a_ruleset_written_by_its_title_is_one_error(home: Path) -> None:
    """It is not also said to be missing."""
    report = checked(home, orbat=ORBAT.replace("days_of_empire", "Days of Empire"))
    (error,) = report.findings
    assert "Did you mean days_of_empire?" in error.message
