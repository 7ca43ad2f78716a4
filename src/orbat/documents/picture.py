"""Read the QR codes in photographs, and join texts that are split over several codes."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from orbat.data.problem import Problem, unreadable
from orbat.documents.line_collector import BREAKS, LineCollector
from orbat.list_reader.document_text import DocumentText
from orbat.model.record import Value
from orbat.model.wording import phrase, plural

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 64_000_000
MAX_DECODED = 160_000_000
"""Maximum decoded size, in bytes, of a PNG or a progressive JPEG. Other JPEGs are scaled down while decoding."""
_MAX_SIDE = 3_000
"""Maximum width and height for reading, in pixels. Larger photographs are scaled down, to save time."""
_PART = re.compile(r"\A\s*[(\[]?([0-9]{1,2})/([0-9]{1,2})[)\]]?(?:[:.]|(?=\s))[ \t]*\n?")
_PHOTO_HELP = "Take the photograph straight on, close and in good light, or ask for the list as a file."
_TOO_LARGE = unreadable(
    phrase("is a picture of more than {maximum} million pixels", maximum=MAX_PIXELS // 1_000_000), "Make it smaller."
)
_TOO_MUCH_MEMORY = unreadable("is a picture that needs too much memory", "Make it smaller, or save it as a plain JPEG.")
_DAMAGED = unreadable("is a damaged picture", "Ask for a new copy.")


class QrCode(Value):
    """The text of one QR code, or of another code in a picture, such as an Aztec code."""

    text: str
    number: int = 1
    """The part of a long text that the code contains, counted from 1."""
    total: int = 1
    """The number of codes over which the text is split."""
    other: bool = False
    """Whether the code is not a QR code, and so is not read."""


def read_picture(raw: bytes) -> DocumentText | Problem:
    """Read the QR codes in a picture as lines."""
    import warnings

    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the size is checked below
        try:
            with Image.open(io.BytesIO(raw), formats=("PNG", "JPEG")) as picture:
                if picture.width * picture.height > MAX_PIXELS:
                    return _TOO_LARGE
                if _decoded_size(picture) > MAX_DECODED:
                    return _TOO_MUCH_MEMORY
                picture.draft("L", (_MAX_SIDE, _MAX_SIDE))
                grey = picture.convert("L")
                grey.thumbnail((_MAX_SIDE, _MAX_SIDE))
                codes = all_codes_in(grey)
        except Image.DecompressionBombError:
            return _TOO_LARGE
        except Exception:  # Pillow raises many types of errors for a damaged picture
            return _DAMAGED
    return lines_of_codes(codes)


def _decoded_size(picture: Image) -> int:
    pixels = picture.width * picture.height
    if picture.format == "PNG":
        return pixels * len(picture.getbands())
    return pixels * len(picture.getbands()) * 2 if "progressive" in picture.info else 0


def codes_in(grey: Image) -> tuple[QrCode, ...]:
    """Find the QR codes in a greyscale picture, from top left to bottom right."""
    return tuple(code for code in all_codes_in(grey) if not code.other)


def all_codes_in(grey: Image) -> tuple[QrCode, ...]:
    """Find QR codes and other codes in a greyscale picture, from top left to bottom right."""
    from zxingcpp import BarcodeFormat, read_barcodes

    others = (BarcodeFormat.Aztec, BarcodeFormat.DataMatrix, BarcodeFormat.PDF417, BarcodeFormat.MicroQRCode)
    found = [code for code in read_barcodes(grey) if code.valid and code.format in (BarcodeFormat.QRCode, *others)]
    row = max(1, grey.height // 8)
    found.sort(key=lambda code: (code.position.top_left.y // row, code.position.top_left.x))
    return tuple(QrCode(code.text, other=True) if code.format in others else _parsed(code.text) for code in found)


def _parsed(text: str) -> QrCode:
    if found := _PART.match(text):
        number, total = int(found[1]), int(found[2])
        if 1 <= number <= total and total > 1:
            return QrCode(text[found.end() :], number, total)
    return QrCode(text)


def lines_of_codes(codes: Sequence[QrCode]) -> DocumentText | Problem:
    """Convert QR codes to lines of text. The parts of a split text are joined in order."""
    collector = LineCollector("picture")
    for code in codes:
        if code.other:
            collector.add_part("other_code", shown=code.text)
    codes = [code for code in codes if not code.other]
    if codes:
        collector.add_part("code", count=len(codes), status="read")
    total = max((code.total for code in codes), default=1)
    if total > 1 and all(code.total == total for code in codes):
        parts: dict[int, str] = {}
        for code in codes:
            if parts.setdefault(code.number, code.text) != code.text:
                collector.add_part("code", phrase("code {number}", number=code.number), code.text)
        missing = [str(number) for number in range(1, total + 1) if number not in parts]
        if missing:
            collector.warn(
                plural(
                    len(missing),
                    "QR code {numbers} of {total} is missing from the picture",
                    "QR codes {numbers} of {total} are missing from the picture",
                    numbers=", ".join(missing),
                    total=total,
                )
            )
        codes = [QrCode("\n".join(parts[number].removesuffix("\n") for number in sorted(parts)))]
    for at, code in enumerate(codes, 1):
        part = f"code {at}" if len(codes) > 1 else ""
        for number, line in enumerate(BREAKS.split(code.text), 1):
            place = f"{part}, line {number}" if part else ""
            collector.add_line(line, number, part=part, place=place)
    return collector.result(unreadable("is a picture without a readable QR code", _PHOTO_HELP))
