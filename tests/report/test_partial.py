"""An ORBAT without its reserves says that it is part of an army, in every format, and gets no verdict on points."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from orbat.data.library import Library
from orbat.documents.read import read_raw
from orbat.formats.orbat_file import read_orbat
from orbat.formats.qr_text import compact_text
from orbat.model.sheet import PrintOptions
from orbat.pipeline import convert, report_on
from orbat.printing import layouts, print_sheets
from orbat.report.outcome import brief_outcome, summary_line
from orbat.report.redacted import without_reserves
from orbat.report.report import Report

Army = Callable[..., Report]
PART = "Part of an army: troops are not shown"


def brigade(name: str, sizes: tuple[int, ...], **keys: Any) -> dict[str, Any]:
    units = [{"name": f"{name} {at}", "entry": "brit_line", "size": size, "rating": 3} for at, size in enumerate(sizes)]
    return {"level": "brigade", "name": name, "commander": {"name": name}, "units": units, **keys}


@pytest.fixture(scope="module")
def army(library: Library) -> Army:
    """An army with the given brigades."""

    def report(*brigades: dict[str, Any], **keys: Any) -> Report:
        data = {"orbat": 1, "title": "Army", "ruleset": "days_of_empire", "army_list": "british", "date": "1854-09"}
        return report_on("a.yaml", read_orbat(json.dumps({**data, "formations": brigades, **keys})), library)

    return report


@pytest.fixture(scope="module")
def whole(army: Army) -> Report:
    """An army whose reserves are most of it, and over its size."""
    reserve = brigade("Reserve", (18, 18, 18, 18), off_board=True, points=318)
    return army(brigade("Line", (15, 15)), reserve, game_size=400, total=468)


def test_the_shown_part_says_that_troops_are_left_out(whole: Report) -> None:
    shown = without_reserves(whole)
    assert shown.orbat is not None
    assert (shown.orbat.partial, shown.orbat.total, shown.points) == (True, None, "150 points shown, 400 agreed")
    assert shown.verdict == whole.verdict
    assert shown.verdict.headline.startswith("Not legal: 2 errors")
    assert not shown.basis


def test_an_army_without_reserves_is_not_a_part(army: Army) -> None:
    report = army(brigade("Line", (15, 15)))
    assert without_reserves(report) is report


@pytest.mark.parametrize("suffix", [".yaml", ".json", ".txt", ".md", ".csv", ".qr"])
def test_every_format_keeps_that_troops_are_left_out(whole: Report, library: Library, suffix: str) -> None:
    shown = report_on("a.yaml", read_orbat(convert(without_reserves(whole), ".yaml")), library)
    text = compact_text(shown) if suffix == ".qr" else convert(shown, suffix)
    assert "250" not in text, "the remaining points"
    (loaded,) = read_raw(text.encode(), f"army{suffix.replace('.qr', '.txt')}", library)
    again = report_on("again", loaded, library)
    assert again.verdict.headline == PART
    assert (again.legal, again.verdict.rules) == (False, "partial")
    assert not [one.code for one in again.findings if one.code.startswith(("PTS", "ARM"))]


def test_the_sheet_and_its_attachment_say_that_troops_are_not_shown(whole: Report, library: Library) -> None:
    raw = print_sheets(whole, [layouts()["opponent_hidden"]], PrintOptions(), library)
    (loaded,) = read_raw(raw, "sheet.pdf", library)
    assert "Troops are not shown. The verdict is on the whole army." in loaded.pages[0]
    again = report_on("sheet.pdf", loaded, library)
    assert again.verdict.headline == PART
    assert not [one for one in again.findings if one.code.startswith("TXT")]
    assert [(item.topic, item.unusual) for item in again.basis if item.unusual] == [("hidden", True)]


@pytest.mark.parametrize(("size", "codes"), [(150, []), (149, ["PTS001"])])
def test_a_part_that_exceeds_the_size_is_an_error(army: Army, size: int, codes: list[str]) -> None:
    report = army(brigade("Line", (15, 15)), partial=True, game_size=size)
    assert [one.code for one in report.findings if one.severity == "error"] == codes
    assert report.verdict.headline.startswith("Not legal: 1 error" if codes else PART)


def test_shares_and_minimums_of_the_whole_army_are_not_checked(army: Army) -> None:
    """16.5: at most a third is off the board. The part off the board may be that of a larger army."""
    brigades = (brigade("Line", (8,)), brigade("Reserve", (18, 18), off_board=True))
    assert "ARM001" in {one.code for one in army(*brigades).findings}
    assert "ARM001" not in {one.code for one in army(*brigades, partial=True).findings}


def test_other_doubts_follow_the_head_and_errors_replace_it(army: Army) -> None:
    ruled = army(brigade("Line", (15,)), partial=True, rulings={"off_board_base": "agreed"})
    assert ruled.verdict.headline.startswith(f"{PART}, on these readings of the rules: ")
    broken = army(brigade("Line", (15,), commander=None), partial=True)
    assert broken.verdict.headline.startswith("Not legal: 1 error; check: troops that are not shown")


def test_a_summary_counts_parts_of_armies(army: Army) -> None:
    outcomes = [brief_outcome(army(brigade("Line", (15,)), partial=True)), brief_outcome(army(brigade("Line", (15,))))]
    assert summary_line(outcomes) == "2 files: 1 legal, 1 part of an army."
