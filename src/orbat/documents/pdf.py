"""PDFs of any program that have text in them, line by line as they look on the page."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from orbat.data.problem import Problem, unreadable
from orbat.documents.line_collector import LineCollector
from orbat.documents.picture import MAX_PIXELS, Code, codes_in, lines_of
from orbat.list_reader.document_text import DocumentText

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdf import PageObject, PdfReader

MAX_PAGES = 60
MAX_CONTENT = 1_000_000
"""The most bytes of drawing that are followed on a page."""
PATIENCE = 8.0
"""After so many seconds no further page is begun."""

_LOCKED = unreadable("is a PDF that is locked with a password", "Ask for it without one.")
_DAMAGED = unreadable("is a PDF that is damaged and cannot be read", "Ask for it again.")
_NO_TEXT = unreadable(
    "is a PDF with no text in it, only pictures, as scanners make them",
    "Ask for the list as text, or give a photograph of the QR code on the sheet.",
)


def read_pdf(raw: bytes, clock: Callable[[], float] = time.monotonic) -> DocumentText | Problem:
    """The lines of all pages."""
    import logging

    from pypdf import PdfReader

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(raw))
        if reader.is_encrypted and not _opens(reader):
            return _LOCKED
        count = len(reader.pages)
    except Exception:  # a damaged PDF can make the reader fail in any way; all mean the same here
        return _DAMAGED
    gathering = LineCollector("PDF")
    if count > MAX_PAGES:
        gathering.warn(f"only the first {MAX_PAGES} of {count} pages are read")
    ends = clock() + PATIENCE
    damaged = 0
    for number in range(1, min(count, MAX_PAGES) + 1):
        if clock() > ends:
            gathering.warn(f"nothing is read from page {number} on: reading the pages before took too long")
            break
        damaged += not _put_page(reader, number, gathering)
    found = gathering.handed(_DAMAGED if damaged else _NO_TEXT)
    if found is _NO_TEXT and clock() <= ends:
        return read_scan(reader) or found
    return found


def _opens(reader: PdfReader) -> bool:
    """Whether a PDF can be read without a password: many are only locked against changes."""
    try:
        return bool(reader.decrypt(""))
    except Exception:  # a kind of lock that is not known here
        return False


def _put_page(reader: PdfReader, number: int, gathering: LineCollector) -> bool:
    """Gather a page; False where it cannot be read."""
    part = f"page {number}"
    try:
        page = reader.pages[number - 1]
        if _drawing(page) > MAX_CONTENT:
            gathering.note("a page that is drawn with more than can be followed is not read", part)
            return False
        text = page.extract_text(extraction_mode="layout")
        if not text.strip():
            text = page.extract_text()
    except Exception:  # as above
        gathering.note("a page is damaged and not read", part)
        return False
    if not text.strip():
        gathering.note("a page has no text in it", part)
        return True
    for line, shown in enumerate(text.split("\n"), 1):
        gathering.line(shown, line, part=part, place=f"{part}, line {line}")
    return True


def _drawing(page: PageObject) -> int:
    """How many bytes draw a page."""
    contents: Any = page.get("/Contents")
    contents = contents.get_object() if contents is not None else ()
    streams = contents if isinstance(contents, list | tuple) else (contents,)
    return sum(len(stream.get_object().get_data()) for stream in streams)


# PDFs that a scanner made: pages without text, with pictures in which there may be QR codes.


_MOST_PAGES = 10
_MOST_PICTURES = 10
"""So many pictures are looked at on a page."""


def read_scan(reader: PdfReader) -> DocumentText | None:
    """The lines of the codes on the first pages; None where there are none."""
    codes: list[Code] = []
    with suppress(Exception):  # a damaged picture can make its reader fail in any way: what was found before counts
        for page in reader.pages[:_MOST_PAGES]:
            for picture in _pictures(page):
                codes += codes_in(picture.convert("L"))
    found = lines_of(codes)
    return found if isinstance(found, DocumentText) else None


def _pictures(page: PageObject) -> Iterator[Image]:
    """The pictures on a page that are not too large, once each."""
    resources: Any = page.get("/Resources", {})
    drawn = resources.get_object().get("/XObject", {}).get_object()
    for name in list(drawn)[:_MOST_PICTURES]:
        one = drawn[name].get_object()
        if one.get("/Subtype") == "/Image" and 0 < one["/Width"] * one["/Height"] <= MAX_PIXELS:
            image = page.images[name].image
            if image is not None:
                yield image
