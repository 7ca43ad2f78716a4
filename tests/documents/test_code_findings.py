"""Check codes and QR codes that a file has beside its army are compared with the army."""

from __future__ import annotations

import io

import pytest
import segno
from pypdf import PdfReader, PdfWriter
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.documents.read import read_raw
from orbat.formats.text import plain_text
from orbat.model.sheet import PrintOptions
from orbat.pipeline import report_on
from orbat.printing import layouts, print_sheets
from orbat.report.check_code import check_code
from orbat.report.report import Report

ARMY = """\
orbat: 1
ruleset: days_of_empire
army_list: british
date: 1854-09
formations:
  - {level: brigade, name: First, commander: {name: Brown}, units: [{entry: brit_line, size: 12, rating: 3}]}
"""


@pytest.fixture(scope="module")
def army(library: Library) -> Report:
    return report_on("army", read_raw(ARMY.encode(), "army.yaml", library)[0], library)


def found(loaded: Loaded) -> list[tuple[str, str]]:
    return [(one.severity, one.message) for one in loaded.findings if one.code in ("TXT014", "TXT015")]


@pytest.mark.parametrize(
    "template", ["{army}\nCheck code {code}\n", "Check code: {code}\n{army}", "{army}\n* check code {code} *"]
)
def test_the_code_of_the_army_is_silent(army: Report, library: Library, template: str) -> None:
    assert army.orbat is not None
    text = template.format(army=plain_text(army), code=check_code(army.orbat))
    (loaded,) = read_raw(text.encode(), "army.txt", library)
    assert not loaded.findings


@pytest.mark.parametrize(
    ("code", "severity"), [("AAAA-BBBB-CCCC-DDDD", "warning"), ("AAAA-BBBB", "warning"), ("", "note")]
)
def test_another_code_is_a_warning_and_an_old_code_a_note(
    army: Report, library: Library, code: str, severity: str
) -> None:
    assert army.orbat is not None
    text = f"{plain_text(army)}\nCheck code {code or check_code(army.orbat)[:9]}\n"
    (loaded,) = read_raw(text.encode(), "army.txt", library)
    assert [one[0] for one in found(loaded)] == [severity]
    assert not [one for one in loaded.findings if one.code.startswith("SRC")]


def test_a_code_in_a_comment_or_a_typed_list_is_compared(library: Library) -> None:
    typed = "Days of Empire, British, 400 points\n1st Brigade\n7th Royal Fusiliers, 16 stands, class 3, 64\n"
    for text, name in ((f"# Check code AAAA-BBBB-CCCC-DDDD\n{ARMY}", "army.yaml"), (typed, "army.txt")):
        more = "" if name == "army.yaml" else "Check code AAAA-BBBB-CCCC-DDDD\n"
        (loaded,) = read_raw((text + more).encode(), name, library)
        assert [one[0] for one in found(loaded)] == ["warning"]


def with_code(sheet: bytes, text: str) -> bytes:
    """A sheet without its attachment, with another QR code over the page."""
    code, page = io.BytesIO(), io.BytesIO()
    segno.make_qr(text).save(code, kind="png", scale=4)
    canvas = Canvas(page, pagesize=(595, 842))
    canvas.drawImage(ImageReader(code), 400, 100, 150, 150)
    canvas.save()
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(sheet)))
    del writer.root_object["/Names"]
    writer.pages[0].merge_page(PdfReader(page).pages[0])
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def test_the_qr_code_of_a_sheet_without_attachment_is_compared_with_the_text(army: Report, library: Library) -> None:
    order = print_sheets(army, [layouts()["orbat"]], PrintOptions(), library)
    other = plain_text(army).replace("12 stands", "13 stands")
    (loaded,) = read_raw(with_code(order, other), "sheet.pdf", library)
    assert loaded.orbat is not None
    assert found(loaded)[0][0] == "error"


def test_a_qr_code_without_an_army_is_reported(army: Report, library: Library) -> None:
    order = print_sheets(army, [layouts()["opponent_hidden"]], PrintOptions(), library)
    canvas = io.BytesIO()
    code = io.BytesIO()
    segno.make_qr("https://example.org").save(code, kind="png", scale=4)
    page = Canvas(canvas, pagesize=(595, 842))
    page.drawImage(ImageReader(code), 400, 100, 150, 150)
    page.save()
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(order)))
    writer.pages[0].merge_page(PdfReader(canvas).pages[0])
    file = io.BytesIO()
    writer.write(file)
    (loaded,) = read_raw(file.getvalue(), "sheet.pdf", library)
    assert [one.message for one in loaded.findings if one.code == "TXT011"] == [
        '1 QR code, not read: "https://example.org"'
    ]
