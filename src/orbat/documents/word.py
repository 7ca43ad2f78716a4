"""Read the displayed paragraphs and tables of Word documents, in order. Runs no macros and follows no links.

Tracked insertions are read. Tracked deletions, struck-out text and hidden text are not read.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from xml.etree.ElementTree import Element

from orbat.data.problem import Problem, unreadable
from orbat.documents.archive import main_part, read_part
from orbat.documents.colours import WHITE, Colour, is_unreadable, parse_colour
from orbat.documents.line_collector import LineCollector
from orbat.documents.office_parts import (
    add_other_members,
    further_part,
    is_filled,
    is_worth_reporting,
    text_in,
)
from orbat.documents.symbol_fonts import shows_symbols
from orbat.list_reader.document_text import LEVEL_INDENT, DocumentText
from orbat.model.part import PartStatus
from orbat.model.record import Value

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STRICT = "{http://purl.oclc.org/ooxml/wordprocessingml/main}"
_BOX = f"{_W}txbxContent"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_TEXTS = (f"{_W}t", f"{_W}delText", f"{_MATH}t")
_SKIPPED = frozenset({f"{_W}instrText", f"{_W}delInstrText", _BOX, _FALLBACK, f"{_W}pPr", f"{_W}rPr"})
_CHANGES: Mapping[str, str] = {
    f"{_W}del": "tracked_deletion",
    f"{_W}moveFrom": "tracked_deletion",
    f"{_W}ins": "tracked_insertion",
    f"{_W}moveTo": "tracked_insertion",
}
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


class _TextStyle(Value):
    """Properties by which a text style can hide text. None means inherited."""

    struck: bool | None = None
    hidden: bool | None = None
    colour: Colour | None = None
    background: Colour | None = None
    size: float | None = None
    """Size of the font, in points."""
    outside: bool = False
    """Whether the text is outside the page."""
    symbols: bool | None = None
    """Whether the font displays symbols in place of letters."""

    def over(self, base: _TextStyle) -> _TextStyle:
        return _TextStyle(
            base.struck if self.struck is None else self.struck,
            base.hidden if self.hidden is None else self.hidden,
            self.colour or base.colour,
            self.background or base.background,
            base.size if self.size is None else self.size,
            self.outside or base.outside,
            base.symbols if self.symbols is None else self.symbols,
        )

    @property
    def hides(self) -> str:
        if self.struck:
            return "struck_out"
        if self.hidden:
            return "styled_hidden"
        if self.colour and is_unreadable(self.colour, self.background or WHITE):  # Word adapts the automatic colour
            return "white_text"
        if self.outside:
            return "clipped_text"
        if self.symbols:
            return "remapped_text"
        return "tiny_text" if self.size is not None and self.size < _TINY else ""


class _Style(Value):
    list_level: int = 0
    heading: int = 0
    indent: int = 0
    text: _TextStyle = _TextStyle()


def read_word(archive: zipfile.ZipFile) -> DocumentText | Problem:
    """Read the lines of a Word document."""
    name = main_part(archive, ".main+xml", "word/document.xml")
    collector = LineCollector("document")
    folder = name.rpartition("/")[0]
    document = _transitional(read_part(archive, name))
    body = document.find(f"{_W}body")
    if body is not None:
        styles = f"{folder}/styles.xml"
        root = further_part(archive, styles, collector) if styles in archive.namelist() else None
        reader = _WordReader(collector, _styles(_transitional(root)) if root is not None else {})
        reader.add_blocks(body)
        reader.report_hidden()
    for other in archive.namelist():
        if other.startswith(f"{folder}/") and (kind := _kind_of_part(other.removeprefix(f"{folder}/"))):
            root = further_part(archive, other, collector)
            if root is not None:
                _add_notes(_transitional(root), kind, collector)
    add_other_members(archive, name, collector)
    return collector.result(unreadable("is a document without text", "Ask for a new copy."))


_PARTS = re.compile(r"(header|footer|footnotes|endnotes|comments|numbering)\d*\.xml\Z")
_KINDS = {
    "header": "header",
    "footer": "header",
    "footnotes": "footnote",
    "endnotes": "endnote",
    "comments": "comment",
    "numbering": "styled_added",
}


def _kind_of_part(name: str) -> str:
    found = _PARTS.match(name)
    return _KINDS[found[1]] if found else ""


def _add_notes(root: Element, kind: str, collector: LineCollector) -> None:
    if kind == "header":
        text = _without_fields(root)
        if is_worth_reporting(text):
            collector.add_part(kind, shown=text)
    elif kind == "styled_added":
        for label in root.iter(f"{_W}lvlText"):
            words = re.sub(r"%\d", " ", label.get(f"{_W}val", ""))
            if is_worth_reporting(words):
                collector.add_part(kind, "label of a list", words)
    else:
        for note in root:
            if text := " ".join(filter(None, (text_in(note), text_in(note, "delText")))):
                collector.add_part(kind, shown=text)


def _without_fields(root: Element) -> str:
    pieces: list[str] = []
    for paragraph in root.iter(f"{_W}p"):
        depth = 0
        simple = {id(text) for field in paragraph.iter(f"{_W}fldSimple") for text in field.iter(f"{_W}t")}
        for element in paragraph.iter():
            if element.tag == f"{_W}fldChar":
                depth += {"begin": 1, "end": -1}.get(element.get(f"{_W}fldCharType", ""), 0)
            elif element.tag == f"{_W}t" and depth <= 0 and id(element) not in simple:
                pieces.append(element.text or "")
        pieces.append(" ")
    return " ".join("".join(pieces).split())


def _transitional(tree: Element) -> Element:
    # strict documents use another namespace for the same element names
    for element in tree.iter():
        if isinstance(element.tag, str) and element.tag.startswith(_STRICT):
            element.tag = _W + element.tag.removeprefix(_STRICT)
            element.attrib.update({key.replace(_STRICT, _W): value for key, value in element.attrib.items()})
    return tree


def _value(element: Element | None, path: str = ".", name: str = "val") -> str:
    found = element.find(path) if element is not None else None
    return found.get(_W + name, "") if found is not None else ""


def _number(text: str) -> int:
    return int(text[:6]) if text.isascii() and text.isdigit() else 0


def _styles(tree: Element) -> dict[str, _Style]:
    defaults = tree.find(f"{_W}docDefaults/{_W}rPrDefault/{_W}rPr")
    found: dict[str, _Style] = {"": _Style(text=_text_style(defaults))}
    for style in tree.iter(f"{_W}style"):
        kind = style.get(f"{_W}type", "paragraph")
        base = found.get(_value(style, f"{_W}basedOn"), found[""] if kind == "paragraph" else _Style())
        own = _with_properties(base, style.find(f"{_W}pPr"))
        own = replace(own, text=_text_style(style.find(f"{_W}rPr")).over(own.text))
        level = _LIST_STYLE.match(_value(style, f"{_W}name"))
        found[style.get(f"{_W}styleId", "")] = replace(own, list_level=int(level[1])) if level else own
        if kind == "paragraph" and style.get(f"{_W}default") in _YES:
            found[""] = replace(own, list_level=0, heading=0, indent=0)
    return found


_YES = ("1", "true", "on")
_MAX_OUTDENT = 2_500
"""Distance to the left of the margin, in twips, from which a paragraph is outside the page."""
_CALCULATED = re.compile(
    r"\s*(?:=|(?:IF|INCLUDETEXT|LINK|DDE|DDEAUTO|QUOTE|DOCPROPERTY|DOCVARIABLE|MERGEFIELD|ASK|FILLIN|SET)\b)", re.I
)
"""Codes of fields whose text may change. Page numbers, dates, links and references are not among them."""
_OWN_PROPERTIES = re.compile(r"(?:core|extended-|cover)?[pP]roperties|CoverPage", re.IGNORECASE)
_SHAPE = "{http://schemas.microsoft.com/office/word/2010/wordprocessingShape}wsp"
_TINY = 3.0
"""Size of a font in points below which its text cannot be read."""
_TINY_LINE = 80
"""Exact height of a line or row, in twips, below which its text cannot be read."""


def _switch(properties: Element, name: str) -> bool | None:
    found = properties.find(f"{_W}{name}")
    return None if found is None else found.get(f"{_W}val", "1") in _YES


def _text_style(properties: Element | None) -> _TextStyle:
    if properties is None:
        return _TextStyle()
    struck = _switch(properties, "strike") or _switch(properties, "dstrike")
    hidden = _switch(properties, "vanish") or _switch(properties, "specVanish")
    size = _value(properties, f"{_W}sz")
    scale = _value(properties, f"{_W}w")
    points = _number(size) / 2 if size else None
    if scale and _number(scale.rstrip("%")) < _MIN_SCALE:
        points = 0.0
    spacing, raised = _value(properties, f"{_W}spacing"), _value(properties, f"{_W}position")
    if spacing.startswith("-") and _number(spacing[1:]) > _MAX_CONDENSED:
        points = 0.0
    colour = _value(properties, f"{_W}color")
    if _value(properties, f"{_W}color", "themeColor") in ("background1", "light1"):
        colour = "FFFFFF"
    fonts = properties.find(f"{_W}rFonts")
    font = (
        next(filter(None, (fonts.get(f"{_W}{name}") for name in ("ascii", "hAnsi"))), "") if fonts is not None else ""
    )
    return _TextStyle(
        struck,
        hidden,
        parse_colour(colour) if colour != "auto" else None,
        _shading(properties),
        points,
        outside=_number(raised.lstrip("-")) > _MAX_RAISED,
        symbols=shows_symbols(font) if font else None,
    )


_LETTERS = re.compile(r"\d|[^\W_]{3}")
"""Text in a font of symbols that is more than a bullet or a tick."""
_MAX_CONDENSED = 80
"""Space taken from each letter, in twips, above which letters cover each other."""
_MAX_RAISED = 400
"""Distance from the line, in half-points, above which a text may be outside the page."""


_MIN_SCALE = 15
"""Width of letters, in per cent, below which a text cannot be read."""


def _shading(properties: Element | None) -> Colour | None:
    if properties is None:
        return None
    highlight = _value(properties, f"{_W}highlight")
    if highlight and highlight != "none":
        return parse_colour(highlight) or (128, 128, 0)
    shading = properties.find(f"{_W}shd")
    if shading is None:
        return None
    fill, pattern = shading.get(f"{_W}fill", "auto"), shading.get(f"{_W}val", "clear")
    if pattern == "solid":
        fill = shading.get(f"{_W}color", "000000")
    return parse_colour(fill) if fill != "auto" else None


def _with_properties(base: _Style, properties: Element | None) -> _Style:
    if properties is None:
        return base
    list_level, heading, indent, text = base.list_level, base.heading, base.indent, base.text
    numbering = properties.find(f"{_W}numPr")
    if numbering is not None:
        list_level = 0 if _value(numbering, f"{_W}numId") == "0" else _number(_value(numbering, f"{_W}ilvl")) + 1
    if outline := _value(properties, f"{_W}outlineLvl"):
        heading = _number(outline) + 1 if _number(outline) < 6 else 0
    left = _value(properties, f"{_W}ind", "left") or _value(properties, f"{_W}ind", "start")
    if left.startswith("-") and _number(left[1:]) > _MAX_OUTDENT:
        text = replace(text, outside=True)
    elif left:
        indent = min(_number(left) // _TWIPS_PER_COLUMN, _MAX_INDENT)
    if _is_outside(properties.find(f"{_W}framePr")):
        text = replace(text, outside=True)
    if background := _shading(properties):
        text = replace(text, background=background)
    line = _value(properties, f"{_W}spacing", "line")
    if line and _value(properties, f"{_W}spacing", "lineRule") == "exact" and _number(line) < _TINY_LINE:
        text = replace(text, size=0.0)
    return _Style(list_level, heading, indent, text)


def _is_outside(frame: Element | None) -> bool:
    if frame is None:
        return False
    at = (frame.get(f"{_W}x", ""), frame.get(f"{_W}y", ""))
    height = frame.get(f"{_W}h", "")
    is_small = frame.get(f"{_W}hRule") == "exact" and height != "" and _number(height) < _TINY_LINE
    return is_small or any(one.startswith("-") and _number(one[1:]) > _MAX_OUTDENT for one in at)


def _symbol(element: Element) -> str:
    code = element.get(f"{_W}char", "")
    if shows_symbols(element.get(f"{_W}font", "")) or not re.fullmatch(r"[0-9A-Fa-f]{1,4}", code):
        return ""
    number = int(code, 16)
    number -= 0xF000 if number >= 0xF000 else 0
    return chr(number) if number >= 32 and not 0xD800 <= number <= 0xDFFF else ""


Piece = tuple[str, str]
"""A text, and the kind of part that it is; "" for displayed text."""


class _WordReader:
    def __init__(self, collector: LineCollector, styles: Mapping[str, _Style]) -> None:
        self.collector = collector
        self.styles = styles
        self._paragraphs = 0
        self._tables = 0
        self._hidden: dict[tuple[str, str], list[str]] = {}
        """Texts that are not displayed, and tracked insertions, by kind of part and place."""

    def add_blocks(self, parent: Element, depth: int = 0) -> None:
        for block in parent:
            if self.collector.full or depth > _MAX_DEPTH:
                return
            if block.tag == f"{_W}p":
                self._paragraph(block, depth)
            elif block.tag == f"{_W}tbl":
                self._tables += 1
                self._table(block)
            elif _CHANGES.get(block.tag) == "tracked_deletion":
                self.collector.add_part("tracked_deletion", shown=text_in(block, "delText") or text_in(block))
            elif block.tag not in _SKIPPED:
                for binding in block.findall(f"{_W}sdtPr/{_W}dataBinding"):
                    self._report_binding(binding, f"after paragraph {self._paragraphs}")
                self.add_blocks(block, depth + 1)

    def _paragraph(self, paragraph: Element, depth: int) -> None:
        self._paragraphs += 1
        number, place = self._paragraphs, f"paragraph {self._paragraphs}"
        style = self._style(paragraph)
        indent = LEVEL_INDENT * min(style.list_level, _MAX_DEPTH) or style.indent
        for text in self._displayed(paragraph, style.text, place).split("\n"):
            self.collector.add_line(text, number, place=place, indent=indent, heading=style.heading)
        for box in _boxes(paragraph):
            self.add_blocks(box, depth + 1)

    def _style(self, paragraph: Element) -> _Style:
        properties = paragraph.find(f"{_W}pPr")
        base = self.styles.get(_value(properties, f"{_W}pStyle"), self.styles.get("", _Style()))
        return _with_properties(base, properties)

    def _displayed(self, paragraph: Element, style: _TextStyle, place: str, kind: str = "") -> str:
        pieces = list(self._pieces(paragraph, style, kind))
        self._report_fields(paragraph, place)
        for hidden in dict.fromkeys(hidden for _, hidden in pieces if hidden):
            shown = "".join(text for text, one in pieces if one == hidden).strip()
            if shown and (hidden != "remapped_text" or _LETTERS.search(shown)):
                self._hidden.setdefault((hidden, place), []).append(shown)
        return "".join(text for text, hidden in pieces if not hidden or hidden == "tracked_insertion")

    def _report_fields(self, paragraph: Element, place: str) -> None:
        codes = [one.get(f"{_W}instr", "") for one in paragraph.iter(f"{_W}fldSimple")]
        codes.append("".join(one.text or "" for one in paragraph.iter(f"{_W}instrText")))
        for code in codes:
            if _CALCULATED.match(code):
                self.collector.add_part("field", place, " ".join(code.split()), status="read")
        for binding in paragraph.iter(f"{_W}dataBinding"):
            self._report_binding(binding, place)
        for shape in paragraph.iter(_SHAPE):
            if is_filled(shape) and next(shape.iter(_BOX), None) is None:
                self.collector.add_part("covered_text", place, "a filled shape may cover text", status="read")

    def _report_binding(self, binding: Element, place: str) -> None:
        path = binding.get(f"{_W}xpath", "")
        if not _OWN_PROPERTIES.search(path):
            self.collector.add_part("field", place, path, status="read")

    def report_hidden(self) -> None:
        for (kind, place), texts in self._hidden.items():
            status: PartStatus = "read" if kind == "tracked_insertion" else "left"
            self.collector.add_part(kind, place, "  ".join(texts), status=status)

    def _pieces(self, element: Element, style: _TextStyle, kind: str = "") -> Iterator[Piece]:
        for child in element:
            if child.tag in _TEXTS:
                yield child.text or "", kind
            elif child.tag in _CHARACTERS:
                yield _CHARACTERS[child.tag], kind
            elif child.tag == f"{_W}sym":
                yield _symbol(child), kind
            elif child.tag == f"{_W}bdo" and child.get(f"{_W}val") == "rtl":
                yield from self._pieces(child, style, kind or "remapped_text")
            elif child.tag == f"{_W}r":
                hidden = self._run_style(child, style).hides
                yield from self._pieces(child, style, hidden if hidden and kind != "tracked_deletion" else kind)
            elif child.tag in _CHANGES:
                yield from self._pieces(child, style, kind or _CHANGES[child.tag])
            elif child.tag not in _SKIPPED:
                yield from self._pieces(child, style, kind)

    def _run_style(self, run: Element, style: _TextStyle) -> _TextStyle:
        properties = run.find(f"{_W}rPr")
        if properties is None:
            return style
        named = self.styles.get(_value(properties, f"{_W}rStyle"), _Style()).text if len(properties) else _TextStyle()
        own = _text_style(properties)
        return own.over(named.over(style)) if _value(properties, f"{_W}rStyle") else own.over(style)

    def _table(self, table: Element) -> None:
        part = f"table {self._tables}"
        has_own_style = _value(table, f"{_W}tblPr/{_W}tblStyle") not in _PLAIN_TABLES
        for number, row in enumerate(_rows(table), 1):
            place = f"{part}, row {number}"
            kind = _row_kind(row)
            cells = [
                self._cell(cell, place, kind, may_be_dark=has_own_style) if cell is not None else ""
                for cell in _cells(row)
            ]
            self.collector.add_row(cells, number, part=part, place=place)

    def _cell(self, cell: Element, place: str, kind: str, *, may_be_dark: bool) -> str:
        background = _shading(cell.find(f"{_W}tcPr"))
        texts = []
        for paragraph in cell.iter(f"{_W}p"):
            style = self._style(paragraph).text
            if background and not style.background:
                style = replace(style, background=background)
            elif may_be_dark and not style.background:
                style = replace(style, background=_UNKNOWN)
            texts.append(self._displayed(paragraph, style, place, kind))
        return "\n".join(texts)


_UNKNOWN: Colour = (128, 128, 128)
"""Stands for a background that is not known. White and black text can both be read on it."""
_PLAIN_TABLES = ("", "TableGrid", "TableNormal", "PlainTable1", "TableGridLight")


def _row_kind(row: Element) -> str:
    properties = row.find(f"{_W}trPr")
    if properties is None:
        return ""
    if _switch(properties, "hidden"):
        return "hidden_row"
    if properties.find(f"{_W}del") is not None:
        return "tracked_deletion"
    if _value(properties, f"{_W}trHeight", "hRule") == "exact":
        return "tiny_row" if _number(_value(properties, f"{_W}trHeight")) < _TINY_LINE else ""
    return "tracked_insertion" if properties.find(f"{_W}ins") is not None else ""


def _boxes(element: Element) -> Iterator[Element]:
    for child in element:
        if child.tag == _BOX:
            yield child
        # Word saves every text box twice, the second time for older programs
        elif child.tag != _FALLBACK:
            yield from _boxes(child)


def _rows(table: Element) -> Iterator[Element]:
    for child in table:
        if child.tag == f"{_W}tr":
            yield child
        elif child.tag in (f"{_W}sdt", f"{_W}sdtContent", f"{_W}ins", f"{_W}customXml"):
            yield from _rows(child)


def _cells(row: Element) -> Iterator[Element | None]:
    for cell in row:
        inner = cell.find(f"{_W}sdtContent/{_W}tc") if cell.tag == f"{_W}sdt" else cell
        if inner is None or inner.tag != f"{_W}tc":
            continue
        yield inner
        span = _number(_value(inner, f"{_W}tcPr/{_W}gridSpan"))
        yield from [None] * (min(span, 20) - 1)
