"""Workbooks of Excel: the values as they were saved. No formula is evaluated, no macro run and no link followed."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from orbat.data.problem import Problem, unreadable
from orbat.documents.line_collector import MAX_CELLS, LineCollector, shown
from orbat.list_reader.document_text import DocumentText

if TYPE_CHECKING:
    from openpyxl import Workbook

MAX_SHEETS = 50
MAX_ROWS = 20_000
"""So many rows are looked at in a sheet, empty ones too."""
MAX_ROWS_IN_ALL = 60_000
NO_VALUE = "a formula was saved without its value and is not computed"


def read_workbook(raw: bytes, archive: zipfile.ZipFile) -> DocumentText | Problem:
    """The rows of all sheets, one after the other."""
    import warnings

    gathering = LineCollector("workbook")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what openpyxl does not know (styles, checks) is nothing that is read
        values = _opened(raw, data_only=True)
        has_formulas = any(
            b"<f" in archive.read(name) for name in archive.namelist() if name.startswith("xl/worksheets/")
        )
        formulas = _opened(raw, data_only=False) if has_formulas else None
        put_sheets(values, formulas, gathering)
    return gathering.handed(unreadable("is a workbook with nothing in it", "Ask for it again."))


def put_sheets(values: Workbook, formulas: Workbook | None, gathering: LineCollector) -> None:
    """Gather the sheets of a workbook; `formulas` is the same one with formulas for values."""
    names = values.sheetnames
    left = MAX_ROWS_IN_ALL
    if len(names) > MAX_SHEETS:
        gathering.warn(f"only the first {MAX_SHEETS} of {len(names)} sheets are read")
    for title in names[:MAX_SHEETS]:
        sheet: Any = values[title]
        name = shown(title)
        if not hasattr(sheet, "iter_rows"):
            gathering.note("a chart is not read", name)
            continue
        if sheet.sheet_state != "visible":
            gathering.note("a hidden sheet is read too", name)
        rows = _rows(sheet, left)
        others = _rows(formulas[title], left) if formulas else None
        looked_at = _put_sheet(name, rows, others, gathering)
        if looked_at >= min(MAX_ROWS, left):
            gathering.note(f"only the first {looked_at} rows of a sheet are read", name)
        left -= looked_at


def _opened(raw: bytes, *, data_only: bool) -> Workbook:
    from openpyxl import load_workbook

    return load_workbook(io.BytesIO(raw), read_only=True, data_only=data_only, keep_links=False)


def _rows(sheet: Any, left: int) -> Iterator[tuple[Any, ...]]:
    """The values of a sheet's rows. What the file says of the sheet's size is not trusted."""
    sheet.reset_dimensions()
    most = min(MAX_ROWS, left)
    return islice(sheet.iter_rows(max_row=MAX_ROWS, max_col=MAX_CELLS + 1, values_only=True), most)


def _put_sheet(
    name: str, rows: Iterator[tuple[Any, ...]], formulas: Iterator[tuple[Any, ...]] | None, gathering: LineCollector
) -> int:
    """Gather the rows of a sheet; how many were looked at."""
    empty = False
    number = 0
    for number, row in enumerate(rows, 1):
        if formulas is None and row.count(None) == len(row):
            empty = True
            continue
        place = f"{name}, row {number}"
        if formulas is not None:
            _note_formulas(name, number, row, next(formulas, ()), gathering)
        cells = [written(value) for value in row]
        for at, cell in enumerate(cells):
            if cell.startswith("#") and cell in _ERRORS:
                gathering.note("a formula gave an error", f"{name}!{column(at)}{number}")
        if any(cell.strip() for cell in cells):
            if empty:
                gathering.row((), number - 1, part=name, place=f"{name}, row {number - 1}")
            gathering.row(cells, number, part=name, place=place)
        empty = not any(cells)
        if gathering.full:
            break
    return number


_ERRORS = ("#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#N/A", "#NUM!", "#NULL!")


def _note_formulas(
    name: str, number: int, row: tuple[Any, ...], formulas: tuple[Any, ...], gathering: LineCollector
) -> None:
    for at, formula in enumerate(formulas):
        is_formula = formula is not None and (not isinstance(formula, str) or formula.startswith("="))
        if is_formula and not isinstance(formula, _PLAIN) and (at >= len(row) or row[at] is None):
            gathering.note(NO_VALUE, f"{name}!{column(at)}{number}")


_PLAIN = (bool, int, float, datetime.date, datetime.time, datetime.timedelta)


def column(at: int) -> str:
    """The letters of a column, counted from 0."""
    letters = ""
    at += 1
    while at:
        at, digit = divmod(at - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def written(value: object) -> str:
    """A cell's value as a person would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.10g}" if abs(value) < 1e10 else f"{value:g}"
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(" ")
    return str(value)
