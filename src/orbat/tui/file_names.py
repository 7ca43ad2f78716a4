"""The names of files that a player types."""

from __future__ import annotations

import os
from pathlib import Path


def is_there(file: Path) -> bool:
    """Whether there is something of that name; there is nothing of a name that cannot be."""
    return os.path.lexists(file)


def file_named(text: str, folder: Path, suffix: str) -> Path:
    """The file that was typed; one without an ending gets the usual one. Raises ValueError."""
    file = folder / os.path.expanduser(text.strip())  # noqa: PTH111  # Path.expanduser raises for unknown people
    if not text.strip() or not file.name:
        raise ValueError("Type the name of a file.")
    if os.path.isdir(file):  # noqa: PTH112  # Path.is_dir raises for some names before Python 3.12
        raise ValueError(f"{file} is a folder: type the name of a file in it.")
    return file if _is_ending(file.suffix) else file.with_name(file.name + suffix)


def _is_ending(suffix: str) -> bool:
    """Whether what stands behind a name's last stop is an ending: `.5` of a date is none, nor are words."""
    return suffix[1:2].isalpha() and suffix[1:].isalnum()
