"""Setting a damaged file aside: it gets another name, is never written over, and the place is free for a new one."""

from __future__ import annotations

from pathlib import Path

from orbat.outputs.files import WriteFailed


def set_aside(path: Path) -> Path:
    """Rename a file to NAME.damaged, NAME.damaged-2 and so on; returns the new name. Raises WriteFailed."""
    try:
        number = 1
        while (aside := path.with_name(f"{path.name}.damaged{f'-{number}' if number > 1 else ''}")).exists():
            number += 1
        return path.rename(aside)
    except OSError as error:
        why = (error.strerror or "an error").lower()
        raise WriteFailed(f"{path} is damaged and cannot be set aside: {why}") from error
