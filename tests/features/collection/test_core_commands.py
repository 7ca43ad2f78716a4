"""`orbat suggest`, `orbat raise`, `orbat lint` and `orbat check` with a collection."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conftest import Run

from orbat.data import folders


def test_suggestions_stay_within_a_collection(orbat: Callable[..., Run], army: Path, tmp_path: Path) -> None:
    owned = tmp_path / "mine.yaml"
    owned.write_text("collection: 1\npieces:\n  - {entry: brit_line, stands: 20}\n", encoding="utf-8")
    names = [
        one["name"]
        for one in json.loads(orbat("suggest", army, "--points", 170, "--owned", owned, "--json").out)["suggestions"]
    ]
    assert "raise 7th Royal Fusiliers to class 3" in names
    assert not [name for name in names if name.startswith(("enlarge", "buy")) and " and reduce" not in name]


def test_no_suggestions_within_a_collection(orbat: Callable[..., Run], army: Path, tmp_path: Path) -> None:
    owned = tmp_path / "mine.yaml"
    owned.write_text("collection: 1\npieces:\n  - {entry: brit_line, stands: 20}\n", encoding="utf-8")
    run = orbat("suggest", army, "--points", 158, "--owned", owned)
    assert run.out.splitlines()[-1] == "No suggestions within your collection."


def test_an_army_raised_from_a_collection_stays_within_it(orbat: Callable[..., Run], tmp_path: Path) -> None:
    owned, file = tmp_path / "owned.yaml", tmp_path / "army.yaml"
    owned.write_text(
        "collection: 1\npieces:\n"
        "  - {name: line, entry: [ru_line, ru_jager], stands: 60}\n"
        "  - {name: Cossacks, entry: ru_don_cossacks, stands: 24}\n"
        "  - {name: guns, kind: field_gun, guns: 9}\n",
        encoding="utf-8",
    )
    wanted = ("raise", "--ruleset", "days_of_empire", "--army", "russian", "--points", "500", "--owned", owned)
    run = orbat(*wanted, "-o", file)
    assert (run.code, run.err) == (0, "")
    units = json.loads(orbat("check", file, "--json").out)["reports"][0]["units"]
    line = sum(unit["size"] for unit in units if unit["entry"] in ("ru_line", "ru_jager"))
    assert 0 < line <= 60
    assert sum(unit["size"] for unit in units if "battery" in unit["entry"]) <= 9
    assert {unit["entry"] for unit in units} <= {"ru_line", "ru_jager", "ru_don_cossacks"} | {
        unit["entry"] for unit in units if "battery" in unit["entry"] or "guns" in unit["entry"]
    }


@pytest.mark.slow
def test_lint_checks_the_users_own_collection_and_check_refuses_it(orbat: Callable[..., Run]) -> None:
    """`orbat lint` without a path includes it; `orbat check` names the right command, also in a folder."""
    own = folders.own() / "collection.yaml"
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text("collection: 1\npieces:\n  - {entry: brit_line, stand: 3}\n", encoding="utf-8")
    run = orbat("lint")
    assert run.code == 1
    assert f"== {own}" in run.out
    assert "line 3, column 24: the key stand is not known here. Did you mean stands?" in run.out
    own.write_text("collection: 1\npieces:\n  - {entry: brit_line, stands: 3}\n", encoding="utf-8")
    assert orbat("lint").code == 0
    run = orbat("check", own)
    assert run.code == 2
    assert "this file is a collection of miniatures" in run.out
    assert "orbat collection shows it" in run.out
    assert f"Skipped: {own}: a collection of miniatures; orbat coll" in orbat("check", own.parent).out
