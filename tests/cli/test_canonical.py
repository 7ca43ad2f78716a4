"""`orbat convert --canonical`: names and order of the army list, and quoted points."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Orbat = Callable[..., Any]


def test_equivalent_files_become_identical(orbat: Orbat, army: Path, tmp_path: Path) -> None:
    """A YAML file with a misspelt name and a wrong sum, and the same army as text. The wrong sum is reported."""
    text = army.read_text(encoding="utf-8")
    army.write_text(text.replace("Royal Fusiliers", "Royal Fusileers").replace("rating: 2}", "rating: 2, points: 40}"))
    assert orbat("convert", army, tmp_path / "army.txt").code == 0
    run = orbat("convert", "--canonical", army, tmp_path / "one.yaml")
    assert run.code == 0
    assert "PTS005" in run.err
    assert orbat("convert", "--canonical", tmp_path / "army.txt", tmp_path / "two.yaml").code == 0
    assert orbat("convert", "--canonical", tmp_path / "one.yaml", tmp_path / "three.yaml").code == 0
    one, two, three = ((tmp_path / f"{name}.yaml").read_bytes() for name in ("one", "two", "three"))
    assert one == two == three
    assert b"7th Royal Fusiliers" in one
    assert b"points: 36" in one
    assert b"total: 158" in one


@pytest.mark.slow
def test_a_typed_list_becomes_a_canonical_file(orbat: Orbat, tmp_path: Path) -> None:
    typed = tmp_path / "mail.txt"
    typed.write_text(
        "British\n33rd Foot, 15 stands class 3 with rifles: 58\n7th Fusiliers, 15 stands class 3 with rifles: 60\n"
    )
    run = orbat("convert", "--canonical", typed, "-", "--force")
    assert run.code == 0, run
    assert "points: 60" in run.out
    assert "58" not in run.out
    assert "typed as 58" in run.err
