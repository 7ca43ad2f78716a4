"""Writing the list of ORBAT files opened lately. `sources.recent` reads it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from orbat.outputs.files import WriteFailed, write

NAME = "recent.json"
FORMAT = 1


def write_recent(folder: Path, files: Iterable[tuple[Path, datetime]]) -> None:
    """Write the list, newest first. A damaged one must have been set aside before. Raises WriteFailed."""
    entries = [{"path": str(path), "opened": opened.isoformat()} for path, opened in files]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteFailed(f"{folder} cannot be made: {(error.strerror or 'an error').lower()}") from error
    text = json.dumps({"orbat recent": FORMAT, "files": entries}, indent=1)
    write(folder / NAME, text.encode() + b"\n", backup=False)
