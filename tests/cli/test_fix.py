"""`orbat check --fix`: automatic fixes are applied and listed; files not fully read are not changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from orbat.cli import fix

Orbat = Callable[..., Any]


def _change(file: Path, before: str, after: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after), encoding="utf-8")


def test_errors_are_fixed_in_turn_and_comments_stay(orbat: Orbat, army: Path) -> None:
    """Class and size are set to allowed values, a line each; the rest of the file is unchanged."""
    _change(army, "game_size", "house_limits: enforce\ngame_size")
    _change(army, "size: 12, rating: 2}", "size: 30, rating: 4}   # big")
    before = army.read_text(encoding="utf-8")
    assert "(run orbat check --fix)" in orbat("check", army).out
    run = orbat("check", army, "--fix")
    assert (run.code, run.err) == (0, "")
    assert "UNT002\n  rating: 4 changed to 3\n" in run.out
    assert "UNT003\n  size: 30 changed to 18\n" in run.out
    after = army.read_text(encoding="utf-8")
    assert after == before.replace("size: 30, rating: 4", "size: 18, rating: 3")
    assert army.with_name("army.yaml.bak").read_text(encoding="utf-8") == before
    assert orbat("check", army).out.startswith("Legal, ")


def test_warnings_and_errors_without_a_fix_stay(orbat: Orbat, army: Path) -> None:
    """An army over its size is not reduced, and points from an earlier data version stay. So do exceeded house
    limits."""
    _change(army, "size: 8,", "size: 19,")
    _change(army, "game_size: 800", "game_size: 150")
    _change(army, "ruleset: days_of_empire\n", "ruleset: days_of_empire@0\n")
    _change(army, "rating: 2}", "rating: 2, points: 40}")
    assert "warning" in next(line for line in orbat("check", army).out.split("\n") if "PTS005" in line)
    before = army.read_bytes()
    run = orbat("check", army, "--fix")
    assert run.code == 1
    assert "no error has an automatic fix" in run.out
    assert army.read_bytes() == before


def test_a_file_not_fully_read_is_not_changed(orbat: Orbat, army: Path) -> None:
    """Saving would lose unknown keys."""
    _change(army, "size: 12, rating: 2}", "size: 30, rating: 2, sise: 12}")
    before = army.read_bytes()
    run = orbat("check", army, "--fix")
    assert run.code == 1
    assert "correct the unreadable parts first" in run.out
    assert "run orbat check --fix" not in orbat("check", army).out
    assert army.read_bytes() == before


@pytest.mark.parametrize("suffix", [".txt", ".md", ".csv", ".pdf"])
def test_only_yaml_and_json_files_are_fixed(orbat: Orbat, army: Path, tmp_path: Path, suffix: str) -> None:
    """Other formats are refused with the command to convert them, also under a .yaml name."""
    file = tmp_path / f"sent{suffix}"
    assert orbat(*(("print", army, "-o", file) if suffix == ".pdf" else ("convert", army, file))).code == 0
    before = file.read_bytes()
    run = orbat("check", file, "--fix")
    assert (run.code, run.out) == (2, "")
    assert "orbat convert" in run.err
    assert file.read_bytes() == before
    if suffix == ".pdf":
        file.rename(tmp_path / "sent.yaml")
        assert orbat("check", tmp_path / "sent.yaml", "--fix").code == 2
        assert (tmp_path / "sent.yaml").read_bytes() == before


def test_fix_refuses_standard_input_and_replaced_values(orbat: Orbat, army: Path) -> None:
    """Standard input cannot be saved. Values replaced for one check must not get into the file."""
    assert orbat("check", "-", "--fix", given=army.read_bytes()).code == 2
    for more in (("--points", "400"), ("--ruleset", "days_of_empire"), ("--army", "british")):
        assert orbat("check", army, "--fix", *more).code == 2


def test_json_stays_json(orbat: Orbat, army: Path) -> None:
    """With --json, the changes are listed on standard error and the report describes the fixed file."""
    _change(army, "size: 12, rating: 2", "size: 12, rating: 4")
    run = orbat("check", army, "--fix", "--json")
    assert "rating: 4 changed to 3" in run.err
    assert json.loads(run.out)["reports"][0]["legal"] is True


def test_the_number_of_fixes_is_limited(orbat: Orbat, army: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fixes made before the limit are kept."""
    monkeypatch.setattr(fix, "MAX_FIXES", 1)
    _change(army, "game_size", "house_limits: enforce\ngame_size")
    _change(army, "size: 12, rating: 2}", "size: 30, rating: 4}")
    run = orbat("check", army, "--fix")
    assert run.code == 1
    assert run.out.count("Fixed: ") == 1
    assert orbat("check", army, "--fix").code == 0
