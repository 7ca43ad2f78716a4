"""Parts of an Excel workbook besides visible values: hidden rows, formulas, comments, and styles that hide values.

The XML is read directly, because openpyxl's fast reader does not read rows, columns and merged cells.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TypeVar
from xml.etree.ElementTree import Element, SubElement

from orbat.documents.archive import local_name, read_part, relations
from orbat.documents.colours import BLACK, WHITE, Colour, is_unreadable, parse_colour, tinted
from orbat.documents.formulas import Place, Scalar, column_number, place_of
from orbat.documents.number_format import number_display
from orbat.documents.symbol_fonts import shows_symbols
from orbat.model.record import Value

MAX_CELLS = 200_000
"""Maximum number of cells whose saved values are kept to recalculate formulas."""
_MAX_MERGED = 2_000
_MAX_RULES = 100
_TINY_ROW = 4.0
"""Height of a row in points below which its text cannot be read."""
_TINY_COLUMN = 0.7
"""Width of a column in characters below which its text cannot be read."""
_TINY_TEXT = 3.0
"""Size of a font in points below which its text cannot be read."""
_YES = ("1", "true", "on")
_FILLED = ("solid", "darkGray", "mediumGray", "lightGray")
_RANGE = re.compile(r"\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?", re.IGNORECASE)
_NEEDS_CELLS = (
    b"hidden",
    b"<f",
    b":f>",
    b"customHeight",
    b"ustomWidth",
    b"mergeCell",
    b"filterColumn",
    b"zeroHeight",
    b"cfRule",
)
_HEADER_CODES = re.compile(r'&(?:"[^"]*"|K[0-9A-F]{6}|K[0-9]{2}[+-][0-9]{3}|[0-9]{1,3}|&|[A-Z])', re.IGNORECASE)


class CellStyle(Value):
    """Properties by which a cell style can hide or change a value."""

    code: str = ""
    struck: bool = False
    white: bool = False
    tiny: bool = False
    symbols: bool = False
    """Whether the font displays symbols in place of letters."""
    repeated: bool = False
    """Whether the text fills the cell by repetition, so that 1 is displayed as 1111."""

    @property
    def hides(self) -> str:
        """The reason why text in this style is invisible, as an id of `parts.KINDS`; "" for visible text."""
        if self.symbols:
            return "remapped_text"
        return "struck_out" if self.struck else "white_text" if self.white else "tiny_text" if self.tiny else ""


class CellArea(Value):
    """A rectangle of cells. Rows and columns count from 1."""

    top: int
    left: int
    bottom: int
    right: int

    def has(self, row: int, column: int) -> bool:
        """Whether a cell is in the area."""
        return self.top <= row <= self.bottom and self.left <= column <= self.right


class Sheet(Value):
    """A sheet of a workbook: name, path in the archive, and visibility."""

    name: str
    path: str
    visible: bool


class SheetParts:
    """Hidden rows and columns, merged cells, formulas and styles of a sheet.

    Rows and columns count from 1.
    """

    def __init__(self) -> None:
        self.hidden_rows: set[int] = set()
        self.tiny_rows: set[int] = set()
        self.hidden_columns: list[tuple[int, int]] = []
        self.tiny_columns: list[tuple[int, int]] = []
        self.merged: list[CellArea] = []
        self.filtered = ""
        self.header = ""
        self.table_heads: list[CellArea] = []
        self.conditional: list[tuple[str, str]] = []
        """Kinds of parts that conditional formats make of cells, each with its area as text."""
        self.formulas: dict[Place, str] = {}
        self.without_value: set[Place] = set()
        self.styles: dict[Place, CellStyle] = {}
        self.values: dict[Place, Scalar] = {}
        self.has_all_values = True

    @cached_property
    def _merged_by_row(self) -> Mapping[int, list[CellArea]]:
        found: dict[int, list[CellArea]] = {}
        for area in self.merged:
            for row in range(area.top, min(area.bottom, area.top + _MAX_MERGED) + 1):
                found.setdefault(row, []).append(area)
        return found

    def covers(self, row: int, column: int) -> bool:
        """Whether a merged cell hides the cell at a row and column."""
        areas = self._merged_by_row.get(row, ())
        return any(area.has(row, column) and (row, column) != (area.top, area.left) for area in areas)


def areas_in(text: str) -> tuple[CellArea, ...]:
    """The areas in a text such as `Sheet1!$A$1:$D$9,Sheet1!$F$1`."""
    found = []
    for match in _RANGE.finditer(re.sub(r"'(?:[^']|'')*'!|[^\s,!]+!", "", text)):
        left, top = column_number(match[1]), int(match[2])
        right, bottom = (column_number(match[3]), int(match[4])) if match[3] else (left, top)
        found.append(CellArea(min(top, bottom), min(left, right), max(top, bottom), max(left, right)))
    return tuple(found)


class WorkbookParts:
    """Reads the structure of a workbook."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive = archive
        self.members = frozenset(archive.namelist())
        workbook = next((one for one in relations(archive, "") if one.type == "officeDocument"), None)
        self.path = workbook.target if workbook else "xl/workbook.xml"

    @cached_property
    def _root(self) -> Element:
        return read_part(self.archive, self.path)

    @cached_property
    def _targets(self) -> Mapping[str, str]:
        return {one.id: one.target for one in relations(self.archive, self.path)}

    @cached_property
    def sheets(self) -> Mapping[str, Sheet]:
        """The sheets by name."""
        found = {}
        for element in self._root.iter():
            if local_name(element.tag) == "sheet":
                link = next((value for key, value in element.attrib.items() if local_name(key) == "id"), "")
                name = element.get("name", "")
                found[name] = Sheet(name, self._targets.get(link, ""), element.get("state", "visible") == "visible")
        return found

    @cached_property
    def print_areas(self) -> Mapping[str, tuple[CellArea, ...]]:
        """The print areas, by sheet name."""
        names = list(self.sheets)
        found = {}
        for element in self._root.iter():
            at = element.get("localSheetId", "")
            is_area = local_name(element.tag) == "definedName" and element.get("name") == "_xlnm.Print_Area"
            if is_area and at.isdecimal() and int(at) < len(names) and (areas := areas_in(element.text or "")):
                found[names[int(at)]] = areas
        return found

    @cached_property
    def styles(self) -> tuple[CellStyle, ...]:
        """The cell styles, by index."""
        path = next((one.target for one in relations(self.archive, self.path) if one.type == "styles"), "")
        return tuple(_styles(read_part(self.archive, path), self.theme)) if path in self.members else ()

    @cached_property
    def theme(self) -> tuple[Colour, ...]:
        path = next((one.target for one in relations(self.archive, self.path) if one.type == "theme"), "")
        return _theme_colours(read_part(self.archive, path)) if path in self.members else _DEFAULT_THEME

    @cached_property
    def marked_texts(self) -> Mapping[int, CellStyle]:
        """The styles of cell texts that are partly hidden or struck out, by index in the shared strings."""
        path = next((one.target for one in relations(self.archive, self.path) if one.type == "sharedStrings"), "")
        if path not in self.members:
            return {}
        if b"rPr>" not in self.archive.read(path):
            return {}
        texts = (one for one in read_part(self.archive, path) if local_name(one.tag) == "si")
        styles = ((at, _style_of_runs(one, self.theme)) for at, one in enumerate(texts))
        return {at: style for at, style in styles if style.hides}

    @cached_property
    def dark_styles(self) -> frozenset[str]:
        """The indexes of cell styles with a dark background."""
        path = next((one.target for one in relations(self.archive, self.path) if one.type == "styles"), "")
        if path not in self.members:
            return frozenset()
        root = read_part(self.archive, path)
        fills = [_background(one, self.theme) for one in _children(_child(root, "fills"), "fill")]
        styles = enumerate(_children(_child(root, "cellXfs"), "xf"))
        return frozenset(
            str(at) for at, style in styles if not is_unreadable(WHITE, _at(fills, style.get("fillId", "0")) or WHITE)
        )

    @cached_property
    def has_formulas(self) -> bool:
        """Whether any sheet has formulas."""
        paths = (sheet.path for sheet in self.sheets.values() if sheet.path in self.members)
        return any(b"<f" in raw or b":f>" in raw for raw in map(self.archive.read, paths))

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The workbook's shared strings, by index.

        Empty if no cell has a formula, because only formulas need the strings.
        """
        path = next((one.target for one in relations(self.archive, self.path) if one.type == "sharedStrings"), "")
        if path not in self.members or not self.has_formulas:
            return ()
        texts = (one for one in read_part(self.archive, path) if local_name(one.tag) == "si")
        return tuple("".join(part.text or "" for part in one.iter() if local_name(part.tag) == "t") for one in texts)

    @cached_property
    def conditional(self) -> Mapping[str, str]:
        """The conditional formats that hide or change text, by index. The values are ids of `parts.KINDS`."""
        path = next((one.target for one in relations(self.archive, self.path) if one.type == "styles"), "")
        formats = _child(read_part(self.archive, path), "dxfs") if path in self.members else None
        kinds = ((str(at), _conditional_kind(one, self.theme)) for at, one in enumerate(_children(formats, "dxf")))
        return {at: kind for at, kind in kinds if kind}

    def _table_heads(self, path: str) -> Iterator[CellArea]:
        for link in relations(self.archive, path):
            if link.type == "table" and link.target in self.members:
                table = read_part(self.archive, link.target)
                # the style may give these rows a dark background, on which white text is readable
                if _child(table, "tableStyleInfo") is not None and table.get("headerRowCount", "1") != "0":
                    yield from (
                        CellArea(one.top, one.left, one.top, one.right) for one in areas_in(table.get("ref", ""))
                    )

    def sheet_parts(self, sheet: Sheet, max_row: int, max_cells: int) -> SheetParts:
        """The hidden rows and columns, merged cells, formulas and styles of one sheet."""
        found = SheetParts()
        if sheet.path not in self.members:
            return found
        raw = self.archive.read(sheet.path)
        found.table_heads += self._table_heads(sheet.path)
        scrolled = _SCROLLED.search(raw)
        above = set(range(1, min(int(scrolled[1]), max_row))) if scrolled else set()
        marked = {str(at): style for at, style in enumerate(self.styles) if style != _PLAIN}
        by_style = any(f's="{at}"'.encode() in raw for at in marked)
        by_text = bool(self.marked_texts) or b"rPr>" in raw
        if not (self.has_formulas or by_style or by_text or any(sign in raw for sign in _NEEDS_CELLS)):
            found.header = _header_text(raw)
            found.hidden_rows |= above
            return found
        _SheetScan(found, marked, self, max_row, max_cells).read(raw)
        found.header = _header_text(raw)
        found.hidden_rows |= above
        return found


_PLAIN = CellStyle()


_SCROLLED = re.compile(
    rb"<(?:\w+:)?sheetView\b[^>]*\btopLeftCell=\"[A-Z]{1,3}([0-9]{1,6})\"[^>]*>\s*"
    rb"<(?:\w+:)?pane\b(?=[^>]*\bySplit=)[^>]*\bstate=\"frozen"
)
"""A sheet whose frozen rows begin below its first row. The rows above cannot be scrolled into view."""


def _header_text(raw: bytes) -> str:
    found = re.findall(rb"<(?:\w+:)?(?:odd|even|first)(?:Header|Footer)>([^<]*)<", raw)
    texts = (_HEADER_CODES.sub(" ", one.decode("utf-8", "replace").replace("&amp;", "&")) for one in found)
    return "; ".join(filter(None, (" ".join(text.split()) for text in texts)))


def _style_of_runs(text: Element, theme: tuple[Colour, ...]) -> CellStyle:
    runs = [run for run in text if local_name(run.tag) == "r" and _run_text(run).strip()]
    fonts = [font for run in runs if (font := _child(run, "rPr")) is not None]
    styles = [_font_style(font, theme, WHITE) for font in fonts]
    return CellStyle(
        struck=any(one.struck for one in styles),
        white=any(one.white for one in styles),
        tiny=any(one.tiny for one in styles),
        symbols=any(one.symbols for one in styles),
    )


def _run_text(run: Element) -> str:
    return "".join(one.text or "" for one in run if local_name(one.tag) == "t")


def _font_style(font: Element | None, theme: tuple[Colour, ...], background: Colour) -> CellStyle:
    if font is None:
        return CellStyle()
    size, name = _child(font, "sz"), _child(font, "name")
    name = _child(font, "rFont") if name is None else name
    return CellStyle(
        struck=_is_on(font, "strike"),
        white=is_unreadable(_colour(_child(font, "color"), theme, BLACK), background),
        tiny=size is not None and _float(size.get("val", ""), 11.0) < _TINY_TEXT,
        symbols=name is not None and shows_symbols(name.get("val", "")),
    )


# Styles.


_DEFAULT_THEME: tuple[Colour, ...] = (WHITE, BLACK, (238, 236, 225), (31, 73, 125))


def _theme_colours(theme: Element) -> tuple[Colour, ...]:
    scheme = next((one for one in theme.iter() if local_name(one.tag) == "clrScheme"), None)
    colours = [parse_colour(one[0].get("lastClr", one[0].get("val", ""))) or BLACK for one in scheme or () if len(one)]
    if len(colours) < 4:
        return _DEFAULT_THEME
    return (colours[1], colours[0], colours[3], colours[2], *colours[4:])


def _colour(element: Element | None, theme: tuple[Colour, ...], default: Colour) -> Colour:
    if element is None:
        return default
    colour: Colour | None = None
    if rgb := element.get("rgb"):
        colour = parse_colour(rgb[-6:])
    elif (at := element.get("theme", "")).isdecimal():
        colour = theme[int(at)] if int(at) < len(theme) else None
    elif (at := element.get("indexed", "")).isdecimal():
        from openpyxl.styles.colors import COLOR_INDEX

        colour = parse_colour(COLOR_INDEX[int(at)][-6:]) if int(at) < len(COLOR_INDEX) else None
        colour = WHITE if at == "65" else colour
    try:
        tint = float(element.get("tint", "0"))
    except ValueError:
        tint = 0.0
    return tinted(colour or default, tint)


def _children(parent: Element | None, name: str) -> list[Element]:
    return [one for one in parent if local_name(one.tag) == name] if parent is not None else []


def _child(parent: Element | None, name: str) -> Element | None:
    return next(iter(_children(parent, name)), None)


def _is_on(parent: Element, name: str) -> bool:
    found = _child(parent, name)
    return found is not None and found.get("val", "1") in _YES


def _background(fill: Element, theme: tuple[Colour, ...]) -> Colour:
    pattern = _child(fill, "patternFill")
    if pattern is None:  # a gradient
        stop = next((one for one in fill.iter() if local_name(one.tag) == "color"), None)
        return _colour(stop, theme, WHITE)
    if pattern.get("patternType") not in _FILLED:
        return WHITE
    return _colour(_child(pattern, "fgColor"), theme, BLACK)


def _styles(root: Element, theme: tuple[Colour, ...]) -> Iterator[CellStyle]:
    from openpyxl.styles.numbers import BUILTIN_FORMATS

    formats = {
        one.get("numFmtId", ""): one.get("formatCode", "") for one in _children(_child(root, "numFmts"), "numFmt")
    }
    fonts = _children(_child(root, "fonts"), "font")
    fills = [_background(one, theme) for one in _children(_child(root, "fills"), "fill")]
    for style in _children(_child(root, "cellXfs"), "xf"):
        font = _at(fonts, style.get("fontId", "0"))
        fill = _at(fills, style.get("fillId", "0")) or WHITE
        number = style.get("numFmtId", "0")
        code = formats.get(number) or (BUILTIN_FORMATS.get(int(number), "") if number.isdecimal() else "")
        alignment = _child(style, "alignment")
        yield replace(
            _font_style(font, theme, fill),
            code="" if code in _ORDINARY else code,
            repeated=alignment is not None and alignment.get("horizontal") == "fill",
        )


_ORDINARY = frozenset(("General", "@", "0.00", "#,##0.00", "general"))


_Item = TypeVar("_Item")


def _conditional_kind(style: Element, theme: tuple[Colour, ...]) -> str:
    font, fill, number = _child(style, "font"), _child(style, "fill"), _child(style, "numFmt")
    if number is not None and _changes_value(number.get("formatCode", "")):
        return "number_format"
    if font is None and fill is None:
        return ""
    if font is not None and _is_on(font, "strike"):
        return "struck_out"
    pattern = _child(fill, "patternFill")
    background = _colour(_child(pattern, "bgColor"), theme, WHITE)
    colour = _child(font, "color")
    return "white_text" if is_unreadable(_colour(colour, theme, BLACK), background) else ""


def _changes_value(code: str) -> bool:
    return number_display(7.0, code) is not None


def _at(values: list[_Item], index: str) -> _Item | None:
    return values[int(index)] if index.isdecimal() and int(index) < len(values) else None


def _float(text: str, default: float) -> float:
    try:
        return float(text)
    except ValueError:
        return default


# Cells.


class _SheetScan:
    def __init__(
        self,
        found: SheetParts,
        styles: Mapping[str, CellStyle],
        workbook: WorkbookParts,
        max_row: int,
        max_cells: int,
    ) -> None:
        self._found = found
        self._styles = styles
        self._marked_texts = workbook.marked_texts
        self._workbook = workbook
        self._style_id = "0"
        self._run: Element | None = None
        """The font of the open run of text, if it has one."""
        self._conditional = workbook.conditional
        self._max_row = max_row
        self._texts = workbook.texts
        self._max_cells = max_cells
        self._row = 0
        self._column = 0
        self._type = ""
        self._text: list[str] | None = None
        self._value: str | None = None
        self._formula: str | None = None
        self._formula_attributes: Mapping[str, str] = {}
        self._shared: dict[str, tuple[str, Place]] = {}
        self._zero_height = False
        self._filter = ""
        self._area = ""

    def read(self, raw: bytes) -> None:
        from xml.parsers.expat import ParserCreate

        parser = ParserCreate()
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = _refuse
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.Parse(raw, True)

    def _characters(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        start = self._starts.get(tag.rpartition(":")[2])
        if start is not None:
            start(attributes)

    @cached_property
    def _starts(self) -> Mapping[str, Callable[[Mapping[str, str]], None]]:
        return {
            "c": self._start_cell,
            "v": self._start_text,
            "t": self._start_text,
            "f": self._start_formula,
            "row": self._start_row,
            "col": self._start_column,
            "strike": self._start_strike,
            "r": self._start_run,
            "color": lambda attributes: self._add_to_run("color", attributes),
            "sz": lambda attributes: self._add_to_run("sz", attributes),
            "rFont": lambda attributes: self._add_to_run("rFont", attributes),
            "mergeCell": self._start_merged,
            "conditionalFormatting": self._start_conditional,
            "cfRule": self._start_rule,
            "autoFilter": self._start_filter,
            "filterColumn": self._start_filter_column,
            "sheetFormatPr": self._start_format,
        }

    def _start_text(self, _: Mapping[str, str]) -> None:
        self._text = []

    def _start_formula(self, attributes: Mapping[str, str]) -> None:
        self._text = []
        self._formula_attributes = attributes

    def _start_strike(self, attributes: Mapping[str, str]) -> None:
        if self._type == "inlineStr" and attributes.get("val", "1") in _YES:
            self._mark(CellStyle(struck=True))

    def _start_run(self, _: Mapping[str, str]) -> None:
        self._run = None

    def _add_to_run(self, name: str, attributes: Mapping[str, str]) -> None:
        if self._type == "inlineStr":
            self._run = Element("font") if self._run is None else self._run
            SubElement(self._run, name, dict(attributes))

    def _mark_text(self, style: CellStyle) -> None:
        if style.white and self._style_id in self._workbook.dark_styles:
            style = replace(style, white=False)
        if style.hides:
            self._mark(style)

    def _start_merged(self, attributes: Mapping[str, str]) -> None:
        if len(self._found.merged) < _MAX_MERGED:
            self._found.merged += areas_in(attributes.get("ref", ""))

    def _start_conditional(self, attributes: Mapping[str, str]) -> None:
        self._area = attributes.get("sqref", "")

    def _start_rule(self, attributes: Mapping[str, str]) -> None:
        if (kind := self._conditional.get(attributes.get("dxfId", ""))) and len(self._found.conditional) < _MAX_RULES:
            self._found.conditional.append((kind, self._area))

    def _start_filter(self, attributes: Mapping[str, str]) -> None:
        self._filter = attributes.get("ref", "")

    def _start_filter_column(self, _: Mapping[str, str]) -> None:
        self._found.filtered = self._filter or "the sheet"

    def _start_format(self, attributes: Mapping[str, str]) -> None:
        self._zero_height = attributes.get("zeroHeight", "") in _YES

    def _start_row(self, attributes: Mapping[str, str]) -> None:
        number = attributes.get("r", "")
        self._row = int(number) if number.isdecimal() and len(number) < 8 else self._row + 1
        self._column = 0
        own_height = attributes.get("customHeight", "") in _YES
        if attributes.get("hidden", "") in _YES or (self._zero_height and not own_height and "ht" not in attributes):
            self._found.hidden_rows.add(self._row)
        elif own_height and _float(attributes.get("ht", ""), 15.0) < _TINY_ROW:
            self._found.tiny_rows.add(self._row)

    def _start_column(self, attributes: Mapping[str, str]) -> None:
        first, last = attributes.get("min", "1"), attributes.get("max", "1")
        span = (int(first), int(last)) if first.isdecimal() and last.isdecimal() else (1, 0)
        if attributes.get("hidden", "") in _YES:
            self._found.hidden_columns.append(span)
        elif "width" in attributes and _float(attributes["width"], 8.0) < _TINY_COLUMN:
            self._found.tiny_columns.append(span)

    def _start_cell(self, attributes: Mapping[str, str]) -> None:
        place = place_of(attributes.get("r", ""))
        self._column = place[1] if place else self._column + 1
        self._type = attributes.get("t", "n")
        self._style_id = attributes.get("s", "0")
        self._run = None
        self._value = self._formula = None
        if (style := self._styles.get(attributes.get("s", ""))) and self._row <= self._max_row:
            self._mark(style)

    def _mark(self, style: CellStyle) -> None:
        if len(self._found.styles) < MAX_CELLS:
            self._found.styles[self._row, self._column] = style

    def _end(self, tag: str) -> None:
        name = tag.rpartition(":")[2]
        if name in ("v", "f", "t"):
            text = "".join(self._text or ())
            self._text = None
            if name == "f":
                self._formula = text
            else:
                self._value = text if name == "v" else (self._value or "") + text
                if name == "t" and self._run is not None and text.strip():
                    self._mark_text(_font_style(self._run, self._workbook.theme, WHITE))
        elif name == "c" and self._row <= self._max_row:
            self._end_cell()

    def _end_cell(self) -> None:
        place = (self._row, self._column)
        value = self._value
        if self._formula is not None and len(self._found.formulas) < MAX_CELLS:
            self._found.formulas[place] = self._whole_formula(place)
            if value is None or value == "":
                self._found.without_value.add(place)
        if self._type == "s" and value and value.isdecimal() and int(value) in self._marked_texts:
            self._mark_text(self._marked_texts[int(value)])
        if value is not None and len(self._found.values) < self._max_cells:
            self._found.values[place] = self._saved_value(value)
        self._found.has_all_values = len(self._found.values) < self._max_cells

    def _saved_value(self, text: str) -> Scalar:
        if self._type == "n":
            return _float(text, 0.0)
        if self._type == "b":
            return text == "1"
        if self._type == "s":
            return self._texts[int(text)] if text.isdecimal() and int(text) < len(self._texts) else ""
        return text

    def _whole_formula(self, place: Place) -> str:
        attributes, formula = self._formula_attributes, self._formula or ""
        if attributes.get("t") == "shared":
            index = attributes.get("si", "")
            if formula:
                self._shared[index] = (formula, place)
            elif index in self._shared:
                from openpyxl.formula.translate import Translator

                first, (row, column) = self._shared[index]
                origin = f"{_letters(column)}{row}"
                moved = Translator(f"={first}", origin).translate_formula(f"{_letters(place[1])}{place[0]}")
                return str(moved).removeprefix("=")
        return "{}" if attributes.get("t") in ("array", "dataTable") else formula


def _letters(column: int) -> str:
    from openpyxl.utils import get_column_letter

    return str(get_column_letter(column))


def _refuse(*_: object) -> None:
    raise ValueError("a document type is not allowed")
