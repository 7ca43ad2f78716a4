"""The lines of a document: the same records for every file format."""

from __future__ import annotations

from orbat.model.record import Value

TAB_WIDTH = 8
"""Distance of tab stops, in columns."""

LEVEL_INDENT = 2
"""Indent, in columns, of a list level and of each empty cell at the start of a row."""


class DocumentLine(Value):
    """A line, or a row of a table.

    `number`: line number in the file, or within its `part` (sheet, page, code). `place`: the same in words.
    `text`: the line without white space at its ends. `indent`: its indent, in columns.
    `cells`: the cells of a row, including empty ones. `heading`: 1 to 6 for a heading marked in the file, else 0.
    """

    number: int
    text: str
    cells: tuple[str, ...] = ()
    indent: int = 0
    heading: int = 0
    part: str = ""
    place: str = ""

    @property
    def where(self) -> str:
        """`line 7` or `Sheet1, row 7`."""
        return self.place or f"line {self.number}"


class DocumentText(Value):
    """The lines of a document, its form (text, table, workbook, document, PDF, picture ...) and warnings."""

    lines: tuple[DocumentLine, ...]
    form: str
    warnings: tuple[str, ...] = ()
