"""PDFs that a scanner made: pages without text, with pictures in which there may be QR codes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from orbat.sources.handed.picture import MOST_PIXELS, Code, codes_in, lines_of
from orbat.sources.handed.text import Handed

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdf import PageObject, PdfReader

_MOST_PAGES = 10
_MOST_PICTURES = 10
"""So many pictures are looked at on a page."""


def read_scan(reader: PdfReader) -> Handed | None:
    """The lines of the codes on the first pages; None where there are none."""
    codes: list[Code] = []
    with suppress(Exception):  # a damaged picture can make its reader fail in any way: what was found before counts
        for page in reader.pages[:_MOST_PAGES]:
            for picture in _pictures(page):
                codes += codes_in(picture.convert("L"))
    found = lines_of(codes)
    return found if isinstance(found, Handed) else None


def _pictures(page: PageObject) -> Iterator[Image]:
    """The pictures on a page that are not too large, once each."""
    resources: Any = page.get("/Resources", {})
    drawn = resources.get_object().get("/XObject", {}).get_object()
    for name in list(drawn)[:_MOST_PICTURES]:
        one = drawn[name].get_object()
        if one.get("/Subtype") == "/Image" and 0 < one["/Width"] * one["/Height"] <= MOST_PIXELS:
            image = page.images[name].image
            if image is not None:
                yield image
