"""`orbat raise`: output, files and errors."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Orbat = Callable[..., Any]
RAISE = ("raise", "--ruleset", "days_of_empire", "--army", "french", "--points", "400")


def test_an_army_is_shown_with_prices_and_proof(orbat: Orbat) -> None:
    run = orbat(*RAISE)
    assert run.code == 0
    assert run.err == ""
    assert run.out.startswith("“French, 400 points”\n")
    assert "400 of 400 points, none left. Exactly the agreed points." in run.out


def test_a_written_army_has_claims_and_versions_and_is_legal(orbat: Orbat, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    run = orbat(*RAISE, "--date", "1854-09", "-o", file)
    assert (run.code, run.err) == (0, "")
    assert f"Written: {file}" in run.out
    text = file.read_text(encoding="utf-8")
    assert "ruleset: days_of_empire@" in text
    assert "total: 400" in text
    report = json.loads(orbat("check", file, "--json").out)["reports"][0]
    assert (report["legal"], report["total"]) == (True, 400)
    assert all(unit["claimed"] == unit["points"] for unit in report["units"])


@pytest.mark.slow
def test_a_chosen_date_is_reported(orbat: Orbat) -> None:
    chosen = orbat(*RAISE, "--seed", "3", "--json")
    date = str(json.loads(chosen.out)["orbat"]["date"])
    assert date[:4] in ("1854", "1855", "1856")
    output = orbat(*RAISE, "--seed", "3").out
    assert "The whole army is available in " in output
    assert date[:4] in output.partition("The whole army is available in ")[2]
    exact = orbat(*RAISE, "--date", "1855-06", "--theatre", "crimea").out
    assert "The whole army is available" not in exact


def test_an_existing_file_is_not_overwritten(orbat: Orbat, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("mine", encoding="utf-8")
    run = orbat(*RAISE, "-o", file)
    assert run.code == 2
    assert "already exists" in run.err
    assert file.read_text(encoding="utf-8") == "mine"


def test_json_has_the_army_the_report_and_the_proof(orbat: Orbat) -> None:
    facts = json.loads(orbat(*RAISE, "--style", "elite", "--seed", "4", "--json").out)
    assert facts["raised"] is True
    assert (facts["points"], facts["wished"], facts["most"]) == (400, 400, 400)
    assert (facts["style"], facts["seed"]) == ("elite", 4)
    assert facts["report"]["legal"] is True
    assert facts["orbat"]["army_list"].startswith("french@")


def test_the_seed_determines_the_army(orbat: Orbat) -> None:
    first, again, other = (orbat(*RAISE, "--seed", seed).out for seed in ("1", "1", "2"))
    assert first == again
    assert first != other


def test_without_the_solver_the_command_names_the_package(orbat: Orbat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    run = orbat("raise", "--ruleset", "days_of_empire", "--army", "british", "--points", 400)
    assert (run.code, run.out) == (2, "")
    assert run.err == (
        "Error: generated armies need a package that is not installed; run: pip install 'orbat[raise]'.\n"
    )


def test_conflicting_requirements_are_listed(orbat: Orbat) -> None:
    run = orbat(*RAISE, "--must", "3 fr_cuirassiers")
    assert run.code == 2
    assert "These requirements cannot be met together:" in run.err
    assert "required: 3 fr_cuirassiers" in run.err
    assert "Cuirassiers (6th and 9th): at most 2" in run.err
    facts = json.loads(orbat(*RAISE, "--must", "3 fr_cuirassiers", "--json").out)
    assert facts["raised"] is False
    assert len(facts["conflict"]) == 2


def test_like_uses_the_entries_of_another_army(orbat: Orbat, tmp_path: Path) -> None:
    file = tmp_path / "other.yaml"
    orbat(*RAISE, "--style", "cavalry", "-o", file)
    run = orbat(*RAISE, "--like", file, "--seed", "9", "--json")
    entries = {unit["entry"] for unit in json.loads(run.out)["report"]["units"]}
    others = {unit["entry"] for unit in json.loads(orbat("check", file, "--json").out)["reports"][0]["units"]}
    assert len(entries & others) >= len(others) - 1


def test_warnings_about_the_army_are_shown(orbat: Orbat, tmp_path: Path) -> None:
    wanted = ("raise", "--army", "russian", "--ruleset", "days_of_empire", "--points", "400", "--date", "1855-08")
    run = orbat(*wanted, "--must", "6 ru_reserve", "--must", "6 ru_opolchenie", "-o", tmp_path / "army.yaml")
    assert run.code == 0
    output = run.out.partition("Exactly the agreed points.")[2]
    assert "warning" in output
    assert "Jäger (yeger) battalion" in " ".join(output.split())
    assert "diced" not in output


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (("--must", "2 hobbits"), "the French list has no hobbits"),
        (("--army", "martian"), "martian"),
        (("--like", "nowhere.yaml"), "nowhere.yaml"),
        (("--style", "pretty"), "pretty"),
    ],
)
def test_usage_errors(orbat: Orbat, wrong: tuple[str, ...], says: str) -> None:
    run = orbat(*RAISE, *wrong)
    assert run.code == 2
    assert says in run.err


def test_a_chosen_theatre_is_reported(orbat: Orbat) -> None:
    """Lists with one theatre give no choice."""
    wanted = ("raise", "--army", "russian", "--ruleset", "days_of_empire", "--points", "400", "--date", "1855-05")
    assert "The whole army is available in May 1855 (" in orbat(*wanted).out
    assert "The whole army is available" not in orbat(*wanted, "--theatre", "asia").out
    of_a_year = orbat(*wanted[:-1], "1855", "--theatre", "asia").out
    assert "Month chosen within 1855: " in of_a_year
    assert "The whole army is available in " in of_a_year


def test_a_theatre_that_the_list_does_not_have_is_refused(orbat: Orbat) -> None:
    run = orbat("raise", "--army", "russian", "--ruleset", "days_of_empire", "--points", "400", "--theatre", "asja")
    assert run.code == 2
    assert "no theatre asja; its theatres: danube, crimea, asia or baltic. Did you mean asia?" in run.err
    none = orbat("raise", "--army", "portugal_1808_14", "--points", "100", "--theatre", "asia")
    assert none.code == 2
    assert "has no theatres" in none.err


def test_the_style_is_explained_in_one_line(orbat: Orbat) -> None:
    run = orbat(*RAISE, "--style", "guns", "--date", "1855-06")
    assert "Guns, many batteries: foot " in run.out
