"""Pictures of pages: SVG and PNG. They need the package pypdfium2 of `orbat[pictures]`."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from ctypes import c_float, c_ubyte
from importlib.resources import files
from typing import Any

from orbat.model.sheet import Face
from orbat.render.pdf.flow import Page
from orbat.render.pdf.fonts import FILES, PACKAGE
from orbat.render.pdf.svg import svg_of

_DOTS = 200
"""The resolution of PNG pictures, in dots per inch."""
_UNITS = 1000
"""The units of outlines to the em. PDFium gives fractions of an em at this size of type."""


def svg_pictures(pages: Sequence[Page], title: str) -> Iterator[bytes]:
    """Draw each page as SVG."""
    with _Outlines() as outlines:
        for page in pages:
            yield svg_of(page, outlines.outline, title=title).encode()


def png_pictures(pdf: bytes) -> Iterator[bytes]:
    """Draw each page of a PDF as PNG."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            out = io.BytesIO()
            page.render(scale=_DOTS / 72).to_pil().save(out, "png", dpi=(_DOTS, _DOTS))
            yield out.getvalue()
    finally:
        document.close()


class _Outlines:
    """Finds the outlines of letters with PDFium."""

    def __init__(self) -> None:
        import pypdfium2

        self.raw: Any = pypdfium2.raw
        self.document: Any = pypdfium2.PdfDocument.new()
        self.fonts: dict[Face, Any] = {}

    def __enter__(self) -> _Outlines:
        return self

    def __exit__(self, *error: object) -> None:
        for loaded in self.fonts.values():
            self.raw.FPDFFont_Close(loaded)
        self.document.close()

    def outline(self, face: Face, letter: str) -> str:
        """The outline of a letter as the data of an SVG path. 1000 units are one em, and y points upwards."""
        if face not in self.fonts:
            data = (files(PACKAGE) / "files" / FILES[face]).read_bytes()
            self.fonts[face] = self.raw.FPDFText_LoadFont(
                self.document, (c_ubyte * len(data)).from_buffer_copy(data), len(data), self.raw.FPDF_FONT_TRUETYPE, 1
            )
        path = self.raw.FPDFFont_GetGlyphPath(self.fonts[face], ord(letter), _UNITS)
        return "".join(self._segments(path)) if path else ""

    def _segments(self, path: Any) -> Iterator[str]:
        raw, x, y = self.raw, c_float(), c_float()
        signs = {raw.FPDF_SEGMENT_MOVETO: "M", raw.FPDF_SEGMENT_LINETO: "L", raw.FPDF_SEGMENT_BEZIERTO: "C"}
        before, points = "", 0
        for number in range(raw.FPDFGlyphPath_CountGlyphSegments(path)):
            segment = raw.FPDFGlyphPath_GetGlyphPathSegment(path, number)
            raw.FPDFPathSegment_GetPoint(segment, x, y)
            sign = signs.get(raw.FPDFPathSegment_GetType(segment), "L")
            # a curve has three points
            points = points + 1 if sign == before == "C" else 1
            start = sign if sign != "C" or points % 3 == 1 else " "
            yield f"{start}{_UNITS * x.value:.0f} {_UNITS * y.value:.0f}"
            before = sign
            if raw.FPDFPathSegment_GetClose(segment):
                yield "z"
