"""`orbat odds`: output, JSON and errors."""

from __future__ import annotations

import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from orbat.data import folders

Orbat = Any
TEMPLATES = folders.shipped() / "templates" / "orbats"
EMPIRE = TEMPLATES / "days_of_empire" / "historical"
BRITISH, RUSSIAN = EMPIRE / "alma_british.yaml", EMPIRE / "alma_russian.yaml"
MINDEN = TEMPLATES / "honours_of_war" / "historical" / "minden_allied.yaml"
GLORY = TEMPLATES / "days_of_glory" / "historical"
WATERLOO = TEMPLATES / "fast_play_napoleonic" / "historical" / "waterloo_french.yaml"
INCHES_3 = '3"'


def test_the_odds_of_two_brigades(orbat: Orbat, army: Path) -> None:
    """Legend, volleys also per 100 points, bars and morale tests."""
    run = orbat("odds", army)
    assert (run.code, run.err) == (0, "")
    lines = run.out.splitlines()
    assert lines[:3] == [
        "Odds of Light Division",
        "  1 7th Royal Fusiliers: infantry, 12 stands, class 2, rifles, 36 points",
        "  2 19th Foot: infantry, 8 stands, class 3, rifles, 32 points",
    ]
    assert f"  1 {INCHES_3:22}    3   2.00   3.50   3.50   2.50   1.50   1.00" in lines
    assert f"    {'  per 100 points':22}        5.56   9.72   9.72   6.94   4.17   2.78" in lines
    assert "    charge foot in order                67 %  #############" in lines
    assert "    charge foot in order                83 %  #################" in lines
    assert "Close assault" not in run.out


def test_the_odds_against_another_army(orbat: Orbat, army: Path) -> None:
    run = orbat("odds", army, "--against", RUSSIAN)
    assert (run.code, run.err) == (0, "")
    assert "Close assault against" in run.out
    assert "Charging in the open: chance to win; casualties inflicted per 100 points" in run.out
    assert "Charged at fortifications: chance to win; casualties inflicted per 100 points" in run.out


def test_a_forbidden_charge_has_no_number_but_a_reason(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """Foot against hussars: 17.2.4. The hussars may charge."""
    hussars = tmp_path / "hussars.yaml"
    hussars.write_text(
        "orbat: 1\nruleset: days_of_empire\narmy_list: russian\nunits:\n"
        "  - {name: Kiev Hussars, entry: ru_hussars, size: 8, rating: 2}\n",
        encoding="utf-8",
    )
    run = orbat("odds", army, "--unit", "19th Foot", "--against", hussars)
    assert (run.code, run.err) == (0, "")
    lines = run.out.splitlines()
    assert "    charge horse: infantry cannot charge mounted troops [DOE 17.2.4]" in lines
    assert "    Charging in the open, in flank or rear: not allowed: infantry cannot charge" in lines
    assert "    Charged at fortifications: not allowed: cavalry cannot cross fortifications," in lines
    assert not [line for line in lines if line.lstrip().startswith("Charging") and "%" in line]
    assert any(line.lstrip().startswith("Charged in the open") and "%" in line for line in lines)

    data = json.loads(orbat("odds", army, "--unit", "19th Foot", "--against", hussars, "--json").out)
    reason = {"reason": "infantry cannot charge mounted troops", "cites": ["DOE 17.2.4"]}
    assert data["units"][0]["not_allowed"] == [{"what": "charge horse", **reason}]
    own = [one for one in data["charges_not_allowed"] if one["charges"] == "own"]
    assert own == [
        {
            "situations": ["in the open", "in flank or rear"],
            "charges": "own",
            "charger": "19th Foot",
            "defender": "Kiev Hussars",
            **reason,
        }
    ]
    assert all(one["charges"] == "other" for one in data["assaults"])

    grid = orbat("odds", army, "--against", hussars).out.splitlines()
    heading = next(number for number, line in enumerate(grid) if line.startswith("Charged in the open"))
    assert grid[heading + 2].split()[0] == "1"
    assert "%" in grid[heading + 2]
    assert not any(line.startswith("Charging in the open") for line in grid), "no unit of this army may charge"
    assert "no: not allowed" in grid
    assert "    infantry cannot charge mounted troops [DOE 17.2.4]" in grid


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (BRITISH, RUSSIAN),
        (GLORY / "gettysburg_union.yaml", GLORY / "gettysburg_confederate.yaml"),
        (MINDEN, MINDEN),
        (WATERLOO, WATERLOO),
    ],
)
def test_no_line_is_wider_than_a_terminal(orbat: Orbat, first: Path, second: Path) -> None:
    run = orbat("odds", first, "--against", second)
    assert (run.code, run.err) == (0, "")
    assert max(map(len, run.out.splitlines())) <= 80
    assert "\x1b" not in run.out


