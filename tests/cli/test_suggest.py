"""`orbat suggest`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from orbat.evaluate.catalogue import UNIT_RULES
from orbat.evaluate.engine import Checker
from orbat.evaluate.rule import RuleResult, UnitCase


class Run(NamedTuple):
    """Result of a run of the program."""

    code: int
    out: str
    err: str


@pytest.fixture
def army(tmp_path: Path, two_brigades: str) -> Path:
    """An ORBAT of 158 points: battalions of 12 stands at 3 points and 8 at 4."""
    file = tmp_path / "army.yaml"
    file.write_text(two_brigades, encoding="utf-8")
    return file


def test_remaining_points_are_spent_best_first(orbat: Callable[..., Run], army: Path) -> None:
    run = orbat("suggest", army, "--points", 170)
    assert run.code == 0
    lines = run.out.splitlines()
    assert lines[0] == "“Light Division”: 158 of 170 points, 12 left"
    assert lines[2] == "To spend the points left:"
    assert "  raise 7th Royal Fusiliers to class 3: +12, leaves 0" in lines
    assert "  enlarge 19th Foot by 3 stands to 11: +12, leaves 0" in lines


def test_an_army_over_its_size_is_reduced(orbat: Callable[..., Run], army: Path) -> None:
    out = orbat("suggest", army, "--points", 150).out
    assert "To meet the agreed size:" in out
    assert "  reduce 19th Foot by 2 stands to 6: -8, leaves 0" in out.splitlines()


def test_fixes_are_listed_under_their_finding(orbat: Callable[..., Run], army: Path, two_brigades: str) -> None:
    army.write_text(two_brigades.replace("size: 12", "size: 40").replace("game_size: 800\n", ""), encoding="utf-8")
    lines = orbat("suggest", army).out.splitlines()
    place = next(number for number, line in enumerate(lines) if "40 stands" in line)
    assert lines[place + 1].startswith("  reduce 7th Royal Fusiliers by ")
    assert lines[place + 1].endswith("in all")


def test_fixes_are_named_by_their_effect(orbat: Callable[..., Run], army: Path, two_brigades: str) -> None:
    army.write_text(two_brigades.replace("rating: 2", "rating: 1"), encoding="utf-8")
    lines = orbat("suggest", army).out.splitlines()
    assert next(line for line in lines if "to class" in line).startswith("  raise 7th Royal Fusiliers to class ")


def test_json_has_the_edits(orbat: Callable[..., Run], army: Path) -> None:
    facts = json.loads(orbat("suggest", army, "--points", 170, "--json").out)
    raised = next(one for one in facts["suggestions"] if one["name"] == "raise 7th Royal Fusiliers to class 3")
    assert (raised["change"], raised["total"], raised["left"], raised["mends"]) == (12, 170, 0, None)
    path = "formations[0].formations[0].units[0]"
    assert raised["edits"] == [{"edit": "set", "path": path, "field": "rating", "value": "3"}]


def test_correct_claims_do_not_affect_suggestions(orbat: Callable[..., Run], army: Path) -> None:
    before = orbat("suggest", army, "--points", 170).out
    orbat("price", army, "--write")
    assert orbat("suggest", army, "--points", 170).out == before


def test_an_unreadable_file_is_reported(orbat: Callable[..., Run], tmp_path: Path) -> None:
    run = orbat("suggest", tmp_path / "none.yaml")
    assert run.code == 2
    assert "does not exist" in run.out


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_rule_failing_only_on_a_suggested_edit_is_reported(
    orbat: Callable[..., Run], army: Path, monkeypatch: pytest.MonkeyPatch, form: tuple[str, ...]
) -> None:
    """Other suggestions are still shown."""
    original = Checker.__init__

    def fails_at_11_stands(case: UnitCase) -> Iterable[RuleResult]:
        if case.unit.size == 11:
            raise ZeroDivisionError("eleven")
        return ()

    rules = tuple(replace(one, check=fails_at_11_stands) if one.code == "UNT003" else one for one in UNIT_RULES)

    def patched(self: Checker, *arguments: object, **named: object) -> None:
        original(self, *arguments, **{"unit_rules": rules, **named})  # type: ignore[arg-type]  # passed on as it came

    monkeypatch.setattr(Checker, "__init__", patched)
    assert orbat("check", army).code == 0
    run = orbat("suggest", *form, army, "--points", 170)
    assert run.code == 3
    assert "raise 7th Royal Fusiliers to class 3" in run.out
    assert "to 11" not in run.out
    [path] = re.findall(r"Internal error, logged to (.+\.log)\. Please report it\.", run.err)
    assert "ZeroDivisionError: eleven" in Path(path).read_text(encoding="utf-8")
    if form:
        assert json.loads(run.out)["unfinished"] is True
