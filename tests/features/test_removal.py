"""Features are optional: the program works without a feature's folder and registration."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from orbat.registry import FEATURES

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("src", "tests", "army_lists", "templates", "docs", "pyproject.toml")
QUICK = (
    *(
        "tests/model/test_book.py",
        "tests/model/test_fields.py",
        "tests/evaluate/test_staff_tables.py",
    ),
    *("tests/data/test_file_kinds.py", "tests/data/test_lint.py", "tests/data/test_schema.py"),
    *("tests/formats/test_every_field.py", "tests/formats/test_yaml_file.py"),
    *("tests/cli/test_check.py", "tests/cli/test_lint.py", "tests/cli/test_print.py", "tests/cli/test_writing.py"),
    *("tests/docs/test_generated.py", "tests/docs/test_sheets.py", "tests/render/pdf/test_render.py"),
    *("tests/tui/commands", "tests/tui/test_keys.py"),
)
"""Tests of the core that take half a minute and load every table that features extend."""


def run(tree: Path, *arguments: str) -> None:
    """Run Python in a copy of the source tree."""
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
@pytest.mark.parametrize("feature", FEATURES)
def test_the_core_works_without_a_feature(feature: str, tmp_path: Path) -> None:
    """The quick core tests pass in a copy without the feature and its tests.

    Schemas are regenerated, because that of sheets lists all blocks. The documentation pages are not.
    """
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
    shutil.rmtree(schemas)
    run(tmp_path, "-c", "from orbat.cli.main import main; main()", "schema", "--to", str(schemas))
    run(tmp_path, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *QUICK)
