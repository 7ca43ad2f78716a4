"""Read text with forum codes (BBCode).

Tables become rows of cells, lists become bullets, and all remaining codes are removed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from orbat.documents.line_collector import LineCollector
from orbat.documents.table_spans import SpanGrid, TableCell
from orbat.list_reader.document_text import LEVEL_INDENT

_NAMES = "b|i|u|s|size|color|colour|font|quote|code|url|img|center|left|right|indent|spoiler|h[1-6]"
_CLOSING = re.compile(rf"\[/(?:{_NAMES}|list|table|tr|td|th)\]", re.IGNORECASE)
_STYLE = re.compile(rf"\[/?(?:{_NAMES})(?:=[^\[\]]{{0,200}})?\]", re.IGNORECASE)
_STRUCTURE = re.compile(r"\[(/?)(table|tr|td|th|list|\*)([= ][^\[\]]{0,200})?\]", re.IGNORECASE)
_COLUMNS = re.compile(r"colspan=[\"']?(\d{1,3})|^=(\d{1,3})", re.IGNORECASE)
_ROWS = re.compile(r"rowspan=[\"']?(\d{1,4})|^=\d{1,3},(\d{1,4})", re.IGNORECASE)
_MAX_DEPTH = 20


def has_forum_codes(text: str) -> bool:
    """Whether a text has a closing forum code, such as `[/b]`."""
    return _CLOSING.search(text) is not None


def collect_forum(lines: Sequence[str], clean: Callable[[str], str], collector: LineCollector) -> None:
    """Collect the lines of a text with forum codes. `clean` prepares the text of a line."""
    reader = _ForumReader(collector)
    for number, raw in enumerate(lines, 1):
        if collector.full:
            return
        reader.read_line(_STYLE.sub("", clean(raw)), number, was_empty=not raw.strip())
    reader.end_row()


class _ForumReader:
    def __init__(self, collector: LineCollector) -> None:
        self._collector = collector
        self._grid = SpanGrid()
        self._cells: list[TableCell] | None = None
        """The cells of the open row."""
        self._spans = (1, 1)
        self._in_cell = False
        self._text = ""
        """The text of the open cell or line."""
        self._start = 1
        self._depth = 0

    def read_line(self, line: str, number: int, *, was_empty: bool) -> None:
        last = 0
        has_codes = False
        for found in _STRUCTURE.finditer(line):
            has_codes = True
            self._text += line[last : found.start()]
            self._code(found[2].lower(), found[3] or "", number, closes=bool(found[1]))
            last = found.end()
        self._text += line[last:]
        if self._cells is not None:
            self._text += " "
        elif self._text.strip() or (was_empty and not has_codes):
            self._end_line(number)
        else:
            self._text = ""

    def _code(self, name: str, attributes: str, number: int, *, closes: bool) -> None:
        if name in ("td", "th"):
            if self._cells is None:  # a row whose opening code is missing
                self._start_row(number)
            self._end_cell()
            self._in_cell = not closes
            columns, rows = _COLUMNS.search(attributes), _ROWS.search(attributes)
            self._spans = (_first_number(columns), _first_number(rows))
        elif name == "tr":
            self.end_row()
            if not closes:
                self._start_row(number)
        elif name == "table":
            self.end_row()
            self._grid = SpanGrid()
        elif self._cells is not None:
            self._text += " "
        else:
            if self._text.strip():
                self._end_line(number)
            if name == "*":
                self._text = "• "
            else:
                self._depth = max(0, self._depth + (-1 if closes else 1))

    def _end_line(self, number: int) -> None:
        indent = LEVEL_INDENT * min(max(0, self._depth - 1), _MAX_DEPTH)
        self._collector.add_line(self._text, number, indent=indent)
        self._text = ""

    def _start_row(self, number: int) -> None:
        if self._text.strip():
            self._end_line(number)
        self._cells, self._start, self._text, self._in_cell = [], number, "", False

    def _end_cell(self) -> None:
        if self._in_cell and self._cells is not None:
            self._cells.append(TableCell(" ".join(self._text.split()), *self._spans))
        self._text, self._in_cell = "", False

    def end_row(self) -> None:
        if self._cells is None:
            return
        self._end_cell()
        cells = self._grid.row(self._cells)
        self._cells = None
        if any(cells):
            self._collector.add_row(cells, self._start)


def _first_number(found: re.Match[str] | None) -> int:
    return int(next(filter(None, found.groups()))) if found else 1
