"""What an opponent handed over, as lines of text: the same shape whatever form it came in."""

from __future__ import annotations

from orbat.model.record import Value

TAB_WIDTH = 8
"""So many columns apart are the stops of a tab."""

LEVEL_INDENT = 2
"""So many columns of indent a level of a list counts, and an empty cell before the first that is filled."""


class DocumentLine(Value):
    """A line or a row. `number` is its number in the opponent's own file, and `place` the same in words.

    `text` has no white space at its ends: `indent` is what stood before it, in columns. `cells` are the cells of a
    row, empty ones too, where the file has cells. `heading` is 1 to 6 where the file itself marks a heading, else 0.
    In files of several parts (sheets, pages, codes) `number` counts within the `part`.
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
        """`line 7` or `Sheet1, row 7`: where a person finds it."""
        return self.place or f"line {self.number}"


class DocumentText(Value):
    """All lines, the form they came in (text, table, workbook, document, PDF, picture ...), and what was not read."""

    lines: tuple[DocumentLine, ...]
    form: str
    warnings: tuple[str, ...] = ()
