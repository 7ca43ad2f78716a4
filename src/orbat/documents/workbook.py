"""Read the saved values of Excel workbooks. Calculates no formulas, runs no macros and follows no links."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from orbat.data.problem import Problem, unreadable
from orbat.documents.line_collector import MAX_CELLS, LineCollector, displayable
from orbat.list_reader.document_text import DocumentText
from orbat.model.wording import phrase

if TYPE_CHECKING:
    from openpyxl import Workbook

MAX_SHEETS = 50
MAX_ROWS = 20_000
"""Maximum number of rows read from a sheet, including empty ones."""
MAX_TOTAL_ROWS = 60_000
NO_VALUE = "formulas without a saved value are not computed"
HIDDEN_SHEET = "hidden sheets are read too"


def sheet_limit_warning(count: int) -> str:
    """Warning that a workbook has more than `MAX_SHEETS` sheets."""
    return phrase("only the first {maximum} of {count} sheets are read", maximum=MAX_SHEETS, count=count)


def read_workbook(raw: bytes, archive: zipfile.ZipFile) -> DocumentText | Problem:
    """Read the rows of all sheets, in order."""
    import warnings

    collector = LineCollector("workbook")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # ignore openpyxl's warnings about unknown styles and validations
        values = _open(raw, data_only=True)
        has_formulas = any(
            b"<f" in archive.read(name) for name in archive.namelist() if name.startswith("xl/worksheets/")
        )
        formulas = _open(raw, data_only=False) if has_formulas else None
        collect_sheets(values, formulas, collector)
    return collector.result(unreadable("is an empty workbook", "Ask for a new copy."))


def collect_sheets(values: Workbook, formulas: Workbook | None, collector: LineCollector) -> None:
    """Collect the sheets of a workbook. `formulas`: the same workbook, loaded with its formulas instead of values."""
    names = values.sheetnames
    remaining = MAX_TOTAL_ROWS
    if len(names) > MAX_SHEETS:
        collector.warn(sheet_limit_warning(len(names)))
    for title in names[:MAX_SHEETS]:
        sheet: Any = values[title]
        name = displayable(title)
        if not hasattr(sheet, "iter_rows"):
            collector.warn_at("charts are not read", name)
            continue
        if sheet.sheet_state != "visible":
            collector.warn_at(HIDDEN_SHEET, name)
        rows = _rows(sheet, remaining)
        formula_rows = _rows(formulas[title], remaining) if formulas else None
        count = _collect_sheet(name, rows, formula_rows, collector)
        if count >= min(MAX_ROWS, remaining):
            collector.warn_at(phrase("only the first {count} rows of a sheet are read", count=count), name)
        remaining -= count


def _open(raw: bytes, *, data_only: bool) -> Workbook:
    from openpyxl import load_workbook

    return load_workbook(io.BytesIO(raw), read_only=True, data_only=data_only, keep_links=False)


def _rows(sheet: Any, remaining: int) -> Iterator[tuple[Any, ...]]:
    """Yield the values of each row of a sheet. Ignores the sheet size that the file states, since it may be wrong."""
    sheet.reset_dimensions()
    maximum = min(MAX_ROWS, remaining)
    return islice(sheet.iter_rows(max_row=MAX_ROWS, max_col=MAX_CELLS + 1, values_only=True), maximum)


def _collect_sheet(
    name: str, rows: Iterator[tuple[Any, ...]], formulas: Iterator[tuple[Any, ...]] | None, collector: LineCollector
) -> int:
    """Collect the rows of a sheet. Returns the number of rows examined, including empty ones."""
    empty = False
    number = 0
    for number, row in enumerate(rows, 1):
        if formulas is None and row.count(None) == len(row):
            empty = True
            continue
        place = f"{name}, row {number}"
        if formulas is not None:
            _warn_of_formulas(name, number, row, next(formulas, ()), collector)
        cells = [cell_text(value) for value in row]
        for at, cell in enumerate(cells):
            if cell.startswith("#") and cell in _ERRORS:
                collector.warn_at("these formulas have an error", f"{name}!{column_letters(at)}{number}")
        if any(cell.strip() for cell in cells):
            if empty:
                collector.add_row((), number - 1, part=name, place=f"{name}, row {number - 1}")
            collector.add_row(cells, number, part=name, place=place)
        empty = not any(cells)
        if collector.full:
            break
    return number


_ERRORS = ("#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#N/A", "#NUM!", "#NULL!")


def _warn_of_formulas(
    name: str, number: int, row: tuple[Any, ...], formulas: tuple[Any, ...], collector: LineCollector
) -> None:
    for at, formula in enumerate(formulas):
        is_formula = formula is not None and (not isinstance(formula, str) or formula.startswith("="))
        if is_formula and not isinstance(formula, _PLAIN) and (at >= len(row) or row[at] is None):
            collector.warn_at(NO_VALUE, f"{name}!{column_letters(at)}{number}")


_PLAIN = (bool, int, float, datetime.date, datetime.time, datetime.timedelta)


def column_letters(at: int) -> str:
    """Letters of a column index: 0 is `A`, 26 is `AA`."""
    letters = ""
    at += 1
    while at:
        at, digit = divmod(at - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def cell_text(value: object) -> str:
    """Text of a cell's value, as a person would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.10g}" if abs(value) < 1e10 else f"{value:g}"
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(" ")
    return str(value)
