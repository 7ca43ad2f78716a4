"""`orbat new-ruleset` and `orbat new-list`."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from orbat.data import folders
from orbat.data.library import Library
from orbat.pipeline import linter

Orbat = Callable[..., Any]
RULESETS = Library(Path(__file__).resolve().parents[2] / "army_lists").ruleset_ids()


@pytest.fixture
def mine() -> Path:
    """Folder of the user's own data files."""
    return Path(os.environ["ORBAT_HOME"]) / "army_lists"


def lint(folder: Path) -> list[str]:
    """Findings of the linter on a folder."""
    return [one.message for _, inner in linter(Library()).lint_all([folder]) for one in inner]


@pytest.mark.slow
def test_a_new_ruleset_and_list_are_usable(orbat: Orbat, mine: Path, tmp_path: Path) -> None:
    """They have no lint findings, are listed, and work in an ORBAT."""
    made = orbat("new-ruleset", mine / "club_rules")
    assert made.code == 0
    assert "Show the contents: orbat lists club_rules" in made.out
    assert f"orbat new-list {mine / 'club_rules'}" in made.out
    listed = orbat("new-list", mine / "club_rules", "--name", "blues")
    assert "orbat new --ruleset club_rules --army blues --points 50 -o mine.yaml" in listed.out
    assert lint(mine) == []
    assert "club_rules/blues: Blues" in orbat("lists").out
    assert orbat("lists", "club_rules").out.startswith("Club rules, ")
    army = tmp_path / "mine.yaml"
    assert orbat("new", "--ruleset", "club_rules", "--army", "blues", "--points", 50, "-o", army).code == 0
    example = army.read_text().replace("    units: []\n", "").replace("    #   - {", "    units:\n      - {")
    army.write_text(example)
    assert "28 of 50 points" in orbat("check", army).out


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_new_list_for_any_ruleset_has_no_findings(orbat: Orbat, mine: Path, ruleset: str) -> None:
    """Every kind of troops has an entry."""
    made = orbat("new-list", mine, "--ruleset", ruleset, "--name", "legion")
    assert made.code == 0, made.err
    assert lint(mine) == []
    entries = orbat("lists", f"{ruleset}/legion").out
    book = Library().ruleset(ruleset)
    assert book
    assert book.value
    for kind_id, kind in book.value.kinds.items():
        offered = any(entry.kind == kind_id for entry in book.value.entries)
        assert (f"legion_{kind_id}:" in entries) == (not (kind.staff or kind.works or offered)), kind_id


def test_the_templates_have_no_findings() -> None:
    assert lint(folders.shipped() / "templates" / "new") == []


@pytest.mark.slow
def test_the_first_line_names_the_schema(orbat: Orbat, mine: Path) -> None:
    """Missing schemas are written there; existing ones stay."""
    orbat("new-ruleset", mine / "club_rules")
    orbat("new-list", mine / "club_rules")
    for file in (mine / "club_rules").glob("*.yaml"):
        line = file.read_text(encoding="utf-8").splitlines()[0]
        assert line.startswith("# yaml-language-server: $schema=")
        assert (file.parent / line.partition("=")[2]).is_file()
    schema = mine / "schema" / "ruleset.schema.json"
    schema.write_text("{}")
    orbat("new-ruleset", mine / "other_rules")
    assert schema.read_text() == "{}"


@pytest.mark.slow
def test_existing_files_are_not_overwritten(orbat: Orbat, mine: Path) -> None:
    orbat("new-ruleset", mine / "club_rules")
    file = mine / "club_rules" / "reference.yaml"
    file.unlink()
    again = orbat("new-ruleset", mine / "club_rules")
    assert (again.code, file.exists()) == (2, False)
    assert "ruleset.yaml already exists; nothing written" in again.err
    orbat("new-list", mine / "club_rules", "--name", "blues")
    assert "blues.yaml already exists" in orbat("new-list", mine / "club_rules", "--name", "blues").err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("new-ruleset",), "give the folder to create, for example "),
        (("new-ruleset", "{mine}/Club Rules!"), "such as club_rules"),
        (("new-ruleset", "{mine}/days_of_empire"), "a shipped ruleset has the id days_of_empire"),
        (("new-list",), "give the folder of the ruleset, for example "),
        (("new-list", "{mine}", "--ruleset", "days_of_empir"), "Did you mean days_of_empire?"),
        (("new-list", "{mine}/nowhere"), "unknown ruleset nowhere"),
        (
            ("new-list", "{mine}/days_of_empire", "--name", "british"),
            "a shipped army list has the id days_of_empire/british",
        ),
        (("new-list", "{mine}/days_of_empire", "--name", "My List"), "such as my_list"),
    ],
)
def test_usage_errors(orbat: Orbat, mine: Path, arguments: tuple[str, ...], message: str) -> None:
    """Nothing is written, and the message says what is allowed."""
    run = orbat(*(one.format(mine=mine) for one in arguments))
    assert run.code == 2
    assert message in run.err.replace("\n", " ")
    assert not mine.exists()


def test_a_folder_elsewhere_must_be_moved(orbat: Orbat, mine: Path, tmp_path: Path) -> None:
    """The message names the folder where orbat finds it."""
    made = orbat("new-ruleset", tmp_path / "drafts" / "club_rules")
    assert f"Move the folder to {mine} to use it in ORBATs." in made.out
    assert orbat("new-list", tmp_path / "drafts" / "club_rules").code == 0
    assert lint(tmp_path / "drafts") == []
