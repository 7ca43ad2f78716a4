"""Photographs of QR codes: the text of the codes, put together where one text was split over several."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from orbat.data.problem import Problem, unreadable
from orbat.documents.line_collector import BREAKS, LineCollector
from orbat.list_reader.document_text import DocumentText
from orbat.model.record import Value

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 64_000_000
_MOST_DECODED = 160_000_000
"""So many bytes at most may a PNG be, unpacked; a JPEG is made smaller while it is unpacked, unless progressive."""
_WIDE_ENOUGH = 3_000
"""A photograph is read at so many points to a side: more only takes longer."""
_PART = re.compile(r"\A\s*[(\[]?([0-9]{1,2})/([0-9]{1,2})[)\]]?(?:[:.]|(?=\s))[ \t]*\n?")
_HELPS = "Take it straight on, near and in good light, or ask for the list as a file."
_TOO_LARGE = unreadable(
    f"is a picture of more than {MAX_PIXELS // 1_000_000} million points, the most that is read", "Make it smaller."
)
_TAKES_TOO_MUCH = unreadable("is a picture that needs too much memory", "Make it smaller, or save it as a plain JPEG.")
_DAMAGED = unreadable("is a picture that is damaged and cannot be read", "Ask for it again.")


class Code(Value):
    """The text of a code, and which of how many it is."""

    text: str
    number: int = 1
    of: int = 1


def read_picture(raw: bytes) -> DocumentText | Problem:
    """The lines of the codes in a picture."""
    import warnings

    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the size is looked at below
        try:
            with Image.open(io.BytesIO(raw), formats=("PNG", "JPEG")) as picture:
                if picture.width * picture.height > MAX_PIXELS:
                    return _TOO_LARGE
                if _decoded(picture) > _MOST_DECODED:
                    return _TAKES_TOO_MUCH
                picture.draft("L", (_WIDE_ENOUGH, _WIDE_ENOUGH))
                grey = picture.convert("L")
                grey.thumbnail((_WIDE_ENOUGH, _WIDE_ENOUGH))
                codes = codes_in(grey)
        except Image.DecompressionBombError:
            return _TOO_LARGE
        except Exception:  # a damaged picture can make the reader fail in any way; all mean the same here
            return _DAMAGED
    return lines_of(codes)


def _decoded(picture: Image) -> int:
    """About how many bytes a picture takes before it is made smaller."""
    points = picture.width * picture.height
    if picture.format == "PNG":
        return points * len(picture.getbands())
    return points * len(picture.getbands()) * 2 if "progressive" in picture.info else 0


def codes_in(grey: Image) -> tuple[Code, ...]:
    """The QR codes in a grey picture, from the top left to the bottom right."""
    from zxingcpp import BarcodeFormat, read_barcodes

    found = [code for code in read_barcodes(grey) if code.valid and code.format == BarcodeFormat.QRCode]
    row = max(1, grey.height // 8)
    found.sort(key=lambda code: (code.position.top_left.y // row, code.position.top_left.x))
    return tuple(_numbered(code.text) for code in found)


def _numbered(text: str) -> Code:
    """A code's text without the `1/3` that it begins with where one text was split over several."""
    if found := _PART.match(text):
        number, of = int(found[1]), int(found[2])
        if 1 <= number <= of and of > 1:
            return Code(text[found.end() :], number, of)
    return Code(text)


def lines_of(codes: Sequence[Code]) -> DocumentText | Problem:
    """The lines of some codes; the parts of one text stand in their order, whichever way they lie."""
    gathering = LineCollector("picture")
    several = max((code.of for code in codes), default=1)
    if several > 1 and all(code.of == several for code in codes):
        parts = {code.number: code.text for code in codes}
        missing = [str(number) for number in range(1, several + 1) if number not in parts]
        if missing:
            gathering.warn(
                f"of {several} codes that belong together these are not in the picture: {', '.join(missing)}"
            )
        codes = [Code("\n".join(parts[number].removesuffix("\n") for number in sorted(parts)))]
    for at, code in enumerate(codes, 1):
        part = f"code {at}" if len(codes) > 1 else ""
        for number, line in enumerate(BREAKS.split(code.text), 1):
            place = f"{part}, line {number}" if part else ""
            gathering.line(line, number, part=part, place=place)
    return gathering.handed(unreadable("is a picture in which no QR code can be read", _HELPS))
