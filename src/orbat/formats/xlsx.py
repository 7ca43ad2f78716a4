"""Write Excel workbooks (XLSX) with the standard library.

openpyxl, which reads workbooks, writes formulas without their results. A program that only shows the file, such as a
mail program on a telephone, would then show empty cells.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias
from xml.sax.saxutils import escape, quoteattr

from orbat.model.record import Value

_TEXT, _BOLD = 1, 2
"""The styles of cells that are not numbers: their positions in `cellXfs`."""


class Formula(Value):
    """A formula, such as `SUM(A1:A9)`, with its result."""

    text: str
    result: int | Fraction


Cell: TypeAlias = str | int | Fraction | Formula | None
"""A text is never a formula, whatever its first character."""


class SheetContent(Value):
    """A sheet of a workbook.

    - `rows`: the cells by row. The first row is a heading, and stays visible when the sheet is scrolled.
    - `widths`: the width of each column, in characters.
    - `fixed`: the number of columns that stay visible.
    """

    name: str
    rows: tuple[tuple[Cell, ...], ...]
    widths: tuple[int, ...]
    fixed: int = 0


def column_letters(at: int) -> str:
    """The letters of a column index: 0 is `A`, 26 is `AA`."""
    letters = ""
    at += 1
    while at:
        at, digit = divmod(at - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def xlsx_bytes(sheets: Sequence[SheetContent]) -> bytes:
    """The bytes of a workbook. Equal sheets give equal bytes."""
    parts = {
        "[Content_Types].xml": _content_types(len(sheets)),
        "_rels/.rels": _relations(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": _workbook(sheets),
        "xl/_rels/workbook.xml.rels": _relations(
            ("styles", "styles.xml"), *(("worksheet", f"worksheets/sheet{at}.xml") for at in _numbers(sheets))
        ),
        "xl/styles.xml": _STYLE_SHEET,
    }
    parts |= {f"xl/worksheets/sheet{at}.xml": _sheet(one) for at, one in enumerate(sheets, 1)}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), (_HEAD + content).encode("utf-8", "replace"), zipfile.ZIP_DEFLATED)
    return out.getvalue()


_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

# Number format 49 is text: the program does not change what a player types into such a cell, such as 1854-09.
# quotePrefix: a text that looks like a formula stays a text when a player edits the cell.
_STYLE_SHEET = (
    f'<styleSheet xmlns="{_MAIN}">'
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    '</fills><borders count="1"><border/></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>'
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)


def _numbers(sheets: Sequence[SheetContent]) -> range:
    return range(1, len(sheets) + 1)


def _content_types(count: int) -> str:
    overrides = {"/xl/workbook.xml": "sheet.main", "/xl/styles.xml": "styles"}
    overrides |= {f"/xl/worksheets/sheet{at}.xml": "worksheet" for at in range(1, count + 1)}
    lines = [f'<Override PartName="{name}" ContentType="{_TYPE}.{kind}+xml"/>' for name, kind in overrides.items()]
    rels = f'<Default Extension="rels" ContentType="{_RELS_TYPE}"/>'
    xml = '<Default Extension="xml" ContentType="application/xml"/>'
    return f'<Types xmlns="{_PACKAGE}/content-types">{rels}{xml}{"".join(lines)}</Types>'


_RELS_TYPE = "application/vnd.openxmlformats-package.relationships+xml"


def _relations(*targets: tuple[str, str]) -> str:
    lines = [
        f'<Relationship Id="rId{at}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for at, (kind, target) in enumerate(targets, 1)
    ]
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{"".join(lines)}</Relationships>'


_CALCULATE = '<calcPr fullCalcOnLoad="1"/>'


def _workbook(sheets: Sequence[SheetContent]) -> str:
    # the first relation is that of the styles
    lines = [
        f'<sheet name={quoteattr(one.name)} sheetId="{at}" r:id="rId{at + 1}"/>' for at, one in enumerate(sheets, 1)
    ]
    return f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{"".join(lines)}</sheets>{_CALCULATE}</workbook>'


def _sheet(sheet: SheetContent) -> str:
    corner = f"{column_letters(sheet.fixed)}2"
    pane = "bottomRight" if sheet.fixed else "bottomLeft"
    across = f' xSplit="{sheet.fixed}"' if sheet.fixed else ""
    view = (
        f'<sheetViews><sheetView workbookViewId="0"><pane{across} ySplit="1" topLeftCell="{corner}" '
        f'activePane="{pane}" state="frozen"/></sheetView></sheetViews>'
    )
    columns = [
        f'<col min="{at}" max="{at}" width="{width}" customWidth="1"/>' for at, width in enumerate(sheet.widths, 1)
    ]
    rows = "".join(_row(row, number) for number, row in enumerate(sheet.rows, 1))
    return f'<worksheet xmlns="{_MAIN}">{view}<cols>{"".join(columns)}</cols><sheetData>{rows}</sheetData></worksheet>'


def _row(cells: Sequence[Cell], number: int) -> str:
    found = (
        _cell(one, f"{column_letters(at)}{number}", is_head=number == 1)
        for at, one in enumerate(cells)
        if one not in (None, "")
    )
    return f'<row r="{number}">{"".join(found)}</row>'


def _cell(cell: Cell, place: str, *, is_head: bool) -> str:
    if isinstance(cell, str):
        style = _BOLD if is_head else _TEXT
        text = escape(_NOT_IN_XML.sub("\ufffd", cell))
        return f'<c r="{place}" s="{style}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
    if isinstance(cell, Formula):
        return f'<c r="{place}"><f>{escape(cell.text)}</f><v>{_number(cell.result)}</v></c>'
    return f'<c r="{place}"><v>{_number(cell or 0)}</v></c>'


def _number(number: int | Fraction) -> str:
    return str(number) if isinstance(number, int) else repr(float(number))
