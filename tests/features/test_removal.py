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
    *("tests/model", "tests/pricing", "tests/validate", "tests/staff"),
    *("tests/sources/test_lint.py", "tests/sources/test_sorts.py", "tests/sources/test_schema.py"),
    *("tests/cli/test_check.py", "tests/cli/test_data_commands.py", "tests/cli/test_print.py"),
    *("tests/outputs/test_orbat_yaml.py", "tests/outputs/pdf/test_render.py"),
    *("tests/tui/test_keys.py", "tests/tui/test_builder.py", "tests/tui/test_narrow.py"),
)
"""Tests of the core that take a minute or two and between them load every table that features add to."""


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
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *QUICK],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-5000:] + run.stderr[-2000:]
