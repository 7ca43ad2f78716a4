"""The words on what was made of a line; those on a difference stand out."""

from __future__ import annotations

import re

from textual.content import Content

from orbat.outputs.safe import visible
from orbat.tui.screens.ask import Words


class Made(Words):
    """Labels and texts in lines, of which other ones can be told."""

    def __init__(self) -> None:
        super().__init__("")

    def tell(self, words: str) -> None:
        """Tell other words."""
        self._lines = [visible(line) for line in words.split("\n")]
        self.refresh(layout=True)

    def render(self) -> Content:
        """The lines, wrapped, with what differs in bold."""
        content = super().render()
        for found in re.finditer(r"^.*≠.*$", content.plain, re.M):
            content = content.stylize("bold", *found.span())
        return content
