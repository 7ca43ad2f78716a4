"""The shipped data for generated armies: proportions and historical ORBATs."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from orbat.data import folders
from orbat.data.data_file import load_data
from orbat.data.text_file import read_text
from orbat.model.orbat import Orbat

if TYPE_CHECKING:
    from orbat.model.raising import Proportions

PROPORTIONS = "raising.yaml"
"""The name of the file with the proportions, in the folder of shipped army lists."""


class RaisingFiles:
    """The data for generating armies of one ruleset, loaded on first use."""

    def __init__(self, ruleset_id: str) -> None:
        self.ruleset_id = ruleset_id

    @property
    def proportions(self) -> Proportions:
        """Numbers that shape every generated army, such as the share of generals in its cost."""
        return _proportions()

    def historical(self, list_id: str) -> tuple[Orbat, ...]:
        """The shipped historical ORBATs of an army list, sorted by file name."""
        return _historical(self.ruleset_id, list_id)


@cache
def _proportions() -> Proportions:
    from orbat.model.raising import Proportions

    file = load_data(folders.shipped() / "army_lists" / PROPORTIONS, Proportions)
    assert file.value is not None, "the linter has checked the shipped file"
    return file.value


@cache
def _historical(ruleset_id: str, list_id: str) -> tuple[Orbat, ...]:
    paths = sorted((folders.templates() / ruleset_id / "historical").glob("*.yaml"))
    files = (load_data(path, Orbat) for path in paths if _is_of_list(path, list_id))
    return tuple(file.value for file in files if file.value)


def _is_of_list(path: Path, list_id: str) -> bool:
    # loading every ORBAT of a ruleset would take seconds
    text = read_text(path)
    return isinstance(text, str) and re.search(rf"^army_list: {re.escape(list_id)}\b", text, re.MULTILINE) is not None
