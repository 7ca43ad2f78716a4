"""The folders of data files, both shipped and the player's own."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped() -> Path:
    """The folder that contains the shipped `army_lists` and `templates`."""
    packed = _PACKAGE / "data"
    return packed if (packed / "army_lists").is_dir() else _PACKAGE.parent.parent


def own() -> Path:
    """The folder of the player's own data files. The environment variable ORBAT_HOME can name another folder."""
    if home := os.environ.get("ORBAT_HOME"):
        return Path(home)
    from platformdirs import user_data_path

    return user_data_path("orbat", appauthor=False)


def state() -> Path:
    """The folder for unsaved work, saved versions, recent files and logs."""
    if home := os.environ.get("ORBAT_HOME"):
        return Path(home) / "state"
    from platformdirs import user_state_path

    return user_state_path("orbat", appauthor=False)


def templates() -> Path:
    """The folder of the shipped template ORBATs, with a subfolder for each ruleset."""
    return shipped() / "templates" / "orbats"


def is_own(path: Path) -> bool:
    """Whether a ruleset or army list is the player's own: neither a shipped file nor an exact copy of one."""
    lists = shipped() / "army_lists"
    if path.is_relative_to(lists):
        return False
    original = lists / path.parent.name / path.name
    return not original.is_file() or original.read_bytes() != path.read_bytes()
