"""`orbat check --rulings`: the readings that both players agreed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ARMY = """\
orbat: 1
title: Silent readings
ruleset: days_of_empire
army_list: british
game_size: 800
date: 1854-09
{rulings}
formations:
  - level: brigade
    name: 1st Brigade
    commander: {{name: Codrington, quality: capable, roll: {{dice: [4], table: default, result: capable}}}}
    units: [{{name: 7th Royal Fusiliers, entry: brit_line, size: 16, rating: 3}}]
  - level: brigade
    name: 2nd Brigade
    off_board: true
    commander: {{name: Buller, quality: capable, roll: {{dice: [4], table: default, result: capable}}}}
    units: [{{name: 19th, entry: brit_line, size: 16, rating: 3}}]
"""
"""Half of this army is off the board: too much of the points spent, but not of the agreed size."""


@pytest.fixture
def spent(tmp_path: Path) -> Path:
    """The army with the default rulings."""
    path = tmp_path / "spent.yaml"
    path.write_text(ARMY.format(rulings=""), encoding="utf-8")
    return path


@pytest.fixture
def agreed(tmp_path: Path) -> Path:
    """The army with a ruling that makes it legal."""
    path = tmp_path / "agreed.yaml"
    path.write_text(ARMY.format(rulings="rulings: {off_board_base: agreed}"), encoding="utf-8")
    return path


def codes(run: Any) -> set[str]:
    return {one["code"] for report in json.loads(run.out)["reports"] for one in report["findings"]}


def test_a_pair_replaces_the_ruling_of_the_file(orbat: Callable[..., Any], spent: Path, agreed: Path) -> None:
    assert "ARM001" in codes(orbat("check", "--json", spent))
    assert "ARM001" not in codes(orbat("check", "--json", "--rulings", "off_board_base=agreed", spent))
    assert "ARM001" in codes(orbat("check", "--json", "--rulings", "off_board_base=spent", agreed))


def test_rulings_that_were_not_agreed_have_their_default(orbat: Callable[..., Any], agreed: Path) -> None:
    assert "ARM001" in codes(orbat("check", "--json", "--rulings", "margins=printed", agreed))


@pytest.mark.parametrize(
    "text", ["off_board_base: agreed\n", "rulings: {off_board_base: agreed}\n", '{"off_board_base": "agreed"}']
)
def test_rulings_are_read_from_a_file(orbat: Callable[..., Any], spent: Path, text: str) -> None:
    file = spent.with_name("rulings.yaml")
    file.write_text(text, encoding="utf-8")
    assert "ARM001" not in codes(orbat("check", "--json", "--rulings", file, spent))


def test_rulings_are_read_from_an_orbat(orbat: Callable[..., Any], spent: Path, agreed: Path) -> None:
    assert "ARM001" not in codes(orbat("check", "--json", "--rulings", agreed, spent))
    assert "ARM001" in codes(orbat("check", "--json", "--rulings", spent, agreed))


def test_later_rulings_replace_earlier_ones(orbat: Callable[..., Any], spent: Path, agreed: Path) -> None:
    run = orbat("check", "--json", "--rulings", agreed, "--rulings", "off_board_base=spent", spent)
    assert "ARM001" in codes(run)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("off_bord=agreed", "unknown ruling 'off_bord'. Known: battery,"),
        ("off_board_base=half", "unknown choice 'half' of the ruling off_board_base. Known: spent, agreed"),
        ("missing.yaml", "--rulings missing.yaml: the file does not exist"),
    ],
)
def test_an_unknown_ruling_is_refused_in_one_line(
    orbat: Callable[..., Any], spent: Path, value: str, message: str
) -> None:
    run = orbat("check", "--rulings", value, spent)
    assert run.code == 2
    assert message in run.err
    assert run.err.count("\n") == 1


def test_a_file_without_rulings_is_refused(orbat: Callable[..., Any], spent: Path) -> None:
    file = spent.with_name("other.yaml")
    file.write_text("- margins\n", encoding="utf-8")
    run = orbat("check", "--rulings", file, spent)
    assert (run.code, run.err.count("\n")) == (2, 1)
    assert "not a list of rulings" in run.err


def test_an_unknown_ruling_in_an_army_is_still_reported(orbat: Callable[..., Any], spent: Path) -> None:
    spent.write_text(ARMY.format(rulings="rulings: {off_bord: agreed}"), encoding="utf-8")
    before, after = (codes(orbat("check", "--json", *more, spent)) for more in ((), ("--rulings", "margins=printed")))
    assert before == after


def test_a_fix_cannot_use_agreed_rulings(orbat: Callable[..., Any], spent: Path) -> None:
    assert "--fix cannot be combined" in orbat("check", "--fix", "--rulings", "margins=printed", spent).err
