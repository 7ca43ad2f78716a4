"""The verdict on typed lists: sums, rules and unread lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from orbat.data.library import Library
from orbat.documents.read import read_raw
from orbat.formats.orbat_file import read_orbat
from orbat.pipeline import report_on
from orbat.render.text import sum_lines
from orbat.report.report import Report
from orbat.report.sums import checked_sums, verdict_summary

HEAD = "British, 200 points\nBrigade Codrington 30\n"
FOOT = HEAD + "33rd Foot, 15 stands class 3 with rifles: 60\n7th Foot, 15 stands class 3 with rifles: 60\n"
TWO = """\
British, 400 points

1st Brigade - Sir William Codrington 30
33rd Foot, 15 stands class 3 with rifles: 60
2nd Brigade - George Buller 30
7th Foot, 15 stands class 3 with rifles: 60
19th Foot, 11 stands class 3 with rifles: 44
88th Foot, 12 stands class 3 with rifles: 48

"""

Orbat = Callable[..., Any]


@pytest.fixture
def typed(library: Library) -> Callable[[str], Report]:
    """A function that reports on a typed list."""

    def read(text: str) -> Report:
        (loaded,) = read_raw(text.encode(), "list.txt", library, ruleset="days_of_empire", army_list="british")
        return report_on("list.txt", loaded, library)

    return read


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (FOOT + "Total 150\n", "Legal, 150 of 200, all sums right"),
        (FOOT, "Legal, 150 of 200, all sums right, no total typed"),
        (FOOT.replace("200 points", "") + "Total 150\n", "Legal, 150 points, all sums right"),
        (FOOT.replace("200", "140"), "All sums are right, but 1 rule is broken"),
        (
            FOOT.replace("rifles: 60", "rifles: 48", 1) + "Total 138\n",
            "12 points too cheap: 33rd Foot is typed as 48 instead of 60",
        ),
        (FOOT + "Total 160\n", "10 points too expensive: the total is typed as 160 instead of 150"),
        (
            FOOT.replace("rifles: 60", "rifles: 58", 1).replace("rifles: 60", "rifles: 62") + "Total 150\n",
            "The total is right, but 33rd Foot is typed as 58 instead of 60; 7th Foot is typed as 62 instead of 60",
        ),
        (
            FOOT.replace("200", "140").replace("rifles: 60", "rifles: 59", 1),
            "1 point too cheap: 33rd Foot is typed as 59 instead of 60. 1 rule is broken",
        ),
        (
            TWO.replace("Codrington 30", "Codrington").replace("Buller 30", "Buller") + "TOTAL 212\n",
            "Wrong sums, no rule broken; check: the reading of the list. "
            "60 points too cheap: the typed sum omits the generals on lines 3 and 5",
        ),
    ],
)
def test_verdict_summary(typed: Callable[[str], Report], text: str, says: str) -> None:
    """The summary names the wrong prices, not the sums that are wrong because of them."""
    assert verdict_summary(typed(text)) == says


def test_unread_lines_come_first_in_the_verdict(typed: Callable[[str], Report]) -> None:
    """The verdict then lists their numbers."""
    says = "Legal, but check: line 5 not read; 2 warnings. No wrong sum found, no total typed"
    assert verdict_summary(typed(f"{FOOT}3 of the usual\n")) == says


def test_table_of_typed_and_right_numbers(typed: Callable[[str], Report]) -> None:
    """Numbers that are wrong only because another one is are marked."""
    report = typed(FOOT.replace("rifles: 60", "rifles: 48", 1) + "Total 138\n")
    head, *lines = [line.split() for line in sum_lines(report)]
    assert head == ["line", "typed", "right", "difference", "item"]
    assert ["3", "48", "60", "+12", "33rd", "Foot"] in lines
    assert ["4", "60", "60", "7th", "Foot"] in lines
    assert " ".join(lines[4]) == "5 138 150 +12 the total (caused by another wrong number)"


def test_an_orbat_file_is_checked_by_its_own_claims(library: Library, two_brigades: str) -> None:
    """The summary covers the points of units, subtotals with generals, and the total, or says that none are written."""
    report = report_on("list", read_orbat(two_brigades), library)
    assert verdict_summary(report) == "Legal, 158 of 800, no sums typed"
    wrong = two_brigades.replace("rating: 2}", "rating: 2, points: 40}") + "total: 162\n"
    report = report_on("list", read_orbat(wrong), library)
    assert verdict_summary(report) == "4 points too expensive: 7th Royal Fusiliers is typed as 40 instead of 36"
    assert [one.difference is not None and one.difference.is_cause for one in checked_sums(report)] == [True, False]
    claimed = two_brigades.replace("    name: Light", "    points: 158\n    name: Light").replace(
        "        name: 1st", "        points: 66\n        name: 1st"
    )
    report = report_on("list", read_orbat(claimed + "total: 158\n"), library)
    assert verdict_summary(report) == "Legal, 158 of 800, all sums right"
    report = report_on("list", read_orbat(claimed.replace("points: 66", "points: 36")), library)
    assert verdict_summary(report).startswith(
        "30 points too cheap: the subtotal (1st Brigade) is typed as 36 instead of 66"
    )


@pytest.mark.slow
def test_check_begins_with_the_verdict_and_has_every_sum_in_json(orbat: Orbat, tmp_path: Path) -> None:
    file = tmp_path / "mail.txt"
    file.write_text(FOOT.replace("rifles: 60", "rifles: 48", 1) + "Total 138\n", encoding="utf-8")
    run = orbat("check", file)
    assert run.code == 1
    assert run.out.startswith(
        "Wrong sums, no rule broken. 12 points too cheap: 33rd Foot is typed as 48 instead of 60. 150 of 200 "
        "points, 50 left."
    )
    report = json.loads(orbat("check", file, "--json").out)["reports"][0]
    assert report["summary"] == "12 points too cheap: 33rd Foot is typed as 48 instead of 60"
    wrong = [one for one in report["sums"] if one["difference"]]
    assert [(one["line"], one["typed"], one["comes_to"], one["follows_from"]) for one in wrong] == [
        (3, 48, 60, []),
        (5, 138, 150, [3]),
    ]
    assert report["unread"] == []
    assert {"line", "text", "paths", "how", "rivals"} == set(report["lines"][0])


def test_an_orbat_file_has_its_sums_in_the_verdict_only_if_one_is_wrong(
    orbat: Orbat, tmp_path: Path, two_brigades: str
) -> None:
    file = tmp_path / "army.yaml"
    file.write_text(two_brigades + "total: 158\n", encoding="utf-8")
    assert orbat("check", file).out.startswith("Legal, 3 warnings. 158 of 800 points,")
    file.write_text(two_brigades + "total: 150\n", encoding="utf-8")
    assert orbat("check", file).out.startswith(
        "Wrong sums, no rule broken. 8 points too cheap: the total is typed as 150 instead of 158. 158 of 800 points,"
    )
