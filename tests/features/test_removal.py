"""A feature is optional: without its folder and its name in the table the program works."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("src", "tests", "army_lists", "templates", "pyproject.toml")
QUICK = (
    *("tests/pricing", "tests/validate/test_conformance.py", "tests/validate/test_staff_tables.py"),
    *("tests/sources/test_lint.py", "tests/sources/test_sorts.py", "tests/sources/test_schema.py"),
    *("tests/cli/test_check.py", "tests/cli/test_data_commands.py", "tests/cli/test_print.py"),
    *("tests/outputs/pdf/test_render.py", "tests/tui/test_keys.py", "tests/tui/test_builder.py"),
)
"""Tests of the core that take a minute or two and between them load every table that features add to."""
OF_ALL = "tests/cli/test_data_commands.py::test_the_committed_page_of_codes_is_the_current_one"
"""The page of codes has those of every feature."""


def run(tree: Path, *arguments: str) -> None:
    """Run Python in a copy of the tree."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]


@pytest.mark.slow
@pytest.mark.parametrize("feature", ["odds"])
def test_the_core_works_without_a_feature(feature: str, tmp_path: Path) -> None:
    """The quick tests of the core pass in a copy without the feature, its name in the table and its tests."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "benchmarks"))
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    shutil.rmtree(tmp_path / "src" / "orbat" / "features" / feature)
    shutil.rmtree(tmp_path / "tests" / "features" / feature)
    table = tmp_path / "src" / "orbat" / "registry.py"
    shorter, times = re.subn(rf'(?m)(^FEATURES = .*)"{feature}",? ?', r"\1", table.read_text(encoding="utf-8"))
    assert times == 1
    table.write_text(shorter, encoding="utf-8")
    schemas = tmp_path / "army_lists" / "schema"
    for file in schemas.iterdir():
        file.unlink()
    run(tmp_path, "-c", "from orbat.cli.main import main; main()", "schema", "--to", str(schemas))
    run(tmp_path, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "--deselect", OF_ALL, *QUICK)
