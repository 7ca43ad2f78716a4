"""Where the data files are: in the wheel, at the root of a checkout, and in the player's own folder."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped() -> Path:
    """The folder that holds the shipped `army_lists` and `templates`."""
    packed = _PACKAGE / "data"
    return packed if (packed / "army_lists").is_dir() else _PACKAGE.parent.parent


def own() -> Path:
    """The player's folder for lists of his own; the environment variable ORBAT_HOME names another."""
    if home := os.environ.get("ORBAT_HOME"):
        return Path(home)
    from platformdirs import user_data_path

    return user_data_path("orbat", appauthor=False)


def state() -> Path:
    """Where the program keeps what it notes for the player: journals, versions, recent files."""
    if home := os.environ.get("ORBAT_HOME"):
        return Path(home) / "state"
    from platformdirs import user_state_path

    return user_state_path("orbat", appauthor=False)


def templates() -> Path:
    """The shipped ORBATs, in a folder for each ruleset."""
    return shipped() / "templates" / "orbats"
