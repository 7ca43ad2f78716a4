"""Read the paragraphs and tables of Word documents, in order. Runs no macros and follows no links.

Tracked insertions are read; tracked deletions are not. The text of a text box follows the paragraph to which the box
is anchored.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from xml.etree.ElementTree import Element

from orbat.data.problem import Problem, unreadable
from orbat.documents.archive import main_part, read_part
from orbat.documents.line_collector import STRUCK_OUT, LineCollector
from orbat.list_reader.document_text import LEVEL_INDENT, DocumentText
from orbat.model.record import Value

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STRICT = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
_BOX = f"{_W}txbxContent"
_SKIPPED = frozenset(
    {
        f"{_W}del",
        f"{_W}moveFrom",
        f"{_W}instrText",
        _BOX,
        "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback",
    }
)
_CHARACTERS: Mapping[str, str] = {
    f"{_W}tab": "\t",
    f"{_W}br": "\n",
    f"{_W}cr": "\n",
    f"{_W}noBreakHyphen": "-",
    f"{_W}softHyphen": "",
}
_LIST_STYLE = re.compile(r"list (?:bullet |number |continue )?([2-5])\Z", re.IGNORECASE)
"""Names of Word's built-in styles for list levels 2 to 5, such as `List Bullet 2`. The level is taken from the name,
because the file stores each style as a separate list with one level."""
_TWIPS_PER_COLUMN = 180
"""Indent of one column, in twips (twentieths of a point)."""
_MAX_INDENT = 40
_MAX_DEPTH = 40


class _Style(Value):
    """List level (from 1), heading level and indent of a paragraph, from its style or the paragraph itself."""

    list_level: int = 0
    heading: int = 0
    indent: int = 0


def read_word(archive: zipfile.ZipFile) -> DocumentText | Problem:
    """Read the lines of a Word document."""
    name = main_part(archive, ".main+xml", "word/document.xml")
    collector = LineCollector("document")
    document = _transitional(read_part(archive, name))
    body = document.find(f"{_W}body")
    if body is not None:
        styles = name.rpartition("/")[0] + "/styles.xml"
        known = _styles(_transitional(read_part(archive, styles))) if styles in archive.namelist() else {}
        reader = _WordReader(collector, known)
        reader.add_blocks(body)
    for other in archive.namelist():
        if other.startswith(("word/header", "word/footer", "word/footnotes")) and _has_text(archive, other):
            collector.warn("page headers, page footers and footnotes are not read")
    return collector.result(unreadable("is a document without text", "Ask for a new copy."))


def _transitional(tree: Element) -> Element:
    """Convert a tree to the transitional namespace. Strict documents use another namespace for the same element
    names."""
    for element in tree.iter():
        if isinstance(element.tag, str) and element.tag.startswith(_STRICT):
            element.tag = _W + element.tag.removeprefix(_STRICT)
            element.attrib.update({key.replace(_STRICT, _W): value for key, value in element.attrib.items()})
    return tree


def _has_text(archive: zipfile.ZipFile, name: str) -> bool:
    return any((element.text or "").strip() for element in _transitional(read_part(archive, name)).iter(f"{_W}t"))


def _value(element: Element | None, path: str = ".", name: str = "val") -> str:
    found = element.find(path) if element is not None else None
    return found.get(_W + name, "") if found is not None else ""


def _number(text: str) -> int:
    return int(text[:6]) if text.isascii() and text.isdigit() else 0


def _styles(tree: Element) -> dict[str, _Style]:
    """Paragraph styles by id. Each style inherits the values of the style on which it is based."""
    found: dict[str, _Style] = {}
    for style in tree.iter(f"{_W}style"):
        base = found.get(_value(style, f"{_W}basedOn"), _Style())
        own = _with_properties(base, style.find(f"{_W}pPr"))
        level = _LIST_STYLE.match(_value(style, f"{_W}name"))
        found[style.get(f"{_W}styleId", "")] = replace(own, list_level=int(level[1])) if level else own
    return found


def _with_properties(base: _Style, properties: Element | None) -> _Style:
    if properties is None:
        return base
    list_level, heading, indent = base.list_level, base.heading, base.indent
    numbering = properties.find(f"{_W}numPr")
    if numbering is not None:
        list_level = 0 if _value(numbering, f"{_W}numId") == "0" else _number(_value(numbering, f"{_W}ilvl")) + 1
    if outline := _value(properties, f"{_W}outlineLvl"):
        heading = _number(outline) + 1 if _number(outline) < 6 else 0
    left = _value(properties, f"{_W}ind", "left") or _value(properties, f"{_W}ind", "start")
    if left:
        indent = min(_number(left) // _TWIPS_PER_COLUMN, _MAX_INDENT)
    return _Style(list_level, heading, indent)


class _WordReader:
    """Collects the blocks of a document, and counts paragraphs and tables."""

    def __init__(self, collector: LineCollector, styles: Mapping[str, _Style]) -> None:
        self.collector = collector
        self.styles = styles
        self._paragraphs = 0
        self._tables = 0

    def add_blocks(self, parent: Element, depth: int = 0) -> None:
        """Add the paragraphs and tables inside an element."""
        for block in parent:
            if self.collector.full or depth > _MAX_DEPTH:
                return
            if block.tag == f"{_W}p":
                self._paragraph(block, depth)
            elif block.tag == f"{_W}tbl":
                self._tables += 1
                self._table(block)
            elif block.tag not in _SKIPPED:
                self.add_blocks(block, depth + 1)

    def _paragraph(self, paragraph: Element, depth: int) -> None:
        self._paragraphs += 1
        number, place = self._paragraphs, f"paragraph {self._paragraphs}"
        properties = paragraph.find(f"{_W}pPr")
        base = self.styles.get(_value(properties, f"{_W}pStyle"), _Style())
        style = _with_properties(base, properties)
        indent = LEVEL_INDENT * min(style.list_level, _MAX_DEPTH) or style.indent
        for run in paragraph.iter(f"{_W}rPr"):
            self._warn_of_format(run, place)
        for text in _text(paragraph).split("\n"):
            self.collector.add_line(text, number, place=place, indent=indent, heading=style.heading)
        for box in _boxes(paragraph):
            self.add_blocks(box, depth + 1)

    def _warn_of_format(self, properties: Element, place: str) -> None:
        for name, warning in (("strike", STRUCK_OUT), ("dstrike", STRUCK_OUT), ("vanish", "hidden text is read too")):
            found = properties.find(_W + name)
            if found is not None and found.get(f"{_W}val", "1") not in ("0", "false", "off"):
                self.collector.warn_at(warning, place)

    def _table(self, table: Element) -> None:
        part = f"table {self._tables}"
        for number, row in enumerate(_rows(table), 1):
            self.collector.add_row(list(_cells(row)), number, part=part, place=f"{part}, row {number}")


def _boxes(element: Element) -> Iterator[Element]:
    """Yield each text box in a paragraph once. Word saves every text box twice, as a fallback for older programs."""
    for child in element:
        if child.tag == _BOX:
            yield child
        elif child.tag not in _SKIPPED:
            yield from _boxes(child)


def _rows(table: Element) -> Iterator[Element]:
    """Yield the rows of a table. A nested table becomes text of the cell around it."""
    for child in table:
        if child.tag == f"{_W}tr":
            yield child
        elif child.tag in (f"{_W}sdt", f"{_W}sdtContent", f"{_W}ins", f"{_W}customXml"):
            yield from _rows(child)


def _cells(row: Element) -> Iterator[str]:
    """Yield the cells of a row. A cell that spans several columns is followed by empty cells."""
    for cell in row:
        inner = cell.find(f"{_W}sdtContent/{_W}tc") if cell.tag == f"{_W}sdt" else cell
        if inner is None or inner.tag != f"{_W}tc":
            continue
        yield "\n".join(_text(paragraph) for paragraph in inner.iter(f"{_W}p"))
        span = _number(_value(inner, f"{_W}tcPr/{_W}gridSpan"))
        yield from [""] * (min(span, 20) - 1)


def _text(element: Element) -> str:
    return "".join(_pieces(element))


def _pieces(element: Element) -> Iterator[str]:
    for child in element:
        if child.tag == f"{_W}t":
            yield child.text or ""
        elif child.tag in _CHARACTERS:
            yield _CHARACTERS[child.tag]
        elif child.tag not in _SKIPPED and child.tag != f"{_W}pPr":
            yield from _pieces(child)
