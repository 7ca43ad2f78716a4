"""`orbat check` of typed lists."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

LISTS = Path(__file__).resolve().parents[1] / "data" / "typed_lists"
Orbat = Callable[..., Any]


def test_a_typed_list_is_priced_and_compared(orbat: Orbat) -> None:
    """A wrong line is an error with both numbers; its consequences are notes that refer to it."""
    run = orbat("check", str(LISTS / "given" / "20_formations.txt"))
    assert run.code == 1
    assert (
        "error   line 5, column 1: 33rd Duke of Wellington is typed as 58 instead of 60: 15 stands x (3 class 3 + 1"
        in run.out
    )
    assert (
        "note    line 6, column 1: the subtotal (sub-total) is typed as 208 instead of 210; the cause is the mistake on"
        " line 5" in run.out
    )
    assert (
        "note    line 8, column 1: the total is typed as 343 instead of 345; the cause is the mistake on line 5"
        in run.out
    )


@pytest.mark.slow
def test_a_difference_is_reported_once(orbat: Orbat) -> None:
    """The rules on claims do not repeat it."""
    run = orbat("check", "--json", str(LISTS / "given" / "20_formations.txt"))
    codes = [finding["code"] for report in json.loads(run.out)["reports"] for finding in report["findings"]]
    differences = ["PTS004", "TXT001", "TXT002", "TXT003", "TXT013"]
    assert sorted(code for code in codes if code[:3] in ("TXT", "PTS")) == differences


def test_options_supply_what_is_not_typed(orbat: Orbat, tmp_path: Path) -> None:
    """Ruleset, army list and size from the command line."""
    path = tmp_path / "list.txt"
    path.write_text("Brigade General 30\nGuards, 14 stands, class 4, 70\n", encoding="utf-8")
    given = ("--ruleset", "days_of_empire", "--army", "british", "--points", "400")
    run = orbat("check", "--json", *given, str(path))
    (report,) = json.loads(run.out)["reports"]
    assert (report["army_list"], report["game_size"], report["total"]) == ("british", 400, 100)
    assert [unit["entry"] for unit in report["units"]] == ["brit_foot_guards"]


def test_without_an_army_list_units_are_priced_by_kind(orbat: Orbat) -> None:
    """The report says that list limits were not checked."""
    run = orbat("check", str(LISTS / "given" / "01_line_totals.txt"))
    assert "187 points" in run.out
    assert "list limits were not checked" in run.out


def test_generals_that_a_sum_omits_are_listed(orbat: Orbat) -> None:
    """The total lacks their price."""
    run = orbat("check", str(LISTS / "open" / "13_unpaid_brigadiers.txt"))
    assert (
        "the total is typed as 597 instead of 687: the typed number omits the generals on lines 3, 5 and 10" in run.out
    )


@pytest.mark.slow
def test_two_armies_in_a_text_are_two_reports(orbat: Orbat) -> None:
    """Each army has its own list and sums."""
    run = orbat("check", "--json", str(LISTS / "open" / "07_two_armies.txt"))
    assert [report["army_list"] for report in json.loads(run.out)["reports"]] == ["british", "russian"]


def test_unread_lines_are_listed(orbat: Orbat) -> None:
    """Each has a finding with its text."""
    run = orbat("check", str(LISTS / "open" / "20_choice_of_class.txt"))
    assert "warning line 9, column 1: this line is not understood: 3 of the usual from Kev's box" in run.out


@pytest.mark.parametrize(("text", "says"), [("", "the file is empty"), ("Hi Tom, see you\n", "this is not an ORBAT")])
def test_text_without_units_is_refused(orbat: Orbat, tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "mail.txt"
    path.write_text(text, encoding="utf-8")
    run = orbat("check", str(path))
    assert (run.code, says in run.out) == (2, True)


def test_an_unknown_ruleset_is_named(orbat: Orbat, tmp_path: Path) -> None:
    """The message lists the known rulesets."""
    path = tmp_path / "list.txt"
    path.write_text("Guards, 14 stands, class 4, 70\n", encoding="utf-8")
    run = orbat("check", "--ruleset", "days_of_empir", str(path))
    assert "there is no ruleset days_of_empir. Did you mean days_of_empire?" in run.out


def test_a_general_missing_from_the_only_total_is_listed(orbat: Orbat, tmp_path: Path) -> None:
    """A single total below one brigade is the army's, even if it equals that of the brigade's units."""
    file = tmp_path / "list.txt"
    units = "7th Royal Fusiliers 15 stands class 3 rifles 60\n33rd Foot 15 stands class 3 rifles 60\n"
    file.write_text(f"British 400 pts\n1st Brigade - General Codrington\n{units}Total 120\n", encoding="utf-8")
    run = orbat("check", file, "--ruleset", "days_of_empire")
    assert run.code == 1
    assert run.out.startswith(
        "Wrong sums, no rule broken; check: the reading of the list. "
        "30 points too cheap: the typed sum omits the general on line 2"
    )


@pytest.mark.slow
def test_roles_of_lines_and_numbers_are_explained(orbat: Orbat) -> None:
    """Each line has its role; JSON has the roles in any case."""
    file = str(LISTS / "given" / "20_formations.txt")
    run = orbat("check", "--explain-reading", file)
    assert "  line  read as" in run.out
    assert "  line  read as" not in orbat("check", file).out
    (report,) = json.loads(orbat("check", "--json", "--explain-reading", file).out)["reports"]
    assert [line["line"] for line in report["reading"]["lines"]] == [line["line"] for line in report["lines"]]


@pytest.mark.parametrize("other", ["--csv", "--brief"])
def test_roles_need_a_full_report(orbat: Orbat, other: str) -> None:
    run = orbat("check", "--explain-reading", other, str(LISTS / "given" / "20_formations.txt"))
    assert (run.code, "cannot be combined" in run.err) == (2, True)
