"""Reading Excel and OpenDocument workbooks: saved values, sheet by sheet."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from datetime import date

import pytest
from openpyxl import Workbook
from openpyxl.chart import BarChart

from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]
Refused = Callable[..., str]
Zipped = Callable[[dict[str, str]], bytes]

_SPACES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"'
    for short, long in (("office", "office"), ("table", "table"), ("text", "text"), ("style", "style"))
)


def _saved(book: Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _book() -> Workbook:
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Light Division"
    for row in (["Unit", "Stands", "Points"], ["33rd Foot", 15, 48.0], [None, "Rifles\u202e\x1b", 0.5]):
        sheet.append([value.replace("\x1b", "") if isinstance(value, str) else value for value in row])
    sheet["A6"] = "Total"
    sheet["C6"] = 100.5
    return book


def _changed(raw: bytes, name: str, pattern: str, to: str) -> bytes:
    """A workbook with a substitution in the XML of one part."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for member in old.namelist():
            text = old.read(member).decode()
            new.writestr(member, re.sub(pattern, to, text) if member == name else text)
    return file.getvalue()


def test_rows_have_the_sheet_and_row_number(read: Read) -> None:
    found = read(_saved(_book()), "list.xlsx")
    assert found.form == "workbook"
    assert [(line.where, line.cells) for line in found.lines] == [
        ("Light Division, row 1", ("Unit", "Stands", "Points")),
        ("Light Division, row 2", ("33rd Foot", "15", "48")),
        ("Light Division, row 3", ("", "Rifles", "0.5")),
        ("Light Division, row 5", ()),
        ("Light Division, row 6", ("Total", "", "100.5")),
    ]
    assert [(line.number, line.part, line.indent) for line in found.lines][2] == (3, "Light Division", 2)
    message = "invisible characters removed, such as control codes and direction marks: Light Division, row 3"
    assert found.warnings == (message,)


def test_a_workbook_is_recognised_by_its_content(read: Read) -> None:
    assert read(_saved(_book()), "list.txt").form == "workbook"


def test_formulas_are_never_evaluated(read: Read) -> None:
    book = _book()
    sheet = book.worksheets[0]
    sheet["C6"] = "=SUM(C2:C3)"
    sheet["D6"] = '=WEBSERVICE("http://example.org/")'
    found = read(_saved(book), "list.xlsx")
    assert found.lines[-1].cells == ("Total",)
    message = "formulas without a saved value are not computed: Light Division!C6; Light Division!D6"
    assert message in found.warnings
    saved = _changed(_saved(book), "xl/worksheets/sheet1.xml", r"(<f>SUM.*?</f>)(?:<v ?/>|<v></v>)", r"\1<v>777</v>")
    assert read(saved, "list.xlsx").lines[-1].cells == ("Total", "", "777")


def test_errors_dates_and_booleans_are_read_as_text(read: Read) -> None:
    book = Workbook()
    book.worksheets[0].append(["#REF!", date(2026, 3, 4), True, 1234567, 0.1 + 0.2])
    found = read(_saved(book), "list.xlsx")
    assert found.lines[0].cells == ("#REF!", "2026-03-04", "yes", "1234567", "0.3")
    assert found.warnings == ("these formulas have an error: Sheet!A1",)


def test_hidden_sheets_are_reported_and_not_read(read: Read) -> None:
    book = _book()
    hidden = book.create_sheet("Draft")
    hidden["A1"] = "95th"
    hidden.sheet_state = "hidden"
    book.create_chartsheet("Picture").add_chart(BarChart())
    found = read(_saved(book), "list.xlsx")
    assert found.lines[-1].where == "Light Division, row 6"
    assert [(part.kind, part.where, part.shown) for part in found.parts] == [
        ("hidden_sheet", "Draft", "95th"),
        ("chart", "Picture", ""),
        ("chart", "chart1.xml", ""),
    ]


def test_a_list_pasted_into_one_cell_becomes_lines(read: Read) -> None:
    book = Workbook()
    book.worksheets[0]["B2"] = "1st Brigade\n  33rd Foot 60\n"
    found = read(_saved(book), "list.xlsx")
    assert [(line.number, line.indent, line.text) for line in found.lines if line.text] == [
        (2, 2, "1st Brigade"),
        (2, 4, "33rd Foot 60"),
    ]


def test_the_stated_size_of_a_sheet_is_ignored(read: Read) -> None:
    raw = _saved(_book())
    part = "xl/worksheets/sheet1.xml"
    assert len(read(_changed(raw, part, r'<dimension ref="[^"]*"', '<dimension ref="A1:A1"'), "a.xlsx").lines) == 5
    far = _changed(raw, part, r'<row r="6"([^>]*)><c r="A6"', r'<row r="99999999999"\1><c r="A99999999999"')
    assert len(read(far, "a.xlsx").lines) == 3


