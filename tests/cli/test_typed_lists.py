"""`orbat check` of lists that somebody typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

LISTS = Path(__file__).resolve().parents[1] / "data" / "typed_lists"
Orbat = Callable[..., Any]


def test_a_typed_list_is_priced_and_compared(orbat: Orbat) -> None:
    """The wrong line is an error with both numbers and our sum; what follows from it are notes that name it."""
    run = orbat("check", str(LISTS / "given" / "20_formations.txt"))
    assert run.code == 1
    assert (
        "error   line 5, column 1: 33rd Duke of Wellington: 58 typed, should be 60: 15 stands x (3 class 3 + 1"
        in run.out
    )
    assert (
        "note    line 6, column 1: the subtotal (sub-total): 208 typed, should be 210; explained by line 5" in run.out
    )
    assert "note    line 8, column 1: the total: 343 typed, should be 345; explained by line 5" in run.out


def test_a_difference_is_said_once(orbat: Orbat) -> None:
    """The rules on an ORBAT's own claims are silent where the typed list is compared."""
    run = orbat("check", "--json", str(LISTS / "given" / "20_formations.txt"))
    codes = [finding["code"] for report in json.loads(run.out)["reports"] for finding in report["findings"]]
    differences = ["PTS004", "TXT001", "TXT002", "TXT003", "TXT013"]
    assert sorted(code for code in codes if code[:3] in ("TXT", "PTS")) == differences


def test_what_is_given_stands_in_for_what_is_not_typed(orbat: Orbat, tmp_path: Path) -> None:
    """Ruleset, army list and size from the command line."""
    path = tmp_path / "list.txt"
    path.write_text("Brigade General 30\nGuards, 14 stands, class 4, 70\n", encoding="utf-8")
    given = ("--ruleset", "days_of_empire", "--army", "british", "--points", "400")
    run = orbat("check", "--json", *given, str(path))
    (report,) = json.loads(run.out)["reports"]
    assert (report["army_list"], report["game_size"], report["total"]) == ("british", 400, 100)
    assert [unit["entry"] for unit in report["units"]] == ["brit_foot_guards"]


def test_without_an_army_list_units_are_priced_by_kind(orbat: Orbat) -> None:
    """And the report says that list limits were not checked."""
    run = orbat("check", str(LISTS / "given" / "01_line_totals.txt"))
    assert "187 points" in run.out
    assert "no army list is named, so that list limits were not checked" in run.out


def test_generals_that_nobody_paid_for_are_named(orbat: Orbat) -> None:
    """The total is short by their price."""
    run = orbat("check", str(LISTS / "open" / "13_unpaid_brigadiers.txt"))
    assert "the total: 597 typed, should be 687: the generals on lines 3, 5 and 10 are not included" in run.out


def test_two_armies_in_a_text_are_two_reports(orbat: Orbat) -> None:
    """Each with its own list and sums."""
    run = orbat("check", "--json", str(LISTS / "open" / "07_two_armies.txt"))
    assert [report["army_list"] for report in json.loads(run.out)["reports"]] == ["british", "russian"]


def test_lines_that_are_not_understood_are_listed(orbat: Orbat) -> None:
    """One finding for each, with its text."""
    run = orbat("check", str(LISTS / "open" / "20_choice_of_class.txt"))
    assert "warning line 9, column 1: not understood: 3 of the usual from Kev's box" in run.out


@pytest.mark.parametrize(("text", "says"), [("", "the file is empty"), ("Hi Tom, see you\n", "this is not an ORBAT")])
def test_what_is_no_list_is_refused_as_before(orbat: Orbat, tmp_path: Path, text: str, says: str) -> None:
    """Nothing in it buys anything."""
    path = tmp_path / "mail.txt"
    path.write_text(text, encoding="utf-8")
    run = orbat("check", str(path))
    assert (run.code, says in run.out) == (2, True)


def test_an_unknown_ruleset_is_named(orbat: Orbat, tmp_path: Path) -> None:
    """With those there are."""
    path = tmp_path / "list.txt"
    path.write_text("Guards, 14 stands, class 4, 70\n", encoding="utf-8")
    run = orbat("check", "--ruleset", "days_of_empir", str(path))
    assert "there is no ruleset days_of_empir. Did you mean days_of_empire?" in run.out


def test_a_general_left_out_of_the_only_total_is_named(orbat: Orbat, tmp_path: Path) -> None:
    """The one total under a list of one brigade is the army's, even where it agrees with the brigade's units alone."""
    file = tmp_path / "list.txt"
    units = "7th Royal Fusiliers 15 stands class 3 rifles 60\n33rd Foot 15 stands class 3 rifles 60\n"
    file.write_text(f"British 400 pts\n1st Brigade - General Codrington\n{units}Total 120\n", encoding="utf-8")
    run = orbat("check", file, "--ruleset", "days_of_empire")
    assert run.code == 1
    assert run.out.startswith("30 points too cheap: the general on line 2 is not paid for")
