"""Read PDFs line by line as on the page, and QR codes on scanned pages.

Visible text is read; anything else, such as hidden text, becomes a `Part`. Exception: if a page has no visible text,
the hidden text is read, because scanners put recognised text behind the picture.
"""

from __future__ import annotations

import io
import re
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from orbat.data.problem import Problem, unreadable
from orbat.documents.line_collector import LineCollector
from orbat.documents.pdf_codes import codes_in_picture, drawn_codes
from orbat.documents.pdf_columns import columns_of, is_inside
from orbat.documents.pdf_content import DrawnText, Examiner, Operation, PageContent, Picture, TooManyOperationsError
from orbat.documents.pdf_fonts import is_remapped, is_unreadable
from orbat.documents.pdf_geometry import Box
from orbat.documents.pdf_parts import Layers, collect_annotations, collect_document
from orbat.documents.pdf_pictures import decoded_size
from orbat.documents.picture import QrCode, lines_of_codes
from orbat.formats.printed_sheet import is_head
from orbat.list_reader.document_text import DocumentText
from orbat.model.wording import phrase

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

MAX_PAGES = 60
MAX_CONTENT = 1_000_000
"""Maximum size of the drawing instructions of a page, in bytes."""
MAX_SECONDS = 8.0
"""Time limit for reading pages, in seconds. No further page is read after this limit. Processor time is counted, so
that a busy machine reads as many pages as an idle one."""
MAX_DECODED = 80_000_000
"""Maximum decoded size of all pictures in which QR codes are searched, in bytes. pypdf keeps them in memory."""
_MIN_PICTURE = (40.0, 8.0)
"""Smallest width and height, in points, of a picture that can show a line of text."""

_LOCKED = unreadable("is a PDF locked with a password", "Ask for a copy without a password.")
_DAMAGED = unreadable("is a damaged PDF", "Ask for a new copy.")
_NO_TEXT = unreadable(
    "is a scanned PDF without text",
    "Ask for the list as text, or use a photograph of the QR code on the sheet.",
)


class _TimeUpError(Exception):
    """The time limit is exceeded."""


def read_pdf(
    raw: bytes, clock: Callable[[], float] = time.thread_time, *, attached: bool = False
) -> DocumentText | Problem:
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
    pages = _PageReader(reader, collector, clock, attached=attached)
    pages.read(min(count, MAX_PAGES))
    with suppress(Exception):  # as above; the parts found before the error are kept
        collect_document(reader, collector, attached=attached)
    codes = lines_of_codes(pages.codes)
    if isinstance(codes, Problem):
        return collector.result(_DAMAGED if pages.damaged else _NO_TEXT)
    if isinstance(found := collector.result(_NO_TEXT), Problem):
        return codes
    return replace(found, codes="\n".join(" " * line.indent + line.text for line in codes.lines))


def _opens_without_password(reader: PdfReader) -> bool:
    try:
        return bool(reader.decrypt(""))
    except Exception:  # an unknown encryption
        return False


