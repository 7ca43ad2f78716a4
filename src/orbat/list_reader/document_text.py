"""Lines of a document, in the same form for every file format."""

from __future__ import annotations

from orbat.model.part import Part
from orbat.model.record import Value

TAB_WIDTH = 8
"""Distance of tab stops, in columns."""

LEVEL_INDENT = 2
"""Indent, in columns, for one level of a bulleted list or for one empty cell at the start of a row."""


class DocumentLine(Value):
    """A line of a document, or a row of a table.

    `number`: line number in the file, or in its `part` (sheet, page, code). `place`: description of that position.
    `text`: the line without surrounding spaces. `indent`: indent in columns. `cells`: cells of a row, including
    empty ones. `heading`: level 1 to 6 of a heading marked in the file; 0 for other lines.
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
        """Position in words: `line 7` or `Sheet1, row 7`."""
        return self.place or f"line {self.number}"


class DocumentText(Value):
    """Lines of a document, its form (text, table, workbook, document, PDF, picture ...) and warnings.

    `parts`: what the file contains besides the lines.
    """

    lines: tuple[DocumentLine, ...]
    form: str
    warnings: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    codes: str = ""
