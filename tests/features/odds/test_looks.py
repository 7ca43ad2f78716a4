"""Snapshots of the odds screen, at two sizes and in both themes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.tui.test_looks import PAIRS, SOUND, STARTER, TO_UNIT, follow

from orbat.data.library import Library
from orbat.pipeline import check
from orbat.tui import storage
from orbat.tui.app import OrbatApp


@pytest.mark.slow
@pytest.mark.parametrize(("size", "theme"), PAIRS, ids=[f"{wide}x{high}-{theme}" for (wide, high), theme in PAIRS])
def test_it_looks_as_it_did(
    size: tuple[int, int],
    theme: str,
    tmp_path: Path,
    library: Library,
    snap_compare: Callable[..., bool],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The screen matches its snapshot."""
    monkeypatch.delenv("NO_COLOR")
    file = tmp_path / SOUND
    file.write_bytes(STARTER.read_bytes())
    storage.save_theme(theme)
    app = OrbatApp(library, check(file, library))
    app.animation_level = "none"
    assert snap_compare(app, terminal_size=size, run_before=lambda pilot: follow(pilot, (TO_UNIT, "O")))
