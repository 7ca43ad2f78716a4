"""Paths and links in the documents and project files lead to files that exist."""

from __future__ import annotations

import io
import keyword
import re
import sys
import textwrap
import tokenize
import tomllib
from pathlib import Path

import pytest
import yaml

from orbat.data.library import Library

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "orbat"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


def prose(page: Path) -> str:
    """The text of a page without its blocks of code."""
    return re.sub(r"^ *```.*?^ *```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    heads = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_existing_files_and_headings(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if target.startswith("http"):
            continue
        name, _, heading = target.partition("#")
        other = page.parent / name if name else page
        assert other.exists(), target
        assert not heading or heading in anchors(other), target


def test_the_readme_has_the_number_of_army_lists() -> None:
    table = re.findall(r"^\| \*?([^|*]+)\*? \|[^|]*\| (\d+) \|", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    library = Library(ROOT / "army_lists")
    lists = {ruleset_id: len(library.list_ids(ruleset_id)) for ruleset_id in library.ruleset_ids()}
    rulesets = {
        file.value.title: ruleset_id for ruleset_id in lists if (file := library.ruleset(ruleset_id)) and file.value
    }
    assert {rulesets[title.strip()]: int(number) for title, number in table} == lists


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_named_paths_exist(name: str) -> None:
    """Each path in backticks exists: from the root, in the package, or in a folder of the package named before it.

    NAME in a path stands for a name that the reader chooses.
    """
    page = prose(ROOT / name)
    for line in page.splitlines():
        paths = re.findall(r"`([\w./*-]+(?:\.(?:py|md|toml|yaml|json|tcss)|/))(?::\w+)?`", line)
        folders = [ROOT, PACKAGE]
        for path in paths:
            if "NAME" in path:
                continue
            found = [match for folder in folders for match in folder.glob(path.rstrip("/"))]
            assert found, f"{path}: {line}"
            folders += [match for match in found if match.is_dir()]


def test_paths_in_commands_exist() -> None:
    """Each path in the shell commands of CONTRIBUTING.md exists, unless a recipe creates it."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    shell = " ".join(re.findall(r"^ *```sh\n(.*?)^ *```", page, re.MULTILINE | re.DOTALL))
    paths = set(re.findall(r"(?<![\w/])(?:src|tests|docs|army_lists|templates)(?:/[\w.-]+)*", shell))
    created = {"tests/features/names", "army_lists/muskets"}
    assert [path for path in sorted(paths - created) if not (ROOT / path).exists()] == []


NEW_NAMES = {
    *("even_sizes", "size_even", "painter", "grow_to_full_size", "remarks", "names_command"),
    *("test_full_size_is_the_maximum_of_the_list", "test_remarks_have_a_head", "test_names_of_units_in_order"),
}
"""The names that the recipes introduce."""


def test_recipes_use_existing_names() -> None:
    """Each name in the Python recipes of CONTRIBUTING.md exists in the code or the tests, or is introduced there."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^ *```python\n(.*?)^ *```", page, re.MULTILINE | re.DOTALL)
    used: set[str] = set()
    for block in blocks:
        tokens = tokenize.generate_tokens(io.StringIO(textwrap.dedent(block)).readline)
        used |= {token.string for token in tokens if token.type == tokenize.NAME}
    sources = [path for folder in (PACKAGE, ROOT / "tests") for path in folder.rglob("*.py") if path != Path(__file__)]
    known = {word for path in sources for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    assert used - known - set(keyword.kwlist) == NEW_NAMES - known
    assert used >= NEW_NAMES


def test_distribution_includes_the_project_files() -> None:
    """The source distribution contains everything that the documents and tests need."""
    included = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert [name for name in included if not (ROOT / name).exists()] == []
    assert {page.name for page in ROOT.glob("*.md")} <= set(included)
    assert PROJECT["project"]["license-files"] == ["LICENSE"]


def test_changelog_describes_the_current_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "## [Unreleased]" in changelog
    assert PROJECT["project"]["version"] in changelog


def test_pre_commit_hooks_are_local() -> None:
    """Hooks run the tools of the active environment, as CI does."""
    config = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"repo: (\S+)", config)) == {"local"}
    assert set(re.findall(r"language: (\S+)", config)) == {"system"}


def test_accepted_mutants_exist_and_have_a_reason() -> None:
    """A change of the code may remove what a mutant changed, and then the mutant is no longer accepted."""
    sys.path.insert(0, str(ROOT / ".ci"))
    try:
        from mutants import mutants_of
    finally:
        sys.path.remove(str(ROOT / ".ci"))
    accepted = yaml.safe_load((ROOT / ".ci" / "mutants.yaml").read_text(encoding="utf-8"))["accepted"]
    for file, functions in accepted.items():
        there = {(one.function or "(module)", one.change) for one in mutants_of(file)}
        for function, changes in functions.items():
            assert not {(function, change) for change in changes} - there, f"{file}: no such mutants"
            assert all(isinstance(reason, str) and reason for reason in changes.values()), f"{file}: {function}"
