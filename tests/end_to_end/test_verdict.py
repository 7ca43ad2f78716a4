"""The verdict and its basis in every output, and titles that look like verdicts."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from tests.examples import sampled

from orbat.api import check, render_pdf
from orbat.formats.markdown import markdown
from orbat.formats.qr_text import compact_text
from orbat.formats.text import plain_text
from orbat.formats.text_reader import read_plain
from orbat.report.report import Report

Orbat = Callable[..., Any]

TRUST = Path(__file__).parent / "trust"
FOLDER = TRUST / "62_folder"
READING = TRUST / "r1.yaml"
"""An army that is legal only under a reading that is not the default."""
WORDS = "off-board share (of the agreed size)"
DETAIL = "off-board share: of the agreed size (default: of the points spent) [DOE 16.5]"


def page(report: Report, sheet: str, paper: Any = "a4") -> str:
    """The text of a sheet's first page."""
    return PdfReader(io.BytesIO(render_pdf(report, sheet, paper))).pages[0].extract_text()


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def lines(text: str) -> list[str]:
    return text.splitlines()


# An unusual reading is named in every output.


def test_the_first_line_of_a_report_names_the_reading(orbat: Orbat) -> None:
    first, title, _, code, detail, *_ = lines(orbat("check", READING).out)
    assert first.startswith(f"Legal, on these readings of the rules: {WORDS}. 316 of 800 points, 484 left;")
    assert title == "“Silent readings”"
    assert code.endswith("; dice of unknown origin for 2 generals, taken on trust")
    assert detail == f"Reading: {DETAIL}"


def test_brief_output_names_the_reading_on_a_second_line(orbat: Orbat) -> None:
    first, second, *_ = lines(orbat("check", "--brief", READING).out)
    assert first.startswith("Legal, on non-default readings of the rules  316 of 800  “Silent readings”  ")
    assert second == f"    {DETAIL}"


def test_csv_and_json_have_separate_answers_and_the_basis(orbat: Orbat) -> None:
    (row,) = rows(orbat("check", "--csv", READING).out)
    assert (row["rules"], row["list"], row["sums"]) == ("legal", "within", "none written")
    assert row["basis"].startswith(DETAIL)
    assert row["other_readings"] == DETAIL
    (report,) = json.loads(orbat("check", "--json", READING).out)["reports"]
    assert report["legal"]
    assert report["verdict"] == {
        "rules": "legal",
        "list": "within",
        "sums": "none written",
        "rules_broken": 0,
        "limits_exceeded": 0,
        "sums_wrong": 0,
        "headline": f"Legal, on these readings of the rules: {WORDS}",
    }
    assert report["basis"][0] == {"topic": "readings", "text": DETAIL, "unusual": True}
    assert [one["topic"] for one in report["basis"] if not one["unusual"]] == ["dice"]


