"""Read the saved values of Excel workbooks. Runs no macros and follows no links.

Displayed cells are read. Formulas are calculated to check the saved values.
"""

from __future__ import annotations

import datetime
import io
import math
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from orbat.data.problem import Problem, unreadable
from orbat.documents.formulas import (
    Calculator,
    NotCalculatedError,
    OtherFileError,
    Place,
    Scalar,
    is_same,
)
from orbat.documents.line_collector import MAX_CELLS as MAX_CELLS_IN_ROW
from orbat.documents.line_collector import LineCollector, displayable
from orbat.documents.number_format import number_display, text_display
from orbat.documents.office_parts import add_other_members, add_sheet_parts, is_worth_reporting
from orbat.documents.workbook_parts import MAX_CELLS, CellArea, CellStyle, SheetParts, WorkbookParts
from orbat.formats.xlsx import column_letters
from orbat.list_reader.document_text import DocumentText
from orbat.model.wording import phrase

if TYPE_CHECKING:
    from openpyxl import Workbook

MAX_SHEETS = 50
MAX_ROWS = 20_000
"""Maximum number of rows read from a sheet, including empty ones."""
MAX_TOTAL_ROWS = 60_000
NO_VALUE = "formulas without a saved value are not computed"


def sheet_limit_warning(count: int) -> str:
    """Warn that a workbook has more than `MAX_SHEETS` sheets."""
    return phrase("only the first {maximum} of {count} sheets are read", maximum=MAX_SHEETS, count=count)


def read_workbook(raw: bytes, archive: zipfile.ZipFile) -> DocumentText | Problem:
    """Read the visible cells of all visible sheets, and report everything else."""
    import warnings

    collector = LineCollector("workbook")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # ignore openpyxl's warnings about unknown styles and validations
        collect_sheets(open_workbook(raw), WorkbookParts(archive), collector)
    return collector.result(unreadable("is an empty workbook", "Ask for a new copy."))


def collect_sheets(values: Workbook, structure: WorkbookParts, collector: LineCollector) -> None:
    """Add the displayed rows of all visible sheets to the collector, and report everything else, such as charts."""
    names = values.sheetnames
    if len(names) > MAX_SHEETS:
        collector.warn(sheet_limit_warning(len(names)))
    cells = MAX_CELLS
    parts: dict[str, SheetParts] = {}
    for title in names[:MAX_SHEETS]:
        if title in structure.sheets:
            parts[title] = structure.sheet_parts(structure.sheets[title], MAX_ROWS, cells)
            cells -= len(parts[title].values)
    remaining = MAX_TOTAL_ROWS
    for title in names[:MAX_SHEETS]:
        sheet: Any = values[title]
        name = displayable(title)
        if not hasattr(sheet, "iter_rows"):
            collector.add_part("chart", name)
            continue
        reader = _SheetReader(name, parts.get(title) or SheetParts(), structure.print_areas.get(title, ()), collector)
        hidden = sheet.sheet_state != "visible"
        count = reader.collect(_rows(sheet, remaining), hidden=hidden)
        if count and not hidden and title != names[0]:
            collector.add_part("other_sheet", name, status="read")
        if count >= min(MAX_ROWS, remaining):
            collector.warn_at(phrase("only the first {count} rows of a sheet are read", count=count), name)
        remaining -= count
        if title in structure.sheets:
            add_sheet_parts(structure.archive, structure.sheets[title].path, name, collector)
    _check_formulas(parts, collector)
    add_other_members(structure.archive, structure.path, collector)


def open_workbook(raw: bytes) -> Workbook:
    """Open a workbook to read the saved values."""
    from openpyxl import load_workbook

    return load_workbook(io.BytesIO(raw), read_only=True, data_only=True, keep_links=False)


def _rows(sheet: Any, remaining: int) -> Iterator[tuple[Any, ...]]:
    # the sheet size that the file states may be wrong
    sheet.reset_dimensions()
    maximum = min(MAX_ROWS, remaining)
    return islice(sheet.iter_rows(max_row=MAX_ROWS, max_col=MAX_CELLS_IN_ROW + 1, values_only=True), maximum)