class _PageReader:
    def __init__(
        self, reader: PdfReader, collector: LineCollector, clock: Callable[[], float], *, attached: bool
    ) -> None:
        self._reader = reader
        self._collector = collector
        self._clock = clock
        self._deadline = clock() + MAX_SECONDS
        self._attached = attached
        self._layers = Layers(reader)
        self._room = MAX_DECODED
        self._halves: list[_Half] = []
        self.damaged = 0
        self.codes: list[QrCode] = []

    def is_late(self) -> bool:
        return self._clock() > self._deadline

    def read(self, count: int) -> None:
        self._read_pages(count)
        for half in sorted(self._halves, key=lambda one: one.number):
            for at, line in enumerate(half.lines, 1):
                self._collector.add_line(line, at, part=half.where, place=f"{half.where}, line {at}")

    def _read_pages(self, count: int) -> None:
        for number in range(1, count + 1):
            try:
                self._check_time()
                self._read_page(number)
            except _TimeUpError:
                self._collector.warn(
                    phrase(
                        "pages from {number} on were not read: the time limit is {seconds} seconds",
                        number=number,
                        seconds=int(MAX_SECONDS),
                    )
                )
                return

    def _check_time(self) -> None:
        if self.is_late():
            raise _TimeUpError

    def _read_page(self, number: int) -> None:
        where = f"page {number}"
        try:
            page = self._reader.pages[number - 1]
            content = self._content(page)
            with suppress(Exception):  # damaged annotations do not make the page unreadable
                collect_annotations(page, where, self._collector)
            self._collect(_Page(page, content), where)
        except _TimeUpError:
            raise
        except TooManyOperationsError:
            self._collector.warn_at("these pages have too much content and were not read", where)
            self.damaged += 1
        except Exception:  # as in `read_pdf`
            self._collector.warn_at("these pages are damaged and were not read", where)
            self.damaged += 1

    def _content(self, page: PageObject) -> PageContent:
        if _content_size(page) > MAX_CONTENT:
            raise TooManyOperationsError
        return Examiner(page, self._layers.is_off, self._check_time).examine()

    def _collect(self, page: _Page, where: str) -> None:
        text = page.text(lambda one: not one.hidden)
        only_hidden = not text.strip()
        if only_hidden:
            text = page.text(lambda one: True)
        for kind in dict.fromkeys(one.hidden for one in page.content.texts.values() if one.hidden):
            for line in _lines(page.text(partial(_is_hidden, kind), layout=False)):
                self._collector.add_part(kind, where, line, status="read" if only_hidden else "left")
        self._collect_pictures(page, where)
        self._collect_fonts(page, where)
        if not text.strip():
            self._collector.warn_at("these pages have no text", where)
            return
        if page.has_layout and not self._attached:
            for line in _lines(page.text(lambda one: one.is_rotated and not one.hidden, layout=False)):
                self._collector.add_part("rotated_text", where, line)
        if self._attached and (halves := page.halves(where)):
            self._halves += halves
            return
        is_ours = any(is_head(line.strip()) for line in text.split("\n"))  # a table with blocks beside and below it
        areas = () if only_hidden or self._attached or is_ours else page.columns()
        if not areas:
            for at, line in enumerate(text.split("\n"), 1):
                self._collector.add_line(line, at, part=where, place=f"{where}, line {at}")
            return
        number = 0
        for block, area in enumerate(areas, 1):
            for at, line in enumerate((*page.lines_in(area), ""), 1):  # an empty line ends a block
                number += 1
                self._collector.add_line(line, number, part=where, place=f"{where}, block {block}, line {at}")

    def _collect_pictures(self, page: _Page, where: str) -> None:
        self.codes += drawn_codes(page.content)
        for picture in page.content.pictures:
            left, bottom, right, top = picture.box
            is_large = right - left >= _MIN_PICTURE[0] and top - bottom >= _MIN_PICTURE[1]
            codes = self._codes_in(picture) if is_large else ()
            self.codes += codes
            if not codes:
                self._collector.add_part("picture", where, status="left" if is_large else "harmless")

    def _codes_in(self, picture: Picture) -> tuple[QrCode, ...]:
        self._check_time()
        with suppress(Exception):  # Pillow raises many types of errors for a damaged picture
            size = decoded_size(picture.image) if picture.image is not None else 0
            if 0 < size <= self._room:
                self._room -= size
                return codes_in_picture(picture)
        return ()

    def _collect_fonts(self, page: _Page, where: str) -> None:
        for kind, test in (("unreadable_text", is_unreadable), ("remapped_text", is_remapped)):
            names = [name for name, font in page.content.fonts.items() if test(font)]
            if any(one.font in names for one in page.content.texts.values()):
                text = page.text(partial(_is_in_font, names), layout=False)
                lines = list(_lines(text)) if kind == "remapped_text" else []
                for line in lines or [""]:
                    self._collector.add_part(kind, where, line, status="read" if lines else "left")


def _is_hidden(kind: str, text: DrawnText) -> bool:
    return text.hidden == kind


def _is_in_font(names: Sequence[str], text: DrawnText) -> bool:
    return text.font in names


def _lines(text: str) -> Iterator[str]:
    return filter(None, map(str.strip, text.split("\n")))


@dataclass(frozen=True, slots=True)
class _Half:
    # One of the two pages on a side of a booklet. The pages are not in the order of their numbers.
    number: int
    where: str
    lines: Sequence[str]


_FOOT = re.compile(r"\bpage (\d{1,4}) of \d{1,4}$")
"""The end of the foot of a page printed by orbat."""


class _Page:
    def __init__(self, page: PageObject, content: PageContent) -> None:
        self.page = page
        self.content = content
        self.has_layout = False

    def text(self, is_wanted: Callable[[DrawnText], bool], *, layout: bool = True) -> str:
        operations = self.content.only(is_wanted)
        text = self._extract(operations, "layout") if layout else ""
        self.has_layout = bool(text.strip()) if layout else self.has_layout
        return text if text.strip() else self._extract(operations, "plain")

    def columns(self) -> tuple[Box, ...]:
        boxes = [one.box for one in self.content.texts.values() if not one.hidden and not one.is_rotated]
        return columns_of(boxes, self.lines_in)

    def lines_in(self, area: Box) -> list[str]:
        text = self.text(lambda one: not one.hidden and not one.is_rotated and is_inside(one.box, area))
        return textwrap.dedent(text).strip("\n").split("\n")

    def halves(self, where: str) -> tuple[_Half, ...]:
        """The left and right pages if the sheet is a side of a booklet. Otherwise empty."""
        left, bottom, right, top = map(float, self.page.mediabox)
        if right - left <= top - bottom:
            return ()
        middle = (left + right) / 2
        found = []
        for half, area in (("left", (left, bottom, middle, top)), ("right", (middle, bottom, right, top))):
            lines = self.lines_in(area)
            foot = _FOOT.search(lines[-1].rstrip())
            if foot is None:
                return ()
            found.append(_Half(int(foot[1]), f"{where}, {half}", lines))
        return tuple(found)

    def _extract(self, operations: Sequence[Operation], mode: Any) -> str:
        from pypdf import PageObject
        from pypdf.generic import ContentStream, DictionaryObject, NameObject

        stream = ContentStream(None, self.page.pdf)
        stream.operations = list(operations)
        fonts = DictionaryObject({NameObject(name): font for name, font in self.content.fonts.items()})
        copy = PageObject(self.page.pdf)
        copy[NameObject("/Contents")] = stream
        copy[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        return copy.extract_text(extraction_mode=mode)


def _content_size(page: PageObject) -> int:
    contents: Any = page.get("/Contents")
    contents = contents.get_object() if contents is not None else ()
    streams = contents if isinstance(contents, list | tuple) else (contents,)
    return sum(len(stream.get_object().get_data()) for stream in streams)
