"""Errors in the player's own army list: blocking ones prevent its use, others give a warning."""

from __future__ import annotations

import os
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
    """The report on an ORBAT with the list in the player's own folder, with one change."""
    assert old in LIST
    folder = home / "army_lists" / "days_of_empire"
    folder.mkdir(parents=True)
    (folder / "legion.yaml").write_text(LIST.replace(old, new, 1) if old else LIST, encoding="utf-8")
    return report_on("army", read_orbat(orbat), Library())


@pytest.fixture
def home() -> Path:
    """The player's own folder."""
    return Path(os.environ["ORBAT_HOME"])


def test_own_list_without_errors_gives_no_finding(home: Path) -> None:
    """The units have their prices."""
    report = checked(home)
    assert not [one for one in report.findings if one.code.startswith("SRC")]
    assert report.quote
    assert report.quote.total == 72


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("kind: infantry", "kind: horse", 13, "horse is not a kind"),
        ("option: rifles", "option: rifel", 16, "rifel is not an option"),
        ("at_most: 3, ", "", 9, "the limit has no bound"),
        ("entries: [foot]", "entries: [fot]", 9, "Did you mean foot?"),
        ("min: 8", "min: 20", 15, "`min` must not exceed `typical`"),
        ("typical: 3", "typical: 4", 14, "the typical rating 4 is not allowed"),
    ],
)
def test_list_with_blocking_errors_is_not_used(home: Path, old: str, new: str, line: int, message: str) -> None:
    """One error names the first problem with its line, and units give no findings."""
    errors = [one for one in checked(home, old, new).findings if one.severity == "error"]
    assert [one.code for one in errors] == ["SRC006"]
    assert f"the army list legion cannot be used: legion.yaml, line {line}: " in errors[0].message
    assert message in errors[0].message
    assert "orbat lint" in errors[0].help


def test_other_errors_give_one_warning_first(home: Path) -> None:
    """The list is used, and the report begins with a warning that checks may be missing."""
    report = checked(home, "max: 18, house: true, note: n", "max: 18")
    assert (report.findings[0].code, report.findings[0].severity) == ("SRC007", "warning")
    assert "has 1 error, so some checks may be missing" in report.findings[0].message
    assert report.quote
    assert report.quote.total == 72


@pytest.mark.parametrize(
    ("written", "code", "message"),
    [
        ("army_list: Sardinian\n", "SRC004", "Did you mean sardinian?"),
        ("army_list: sardinan\n", "SRC006", "Did you mean sardinian?"),
        ("", "ARM004", "2 units have no price"),
    ],
)
def test_unknown_army_list_is_one_error(home: Path, written: str, code: str, message: str) -> None:
    """The cause is reported once for the list, not for every unit."""
    report = checked(home, orbat=ORBAT.replace("army_list: legion\n", written))
    (error,) = [one for one in report.findings if one.severity == "error"]
    assert error.code == code
    assert message in error.message


def test_unknown_entry_is_reported_next_to_a_missing_list(home: Path) -> None:
    """Only findings for units of the missing list are suppressed."""
    orbat = ORBAT.replace("army_list: legion", "army_list: nowhere").replace(
        "2nd, entry: foot", "2nd, entry: fot, army_list: legion"
    )
    codes = [(one.code, one.path) for one in checked(home, orbat=orbat).findings if one.severity == "error"]
    assert codes == [("SRC006", ("army_list",)), ("UNT001", ("units", 1, "entry"))]


def test_ruleset_given_by_its_title_is_one_error(home: Path) -> None:
    """It is not also reported as missing."""
    report = checked(home, orbat=ORBAT.replace("days_of_empire", "Days of Empire"))
    (error,) = report.findings
    assert "Did you mean days_of_empire?" in error.message