class _SheetReader:
    def __init__(self, name: str, parts: SheetParts, printed: tuple[CellArea, ...], collector: LineCollector) -> None:
        self.name = name
        self.parts = parts
        self.printed = printed
        self.collector = collector
        self._left: dict[int, str] = {}
        """The first text in each hidden column."""
        self._has_marks = bool(parts.styles or parts.merged or printed)
        self._columns = {
            column: kind
            for kind, spans in (("hidden_column", parts.hidden_columns), ("tiny_column", parts.tiny_columns))
            for first, last in spans
            for column in range(first, min(last, MAX_CELLS_IN_ROW + 1) + 1)
        }

    def collect(self, rows: Iterator[tuple[Any, ...]], *, hidden: bool) -> int:
        if hidden:
            return self._report_hidden(rows)
        empty = False
        number = 0
        for number, row in enumerate(rows, 1):
            if row.count(None) == len(row):
                empty = True
                continue
            cells = [cell_text(value) for value in row]
            if self._has_marks or self._columns:
                cells = self._displayed(number, cells, row)
            if kind := self._row_kind(number):
                if words := _words(cells):
                    self.collector.add_part(kind, self._row_place(number), words)
                continue
            if any(cell.strip() for cell in cells):
                self._warn_of_errors(number, cells)
                if empty:
                    self.collector.add_row((), number - 1, part=self.name, place=self._row_place(number - 1))
                self.collector.add_row(cells, number, part=self.name, place=self._row_place(number))
            empty = not any(cells)
            if self.collector.full:
                break
        self._report_sheet()
        return number

    def _report_hidden(self, rows: Iterator[tuple[Any, ...]]) -> int:
        texts = ((number, _words(map(cell_text, row))) for number, row in enumerate(rows, 1))
        number, words = next((found for found in texts if found[1]), (0, ""))
        if words:
            self.collector.add_part("hidden_sheet", self.name, words)
        return number

    def _warn_of_errors(self, number: int, cells: list[str]) -> None:
        for at, cell in enumerate(cells):
            if cell.startswith("#") and cell in _ERRORS:
                self.collector.warn_at("these formulas have an error", f"{self.name}!{column_letters(at)}{number}")

    def _row_place(self, number: int) -> str:
        return f"{self.name}, row {number}"

    def _row_kind(self, number: int) -> str:
        if number in self.parts.hidden_rows:
            return "hidden_row"
        return "tiny_row" if number in self.parts.tiny_rows else ""

    def _displayed(self, number: int, cells: list[str], values: tuple[Any, ...]) -> list[str]:
        shown = list(cells)
        hidden: dict[str, list[str]] = {}
        for at, cell in enumerate(cells):
            if not cell.strip():
                continue
            place = (number, at + 1)
            style = self.parts.styles.get(place)
            if kind := self._columns.get(at + 1, ""):
                if self._left.setdefault(at, cell) is cell:
                    self.collector.add_part(kind, f"{self.name}, column {column_letters(at)}", cell)
            elif self.parts.covers(*place):
                kind = "covered_cell"
                self.collector.add_part(kind, self._cell_place(place), cell)
            elif style and (kind := style.hides) and not self._is_table_head(place, kind):
                hidden.setdefault(kind, []).append(cell)
            elif style and not kind and number not in self.parts.hidden_rows:
                self._report_format(place, style, values[at], cell)
            if kind and not self._is_table_head(place, kind):
                shown[at] = ""
        for kind, texts in hidden.items():
            self.collector.add_part(kind, self._row_place(number), _words(texts))
        if self.printed and number not in self.parts.hidden_rows:
            outside = [cell for at, cell in enumerate(shown) if cell.strip() and not self._is_printed(number, at + 1)]
            if outside:
                self.collector.add_part("print_area", self._row_place(number), _words(outside), status="read")
        return shown

    def _is_table_head(self, place: Place, kind: str) -> bool:
        return kind == "white_text" and any(area.has(*place) for area in self.parts.table_heads)

    def _is_printed(self, row: int, column: int) -> bool:
        return any(area.has(row, column) for area in self.printed)

    def _cell_place(self, place: Place) -> str:
        return f"{self.name}!{column_letters(place[1] - 1)}{place[0]}"

    def _report_format(self, place: Place, style: CellStyle, value: object, cell: str) -> None:
        shown: str | None = None
        if isinstance(value, bool) or (isinstance(value, int | float) and math.isinf(value)):
            return
        if isinstance(value, int | float):
            shown = number_display(float(value), style.code, rounded=place in self.parts.formulas)
            if shown is None and style.repeated:
                shown = cell * 2
        elif isinstance(value, str):
            shown = text_display(value, style.code)
        elif isinstance(value, datetime.datetime) and value.year < _FIRST_YEAR:
            shown = "a part of this date"
        if shown is not None:
            words = displayed_as(cell, shown)
            self.collector.add_part("number_format", self._cell_place(place), words, status="read")

    def _report_sheet(self) -> None:
        if self.parts.filtered:
            self.collector.add_part("filter", f"{self.name}!{self.parts.filtered}")
        if is_worth_reporting(self.parts.header):
            self.collector.add_part("header", self.name, self.parts.header)
        for kind, area in self.parts.conditional:
            self.collector.add_part(kind, f"{self.name}!{area}", "by a conditional format", status="read")


