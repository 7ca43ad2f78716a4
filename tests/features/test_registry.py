"""The registry of features: its entries exist, and the core imports no feature."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from tests.tui.test_dialogs import screen_classes

from orbat import registry
from orbat.registry import FEATURES, Feature
from orbat.tui.commands.table import COMMANDS

SOURCE = Path(registry.__file__).resolve().parent
TESTS = Path(__file__).resolve().parents[1]


def codes(item: object) -> Iterator[str]:
    """All "module:attribute" references of a feature."""
    if isinstance(item, str):
        if item.startswith("orbat.") and ":" in item:
            yield item
    elif isinstance(item, dict):
        for inner in item.values():
            yield from codes(inner)
    elif isinstance(item, tuple):
        for inner in item:
            yield from codes(inner)


@pytest.mark.parametrize("feature", FEATURES)
def test_references_of_features_exist(feature: str) -> None:
    own: Feature = registry.load(f"orbat.features.{feature}:FEATURE")
    named = list(codes(own))
    assert named
    assert all(registry.load(code) is not None for code in named)


def test_every_feature_folder_is_registered() -> None:
    folders = {path.parent.name for path in (SOURCE / "features").glob("*/__init__.py")}
    assert folders == set(FEATURES)


def test_only_a_feature_and_its_tests_import_it() -> None:
    """Not even inside functions. Benchmarks and oracles, which measure and check all features, are exempt."""
    for path in (*SOURCE.rglob("*.py"), *TESTS.rglob("*.py")):
        if path.parent.name in ("benchmarks", "oracle"):
            continue
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if "orbat.features" in source else ():
            named = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            named += [one.name for one in node.names] if isinstance(node, ast.Import) else []
            for name in named:
                feature = name.removeprefix("orbat.features.").partition(".")[0]
                if name.startswith("orbat.features"):
                    inside = [
                        folder for folder in (SOURCE, TESTS) if path.is_relative_to(folder / "features" / feature)
                    ]
                    assert inside, f"{path} imports {name}"


SLOW = {"PIL", "highspy", "numpy", "openpyxl", "pypdf", "reportlab", "ruamel", "textual"}
"""Libraries that take long to load."""


def test_a_check_imports_no_feature_code_and_no_slow_library(army: Path) -> None:
    """A check loads only the `__init__` of each feature."""
    script = (
        "import json, sys; from orbat.cli.main import program;"
        f"program.main(['check', {str(army)!r}], standalone_mode=False);"
        "print(json.dumps(list(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = json.loads(run.stdout.splitlines()[-1])
    features = [name for name in loaded if name.startswith("orbat.features.")]
    assert sorted(features) == sorted(f"orbat.features.{name}" for name in FEATURES)
    assert not SLOW & set(loaded)


def test_builder_commands_follow_a_core_command() -> None:
    ids = [command.id for command in COMMANDS]
    assert len(ids) == len(set(ids))
    for one in registry.builder_commands():
        assert ids.index(one.after) < ids.index(one.id)


def test_names_of_features_are_unique() -> None:
    for point in ("commands", "files", "builder_commands", "menu"):
        names = [one[0] for feature in registry.features() for one in getattr(feature, point)]
        assert len(names) == len(set(names)), point
    blocks = [name for feature in registry.features() for name in feature.blocks]
    assert len(blocks) == len(set(blocks))


@pytest.mark.slow
def test_the_core_without_features() -> None:
    """Help, linter and builder commands contain nothing of a feature."""
    script = (
        "from orbat import registry; registry.FEATURES = ()\n"
        "from orbat.cli.main import all_commands\n"
        "from orbat.pipeline import linter\n"
        "from orbat.printing import find_layouts\n"
        "from orbat.data import folders as places\n"
        "from orbat.data.library import Library\n"
        "from orbat.tui.commands.table import COMMANDS\n"
        "library = Library(places.shipped() / 'army_lists')\n"
        "paths = [places.shipped() / name for name in ('army_lists', 'templates/sheets')]\n"
        "found = [str(one) for _, inner in linter(library).lint_all(paths) for one in inner]\n"
        "lists = [one for name in library.ruleset_ids() for one in library.list_ids(name)]\n"
        "print(all_commands(), [one.id for one in COMMANDS], sorted(find_layouts().usable), lists, found, sep='\\n')"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    commands, builder, layouts, lists, found = map(ast.literal_eval, run.stdout.splitlines())
    assert not {*commands} & {*registry.commands()}
    assert not {*builder} & {one.id for one in registry.builder_commands()}
    assert "orbat" in layouts
    assert "record" not in layouts
    assert not {*lists} & {"odds", "reference", "ruleset"}
    assert found == []


@pytest.mark.parametrize("feature", FEATURES)
def test_bursts_are_sent_to_every_screen_of_a_feature(feature: str) -> None:
    """Its `test_dialogs.py` opens each of them."""
    if feature == "serve":
        pytest.importorskip("textual_serve")
    screens = screen_classes(import_module(f"orbat.features.{feature}"))
    if screens:
        assert {*import_module(f"tests.features.{feature}.test_dialogs").OPENED} == screens
