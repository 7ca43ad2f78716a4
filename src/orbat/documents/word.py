"""Documents of Word, read from the XML inside: paragraphs and tables in order. No macro is run, no link followed.

What was inserted while changes were tracked is read, what was deleted is not; text boxes are read after the
paragraph that they are anchored to.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from xml.etree.ElementTree import Element

from orbat.data.problem import Problem, unreadable
from orbat.documents.archive import main_part, part
from orbat.documents.line_collector import LineCollector
from orbat.list_reader.document_text import LEVEL_INDENT, DocumentText
from orbat.model.record import Value

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STRICT = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
_BOX = f"{_W}txbxContent"
_LEFT_OUT = frozenset(
    {
        f"{_W}del",
        f"{_W}moveFrom",
        f"{_W}instrText",
        _BOX,
        "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback",
    }
)
_SIGNS: Mapping[str, str] = {
    f"{_W}tab": "\t",
    f"{_W}br": "\n",
    f"{_W}cr": "\n",
    f"{_W}noBreakHyphen": "-",
    f"{_W}softHyphen": "",
}
_NAMED_LEVEL = re.compile(r"list (?:bullet |number |continue )?([2-5])\Z", re.IGNORECASE)
"""Word's own styles for the deeper levels of lists; each is a list of one level."""
_PER_COLUMN = 180
"""Twentieths of a point of indent that count as a column."""
_MOST_INDENT = 40
_DEEPEST = 40


class _Style(Value):
    """What a paragraph is by its style or by itself: the level of its list from 1, its heading, its indent."""

    listed: int = 0
    heading: int = 0
    indent: int = 0


def read_document(archive: zipfile.ZipFile) -> DocumentText | Problem:
    """The lines of a document."""
    name = main_part(archive, ".main+xml", "word/document.xml")
    gathering = LineCollector("document")
    document = _usual(part(archive, name))
    body = document.find(f"{_W}body")
    if body is not None:
        styles = name.rpartition("/")[0] + "/styles.xml"
        known = _styles(_usual(part(archive, styles))) if styles in archive.namelist() else {}
        reading = _WordReading(gathering, known)
        reading.blocks(body)
    for other in archive.namelist():
        if other.startswith(("word/header", "word/footer", "word/footnotes")) and _has_text(archive, other):
            gathering.warn("page headers, page footers and footnotes are not read")
    return gathering.handed(unreadable("is a document with no text in it", "Ask for it again."))


def _usual(tree: Element) -> Element:
    """A tree with the usual namespace: strict documents have another for the same words."""
    for element in tree.iter():
        if isinstance(element.tag, str) and element.tag.startswith(_STRICT):
            element.tag = _W + element.tag.removeprefix(_STRICT)
            element.attrib.update({key.replace(_STRICT, _W): said for key, said in element.attrib.items()})
    return tree


def _has_text(archive: zipfile.ZipFile, name: str) -> bool:
    return any((element.text or "").strip() for element in _usual(part(archive, name)).iter(f"{_W}t"))


def _value(element: Element | None, path: str = ".", name: str = "val") -> str:
    found = element.find(path) if element is not None else None
    return found.get(_W + name, "") if found is not None else ""


def _number(said: str) -> int:
    return int(said[:6]) if said.isascii() and said.isdigit() else 0


def _styles(tree: Element) -> dict[str, _Style]:
    """What each style of paragraphs makes of them; what a style does not say it has from the one it is based on."""
    found: dict[str, _Style] = {}
    for style in tree.iter(f"{_W}style"):
        base = found.get(_value(style, f"{_W}basedOn"), _Style())
        styled = _styled(style.find(f"{_W}pPr"), base)
        level = _NAMED_LEVEL.match(_value(style, f"{_W}name"))
        found[style.get(f"{_W}styleId", "")] = replace(styled, listed=int(level[1])) if level else styled
    return found


def _styled(properties: Element | None, base: _Style) -> _Style:
    if properties is None:
        return base
    listed, heading, indent = base.listed, base.heading, base.indent
    numbered = properties.find(f"{_W}numPr")
    if numbered is not None:
        listed = 0 if _value(numbered, f"{_W}numId") == "0" else _number(_value(numbered, f"{_W}ilvl")) + 1
    if outline := _value(properties, f"{_W}outlineLvl"):
        heading = _number(outline) + 1 if _number(outline) < 6 else 0
    left = _value(properties, f"{_W}ind", "left") or _value(properties, f"{_W}ind", "start")
    if left:
        indent = min(_number(left) // _PER_COLUMN, _MOST_INDENT)
    return _Style(listed, heading, indent)


class _WordReading:
    """Follows the blocks of a document, counting paragraphs and tables."""

    def __init__(self, gathering: LineCollector, styles: Mapping[str, _Style]) -> None:
        self.gathering = gathering
        self.styles = styles
        self._paragraphs = 0
        self._tables = 0

    def blocks(self, holder: Element, depth: int = 0) -> None:
        """Gather what stands in a part of the document."""
        for block in holder:
            if self.gathering.full or depth > _DEEPEST:
                return
            if block.tag == f"{_W}p":
                self._paragraph(block, depth)
            elif block.tag == f"{_W}tbl":
                self._tables += 1
                self._table(block)
            elif block.tag not in _LEFT_OUT:
                self.blocks(block, depth + 1)

    def _paragraph(self, paragraph: Element, depth: int) -> None:
        self._paragraphs += 1
        number, place = self._paragraphs, f"paragraph {self._paragraphs}"
        properties = paragraph.find(f"{_W}pPr")
        base = self.styles.get(_value(properties, f"{_W}pStyle"), _Style())
        style = _styled(properties, base)
        indent = LEVEL_INDENT * min(style.listed, _DEEPEST) or style.indent
        for run in paragraph.iter(f"{_W}rPr"):
            self._run(run, place)
        for text in _text(paragraph).split("\n"):
            self.gathering.line(text, number, place=place, indent=indent, heading=style.heading)
        for box in _boxes(paragraph):
            self.blocks(box, depth + 1)

    def _run(self, properties: Element, place: str) -> None:
        for sign, says in (
            ("strike", "what is struck out"),
            ("dstrike", "what is struck out"),
            ("vanish", "hidden text"),
        ):
            found = properties.find(_W + sign)
            if found is not None and found.get(f"{_W}val", "1") not in ("0", "false", "off"):
                self.gathering.note(f"{says} is read like the rest", place)

    def _table(self, table: Element) -> None:
        part = f"table {self._tables}"
        for number, row in enumerate(_rows(table), 1):
            self.gathering.row(list(_cells(row)), number, part=part, place=f"{part}, row {number}")


def _boxes(element: Element) -> Iterator[Element]:
    """The text boxes in a paragraph, each once: they stand a second time for programs that do not know the first."""
    for child in element:
        if child.tag == _BOX:
            yield child
        elif child.tag not in _LEFT_OUT:
            yield from _boxes(child)


def _rows(table: Element) -> Iterator[Element]:
    """The rows of a table itself; those of tables within it are text of its cells."""
    for child in table:
        if child.tag == f"{_W}tr":
            yield child
        elif child.tag in (f"{_W}sdt", f"{_W}sdtContent", f"{_W}ins", f"{_W}customXml"):
            yield from _rows(child)


def _cells(row: Element) -> Iterator[str]:
    """The cells of a row; one that spans several columns is followed by empty ones."""
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
        elif child.tag in _SIGNS:
            yield _SIGNS[child.tag]
        elif child.tag not in _LEFT_OUT and child.tag != f"{_W}pPr":
            yield from _pieces(child)
