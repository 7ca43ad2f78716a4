"""Read the displayed text of OpenDocument spreadsheets and texts (LibreOffice, OpenOffice).

Tracked insertions are displayed; tracked deletions are not.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from orbat.data.problem import Problem, unreadable
from orbat.documents.archive import element_events, local_name, read_part
from orbat.documents.colours import WHITE
from orbat.documents.formulas import Calculator, Place, Scalar
from orbat.documents.line_collector import MAX_CELLS, LineCollector, displayable
from orbat.documents.odf_styles import (
    MIN_LENGTH,
    MIN_WIDTH,
    OFFICE,
    PARAGRAPHS,
    STYLE,
    TABLE,
    TEXT,
    OdfStyles,
    OdfText,
    background_of,
    count_of,
    hides,
    plain_text,
    points_of,
    report_list_labels,
)
from orbat.documents.office_parts import further_part
from orbat.documents.workbook import (
    MAX_ROWS,
    MAX_SHEETS,
    NO_VALUE,
    check_formula,
    displayed_as,
    sheet_limit_warning,
)
from orbat.documents.workbook_parts import MAX_CELLS as MAX_SAVED
from orbat.documents.workbook_parts import CellArea, areas_in
from orbat.formats.xlsx import column_letters
from orbat.list_reader.document_text import LEVEL_INDENT, DocumentText

_FILLED_SHAPES = ("rect", "custom-shape", "polygon", "circle", "ellipse", "path")
_CELLS = (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")
_SKIPPED = frozenset({f"{OFFICE}annotation", f"{TEXT}tracked-changes", f"{TEXT}note", f"{TEXT}sequence-decls"})
_REPEATED_ROWS = 1_000
"""Maximum repetitions of a row with text. Empty rows may repeat more often, because they fill the rest of a sheet."""
_KNOWN = re.compile(
    r"mimetype|(?:content|styles|meta|settings)\.xml|manifest\.rdf|META-INF/.*|Configurations2/.*|Thumbnails/.*|"
    r"ObjectReplacements/.*|layout-cache|.*/|(?:Object [^/]*/)(?!content\.xml).*"
)


def is_locked(archive: zipfile.ZipFile) -> bool:
    """Whether the content is encrypted."""
    name = "META-INF/manifest.xml"
    return name in archive.namelist() and b"encryption-data" in archive.read(name)


def _add_other_members(archive: zipfile.ZipFile, collector: LineCollector) -> None:
    for member in archive.infolist():
        name = member.filename
        if _KNOWN.fullmatch(name) or not member.file_size:
            continue
        if name.startswith(("Basic/", "Scripts/", "Dialogs/")):
            collector.add_part("script", name, status="harmless")
        elif name.startswith(("Pictures/", "media/")):
            collector.add_part("picture", name.rpartition("/")[2])
        elif name.endswith("/content.xml"):
            root = further_part(archive, name, collector)
            if root is None:
                continue
            kind = "chart" if any(local_name(one.tag) == "chart" for one in root.iter()) else "embedded_part"
            collector.add_part(kind, name.partition("/")[0], plain_text(root))
        else:
            collector.add_part("other_part", name)


# Spreadsheets.


def read_spreadsheet(archive: zipfile.ZipFile) -> DocumentText | Problem:
    """Read the displayed cells of all sheets, in order."""
    collector = LineCollector("workbook")
    book = _Workbook(archive, collector)
    for event, element in element_events(archive, "content.xml"):
        if event == "end":
            book.add(element)
        elif element.tag == f"{TABLE}table" and book.sheet is None:
            book.start_sheet(element)
        if collector.full:
            break
    if book.sheets > MAX_SHEETS:
        collector.warn(sheet_limit_warning(book.sheets))
    book.check_formulas()
    _add_other_members(archive, collector)
    return collector.result(unreadable("is an empty workbook", "Ask for a new copy."))


class _Workbook:
    def __init__(self, archive: zipfile.ZipFile, collector: LineCollector) -> None:
        self.collector = collector
        self.styles = OdfStyles(archive, collector)
        self.text = OdfText(self.styles, collector)
        self.has_formulas = b"formula" in archive.read("content.xml")
        self.saved: dict[str, dict[Place, Scalar]] = {}
        self.formulas: list[tuple[str, Place, str, Scalar]] = []
        self.count = 0
        self.sheets = 0
        self.sheet: _Spreadsheet | None = None

    def start_sheet(self, element: Element) -> None:
        self.sheets += 1
        self.sheet = _Spreadsheet(element.get(f"{TABLE}name", f"Sheet{self.sheets}"), element, self)
        if self.sheets > 1 and not self.sheet.hidden:
            self.collector.add_part("other_sheet", self.sheet.name, status="read")

    def add(self, element: Element) -> None:
        sheet = self.sheet
        if element.tag == f"{STYLE}style":
            self.styles.add(element)
        elif sheet is None:
            self._add_other(element)
        elif element.tag == f"{TABLE}table-column":
            sheet.add_column(element)
        elif element.tag == f"{TABLE}table-row":
            if self.sheets <= MAX_SHEETS:
                sheet.add_row(element)
            element.clear()
        elif element.tag == f"{TABLE}shapes":
            sheet.add_shapes(element)
        elif element.tag == f"{TABLE}table":
            self.sheet = None
            element.clear()

    def _add_other(self, element: Element) -> None:
        name = local_name(element.tag)
        if name == "database-range" and any(local_name(one.tag).startswith("filter") for one in element):
            self.collector.add_part("filter", element.get(f"{TABLE}target-range-address", ""))
        elif element.tag.startswith(TABLE) and name in ("deletion", "insertion", "cell-content-change", "movement"):
            kind = "tracked_insertion" if name == "insertion" else "tracked_change"
            self.collector.add_part(kind, shown=plain_text(element))

    def check_formulas(self) -> None:
        complete = self.count < MAX_SAVED
        calculator = Calculator(self.saved)
        for sheet, place, formula, value in self.formulas:
            where = f"{displayable(sheet)}!{column_letters(place[1] - 1)}{place[0]}"
            check_formula(formula, value, sheet, calculator, where, self.collector, possible=complete)


class _Spreadsheet:
    def __init__(self, title: str, element: Element, book: _Workbook) -> None:
        self.title = title
        self.name = displayable(title)
        self.book = book
        self.collector = book.collector
        self._number = 0
        self._after_empty_row = False
        self._columns: list[tuple[str, str]] = []
        """The kind of part that each column is, or "", and the name of the style of its cells."""
        self._printed = _odf_areas(element.get(f"{TABLE}print-ranges", ""))
        style = book.styles.properties("table", element.get(f"{TABLE}style-name", ""))
        self.hidden = style.get("display") == "false"
        self._reported_columns: set[int] = set()

    def add_column(self, element: Element) -> None:
        width = points_of(self._style("table-column", element).get("column-width", ""))
        hidden = element.get(f"{TABLE}visibility", "visible") != "visible"
        kind = "hidden_column" if hidden else "tiny_column" if width is not None and width < MIN_WIDTH else ""
        times = count_of(element, f"{TABLE}number-columns-repeated", MAX_CELLS + 1)
        self._columns += [(kind, element.get(f"{TABLE}default-cell-style-name", ""))] * times
        del self._columns[MAX_CELLS + 1 :]

    def add_shapes(self, element: Element) -> None:
        for shape in element:
            if text := plain_text(shape):
                self.collector.add_part("text_box", self.name, text)
            elif local_name(shape.tag) in _FILLED_SHAPES:
                self.collector.add_part("covered_text", self.name, "a filled shape may cover cells", status="read")

    def _style(self, family: str, element: Element) -> dict[str, str]:
        return dict(self.book.styles.properties(family, element.get(f"{TABLE}style-name", "")))

    def add_row(self, element: Element) -> None:
        times = count_of(element, f"{TABLE}number-rows-repeated", MAX_ROWS)
        if self._number >= MAX_ROWS:
            return
        kind = self._row_kind(element)
        cells = list(self._cells(element))
        if not any(cell.strip() for cell in cells):
            self._number += times
            self._after_empty_row = True
            return
        if kind:
            where = self.name if self.hidden else f"{self.name}, row {self._number + 1}"
            self.collector.add_part(kind, where, "  ".join(filter(None, cells)), count=1 if self.hidden else times)
            self._number += times
            return
        if self._after_empty_row:
            self._put((), self._number)
            self._after_empty_row = False
        for _ in range(min(times, _REPEATED_ROWS)):
            self._number += 1
            self._put(cells, self._number)
        self._number += times - min(times, _REPEATED_ROWS)

    def _row_kind(self, element: Element) -> str:
        if self.hidden:
            return "hidden_sheet"
        if element.get(f"{TABLE}visibility", "visible") != "visible":
            return "hidden_row"
        height = points_of(self._style("table-row", element).get("row-height", ""))
        return "tiny_row" if height is not None and height < MIN_LENGTH else ""

    def _put(self, cells: list[str] | tuple[()], number: int) -> None:
        if self._printed:
            outside = [
                cell
                for at, cell in enumerate(cells, 1)
                if cell.strip() and not any(area.has(number, at) for area in self._printed)
            ]
            if outside:
                place = f"{self.name}, row {number}"
                self.collector.add_part("print_area", place, "  ".join(outside), status="read")
        self.collector.add_row(cells, number, part=self.name, place=f"{self.name}, row {number}")

    def _cells(self, row: Element) -> Iterator[str]:
        at = 0
        for cell in row:
            if cell.tag not in _CELLS or at > MAX_CELLS:
                continue
            text = self._cell_text(cell, at)
            for _ in range(count_of(cell, f"{TABLE}number-columns-repeated", MAX_CELLS + 1 - at)):
                self._keep_value(cell, at, text)
                yield text
                at += 1

    def _cell_text(self, cell: Element, at: int) -> str:
        where = f"{self.name}!{column_letters(at)}{self._number + 1}"
        column, default = self._columns[at] if at < len(self._columns) else ("", "")
        style = self.book.styles.properties("table-cell", cell.get(f"{TABLE}style-name", "") or default)
        background = background_of(style) or WHITE
        kind = "covered_cell" if cell.tag == _CELLS[1] else column or hides(style, background)
        for one in cell:
            if local_name(one.tag) == "annotation":
                self.collector.add_part("comment", where, plain_text(one))
            elif one.tag not in PARAGRAPHS and (text := plain_text(one)):
                self.collector.add_part("text_box", where, text)
        paragraphs = [one for one in cell if one.tag in PARAGRAPHS]
        if kind:
            text = "\n".join(map(plain_text, paragraphs)) or cell.get(f"{OFFICE}value", "")
            if text.strip() and not (kind == column and at in self._reported_columns):
                self._reported_columns.add(at)
                self.collector.add_part(
                    kind, f"{self.name}, column {column_letters(at)}" if kind == column else where, text
                )
            return ""
        text = "\n".join(self.book.text.displayed(one, where, background) for one in paragraphs)
        value = cell.get(f"{OFFICE}value")
        if value is not None and cell.get(f"{OFFICE}value-type", "float") in ("float", "currency", ""):
            if not text.strip():
                self.collector.add_part("number_format", where, displayed_as(value, ""), status="read")
            elif not _displays(text, value):
                self.collector.add_part("number_format", where, displayed_as(value, text), status="read")
        formula = cell.get(f"{TABLE}formula")
        if formula and not text and value is None:
            self.collector.warn_at(NO_VALUE, where)
        return text or value or ""

    def _keep_value(self, cell: Element, at: int, text: str) -> None:
        if not self.book.has_formulas or self.book.count >= MAX_SAVED:
            return
        place = (self._number + 1, at + 1)
        value = _saved_value(cell, text)
        if value is not None:
            self.book.count += 1
            self.book.saved.setdefault(self.title, {})[place] = value
        if (formula := cell.get(f"{TABLE}formula")) and (value is not None or text):
            self.book.formulas.append((self.title, place, _plain_formula(formula), value))


def _saved_value(cell: Element, text: str) -> Scalar:
    kind = cell.get(f"{OFFICE}value-type", "")
    if kind == "boolean":
        return cell.get(f"{OFFICE}boolean-value") == "true"
    if kind in ("float", "currency", "percentage"):
        try:
            return float(cell.get(f"{OFFICE}value", ""))
        except ValueError:
            return None
    return cell.get(f"{OFFICE}string-value") or text or None


_NUMBER = re.compile(r"-?\d[\d.,'\u00a0\u202f ]*")


def _displays(text: str, value: str) -> bool:
    try:
        number = float(value)
    except ValueError:
        return True
    for found in _NUMBER.finditer(text[:200]):
        digits = re.sub(r"['\s]", "", found[0].strip(".,' "))
        for point in (".", ","):
            other = "," if point == "." else "."
            plain = digits.replace(other, "").replace(point, ".", 1) if digits.count(point) <= 1 else ""
            if plain and re.fullmatch(r"-?\d+(\.\d+)?", plain):
                decimals = len(plain.partition(".")[2])
                if abs(abs(float(plain)) - abs(number)) <= 0.5 * 10**-decimals + 1e-9:
                    return True
    return "/" in text or "E+" in text.upper()


_REFERENCE = re.compile(r"\[([^\[\]]*)\]")
_SHEET_OF = re.compile(r"\$?('(?:[^']|'')*'|[^.:'#]*)\.(.*)\Z")


def _plain_formula(formula: str) -> str:
    # `of:=SUM([.B2:.B3])` becomes `=SUM(B2:B3)`
    formula = formula.partition("=")[2]
    return _REFERENCE.sub(lambda found: _plain_reference(found[1]), formula)


def _plain_reference(text: str) -> str:
    if "#" in text:
        file, _, place = text.partition("#")
        return f"'[{file.strip(chr(39))}]'!{place.rpartition('.')[2]}"
    first, _, last = text.partition(":.") if ":." in text else text.partition(":")
    found = _SHEET_OF.match(first)
    if found is None:
        return text
    sheet = f"'{found[1].strip(chr(39))}'!" if found[1] else ""
    end = f":{last.rpartition('.')[2]}" if last else ""
    return f"{sheet}{found[2]}{end}"


def _odf_areas(text: str) -> tuple[CellArea, ...]:
    # such as `$Sheet1.$A$1:$Sheet1.$D$9`
    return areas_in(re.sub(r"\$?(?:'(?:[^']|'')*'|[^\s.:$']+)\.(?=\$?[A-Z])", "", text)) if text else ()


# Text documents.


def read_text_document(archive: zipfile.ZipFile) -> DocumentText | Problem:
    """Read the displayed paragraphs, lists and tables of a text document, in order."""
    collector = LineCollector("document")
    root = read_part(archive, "content.xml")
    styles = OdfStyles(archive, collector)
    for style in root.iter(f"{STYLE}style"):
        styles.add(style)
    report_list_labels(root, collector)
    body = root.find(f"{OFFICE}body/{OFFICE}text")
    if body is not None:
        _TextDocument(collector, styles).add_blocks(body, 0)
    _add_changes(root, collector)
    _add_other_members(archive, collector)
    return collector.result(unreadable("is a document without text", "Ask for a new copy."))


def _add_changes(root: Element, collector: LineCollector) -> None:
    for region in root.iter(f"{TEXT}changed-region"):
        for change in region:
            name = local_name(change.tag)
            if name == "deletion":
                paragraphs = [one for one in change if local_name(one.tag) != "change-info"]
                collector.add_part("tracked_deletion", shown=" ".join(map(plain_text, paragraphs)))
            elif name == "insertion":
                collector.add_part("tracked_insertion", status="read")


class _TextDocument:
    def __init__(self, collector: LineCollector, styles: OdfStyles) -> None:
        self.collector = collector
        self.styles = styles
        self.text = OdfText(styles, collector)
        self._number = 0
        self._tables = 0

    def add_blocks(self, block: Element, depth: int) -> None:
        for element in block:
            if self.collector.full:
                return
            if element.tag in PARAGRAPHS:
                self._number += 1
                level = count_of(element, f"{TEXT}outline-level", 6) if element.tag == f"{TEXT}h" else 0
                place = f"paragraph {self._number}"
                for text in self.text.displayed(element, place).split("\n"):
                    self.collector.add_line(text, self._number, place=place, indent=LEVEL_INDENT * depth, heading=level)
            elif element.tag == f"{TABLE}table":
                self._tables += 1
                self._table(element)
            elif element.tag == f"{TEXT}section" and self._is_hidden_section(element):
                self.collector.add_part(
                    "styled_hidden", f"section {element.get(f'{TEXT}name', '')}", plain_text(element)
                )
            elif element.tag == f"{OFFICE}annotation":
                self.collector.add_part("comment", shown=plain_text(element))
            elif element.tag not in _SKIPPED and depth < 20:
                self.add_blocks(element, depth + (local_name(element.tag) == "list"))

    def _is_hidden_section(self, element: Element) -> bool:
        display = element.get(f"{TEXT}display", "true")
        return display == "none" or (display == "condition" and element.get(f"{TEXT}is-hidden") == "true")

    def _table(self, table: Element) -> None:
        part = f"table {self._tables}"
        for number, row in enumerate(table.iter(f"{TABLE}table-row"), 1):
            place = f"{part}, row {number}"
            for cell in row:
                if formula := cell.get(f"{TABLE}formula"):
                    self.collector.add_part("formula", place, formula, status="read")
            cells = [
                "\n".join(self.text.displayed(one, place) for one in cell.iter() if one.tag in PARAGRAPHS)
                for cell in row
                if cell.tag in _CELLS
            ]
            self.collector.add_row(cells, number, part=part, place=place)
