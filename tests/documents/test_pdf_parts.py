"""What a PDF holds beside its visible text: hidden text, layers, annotations, pictures, attachments."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from PIL import Image
from pypdf import PdfReader, PdfWriter
from pypdf.annotations import FreeText, Link
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject, NumberObject, TextStringObject
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from orbat.documents.pdf import read_pdf
from orbat.list_reader.document_text import DocumentText

SHOWN, HIDDEN = "33rd Foot 60", "95th Rifles 40"


def drawn(draw: Callable[[Canvas], object]) -> bytes:
    """A page with a visible line, and what `draw` adds."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(400, 400))
    canvas.drawString(20, 350, SHOWN)
    canvas.saveState()
    draw(canvas)
    canvas.restoreState()
    canvas.save()
    return file.getvalue()


def changed(change: Callable[[PdfWriter], object]) -> bytes:
    """A page with a visible line, changed with pypdf."""
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(drawn(lambda _: None))))
    change(writer)
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def read(raw: bytes) -> tuple[list[str], list[tuple[str, str, str]]]:
    """The lines of a PDF, and its parts that are not harmless: kind, status, text."""
    found = read_pdf(raw)
    assert isinstance(found, DocumentText), found
    lines = [line.text for line in found.lines if line.text]
    return lines, [(part.kind, part.status, part.shown) for part in found.parts if part.status != "harmless"]


def text_in(canvas: Canvas, *, y: float = 300, size: float = 12, mode: int = 0, text: str = HIDDEN) -> None:
    drawing = canvas.beginText(20, y)
    drawing.setFont("Helvetica", size)
    drawing.setTextRenderMode(mode)
    drawing.textOut(text)
    canvas.drawText(drawing)


def box(canvas: Canvas, grey: float, *, y: float = 290) -> None:
    canvas.setFillGray(grey)
    canvas.rect(10, y, 300, 30, stroke=0, fill=1)


def on_black(canvas: Canvas, grey: float) -> None:
    box(canvas, 0)
    canvas.setFillGray(grey)
    text_in(canvas)


def below_a_box(canvas: Canvas) -> None:
    text_in(canvas)
    box(canvas, 1)


def below_a_picture(canvas: Canvas) -> None:
    text_in(canvas)
    canvas.drawImage(ImageReader(Image.new("L", (4, 4), 255)), 10, 290, 30, 30)


def clipped(canvas: Canvas) -> None:
    path = canvas.beginPath()
    path.rect(10, 200, 300, 50)
    canvas.clipPath(path, stroke=0)
    text_in(canvas)


def faint(canvas: Canvas) -> None:
    canvas.setFillAlpha(0.02)
    text_in(canvas)


def coloured(canvas: Canvas, *ink: float) -> None:
    canvas.setFillColorCMYK(*ink)
    text_in(canvas)


def steps(*draws: Callable[[Canvas], object]) -> Callable[[Canvas], None]:
    """Draw several things, one after another."""

    def draw(canvas: Canvas) -> None:
        for one in draws:
            one(canvas)

    return draw


@pytest.mark.parametrize(
    ("draw", "kind"),
    [
        (lambda canvas: text_in(canvas, mode=3), "invisible_text"),
        (faint, "invisible_text"),
        (steps(lambda canvas: canvas.setFillGray(1), text_in), "white_text"),
        (steps(lambda canvas: canvas.setFillGray(0.97), text_in), "white_text"),
        (lambda canvas: coloured(canvas, 0, 0, 0, 0), "white_text"),
        (lambda canvas: on_black(canvas, 0), "white_text"),
        (lambda canvas: text_in(canvas, size=1.5), "tiny_text"),
        (steps(lambda canvas: canvas.scale(0.1, 0.1), lambda canvas: text_in(canvas, y=3000)), "tiny_text"),
        (lambda canvas: text_in(canvas, y=-200), "clipped_text"),
        (lambda canvas: text_in(canvas, y=410), "clipped_text"),
        (clipped, "clipped_text"),
        (below_a_box, "covered_text"),
    ],
)
def test_hidden_text_is_left_and_reported(draw: Callable[[Canvas], object], kind: str) -> None:
    assert read(drawn(draw)) == ([SHOWN], [(kind, "left", HIDDEN)])