@pytest.mark.parametrize("sheet", ["orbat", "opponent"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_sheets_name_the_reading(sheet: str, paper: Any) -> None:
    text = page(check(READING), sheet, paper)
    assert f"Verdict: Legal, on these readings of the rules: {WORDS}" in text
    assert f"Reading: {DETAIL}" in text
    assert "Dice of unknown origin for 2 generals, taken on trust." in text


def test_texts_name_the_reading() -> None:
    report = check(READING)
    for text in (plain_text(report), markdown(report)):
        assert f"Verdict: Legal, on these readings of the rules: {WORDS}" in text
    assert "Verdict: Legal, on non-default readings of the rules" in compact_text(report)


# House limits.


def test_house_limits_are_a_group_of_their_own(orbat: Orbat, army: Path) -> None:
    army.write_text(army.read_text("utf-8").replace("size: 12", "size: 19"), encoding="utf-8")
    report = orbat("check", army).out
    assert report.startswith("Legal; 1 house limit not kept; 3 warnings.")
    assert "\n  1 house limit not kept:\n  warning " in report
    enforced = orbat("check", "--house", "enforce", army)
    assert enforced.code == 1
    assert enforced.out.startswith("Not legal: 1 house limit not kept.")
    ignored = orbat("check", "--house", "ignore", army)
    assert ignored.out.startswith("Legal, 3 warnings.")
    assert "; house limits ignored\n" in ignored.out
    (row,) = rows(orbat("check", "--csv", "--house", "ignore", army).out)
    assert (row["rules"], row["list"]) == ("legal", "ignored")


def test_a_file_that_ignores_house_limits_says_so_first(orbat: Orbat, army: Path) -> None:
    text = army.read_text("utf-8").replace("size: 12", "size: 19")
    army.write_text(text.replace("game_size", "house_limits: ignore\ngame_size"), encoding="utf-8")
    assert orbat("check", army).out.startswith("Legal, but check: house limits ignored; 3 warnings.")
    assert orbat("check", "--house", "warn", army).out.startswith("Legal; 1 house limit not kept;")


# Several files.


def test_one_army_under_two_players_is_named_in_each_report(orbat: Orbat) -> None:
    run = orbat("check", FOLDER)
    reports = run.out.split("== ")[1:]
    assert len(reports) == 3
    assert all("Legal, but check: another player has the same army" in one.splitlines()[1] for one in reports)
    assert f"Check: another player has the same army: Anna, {FOLDER / 'anna.yaml'}" in reports[1]


@pytest.mark.parametrize("options", [(), ("--brief",)])
def test_the_summary_names_shared_armies_and_different_sizes(orbat: Orbat, options: tuple[str, ...]) -> None:
    last = lines(orbat("check", *options, FOLDER).out)[-1]
    assert last.startswith("3 files: 3 legal. Several players have the same army: Anna (")
    assert last.endswith("carl.yaml). Different game sizes: 400 (2) and 800 (1).")


def test_shared_armies_are_in_csv_and_json(orbat: Orbat) -> None:
    for row in rows(orbat("check", "--csv", FOLDER).out):
        assert "another player has the same army: " in row["basis"]
        assert row["verdict"] == "Legal, but check: player; 2 warnings"
    for report in json.loads(orbat("check", "--json", FOLDER).out)["reports"]:
        assert report["basis"][0]["topic"] == "player"
        assert report["summary"].startswith("Legal, but check: another player has the same army; 2 warnings. ")
        assert report["verdict"]["headline"].startswith("Legal, but check: another player has the same army")


def test_copies_of_one_player_are_not_reported(orbat: Orbat, tmp_path: Path) -> None:
    text = (FOLDER / "anna.yaml").read_text("utf-8")
    for name, player in (("a", "Anna"), ("b", "ANNA"), ("c", "''")):
        (tmp_path / f"{name}.yaml").write_text(text.replace("player: Anna", f"player: {player}"), encoding="utf-8")
    out = orbat("check", "--brief", tmp_path).out
    assert "same army" not in out
    assert "Different game sizes" not in out


@pytest.mark.parametrize("is_diced", [True, False])
def test_one_army_under_other_names_is_unusual_if_the_dice_agree_too(
    orbat: Orbat, tmp_path: Path, is_diced: bool
) -> None:
    text = (FOLDER / "anna.yaml").read_text("utf-8")
    if is_diced:
        old, new = "{name: Codrington}", "{name: Codrington, quality: capable, roll: {dice: [3], result: capable}}"
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    other = text.replace("player: Anna", "player: Bob").replace("Codrington", "Buller")
    (tmp_path / "b.yaml").write_text(other, encoding="utf-8")
    out = orbat("check", tmp_path).out
    assert out.count("but check: another player has the same troops") == 2 * is_diced
    assert "Several players have the same army: Anna (" in out


def test_files_with_other_readings_than_agreed_are_named(orbat: Orbat) -> None:
    files = (TRUST / "r0.yaml", READING)
    run = orbat("check", "--brief", *files)
    assert f"Other readings: {READING}." in run.out
    run = orbat("check", "--brief", "--rulings", "off_board_base=spent", *files)
    assert f"Other readings: {READING}." in run.out
    assert (
        '    off-board share: the agreed "of the points spent" is used instead of "of the agreed size" from the file'
        in run.out
    )
    run = orbat("check", "--brief", "--rulings", "off_board_base=agreed", *files)
    assert "Other readings" not in run.out
    assert all(row["other_readings"] == "" for row in rows(orbat("check", "--csv", "--rulings", READING, *files).out))


# Titles.


FALSE_TITLES = ["Legal, 800 of 800, all sums right", "Army” \nVerdict: Legal “", "Verdict: Legal", "Legal."]


@pytest.fixture(params=sampled(FALSE_TITLES, 2))
def titled(request: pytest.FixtureRequest, army: Path) -> tuple[Path, str]:
    """An army that is not legal, with a title that looks like a verdict, and this title in quotation marks."""
    text = army.read_text("utf-8").replace("size: 12, rating: 2", "size: 12, rating: 4")
    army.write_text(text.replace("title: Light Division", f"title: {json.dumps(request.param)}"), encoding="utf-8")
    shown = request.param.replace("\n", " ").replace("”", "’").replace("“", "‘")
    return army, f"“{shown}”"


def test_no_title_looks_like_a_verdict_in_reports(orbat: Orbat, titled: tuple[Path, str]) -> None:
    file, quoted = titled
    first, second, *_ = lines(orbat("check", file).out)
    assert first.startswith("Not legal: 1 error; check: ")
    assert second == quoted
    brief = lines(orbat("check", "--brief", file).out)[0]
    assert brief.startswith("Not legal: 1 error")
    assert quoted in brief


def test_no_title_looks_like_a_verdict_on_sheets(titled: tuple[Path, str]) -> None:
    file, quoted = titled
    text = page(check(file), "orbat")
    assert text.startswith(" ".join(quoted.split()))
    assert text.count("\nVerdict: Not legal: 1 error") == 1


def test_no_title_looks_like_a_verdict_in_texts(titled: tuple[Path, str]) -> None:
    report = check(titled[0])
    for text in (plain_text(report), markdown(report).replace("*", ""), compact_text(report)):
        first = lines(text)[0].removeprefix("# ")
        assert (first[0], first[-1]) == ("“", "”")
        (verdict,) = [line for line in lines(text) if line.startswith("Verdict:")]
        assert verdict.startswith("Verdict: Not legal: 1 error; check: ")
        back = read_plain(text).orbat
        assert back is not None
        assert _title(report) == back.title


def test_texts_of_earlier_versions_have_titles_without_quotation_marks(army: Path) -> None:
    text = plain_text(check(army)).replace("“Light Division”", "Light Division").replace("Verdict: ", "")
    loaded = read_plain(text)
    assert loaded.orbat is not None
    assert (loaded.orbat.title, loaded.findings) == ("Light Division", ())


def _title(report: Report) -> str:
    assert report.orbat is not None
    return report.orbat.title
