"""What every test relies on: no colours, no player's own folder, the same random examples each time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from orbat.sources.library import Library

settings.register_profile("default", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("default")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def _apart_from_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the player's own lists and terminal out of the tests."""
    monkeypatch.setenv("ORBAT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("ORBAT_DEBUG", raising=False)
    os.environ.setdefault("COLUMNS", "100")


@pytest.fixture(scope="session")
def library() -> Library:
    """The shipped data."""
    return Library(ROOT / "army_lists")