@pytest.mark.slow
def test_json_has_exact_fractions(orbat: Orbat) -> None:
    data = json.loads(orbat("odds", BRITISH, "--against", RUSSIAN, "--json").out)
    unit = next(one for one in data["units"] if "7th Royal Fusiliers" in one["names"])
    cell = unit["fire"][0]["ranges"][0]["targets"]["Line"]
    assert (cell["expected"], cell["for_100_points"]) == ("13/3", "65/9")
    assert sum(Fraction(one) for one in cell["chances"].values()) == 1
    assert unit["fire"][0]["ranges"][2]["targets"]["Dispersed"] is None
    test = next(one for one in unit["morale"] if one["test"] == "charge foot in order")
    assert test["terms"] == {"Class 3": -1, "Infantry attempting to charge formed units": 2}
    assert (test["score"], test["passes"], test["pieces_for_100_points"]) == (1, "5/6", "125/6")
    assault = data["assaults"][0]
    assert Fraction(assault["charger"]["wins"]) + Fraction(assault["defender"]["wins"]) == 1
    assert sum(Fraction(one) for one in assault["charger"]["outcomes"].values()) == Fraction(assault["charger"]["wins"])
    assert json.loads(orbat("odds", BRITISH, "--json").out)["assaults"] is None


def test_odds_change_no_price_and_no_verdict(orbat: Orbat, army: Path) -> None:
    before = orbat("check", army, "--json").out
    orbat("odds", army)
    assert orbat("check", army, "--json").out == before


