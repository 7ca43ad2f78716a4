"""Linting of odds: mismatches with the reference tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from orbat.data.library import Library
from orbat.evaluate.rule import explain
from orbat.features.odds.checks import LINT_RULES
from orbat.formats.orbat_file import read_orbat
from orbat.pipeline import linter

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = ROOT / "army_lists" / "days_of_empire"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a shipped ruleset, its reference tables and odds."""
    folder = tmp_path / SHIPPED.name
    folder.mkdir()
    for name in ("ruleset", "reference", "odds"):
        (folder / f"{name}.yaml").write_bytes((SHIPPED / f"{name}.yaml").read_bytes())
    return folder


def test_a_missing_column_is_an_error(folder: Path) -> None:
    file, library = folder / "odds.yaml", Library(folder.parent)
    assert linter(library).lint(file) == ()
    text = file.read_text(encoding="utf-8")
    assert "modifier: " in text
    file.write_text(text.replace("modifier: ", "modifier: No such ", 1), encoding="utf-8")
    (finding,) = linter(library).lint(file)
    assert (finding.code, finding.severity) == ("LST016", "error")
    assert "No such" in finding.message


@pytest.mark.parametrize(
    ("key", "wrong", "message"),
    [
        ("defender_as: square", "defender_as: hedgehog", "hedgehog is not an ability"),
        ("as: square", "as: hedgehog", "hedgehog is not an ability"),
        ("ruling: dismounting", "ruling: dismount", "dismount is not a ruling"),
        ("over: fortifications", "over: fortification", "fortification is not ground of a prohibition"),
    ],
)
def test_abilities_and_ground_of_the_ruleset_are_known(folder: Path, key: str, wrong: str, message: str) -> None:
    file = folder / "odds.yaml"
    text = file.read_text(encoding="utf-8")
    assert f" {key}\n" in text
    file.write_text(text.replace(f" {key}\n", f" {wrong}\n", 1), encoding="utf-8")
    finding, *_ = linter(Library(folder.parent)).lint(file)
    assert finding.code == "LST016"
    assert message in finding.message


def test_odds_without_reference_tables_are_an_error(folder: Path) -> None:
    (folder / "reference.yaml").unlink()
    found = linter(Library(folder.parent)).lint(folder / "odds.yaml")
    assert [(one.code, one.path) for one in found] == [("LST016", ("ruleset",))]


def test_odds_must_be_named_odds_yaml(folder: Path) -> None:
    file = (folder / "odds.yaml").rename(folder / "chances.yaml")
    found = linter(Library(folder.parent)).lint(file)
    assert any(one.code == "LST009" and "odds.yaml" in one.message for one in found)


def test_odds_read_as_an_orbat_are_named() -> None:
    (finding,) = read_orbat((SHIPPED / "odds.yaml").read_text(encoding="utf-8")).findings
    assert "a ruleset's odds" in finding.message
    assert "orbat lint" in finding.help


def test_the_rule_has_a_full_explanation() -> None:
    for rule in LINT_RULES:
        one = explain(rule.code, rule.title, rule.check.__doc__ or "")
        assert all((one.title, one.checks, one.why, one.example, one.remedy))
