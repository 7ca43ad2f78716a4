"""A list whose long names continue on further lines, so that every text is complete."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from textwrap import wrap

from rich.cells import cell_len
from textual.geometry import Size

from orbat.model.text_words import visible
from orbat.tui.widgets.lines import Line, Lines

MIN_WRAPPED = 20
"""Minimum width of wrapped names, in cells."""


class WrappedLines(Lines):
    """A list of lines with a cursor. Long names are wrapped, not cut."""

    _given: tuple[Line, ...] = ()
    _wrapped_to = 0
    _width = 0
    """The width of the last layout, with the scrollbar."""

    def show(self, lines: tuple[Line, ...], key: Hashable | None = None, heads: tuple[str, ...] = ()) -> None:
        """Replace the lines, and move the cursor to the line with this `key`."""
        self._given = lines
        self._wrap(self.scrollable_content_region.width, key, heads)
        self.refresh(layout=True)

    def _wrap(self, width: int, key: Hashable | None, heads: tuple[str, ...] = ()) -> None:
        self._wrapped_to = width
        super().show(tuple(part for line in self._given for part in self._parts(line)), key, heads)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines after wrapping."""
        # The names are wrapped before the first drawing, so that widgets below the list do not move.
        if width != self._width:
            self._width = width
            self._wrap(width, self.line.key if self.line else None)
        return len(self.lines)

    def on_resize(self) -> None:
        """Wrap the names to the new width."""
        if self.scrollable_content_region.width != self._wrapped_to:
            self._wrap(self.scrollable_content_region.width, self.line.key if self.line else None)
        super().on_resize()

    def _parts(self, line: Line) -> Iterator[Line]:
        first, *others = wrap(visible(line.name), max(MIN_WRAPPED, self._room(line))) or [""]
        yield replace(line, name=first)
        # The rest is indented by two cells, and by the symbol.
        indent = " " * (4 if line.symbol else 2)
        for part in others:
            yield replace(line, name=f"{indent}{part}", symbol="", columns=(), heading=True, continues=not line.heading)

    def _room(self, line: Line) -> int:
        given = [one.columns for one in self._given if one.columns]
        widths = [
            min(most, max((cell_len(visible(row[n])) for row in given if n < len(row)), default=0))
            for n, most in enumerate(self.widths)
        ]
        columns = sum(width + 1 for width in widths if width) if line.columns else 0
        head = self._margin + 2 * line.depth + (2 if line.symbol else 0)
        # one cell at each side of the columns, and the indent of further lines
        return self._wrapped_to - head - columns - 4
