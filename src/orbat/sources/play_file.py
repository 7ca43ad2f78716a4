"""The file of a game beside that of its ORBAT: `NAME.play.yaml`."""

from __future__ import annotations

from pathlib import Path

from orbat.model.game import Game
from orbat.model.text import PLAYED
from orbat.sources.library import DataFile, load_data


def play_path(orbat: Path) -> Path:
    """Where the game of an ORBAT's file is kept."""
    return orbat.with_name(orbat.stem + PLAYED)


def load_play(path: Path) -> DataFile[Game]:
    """Load a game. Never raises; every problem is a finding."""
    return load_data(path, Game)