@pytest.mark.parametrize(
    "draw",
    [
        lambda canvas: text_in(canvas),
        steps(lambda canvas: canvas.setFillGray(0.8), text_in),
        lambda canvas: on_black(canvas, 1),
        lambda canvas: text_in(canvas, size=3),
        steps(lambda canvas: box(canvas, 1), lambda canvas: canvas.setFillGray(0), text_in),
        steps(text_in, lambda canvas: box(canvas, 0, y=100)),
        lambda canvas: text_in(canvas, mode=1),
        lambda canvas: text_in(canvas, y=4),
        lambda canvas: coloured(canvas, 1, 0, 0, 0),
        below_a_picture,
    ],
)
def test_visible_text_is_read(draw: Callable[[Canvas], object]) -> None:
    lines, parts = read(drawn(draw))
    assert lines == [SHOWN, HIDDEN]
    assert not parts


def test_a_page_with_only_hidden_text_is_read_and_reported() -> None:
    """A scan with recognised text: a picture, and invisible text."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(400, 400))
    canvas.drawImage(ImageReader(Image.new("L", (40, 40), 200)), 0, 0, 400, 400)
    text_in(canvas, mode=3)
    canvas.save()
    assert read(file.getvalue()) == ([HIDDEN], [("invisible_text", "read", HIDDEN), ("picture", "left", "")])


@pytest.mark.parametrize(("grey", "is_hidden"), [(255, True), (40, False)])
def test_white_text_on_a_picture_is_hidden_only_on_a_white_one(grey: int, is_hidden: bool) -> None:
    picture = ImageReader(Image.new("L", (4, 4), grey))

    def draw(canvas: Canvas) -> None:
        canvas.drawImage(picture, 10, 290, 300, 30)
        canvas.setFillGray(1)
        text_in(canvas)

    lines, parts = read(drawn(draw))
    assert lines == ([SHOWN] if is_hidden else [SHOWN, HIDDEN])
    assert parts == [*([("white_text", "left", HIDDEN)] if is_hidden else []), ("picture", "left", "")]


def test_text_below_a_picture_is_reported() -> None:
    picture = ImageReader(Image.new("L", (4, 4), 255))
    lines, parts = read(drawn(steps(text_in, lambda canvas: canvas.drawImage(picture, 10, 290, 300, 30))))
    assert lines == [SHOWN]
    assert parts == [("covered_text", "left", HIDDEN), ("picture", "left", "")]


def test_text_before_and_after_hidden_text_keeps_its_place() -> None:
    def draw(canvas: Canvas) -> None:
        drawing = canvas.beginText(20, 300)
        for mode, text in ((0, "95th Rifles "), (3, "not "), (0, "40")):
            drawing.setTextRenderMode(mode)
            drawing.textOut(text)
        canvas.drawText(drawing)
        text_in(canvas, y=280, text="Total 100")

    lines, parts = read(drawn(draw))
    assert [" ".join(line.split()) for line in lines] == [SHOWN, "95th Rifles 40", "Total 100"]
    assert parts == [("invisible_text", "left", "not")]


def test_text_in_forms_is_read() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.beginForm("troops")
        text_in(canvas)
        canvas.endForm()
        canvas.doForm("troops")

    assert read(drawn(draw)) == ([SHOWN, HIDDEN], [])


def test_rotated_text_beside_other_text_is_reported() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.rotate(90)
        canvas.drawString(100, -100, HIDDEN)

    assert read(drawn(draw)) == ([SHOWN], [("rotated_text", "left", HIDDEN)])


@pytest.mark.parametrize(("width", "reported"), [(40, True), (39, False)])
def test_pictures_that_can_show_text_are_reported(width: int, reported: bool) -> None:
    picture = ImageReader(Image.new("L", (4, 4), 200))
    lines, parts = read(drawn(lambda canvas: canvas.drawImage(picture, 10, 100, width, 8)))
    assert lines == [SHOWN]
    assert parts == ([("picture", "left", "")] if reported else [])


def layered(usual: str, usage: str) -> bytes:
    """A page with a visible line, and a line in a layer (object 3) with the given settings."""
    content = f"BT /F1 12 Tf 20 350 Td ({SHOWN}) Tj ET /OC /x BDC BT /F1 12 Tf 20 300 Td ({HIDDEN}) Tj ET EMC"
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [3 0 R] /D << {usual} >> >> >>",
        "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
        f"<< /Type /OCG /Name (x) {usage} >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 5 0 R "
        "/Resources << /Font << /F1 6 0 R >> /Properties << /x 3 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    file, places = "%PDF-1.7\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(file))
        file += f"{number} 0 obj\n{text}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"xref\n0 7\n0000000000 65535 f \n{table}trailer << /Size 7 /Root 1 0 R >>\nstartxref\n{len(file)}\n%%EOF\n"
    return (file + end).encode()


@pytest.mark.parametrize(
    ("usual", "usage", "is_off"),
    [
        ("/OFF [3 0 R]", "", True),
        ("", "", False),
        ("/BaseState /OFF", "", True),
        ("/BaseState /OFF /ON [3 0 R]", "", False),
        ("", "/Usage << /Print << /PrintState /OFF >> >>", True),
        ("", "/Usage << /Print << /PrintState /ON >> >>", False),
    ],
)
def test_layers_that_are_off_are_reported(usual: str, usage: str, is_off: bool) -> None:
    lines, parts = read(layered(usual, usage))
    assert lines == ([SHOWN] if is_off else [SHOWN, HIDDEN])
    assert parts == ([("layer", "left", HIDDEN)] if is_off else [])


def test_text_outside_the_crop_box_is_reported() -> None:
    def change(writer: PdfWriter) -> None:
        writer.pages[0].cropbox.upper_right = (400, 200)

    assert read(changed(change)) == ([SHOWN], [("clipped_text", "read", SHOWN)])


def test_annotations_are_reported_but_not_links() -> None:
    def change(writer: PdfWriter) -> None:
        writer.add_annotation(0, FreeText(text=HIDDEN, rect=(20, 20, 200, 40)))
        writer.add_annotation(0, Link(rect=(20, 20, 200, 40), url="https://example.org"))

    assert read(changed(change)) == ([SHOWN], [("annotation", "left", HIDDEN)])


@pytest.mark.parametrize("value", [HIDDEN, ""])
def test_filled_form_fields_are_reported(value: str) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.acroForm.textfield(name="unit", value=value, x=20, y=20, width=200)

    assert read(drawn(draw)) == ([SHOWN], [("form_field", "left", f"unit: {HIDDEN}")] if value else [])


def test_attachments_and_scripts_are_reported() -> None:
    def change(writer: PdfWriter) -> None:
        writer.add_attachment("more.txt", HIDDEN.encode())
        action = {NameObject("/S"): NameObject("/JavaScript"), NameObject("/JS"): TextStringObject("app.alert('x')")}
        writer.root_object[NameObject("/OpenAction")] = DictionaryObject(action)

    assert read(changed(change)) == ([SHOWN], [("attachment", "left", "more.txt"), ("script", "left", "")])


@pytest.mark.parametrize(("copied", "reported"), [("0036", True), ("0033", False)])
def test_a_font_that_shows_other_digits_than_are_copied_is_reported(copied: str, reported: bool) -> None:
    """The character 3 is copied as 6, or as 3."""

    def change(writer: PdfWriter) -> None:
        stream = DecodedStreamObject()
        stream.set_data(f"1 beginbfchar\n<33> <{copied}>\nendbfchar".encode())
        fonts = writer.pages[0]["/Resources"]["/Font"].get_object()  # type: ignore[index]
        for font in fonts.values():
            font.get_object()[NameObject("/ToUnicode")] = stream

    lines, parts = read(changed(change))
    assert parts == ([("remapped_text", "read", lines[0])] if reported else [])


def test_damaged_instructions_are_skipped() -> None:
    def change(writer: PdfWriter) -> None:
        page = writer.pages[0]
        stream = DecodedStreamObject()
        stream.set_data(b"Q Q cm (x) Tf /None Do /None gs EMC l 1 0 0 re f BT Tm ET " + page.get_contents().get_data())  # type: ignore[union-attr]
        page[NameObject("/Contents")] = stream
        page[NameObject("/Rotate")] = NumberObject(90)

    assert read(changed(change)) == ([SHOWN], [])
