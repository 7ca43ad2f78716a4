"""Read PDFs written by any program, line by line as on the page. Also reads QR codes on scanned pages."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from orbat.data.problem import Problem, unreadable
from orbat.documents.line_collector import LineCollector
from orbat.documents.picture import MAX_PIXELS, QrCode, codes_in, lines_of_codes
from orbat.list_reader.document_text import DocumentText
from orbat.model.wording import phrase

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdf import PageObject, PdfReader

MAX_PAGES = 60
MAX_CONTENT = 1_000_000
"""Maximum size of the drawing instructions of a page, in bytes."""
MAX_SECONDS = 8.0
"""Time limit, in seconds. After this time, no further page is read."""

_LOCKED = unreadable("is a PDF locked with a password", "Ask for a copy without a password.")
_DAMAGED = unreadable("is a damaged PDF", "Ask for a new copy.")
_NO_TEXT = unreadable(
    "is a scanned PDF without text",
    "Ask for the list as text, or use a photograph of the QR code on the sheet.",
)


def read_pdf(raw: bytes, clock: Callable[[], float] = time.monotonic) -> DocumentText | Problem:
    """Read the lines of all pages. `clock` returns the time in seconds."""
    import logging

    from pypdf import PdfReader

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(raw))
        if reader.is_encrypted and not _opens_without_password(reader):
            return _LOCKED
        count = len(reader.pages)
    except Exception:  # pypdf raises many types of errors for a damaged PDF
        return _DAMAGED
    collector = LineCollector("PDF")
    if count > MAX_PAGES:
        collector.warn(phrase("only the first {maximum} of {count} pages are read", maximum=MAX_PAGES, count=count))
    deadline = clock() + MAX_SECONDS
    damaged = 0
    for number in range(1, min(count, MAX_PAGES) + 1):
        if clock() > deadline:
            collector.warn(
                phrase(
                    "pages from {number} on were not read: the time limit is {seconds} seconds",
                    number=number,
                    seconds=int(MAX_SECONDS),
                )
            )
            break
        damaged += not _collect_page(reader, number, collector)
    found = collector.result(_DAMAGED if damaged else _NO_TEXT)
    if found is _NO_TEXT and clock() <= deadline:
        return read_scanned_codes(reader) or found
    return found


def _opens_without_password(reader: PdfReader) -> bool:
    """Whether an encrypted PDF opens without a password. Many PDFs are encrypted only to prevent changes."""
    try:
        return bool(reader.decrypt(""))
    except Exception:  # an unknown encryption
        return False


def _collect_page(reader: PdfReader, number: int, collector: LineCollector) -> bool:
    """Collect the lines of a page. Returns False if the page is unreadable."""
    part = f"page {number}"
    try:
        page = reader.pages[number - 1]
        if _content_size(page) > MAX_CONTENT:
            collector.warn_at("these pages have too much content and were not read", part)
            return False
        text = page.extract_text(extraction_mode="layout")
        if not text.strip():
            text = page.extract_text()
    except Exception:  # as in `read_pdf`
        collector.warn_at("these pages are damaged and were not read", part)
        return False
    if not text.strip():
        collector.warn_at("these pages have no text", part)
        return True
    for line, line_text in enumerate(text.split("\n"), 1):
        collector.add_line(line_text, line, part=part, place=f"{part}, line {line}")
    return True


def _content_size(page: PageObject) -> int:
    """Size of the drawing instructions of a page, in bytes."""
    contents: Any = page.get("/Contents")
    contents = contents.get_object() if contents is not None else ()
    streams = contents if isinstance(contents, list | tuple) else (contents,)
    return sum(len(stream.get_object().get_data()) for stream in streams)


# Scanned PDFs: pages without text, with pictures that may contain QR codes.


_MAX_SCANNED_PAGES = 10
_MAX_PICTURES = 10
"""Maximum number of pictures examined on a page."""


def read_scanned_codes(reader: PdfReader) -> DocumentText | None:
    """Read the QR codes on the first pages. Returns None if no page has one."""
    codes: list[QrCode] = []
    with suppress(Exception):  # any error for a damaged picture; codes found before it are used
        for page in reader.pages[:_MAX_SCANNED_PAGES]:
            for picture in _pictures(page):
                codes += codes_in(picture.convert("L"))
    found = lines_of_codes(codes)
    return found if isinstance(found, DocumentText) else None


def _pictures(page: PageObject) -> Iterator[Image]:
    """Yield each picture on a page once. Pictures of more than `MAX_PIXELS` pixels are skipped."""
    resources: Any = page.get("/Resources", {})
    drawn = resources.get_object().get("/XObject", {}).get_object()
    for name in list(drawn)[:_MAX_PICTURES]:
        one = drawn[name].get_object()
        if one.get("/Subtype") == "/Image" and 0 < one["/Width"] * one["/Height"] <= MAX_PIXELS:
            image = page.images[name].image
            if image is not None:
                yield image
