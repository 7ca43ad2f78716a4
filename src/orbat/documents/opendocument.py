"""Read the XML of OpenDocument spreadsheets and texts (LibreOffice, OpenOffice)."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from orbat.data.problem import Problem, unreadable
from orbat.documents.archive import element_events, local_name, read_part
from orbat.documents.line_collector import MAX_CELLS, MAX_COLUMNS, LineCollector, displayable
from orbat.documents.workbook import (
    HIDDEN_SHEET,
    MAX_ROWS,
    MAX_SHEETS,
    NO_VALUE,
    column_letters,
    sheet_limit_warning,
)
from orbat.list_reader.document_text import LEVEL_INDENT, DocumentText

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_CELLS = (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell")
_PARAGRAPHS = (f"{_TEXT}p", f"{_TEXT}h")
_SKIPPED = frozenset({f"{_OFFICE}annotation", f"{_TEXT}tracked-changes", f"{_TEXT}note"})
_REPEATED_ROWS = 1_000
"""Maximum repetitions of a row with text. Empty rows may repeat more often, because they fill the rest of a sheet."""


def is_locked(archive: zipfile.ZipFile) -> bool:
    """Whether the content is encrypted."""
    name = "META-INF/manifest.xml"
    return name in archive.namelist() and b"encryption-data" in archive.read(name)


def read_spreadsheet(archive: zipfile.ZipFile) -> DocumentText | Problem:
    """Read the rows of all sheets, in order."""
    collector = LineCollector("workbook")
    hidden: set[str] = set()
    sheets = 0
    sheet: _Spreadsheet | None = None
    for event, element in element_events(archive, "content.xml"):
        if event == "start":
            if element.tag == f"{_TABLE}table" and sheet is None:
                sheets += 1
                sheet = _Spreadsheet(displayable(element.get(f"{_TABLE}name", f"Sheet{sheets}")), collector)
                if element.get(f"{_TABLE}style-name") in hidden:
                    collector.warn_at(HIDDEN_SHEET, sheet.name)
        elif element.tag == f"{_STYLE}style":
            if any(one.get(f"{_TABLE}display") == "false" for one in element):
                hidden.add(element.get(f"{_STYLE}name", ""))
        elif element.tag == f"{_TABLE}table-row" and sheet is not None:
            if sheets <= MAX_SHEETS:
                sheet.add_row(element)
            element.clear()
        elif element.tag == f"{_TABLE}table":
            sheet = None
            element.clear()
        if collector.full:
            break
    if sheets > MAX_SHEETS:
        collector.warn(sheet_limit_warning(sheets))
    return collector.result(unreadable("is an empty workbook", "Ask for a new copy."))


class _Spreadsheet:
    """Collects the rows of a sheet."""

    def __init__(self, name: str, collector: LineCollector) -> None:
        self.name = name
        self.collector = collector
        self._number = 0
        self._after_empty_row = False

    def add_row(self, element: Element) -> None:
        """Add a row. Repeated rows are added several times."""
        times = _count(element, f"{_TABLE}number-rows-repeated", MAX_ROWS)
        cells = list(self._cells(element))
        if self._number >= MAX_ROWS:
            return
        if not any(cell.strip() for cell in cells):
            self._number += times
            self._after_empty_row = True
            return
        if self._after_empty_row:
            self._put((), self._number)
            self._after_empty_row = False
        for _ in range(min(times, _REPEATED_ROWS)):
            self._number += 1
            self._put(cells, self._number)
        self._number += times - min(times, _REPEATED_ROWS)

    def _put(self, cells: list[str] | tuple[()], number: int) -> None:
        self.collector.add_row(cells, number, part=self.name, place=f"{self.name}, row {number}")

    def _cells(self, row: Element) -> Iterator[str]:
        at = 0
        for cell in row:
            if cell.tag not in _CELLS or at > MAX_CELLS:
                continue
            text = "\n".join(text_of(one) for one in cell if one.tag in _PARAGRAPHS)
            formula = cell.get(f"{_TABLE}formula")
            if formula and not text and cell.get(f"{_OFFICE}value") is None:
                self.collector.warn_at(NO_VALUE, f"{self.name}!{column_letters(at)}{self._number + 1}")
            for _ in range(_count(cell, f"{_TABLE}number-columns-repeated", MAX_CELLS + 1 - at)):
                yield text or cell.get(f"{_OFFICE}value", "")
                at += 1


def _count(element: Element, name: str, maximum: int) -> int:
    value = element.get(name, "1")
    return max(1, min(int(value[:9]) if value.isascii() and value.isdigit() else 1, maximum))


def text_of(element: Element) -> str:
    """Text of a paragraph, including tabs and spaces. Notes and annotations are left out."""
    return "".join(_pieces(element))[: 2 * MAX_COLUMNS]


def _pieces(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if child.tag == f"{_TEXT}s":
            yield " " * _count(child, f"{_TEXT}c", MAX_COLUMNS)
        elif child.tag == f"{_TEXT}tab":
            yield "\t"
        elif child.tag == f"{_TEXT}line-break":
            yield "\n"
        elif child.tag not in _SKIPPED:
            yield from _pieces(child)
        yield child.tail or ""


def read_text_document(archive: zipfile.ZipFile) -> DocumentText | Problem:
    """Read the paragraphs, lists and tables of a text document, in order."""
    collector = LineCollector("document")
    body = read_part(archive, "content.xml").find(f"{_OFFICE}body/{_OFFICE}text")
    if body is not None:
        _TextDocument(collector).add_blocks(body, 0)
    return collector.result(unreadable("is a document without text", "Ask for a new copy."))


class _TextDocument:
    """Collects the blocks of a text document."""

    def __init__(self, collector: LineCollector) -> None:
        self.collector = collector
        self._number = 0
        self._tables = 0

    def add_blocks(self, block: Element, depth: int) -> None:
        """Add the blocks inside a block. `depth` is the number of enclosing lists."""
        for element in block:
            if self.collector.full:
                return
            if element.tag in _PARAGRAPHS:
                self._number += 1
                level = _count(element, f"{_TEXT}outline-level", 6) if element.tag == f"{_TEXT}h" else 0
                for text in text_of(element).split("\n"):
                    place = f"paragraph {self._number}"
                    self.collector.add_line(text, self._number, place=place, indent=LEVEL_INDENT * depth, heading=level)
            elif element.tag == f"{_TABLE}table":
                self._tables += 1
                self._table(element)
            elif element.tag not in _SKIPPED and depth < 20:
                self.add_blocks(element, depth + (local_name(element.tag) == "list"))

    def _table(self, table: Element) -> None:
        for number, row in enumerate(table.iter(f"{_TABLE}table-row"), 1):
            cells = [
                "\n".join(text_of(one) for one in cell.iter() if one.tag in _PARAGRAPHS)
                for cell in row
                if cell.tag in _CELLS
            ]
            self.collector.add_row(
                cells, number, part=f"table {self._tables}", place=f"table {self._tables}, row {number}"
            )