_FIRST_YEAR = 1910
"""Earlier dates in a workbook are small numbers that are displayed as a date."""


def displayed_as(value: str, shown: str) -> str:
    """Describe a cell that contains `value` but displays `shown`: `24, displayed as 20`."""
    if not shown:
        return phrase("{value}, not displayed", value=value)
    return phrase("{value}, displayed as {shown}", value=value, shown=shown)


def _words(cells: Iterable[str]) -> str:
    return "  ".join(filter(None, map(str.strip, cells)))


# Formulas.


_MAX_FORMULAS = 20_000
"""Maximum number of formulas that are calculated."""
_HARMLESS = re.compile(r"\s*(?:TODAY|NOW|HYPERLINK|ROW|COLUMN|CELL|INFO)\(", re.IGNORECASE)
"""Functions whose value changes by itself, or is only a link."""


def _check_formulas(parts: Mapping[str, SheetParts], collector: LineCollector) -> None:
    calculator = Calculator({name: sheet.values for name, sheet in parts.items()})
    complete = all(sheet.has_all_values for sheet in parts.values())
    count = 0
    for title, sheet in parts.items():
        name = displayable(title)
        for place, formula in sheet.formulas.items():
            count += 1
            where = f"{name}!{column_letters(place[1] - 1)}{place[0]}"
            if place in sheet.without_value:
                collector.warn_at(NO_VALUE, where)
            else:
                value = sheet.values.get(place)
                check_formula(
                    formula, value, title, calculator, where, collector, possible=complete and count < _MAX_FORMULAS
                )


def check_formula(
    formula: str,
    value: Scalar,
    sheet: str,
    calculator: Calculator,
    where: str,
    collector: LineCollector,
    *,
    possible: bool = True,
) -> None:
    """Report a formula with a wrong saved value, or with parts that orbat cannot calculate.

    `possible`: False if the formula must not be calculated.
    """
    try:
        if not possible:
            raise NotCalculatedError
        right = calculator.calculate(formula, sheet)
    except OtherFileError:
        collector.add_part("external_link", where, formula)
    except NotCalculatedError:
        if not _HARMLESS.match(formula.removeprefix("=")):
            collector.add_part("formula", where, formula, status="read")
    else:
        if not is_same(value, right):
            words = phrase("{value}, should be {right}", value=_shown(value), right=_shown(right))
            collector.add_part("stale_formula", where, words, status="read")


def _shown(value: Scalar) -> str:
    return f"{value:g}" if isinstance(value, float) else cell_text(value)


_ERRORS = ("#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#N/A", "#NUM!", "#NULL!")


def cell_text(value: object) -> str:
    """The value of a cell as a person would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.10g}" if abs(value) < 1e10 else f"{value:g}"
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(" ")
    return str(value)
