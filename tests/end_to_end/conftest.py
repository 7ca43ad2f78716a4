"""Fixtures: check a text, and use a modifiable copy of the shipped data."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from orbat.data import folders
from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.pipeline import report_on
from orbat.report.report import Report

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def examine(library: Library) -> Callable[..., Report]:
    """Load, price and check a text."""

    def run(text: str, using: Library | None = None) -> Report:
        return report_on("the text", read_orbat(text), using or library)

    return run


@pytest.fixture
def copied_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped data that the program uses in its place."""
    folder = tmp_path / "shipped"
    for part in ("army_lists", "templates"):
        shutil.copytree(ROOT / part, folder / part)
    monkeypatch.setattr(folders, "shipped", lambda: folder)
    return folder
