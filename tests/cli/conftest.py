"""A small army in a file."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def army(tmp_path: Path, two_brigades: str) -> Path:
    """The file of a division of two brigades: 36 and 32 points of foot, three generals at 30, 158 in all."""
    file = tmp_path / "army.yaml"
    file.write_text(two_brigades, encoding="utf-8")
    return file
