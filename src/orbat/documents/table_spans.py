"""Align the cells of HTML and wiki tables, in which a cell can span several columns or rows."""

from __future__ import annotations

from collections.abc import Iterable

from orbat.documents.line_collector import MAX_CELLS
from orbat.model.record import Value

MAX_SPAN = 1_000
"""Maximum number of rows that a cell can span."""


class TableCell(Value):
    """A cell and the number of columns and rows that the cell spans."""

    text: str
    columns: int = 1
    rows: int = 1


class SpanGrid:
    """Aligns the cells of a table to columns."""

    # The text of a cell that spans several columns or rows is only at the top left, so that a price in it is read only
    # once.
    def __init__(self) -> None:
        self._rows_below: dict[int, int] = {}
        """The number of further rows that a cell above covers, by column."""

    @property
    def covers_first(self) -> bool:
        """Whether a cell from an earlier row extends into the first column of the next row."""
        return 0 in self._rows_below

    def row(self, cells: Iterable[TableCell]) -> list[str]:
        """The texts of the next row, by column."""
        texts: list[str] = []
        below: dict[int, int] = {}
        for cell in cells:
            self._skip_covered(texts)
            first = len(texts)
            if first > MAX_CELLS:
                break
            width = min(max(cell.columns, 1), MAX_CELLS)
            texts += [cell.text, *[""] * (width - 1)]
            if cell.rows > 1:
                below |= dict.fromkeys(range(first, first + width), min(cell.rows, MAX_SPAN) - 1)
        self._skip_covered(texts)
        self._rows_below = {column: rows - 1 for column, rows in self._rows_below.items() if rows > 1} | below
        return texts

    def _skip_covered(self, texts: list[str]) -> None:
        while len(texts) in self._rows_below:
            texts.append("")
