"""Draw pages as a PDF, in black except flags. Equal pages always give identical bytes."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from orbat.model.national_flag import Colour
from orbat.render.pdf.flow import Page
from orbat.render.pdf.fonts import figure_spacing, font, font_name
from orbat.render.pdf.marks import Bookmark, ColourArea, Disc, Frame, Mark, Rule, ShapeMark, TextMark, Tiles

DASHES = (2.5, 2.0)
"""The lengths of a dash and of the gap that follows."""
COLOURS: Mapping[Colour, tuple[float, float, float]] = {
    "black": (0.0, 0.0, 0.0),
    "white": (1.0, 1.0, 1.0),
    "red": (0.8, 0.06, 0.14),
    "blue": (0.0, 0.2, 0.55),
    "green": (0.0, 0.5, 0.25),
    "gold": (1.0, 0.8, 0.0),
}
"""The red, green and blue parts of each colour, from 0 to 1."""


_VERSION = (1, 7)
_HEADER = "%PDF-{}.{}".format(*_VERSION)


def draw(pages: Sequence[Page], *, title: str, author: str, creator: str) -> bytes:
    """Draw pages as a PDF. `title`, `author` and `creator` must be drawable (see `fonts.drawable`)."""
    from reportlab.pdfgen.canvas import Canvas

    for face in ("regular", "bold", "italic"):
        font(face)
    out = io.BytesIO()
    first = pages[0].paper
    canvas = Canvas(
        out,
        pagesize=(first.width, first.height),
        invariant=1,
        pageCompression=1,
        pdfVersion=_VERSION,
        lang="en-GB",
        initialFontName=font_name("regular"),  # otherwise, the PDF refers to a font that is not embedded
    )
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setTitle(title)
    canvas.setAuthor(author)
    canvas.setCreator(creator)
    canvas.setSubject("")
    outline = _Outline(canvas)
    for page in pages:
        canvas.setPageSize((page.paper.width, page.paper.height))
        for kind, marks in groupby(page.marks, type):
            if kind is TextMark:
                _draw_words(canvas, marks, page.paper.height)  # type: ignore[arg-type]  # all are of the kind
                continue
            for mark in marks:
                if isinstance(mark, Bookmark):
                    outline.add(mark, page.paper.height)
                else:
                    _draw_mark(canvas, mark, page.paper.height)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


class _Outline:
    def __init__(self, canvas: Any) -> None:
        self.canvas = canvas
        self.level = -1
        self.count = 0

    def add(self, mark: Bookmark, height: float) -> None:
        key = f"place{self.count}"
        self.count += 1
        # PDF outlines cannot skip a level
        self.level = min(mark.level, self.level + 1)
        self.canvas.bookmarkPage(key, fit="FitH", top=height - mark.y)
        self.canvas.addOutlineEntry(mark.title, key, level=self.level)


def _draw_mark(canvas: Any, mark: Mark, height: float) -> None:
    match mark:
        case Rule():
            canvas.setLineWidth(mark.weight)
            canvas.line(mark.x, height - mark.y, mark.right, height - mark.y)
        case Frame():
            _set_pen(canvas, mark.weight, mark.dashed)
            canvas.rect(mark.x, height - mark.bottom, mark.width, mark.height, stroke=mark.weight > 0, fill=mark.solid)
            _reset_dash(canvas, mark.dashed)
        case Disc():
            canvas.setLineWidth(mark.weight)
            half = mark.size / 2
            canvas.circle(mark.x + half, height - mark.y - half, half, stroke=mark.weight > 0, fill=mark.solid)
        case ShapeMark():
            _draw_path(canvas, mark, height)
        case ColourArea():
            _draw_area(canvas, mark, height)
        case Tiles():
            _draw_tiles(canvas, mark, height)


def _draw_tiles(canvas: Any, mark: Tiles, height: float) -> None:
    from reportlab.pdfgen.pathobject import PDFPathObject

    tile = f"{mark.tile:.4f} re"
    boxes = [f"{x:.3f} {height - y - mark.tile:.3f} {width:.3f} {tile}" for x, y, width in mark.black()]
    canvas.drawPath(PDFPathObject(boxes), stroke=0, fill=1)


def _draw_area(canvas: Any, mark: ColourArea, height: float) -> None:
    from reportlab.pdfgen.pathobject import PDFPathObject

    corners = [f"{mark.x + across:.3f} {height - mark.y - down:.3f}" for across, down in mark.points]
    path = PDFPathObject([f"{corners[0]} m", *(f"{corner} l" for corner in corners[1:]), "h"])
    canvas.setFillColorRGB(*COLOURS[mark.colour])
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.setFillColorRGB(*COLOURS["black"])


def _set_pen(canvas: Any, weight: float, dashed: bool) -> None:
    canvas.setLineWidth(weight)
    if dashed:
        canvas.setDash(DASHES)


def _reset_dash(canvas: Any, dashed: bool) -> None:
    if dashed:
        canvas.setDash(())


def _draw_path(canvas: Any, mark: ShapeMark, height: float) -> None:
    _set_pen(canvas, mark.weight, mark.dashed)
    path = canvas.beginPath()
    (across, down), *rest = mark.points
    path.moveTo(mark.x + across, height - mark.y - down)
    for across, down in rest:
        path.lineTo(mark.x + across, height - mark.y - down)
    if mark.closed or mark.solid:
        path.close()
    canvas.drawPath(path, stroke=mark.weight > 0, fill=mark.solid)
    _reset_dash(canvas, mark.dashed)


def _draw_words(canvas: Any, run: Iterable[TextMark], height: float) -> None:
    text = canvas.beginText()
    style = None
    for words in run:
        if words.style != style:
            style = words.style
            text.setFont(font_name(style.face), style.size)
        if words.figures:
            _draw_figures(text, words, height)
        else:
            text.setTextOrigin(words.x, height - words.y)
            text.textOut(words.text)
    canvas.drawText(text)


def _draw_figures(text: Any, words: TextMark, height: float) -> None:
    before, after = figure_spacing(words.text, words.style)
    text.setTextOrigin(words.x + before, height - words.y)
    for letter, space in zip(words.text, after, strict=True):
        text.setCharSpace(space)
        text.textOut(letter)
    text.setCharSpace(0)  # otherwise it applies to all later text


# Attaching a file, so that a sheet can be read back. Equal input gives equal bytes.


def attach(pdf: bytes, name: str, content: bytes) -> bytes:
    """Return a copy of a PDF with a file attached."""
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf)))
    writer.pdf_header = _HEADER
    writer.add_attachment(name, content)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()
