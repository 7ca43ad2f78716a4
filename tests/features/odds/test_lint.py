"""Odds that the reference tables do not bear out are found by the linter."""

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
    """A folder with the odds of a shipped ruleset and what they are read with."""
    folder = tmp_path / SHIPPED.name
    folder.mkdir()
    for name in ("ruleset", "reference", "odds"):
        (folder / f"{name}.yaml").write_bytes((SHIPPED / f"{name}.yaml").read_bytes())
    return folder


def test_a_row_that_the_table_has_not_is_found(folder: Path) -> None:
    file, library = folder / "odds.yaml", Library(folder.parent)
    assert linter(library).lint(file) == ()
    text = file.read_text(encoding="utf-8")
    assert "modifier: " in text
    file.write_text(text.replace("modifier: ", "modifier: No such ", 1), encoding="utf-8")
    (finding,) = linter(library).lint(file)
    assert (finding.code, finding.severity) == ("LST016", "error")
    assert "No such" in finding.message


def test_odds_without_reference_tables_are_found(folder: Path) -> None:
    (folder / "reference.yaml").unlink()
    found = linter(Library(folder.parent)).lint(folder / "odds.yaml")
    assert [(one.code, one.path) for one in found] == [("LST016", ("ruleset",))]


def test_odds_are_in_a_file_of_their_name(folder: Path) -> None:
    file = (folder / "odds.yaml").rename(folder / "chances.yaml")
    found = linter(Library(folder.parent)).lint(file)
    assert any(one.code == "LST009" and "odds.yaml" in one.message for one in found)


def test_read_as_an_orbat_odds_say_what_they_are() -> None:
    (finding,) = read_orbat((SHIPPED / "odds.yaml").read_text(encoding="utf-8")).findings
    assert "a ruleset's odds" in finding.message
    assert "orbat lint" in finding.help


def test_the_rule_is_explained_in_full() -> None:
    for rule in LINT_RULES:
        one = explain(rule.code, rule.title, rule.check.__doc__ or "")
        assert all((one.title, one.checks, one.why, one.example, one.remedy))
