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

    - `text`: the line without spaces at both ends. `indent`: number of spaces at the start.
    - `number`: line number in the file, or in the sheet, page or QR code that `part` names.
    - `place`: the position in words, such as `Sheet1, row 7`. Empty if `line 7` is enough.
    - `cells`: the cells of a table row, including empty ones.
    - `heading`: level 1 to 6 of a heading, if the file marks headings; otherwise 0.
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
    """Lines of a document. `form`: the kind of document, such as text, table, workbook or PDF.

    `parts`: what the file contains besides the lines, such as comments. `codes`: the text of its QR codes.
    """

    lines: tuple[DocumentLine, ...]
    form: str
    warnings: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    codes: str = ""
