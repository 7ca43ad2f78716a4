"""Spreadsheets and texts of LibreOffice and OpenOffice, read from the XML inside."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from orbat.data.problem import Problem, unreadable
from orbat.documents.archive import elements, local
from orbat.documents.archive import part as part_of
from orbat.documents.line_collector import MAX_CELLS, MAX_COLUMNS, LineCollector, shown
from orbat.documents.workbook import MAX_ROWS, MAX_SHEETS, NO_VALUE, column
from orbat.list_reader.document_text import LEVEL_INDENT, DocumentText

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_STYLE = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_CELLS = (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell")
_PARAGRAPHS = (f"{_TEXT}p", f"{_TEXT}h")
_UNSHOWN = frozenset({f"{_OFFICE}annotation", f"{_TEXT}tracked-changes", f"{_TEXT}note"})
_REPEATED_ROWS = 1_000
"""A row of text that is repeated is read so many times at most; empty rows repeat to the end of every sheet."""


def is_locked(archive: zipfile.ZipFile) -> bool:
    """Whether the content is encrypted."""
    name = "META-INF/manifest.xml"
    return name in archive.namelist() and b"encryption-data" in archive.read(name)


def read_spreadsheet(archive: zipfile.ZipFile) -> DocumentText | Problem:
    """The rows of all sheets, one after the other."""
    gathering = LineCollector("workbook")
    hidden: set[str] = set()
    sheets = 0
    sheet: _Spreadsheet | None = None
    for event, element in elements(archive, "content.xml"):
        if event == "start":
            if element.tag == f"{_TABLE}table" and sheet is None:
                sheets += 1
                sheet = _Spreadsheet(shown(element.get(f"{_TABLE}name", f"Sheet{sheets}")), gathering)
                if element.get(f"{_TABLE}style-name") in hidden:
                    gathering.note("a hidden sheet is read too", sheet.name)
        elif element.tag == f"{_STYLE}style":
            if any(one.get(f"{_TABLE}display") == "false" for one in element):
                hidden.add(element.get(f"{_STYLE}name", ""))
        elif element.tag == f"{_TABLE}table-row" and sheet is not None:
            if sheets <= MAX_SHEETS:
                sheet.row(element)
            element.clear()
        elif element.tag == f"{_TABLE}table":
            sheet = None
            element.clear()
        if gathering.full:
            break
    if sheets > MAX_SHEETS:
        gathering.warn(f"only the first {MAX_SHEETS} of {sheets} sheets are read")
    return gathering.handed(unreadable("is a workbook with nothing in it", "Ask for it again."))


class _Spreadsheet:
    """Follows the rows of a sheet."""

    def __init__(self, name: str, gathering: LineCollector) -> None:
        self.name = name
        self.gathering = gathering
        self._number = 0
        self._empty = False

    def row(self, element: Element) -> None:
        """Take a row as often as it is repeated."""
        times = _count(element, f"{_TABLE}number-rows-repeated", MAX_ROWS)
        cells = list(self._cells(element))
        if self._number >= MAX_ROWS:
            return
        if not any(cell.strip() for cell in cells):
            self._number += times
            self._empty = True
            return
        if self._empty:
            self._put((), self._number)
            self._empty = False
        for _ in range(min(times, _REPEATED_ROWS)):
            self._number += 1
            self._put(cells, self._number)
        self._number += times - min(times, _REPEATED_ROWS)

    def _put(self, cells: list[str] | tuple[()], number: int) -> None:
        self.gathering.row(cells, number, part=self.name, place=f"{self.name}, row {number}")

    def _cells(self, row: Element) -> Iterator[str]:
        at = 0
        for cell in row:
            if cell.tag not in _CELLS or at > MAX_CELLS:
                continue
            text = "\n".join(text_of(one) for one in cell if one.tag in _PARAGRAPHS)
            formula = cell.get(f"{_TABLE}formula")
            if formula and not text and cell.get(f"{_OFFICE}value") is None:
                self.gathering.note(NO_VALUE, f"{self.name}!{column(at)}{self._number + 1}")
            for _ in range(_count(cell, f"{_TABLE}number-columns-repeated", MAX_CELLS + 1 - at)):
                yield text or cell.get(f"{_OFFICE}value", "")
                at += 1


def _count(element: Element, name: str, most: int) -> int:
    said = element.get(name, "1")
    return max(1, min(int(said[:9]) if said.isascii() and said.isdigit() else 1, most))


def text_of(element: Element) -> str:
    """The text of a paragraph, with its tabs and spaces; notes and remarks are left out."""
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
        elif child.tag not in _UNSHOWN:
            yield from _pieces(child)
        yield child.tail or ""


def read_text_document(archive: zipfile.ZipFile) -> DocumentText | Problem:
    """The paragraphs, lists and tables of a text, in order."""
    gathering = LineCollector("document")
    body = part_of(archive, "content.xml").find(f"{_OFFICE}body/{_OFFICE}text")
    if body is not None:
        _Text(gathering).put(body, 0)
    return gathering.handed(unreadable("is a document with no text in it", "Ask for it again."))


class _Text:
    """Follows the blocks of a text."""

    def __init__(self, gathering: LineCollector) -> None:
        self.gathering = gathering
        self._number = 0
        self._tables = 0

    def put(self, block: Element, depth: int) -> None:
        """Gather what stands in a block, which is in so many lists."""
        for element in block:
            if self.gathering.full:
                return
            if element.tag in _PARAGRAPHS:
                self._number += 1
                level = _count(element, f"{_TEXT}outline-level", 6) if element.tag == f"{_TEXT}h" else 0
                for text in text_of(element).split("\n"):
                    place = f"paragraph {self._number}"
                    self.gathering.line(text, self._number, place=place, indent=LEVEL_INDENT * depth, heading=level)
            elif element.tag == f"{_TABLE}table":
                self._tables += 1
                self._table(element)
            elif element.tag not in _UNSHOWN and depth < 20:
                self.put(element, depth + (local(element.tag) == "list"))

    def _table(self, table: Element) -> None:
        for number, row in enumerate(table.iter(f"{_TABLE}table-row"), 1):
            cells = [
                "\n".join(text_of(one) for one in cell.iter() if one.tag in _PARAGRAPHS)
                for cell in row
                if cell.tag in _CELLS
            ]
            self.gathering.row(cells, number, part=f"table {self._tables}", place=f"table {self._tables}, row {number}")