def test_usage_errors(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """Different rulesets, two armies on standard input, and an unreadable file."""
    other = orbat("odds", army, "--against", MINDEN)
    assert other.code == 2
    assert "different rulesets: days_of_empire and honours_of_war" in other.err
    assert orbat("odds", "-", "--against", "-").code == 2
    missing = orbat("odds", tmp_path / "none.yaml")
    assert (missing.code, missing.out) == (2, "")
    assert "SRC001" in missing.err


@pytest.mark.slow
def test_a_ruleset_without_odds_is_refused(orbat: Orbat, tmp_path: Path) -> None:
    mine = Path(os.environ["ORBAT_HOME"]) / "army_lists"
    orbat("new-ruleset", mine / "club_rules")
    orbat("new-list", mine / "club_rules", "--name", "blues")
    army = tmp_path / "mine.yaml"
    orbat("new", "--ruleset", "club_rules", "--army", "blues", "--points", 50, "-o", army)
    run = orbat("odds", army)
    assert (run.code, run.out) == (2, "")
    assert "Club rules has no odds" in run.err


@pytest.mark.slow
def test_odds_that_do_not_match_the_tables_are_not_used(orbat: Orbat, tmp_path: Path) -> None:
    mine = Path(os.environ["ORBAT_HOME"]) / "army_lists"
    orbat("new-ruleset", mine / "club_rules")
    orbat("new-list", mine / "club_rules", "--name", "blues")
    odds = mine / "club_rules" / "odds.yaml"
    odds.write_text(
        "odds: 1\nruleset: club_rules\n"
        "morale: {table: nothing, modifier: M, die: [1, 2], tests: [], house: true, note: a try}\n"
    )
    army = tmp_path / "mine.yaml"
    orbat("new", "--ruleset", "club_rules", "--army", "blues", "--points", 50, "-o", army)
    run = orbat("odds", army)
    assert (run.code, run.out) == (2, "")
    assert "unknown table nothing. Run orbat lint" in run.err
    assert "LST016" in orbat("lint", odds).out
    assert "club_rules/odds" not in orbat("lists").out


@pytest.mark.slow
def test_units_without_fire_are_shown_against_another_army(orbat: Orbat) -> None:
    """Cavalry cannot shoot, but is in the grid. An army can fight itself."""
    assert "    shooting: heavy cavalry cannot shoot [FPN Unit Summary]" in orbat("odds", WATERLOO).out.splitlines()
    run = orbat("odds", WATERLOO, "--against", WATERLOO)
    assert ": heavy cavalry, " in run.out
    data = json.loads(orbat("odds", WATERLOO, "--against", WATERLOO, "--json").out)
    assert {one["charges"] for one in data["assaults"]} == {"own", "other"}


def test_only_named_units(orbat: Orbat, army: Path) -> None:
    """By name, path, some words or entry id; several together; identical units separately."""
    legend = "  1 19th Foot: infantry, 8 stands, class 3, rifles, 32 points"
    place = "formations[0].formations[1].units[0]"
    for name in ("19th Foot", "19TH foot", "19th", place):
        run = orbat("odds", army, "--unit", name)
        assert (run.code, run.err) == (0, "")
        assert run.out.splitlines()[1:3] == [legend, ""]
        assert "Fusiliers" not in run.out
    both = orbat("odds", army, "--unit", "19th Foot", "--unit", "7th Royal Fusiliers")
    assert both.out == orbat("odds", army).out == orbat("odds", army, "--unit", "brit_line").out
    rifles = json.loads(orbat("odds", BRITISH, "--unit", "23rd Royal Welch Fusiliers", "--json").out)
    assert [unit["names"] for unit in rifles["units"]] == [["23rd Royal Welch Fusiliers"]]


def test_an_unknown_unit_is_refused_with_the_nearest(orbat: Orbat, army: Path) -> None:
    run = orbat("odds", army, "--unit", "7th Royl Fusileers")
    assert (run.code, run.out) == (2, "")
    assert "unknown unit '7th Royl Fusileers'. Did you mean 7th Royal Fusiliers?" in run.err


def test_a_unit_without_dice_is_refused(orbat: Orbat, army: Path) -> None:
    text = army.read_text(encoding="utf-8")
    army.write_text(text + "units:\n  - {name: The sappers, entry: brit_engineers, size: 2}\n", encoding="utf-8")
    run = orbat("odds", army, "--unit", "The sappers")
    assert (run.code, run.out) == (2, "")
    assert "no odds for The sappers" in run.err


def test_one_unit_against_one_has_a_line_for_each_situation(orbat: Orbat, army: Path, two_brigades: str) -> None:
    """With casualties of both sides; chances equal those in the grid."""
    other = army.with_name("other.yaml")
    other.write_text(two_brigades[: two_brigades.index("      - level: brigade\n        name: 2nd")], encoding="utf-8")
    run = orbat("odds", army, "--against", other, "--unit", "19th Foot")
    rows = [line.split() for line in run.out.splitlines() if line.startswith("    Charg")]
    heads = next(line.split() for line in run.out.splitlines() if "to win" in line)
    assert heads == ["to", "win", "inflicts", "suffers", "per", "100", "points"]
    assault = json.loads(orbat("odds", army, "--against", other, "--unit", "19th Foot", "--json").out)["assaults"]
    assert len(rows) == len(assault)
    own = assault[0]["charger"]
    numbers = [own["inflicts"], assault[0]["defender"]["inflicts"], own["inflicts_for_100_points"]]
    assert assault[0]["situation"] == "in the open"
    assert rows[0][:4] == ["Charging", "in", "the", "open"]
    assert rows[0][6:] == [f"{float(Fraction(one)):.2f}" for one in numbers]
    assert f"{int(rows[0][4])} %" in orbat("odds", army, "--against", other).out
