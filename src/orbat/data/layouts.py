"""The sheet layouts: shipped in `templates/sheets`, or the player's own in the folder `sheets`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from orbat.data import folders as data_folders
from orbat.data.data_file import DataFile, load_data
from orbat.model.sheet import Layout, block_names


def folders() -> Iterator[Path]:
    """The folders of sheet layouts: first orbat's, then the player's."""
    yield data_folders.shipped() / "templates" / "sheets"
    # A player's layout replaces a shipped layout with the same id.
    yield data_folders.own() / "sheets"


def layout_files(*given: Path) -> dict[str, DataFile[Layout]]:
    """Load all layouts in the folders `given`, by file name without `.yaml`. By default, load from `folders()`.

    The layouts are sorted by their key `order`. Unusable files come last.
    """
    files = {
        path.stem: load_data(path, Layout) for folder in given or folders() for path in sorted(folder.glob("*.yaml"))
    }
    return dict(sorted(files.items(), key=lambda item: (item[1].value.order if item[1].value else 1 << 20, item[0])))


def has_missing_blocks(file: DataFile[Layout]) -> bool:
    """Whether a shipped layout needs a feature that is not installed."""
    # Such a layout is skipped silently. An unknown block in a player's own layout is an error.
    data = file.document.data if file.document else None
    if file.value or not isinstance(data, dict) or not file.path.is_relative_to(data_folders.shipped()):
        return False
    known = block_names()
    return any(isinstance(one, dict) and one.get("block") not in known for one in data.get("body", ()))
