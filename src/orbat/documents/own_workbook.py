"""Read an ORBAT from a workbook that orbat wrote (`formats/army_workbook.py`).

Only displayed cells are read, as in any workbook. Hidden cells, comments and further sheets are reported.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from orbat.data.loaded import Loaded
from orbat.data.problem import WHOLE_FILE, Problem, finding_of
from orbat.documents.archive import archive_type, open_archive
from orbat.documents.line_collector import LineCollector
from orbat.documents.parts import COMPARE_HELP, part_findings
from orbat.documents.workbook import MAX_ROWS, MAX_SHEETS, cell_text, collect_sheets, open_workbook
from orbat.documents.workbook_parts import WorkbookParts
from orbat.formats.army_workbook import FINDINGS, TOTALS
from orbat.formats.csv_table import REQUIRED, read_rows
from orbat.model.finding import Finding
from orbat.model.part import Part
from orbat.model.wording import phrase

if TYPE_CHECKING:
    from openpyxl import Workbook


class _RowCollector(LineCollector):
    def __init__(self) -> None:
        super().__init__("workbook")
        self.rows: dict[str, dict[int, Sequence[str]]] = {}

    def add_row(self, cells: Sequence[str], number: int, *, part: str = "", place: str = "") -> None:
        self.rows.setdefault(part, {})[number] = cells


def read_own_workbook(raw: bytes, **defaults: str) -> Loaded | None:
    """Read the ORBAT in a workbook that orbat wrote. Returns None for any other file.

    `defaults`: values for missing keys `ruleset` and `army_list`.
    """
    archive = open_archive(raw)
    if isinstance(archive, Problem):
        return None
    with archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # ignore openpyxl's warnings about unknown styles and validations
        if archive_type(archive) != "xlsx":
            return None
        values = open_workbook(raw)
        title = _army_sheet(values)
        if not title:
            return None
        collector = _RowCollector()
        collect_sheets(values, WorkbookParts(archive), collector)
    loaded = read_rows(collector.rows.get(title, {}), **defaults)
    parts = tuple(part for one in collector.parts if (part := _unread(one, title)))
    found = (
        *(_warning(text) for text in collector.warnings),
        *part_findings(parts),
    )
    return replace(loaded, findings=(*loaded.findings, *found), parts=parts, sheets=_texts(collector.rows))


def sheet_texts(raw: bytes) -> tuple[str, ...]:
    """The texts of all sheets of a workbook, as in `Loaded.sheets`."""
    values = open_workbook(raw)
    rows = {one: dict(enumerate(_cells(values[one]), 1)) for one in values.sheetnames}
    return _texts(rows)


def sheet_findings(sheets: Sequence[str], ours: Sequence[str]) -> Iterator[Finding]:
    """Yield a note for each sheet that is out of date.

    `sheets` are the texts in the file; `ours` are the texts that orbat calculates now.
    """
    for name, text, expected in zip((FINDINGS, TOTALS), sheets, ours, strict=True):
        if text != expected:
            message = phrase(
                "the sheet {sheet} does not match the findings and points that orbat calculates now", sheet=name
            )
            help = "Write the workbook again with orbat convert."
            yield finding_of(Problem(WHOLE_FILE, message, help, "TXT011", severity="note"))


def _army_sheet(values: Workbook) -> str:
    for title in values.sheetnames[:MAX_SHEETS]:
        sheet: Any = values[title]
        if sheet.sheet_state != "visible" or not hasattr(sheet, "iter_rows"):
            continue
        first = next(iter(sheet.iter_rows(max_row=1, max_col=100, values_only=True)), ())
        if {cell_text(one).strip().lower() for one in first}.issuperset(REQUIRED):
            return title
    return ""


def _cells(sheet: Any) -> list[list[str]]:
    return [list(map(cell_text, row)) for row in sheet.iter_rows(max_row=MAX_ROWS, values_only=True)]


def _texts(rows: Mapping[str, Mapping[int, Sequence[str]]]) -> tuple[str, ...]:
    if not rows.keys() & {FINDINGS, TOTALS}:
        return ()
    sheets = [rows.get(one, {}) for one in (FINDINGS, TOTALS)]
    return tuple("\n".join("  ".join(cells).rstrip() for cells in one.values()) for one in sheets)


def _unread(part: Part, army: str) -> Part | None:
    # the sheets of findings and totals are compared, other sheets are not read
    if part.kind != "other_sheet":
        return part
    return None if part.where in (army, FINDINGS, TOTALS) else replace(part, status="left")


def _warning(text: str) -> Finding:
    return finding_of(Problem(WHOLE_FILE, text, COMPARE_HELP, "TXT011", severity="warning", doubt="file"))