def test_rows_over_the_maximum_are_reported(read: Read) -> None:
    book = _book()
    book.create_sheet("Far")["A900000"] = "33rd"
    book.create_sheet("Zero")["A2"] = 0
    found = read(_saved(book), "a.xlsx")
    assert (found.lines[-1].where, found.lines[-1].cells) == ("Zero, row 2", ("0",))
    assert "only the first 20000 rows of a sheet are read: Far" in found.warnings


def test_an_empty_workbook_is_refused(refused: Refused) -> None:
    assert refused(_saved(Workbook()), "list.xlsx") == "the file is an empty workbook"


def test_a_workbook_with_entities_is_refused(refused: Refused) -> None:
    bomb = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><worksheet '
    raw = _changed(_saved(_book()), "xl/worksheets/sheet1.xml", "<worksheet ", bomb)
    assert refused(raw, "list.xlsx") == "the file is damaged and cannot be read"


def _sheets(zipped: Zipped, inner: str, styles: str = "") -> bytes:
    content = (
        f"<office:document-content {_SPACES}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{inner}</office:spreadsheet></office:body></office:document-content>"
    )
    return zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content})


def test_an_opendocument_spreadsheet_is_read(read: Read, zipped: Zipped) -> None:
    rows = (
        "<table:table-row><table:table-cell><text:p>Unit</text:p></table:table-cell>"
        '<table:table-cell table:number-columns-repeated="2"><text:p>Pts</text:p></table:table-cell></table:table-row>'
        '<table:table-row table:number-rows-repeated="3"><table:table-cell/></table:table-row>'
        '<table:table-row table:number-rows-repeated="2"><table:covered-table-cell/><table:table-cell>'
        "<office:annotation><text:p>remark</text:p></office:annotation>"
        '<text:p>33rd<text:s text:c="2"/>Foot</text:p></table:table-cell>'
        '<table:table-cell table:formula="of:=1+1"/></table:table-row>'
        '<table:table-row table:number-rows-repeated="1048576"><table:table-cell '
        'table:number-columns-repeated="16384"/></table:table-row>'
    )
    hidden = (
        '<style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style>'
    )
    hidden_sheet = (
        '<table:table table:name="B" table:style-name="h"><table:table-row><table:table-cell><text:p>95th</text:p>'
        "</table:table-cell></table:table-row></table:table>"
    )
    found = read(_sheets(zipped, f'<table:table table:name="A">{rows}</table:table>{hidden_sheet}', hidden), "a.ods")
    assert [(line.where, line.cells) for line in found.lines] == [
        ("A, row 1", ("Unit", "Pts", "Pts")),
        ("A, row 4", ()),
        ("A, row 5", ("", "33rd  Foot")),
        ("A, row 6", ("", "33rd  Foot")),
    ]
    assert found.warnings == ("formulas without a saved value are not computed: A!C5",)
    assert [(part.kind, part.where, part.shown) for part in found.parts] == [
        ("comment", "A!B5", "remark"),
        ("hidden_sheet", "B", "95th"),
    ]


def test_sheet_names_are_sanitised(read: Read, zipped: Zipped) -> None:
    row = "<table:table-row><table:table-cell><text:p>33rd</text:p></table:table-cell></table:table-row>"
    name = "A\u009b2J\u202eB" + "x" * 100
    found = read(_sheets(zipped, f'<table:table table:name="{name}">{row}</table:table>'), "a.ods")
    assert found.lines[0].part == "AB" + "x" * 74


def test_repeated_rows_and_cells_are_limited(read: Read, zipped: Zipped) -> None:
    row = (
        '<table:table-row table:number-rows-repeated="999999999"><table:table-cell '
        'table:number-columns-repeated="999999999"><text:p>33rd</text:p></table:table-cell></table:table-row>'
    )
    found = read(_sheets(zipped, f"<table:table>{row * 50}</table:table>"), "a.ods")
    assert len(found.lines) == 1_000
    assert len(found.lines[0].cells) == 60


@pytest.mark.parametrize("entity", ['<!DOCTYPE a [<!ENTITY a "ha">]>', '<!DOCTYPE a SYSTEM "file:///etc/passwd">'])
def test_an_opendocument_file_with_entities_is_refused(refused: Refused, zipped: Zipped, entity: str) -> None:
    raw = zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": f"{entity}<a>&a;</a>"})
    assert refused(raw, "a.ods") == "the file is damaged and cannot be read"


def test_an_opendocument_file_with_a_password_is_refused(refused: Refused, zipped: Zipped) -> None:
    raw = zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": "<manifest:encryption-data/>",
            "content.xml": "\x00\x01",
        }
    )
    assert refused(raw, "a.ods") == "the file is locked with a password"
