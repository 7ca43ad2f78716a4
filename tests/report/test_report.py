"""The words of a report: its title, its points and what was written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from orbat.data.library import Library
from orbat.documents.read import read_raw
from orbat.evaluate.quote import ExactPoints
from orbat.formats.orbat_file import read_orbat
from orbat.pipeline import report_on
from orbat.render.text import verdict_line
from orbat.report.json_data import report_data
from orbat.report.report import Report, points_words, remainder

Army = Callable[..., Report]
LINE = {"entry": "brit_line", "size": 15, "rating": 3}


@pytest.fixture(scope="module")
def army(library: Library) -> Army:
    """A British army of 60 points, with changes."""

    def report(**keys: Any) -> Report:
        data = {"orbat": 1, "ruleset": "days_of_empire", "army_list": "british", "date": "1854-09", "units": [LINE]}
        return report_on("folder/alma.yaml", read_orbat(json.dumps({**data, **keys})), library)

    return report


@pytest.mark.parametrize(
    ("points", "words"), [(0, "0 points"), (1, "1 point"), (2, "2 points"), (Fraction(1, 2), "0.5 points")]
)
def test_points_in_words(points: ExactPoints, words: str) -> None:
    assert points_words(points) == words


@pytest.mark.parametrize(
    ("left", "words"), [(0, "none left"), (1, "1 left"), (-1, "1 over"), (Fraction(-3, 2), "1.5 over")]
)
def test_the_remaining_points_in_words(left: ExactPoints, words: str) -> None:
    assert remainder(left) == words


RESERVE = {"level": "brigade", "commander": {}, "off_board": True, "units": [LINE]}


@pytest.mark.parametrize(
    ("keys", "points"),
    [
        ({}, "60 points, no size agreed"),
        ({"game_size": 60}, "60 of 60 points, none left"),
        ({"game_size": 61}, "60 of 61 points, 1 left"),
        ({"game_size": 59}, "60 of 59 points, 1 over"),
        ({"partial": True}, "60 points shown"),
        ({"partial": True, "game_size": 400}, "60 points shown, 400 agreed"),
        ({"formations": [RESERVE]}, "150 points, no size agreed; 90 off the board (60.0 %)"),
        ({"formations": [RESERVE], "game_size": 149}, "150 of 149 points, 1 over; 90 off the board (60.0 %)"),
    ],
)
def test_the_points_of_a_report(army: Army, keys: dict[str, Any], points: str) -> None:
    report = army(**keys)
    assert report.points == points
    assert report.quote
    assert report.total == report.quote.total


HOME = {**LINE, "fielded": False}


@pytest.mark.parametrize(
    ("units", "words"),
    [
        ([LINE], ""),
        ([LINE, HOME], "1 unit stays at home"),
        ([HOME, LINE, HOME], "2 units stay at home"),
    ],
)
def test_the_number_of_units_at_home(army: Army, units: list[dict[str, Any]], words: str) -> None:
    report = army(units=units, game_size=400)
    assert (report.at_home, report.points) == (words, "60 of 400 points, 340 left")
    ending = f"60 of 400 points, 340 left. {words}." if words else "60 of 400 points, 340 left."
    assert verdict_line(report).endswith(ending)
    assert len(report_data(report).get("at_home", ())) == len(units) - 1
    assert len(report_data(report)["units"]) == 1


def test_a_file_without_an_orbat_has_only_a_title(library: Library) -> None:
    report = report_on("folder/alma.yaml", read_orbat("["), library)
    assert (report.title, report.heading, report.subtitle, report.points, report.total) == ("alma", "“alma”", "", "", 0)
    assert (report.ruleset, report.army_list, report.rows, report.check_code) == ("", "", (), "")
    assert not report.readable
    assert not report.legal
    assert report.verdict.headline == "Not read"


def test_titles_and_subtitles(army: Army) -> None:
    report = army(title="The Alma", game_size=800)
    assert (report.title, report.heading) == ("The Alma", "“The Alma”")
    assert report.subtitle == "British, Days of Empire, September 1854, 800 points"
    assert army(date=None, army_list=None, units=[]).subtitle == "Days of Empire"
    assert army(game_size=1).subtitle == "British, Days of Empire, September 1854, 1 point"


def test_unknown_data_are_named_by_their_ids(army: Army) -> None:
    report = army(ruleset="days_of_yore", army_list="lilliput")
    assert (report.ruleset, report.army_list) == ("days_of_yore", "lilliput")
    report = army(army_list="lilliput")
    assert (report.ruleset, report.army_list) == ("Days of Empire", "lilliput")


@pytest.mark.parametrize(
    ("keys", "sums"),
    [
        ({}, "none written"),
        ({"formations": [RESERVE]}, "none written"),
        ({"total": 60}, "right"),
        ({"total": 61}, "wrong"),
        ({"units": [{**LINE, "points": 60}]}, "right"),
        ({"units": [LINE, {**LINE, "points": 60}, LINE]}, "right"),
        ({"formations": [{**RESERVE, "points": 90}, RESERVE]}, "right"),
    ],
)
def test_sums_are_right_only_if_some_are_written(army: Army, keys: dict[str, Any], sums: str) -> None:
    assert army(**keys).verdict.sums == sums


def test_the_verdict_depends_on_what_is_in_the_army(army: Army) -> None:
    legal = army(game_size=400)
    assert legal.legal
    assert legal.verdict.list == "within"
    assert army(units=[], game_size=400).verdict.headline == "Nothing in it yet"
    assert not army(partial=True).legal
    assert army(partial=True).verdict.rules == "partial"
    assert army(house_limits="ignore").verdict.list == "ignored"
    assert not army(game_size=59).legal


def test_findings_that_the_headline_does_not_mention_are_counted(army: Army) -> None:
    report = army(game_size=400)
    assert report.counts == {"error": 0, "warning": 0, "note": 1}
    assert report.other_counts == "1 note"


def test_the_check_code_is_that_of_the_army(army: Army) -> None:
    codes = [army(units=[{**LINE, "size": size}]).check_code for size in (14, 15, 15)]
    assert re.fullmatch(r"(\w{4}-){3}\w{4}", codes[0])
    assert codes[0] != codes[1] == codes[2]


def test_readings_other_than_the_default_are_named(army: Army) -> None:
    general = {"quality": "capable", "roll": {"dice": [4]}}
    diced = army(formations=[{**RESERVE, "commander": general}])
    assert [one.topic for one in diced.basis if one.topic == "dice"]
    assert diced.other_readings == army().other_readings == ()
    (reading,) = army(rulings={"off_board_base": "agreed"}).other_readings
    assert "off-board share" in reading


@pytest.mark.parametrize(
    ("lines", "sums"),
    [
        ("7th Royal Fusiliers, Line infantry, 15 stands, class 3", "none written"),
        ("7th Royal Fusiliers, Line infantry, 15 stands, class 3, 60 points", "right"),
        ("7th Royal Fusiliers, Line infantry, 15 stands, class 3\nTotal 60 points", "right"),
    ],
)
def test_points_of_a_typed_list_are_written_sums(library: Library, lines: str, sums: str) -> None:
    """Sizes are not."""
    (loaded,) = read_raw(lines.encode(), "list.txt", library, ruleset="days_of_empire", army_list="british")
    assert loaded.reading
    assert report_on("list.txt", loaded, library).verdict.sums == sums
