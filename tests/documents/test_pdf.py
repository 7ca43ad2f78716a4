"""Reading PDFs with text, and scanned PDFs."""

from __future__ import annotations

import io
from collections.abc import Callable

import segno
from PIL import Image
from pypdf import PdfWriter
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from orbat.documents.pdf import read_pdf
from orbat.list_reader.document_text import DocumentText

Read = Callable[..., DocumentText]
Refused = Callable[..., str]


def _printed(*pages: list[tuple[float, float, str]], locked: StandardEncryption | None = None) -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(400, 400), encrypt=locked)
    for page in pages:
        canvas.setFont("Courier", 10)
        for x, y, text in page:
            canvas.drawString(x, y, text)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


PAGE = [(20.0, 350.0, "Light Division"), (44.0, 338.0, "33rd Foot"), (200.0, 338.0, "60"), (20.0, 326.0, "Total 60")]


def test_lines_keep_their_layout_and_page(read: Read) -> None:
    found = read(_printed(PAGE, [(20, 350, "95th Rifles 4")]), "list.pdf")
    assert found.form == "PDF"
    assert [line.where for line in found.lines] == [
        "page 1, line 1",
        "page 1, line 2",
        "page 1, line 3",
        "page 2, line 1",
    ]
    assert [line.text.split() for line in found.lines] == [
        ["Light", "Division"],
        ["33rd", "Foot", "60"],
        ["Total", "60"],
        ["95th", "Rifles", "4"],
    ]
    assert found.lines[1].text.startswith("33rd Foot      ")
    assert [line.indent > 0 for line in found.lines] == [False, True, False, False]
    assert not found.warnings


def test_a_pdf_without_text_is_refused(refused: Refused) -> None:
    message = "the file is a scanned PDF without text"
    assert refused(_printed([], []), "list.pdf") == message


def test_a_qr_code_on_a_scanned_page_is_read(read: Read) -> None:
    code, scan = io.BytesIO(), io.BytesIO()
    segno.make_qr("33rd Foot 60").save(code, kind="png", scale=6)
    Image.open(code).convert("RGB").save(scan, "PDF")
    found = read(scan.getvalue(), "scan.pdf")
    assert [(line.number, line.text) for line in found.lines] == [(1, "33rd Foot 60")]


def test_a_page_without_text_is_reported(read: Read) -> None:
    assert read(_printed(PAGE, []), "list.pdf").warnings == ("these pages have no text: page 2",)


def test_a_pdf_with_a_password_is_refused_and_one_with_protection_is_read(read: Read, refused: Refused) -> None:
    locked = _printed(PAGE, locked=StandardEncryption("secret", strength=128))
    assert refused(locked, "list.pdf") == "the file is a PDF locked with a password"
    only_against_changes = _printed(PAGE, locked=StandardEncryption("", "owner", strength=128))
    assert read(only_against_changes, "list.pdf").lines[0].text == "Light Division"


def test_damaged_pdfs_are_refused(read: Read, refused: Refused) -> None:
    raw = _printed(PAGE)
    for damaged in (b"%PDF-1.4", b"%PDF-1.7\nnothing", raw[: len(raw) // 3], raw.replace(b"/Pages", b"/Pagan")):
        assert refused(damaged, "list.pdf") == "the file is a damaged PDF"


def test_pages_over_the_maximum_are_not_read(read: Read) -> None:
    found = read(_printed(*[[(20.0, 350.0, "33rd")]] * 62), "list.pdf")
    assert len(found.lines) == 60
    assert found.warnings == ("only the first 60 of 62 pages are read",)


def test_reading_stops_at_the_time_limit() -> None:
    seconds = iter(range(0, 1_000, 5))
    found = read_pdf(_printed(PAGE, PAGE, PAGE), clock=lambda: float(next(seconds)))
    assert isinstance(found, DocumentText)
    assert {line.part for line in found.lines} == {"page 1"}
    assert found.warnings == ("pages from 2 on were not read: the time limit is 8 seconds",)


def test_a_page_with_too_much_content_is_reported(read: Read) -> None:
    heavy = [(20.0, 350.0, "x" * 900)] * 1_200
    found = read(_printed(PAGE, heavy), "list.pdf")
    assert found.warnings == ("these pages have too much content and were not read: page 2",)


def test_a_pdf_without_pages_is_refused(refused: Refused) -> None:
    file = io.BytesIO()
    PdfWriter().write(file)
    assert refused(file.getvalue()) == "the file is a scanned PDF without text"
