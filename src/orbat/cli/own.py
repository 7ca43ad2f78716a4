"""What is to be said of a player's own lists: a folder that is not there, a list that is never read."""

from __future__ import annotations

import os
from collections.abc import Iterator

from orbat.sources import places


def remarks() -> Iterator[str]:
    """One line for each thing about the player's own lists that is not as he may think."""
    home, folder = os.environ.get("ORBAT_HOME"), places.own() / "army_lists"
    if home and not folder.is_dir():
        yield f"ORBAT_HOME is {home}, and there is no folder {folder}: no lists of your own are read."
        return
    shipped = places.shipped() / "army_lists"
    for path in sorted(folder.glob("*/*.yaml")):
        if (shipped / path.parent.name / path.name).is_file():
            yield f"{path} is never read: the shipped {path.parent.name}/{path.stem} comes first. Give it another name."
