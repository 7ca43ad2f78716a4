"""QR codes on the pages of a PDF, in pictures or drawn with filled rectangles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from orbat.documents.pdf_content import PageContent, Picture
from orbat.documents.pdf_geometry import bounds
from orbat.documents.pdf_pictures import decoded_size
from orbat.documents.picture import QrCode, codes_in

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_DECODED = 40_000_000
"""Maximum decoded size, in bytes, of a picture in which codes are searched: a page scanned with 600 dots per inch in
black and white, or with 300 in colour."""
_MIN_TILES = 60
"""Minimum number of filled rectangles of a code."""
_MAX_TILE = 60.0
"""Maximum width and height, in points, of a rectangle that belongs to a code."""
_SCALE = 4.0
"""Pixels per point of the picture into which drawn codes are converted."""
_MAX_SIDE = 4_000
_MARGIN = 40
"""Width, in pixels, of the margin around this picture."""


def codes_in_picture(picture: Picture) -> tuple[QrCode, ...]:
    """The QR codes in a picture; () if the picture is too large. A damaged picture may raise any exception."""
    if picture.image is None or not 0 < decoded_size(picture.image) <= MAX_DECODED:
        return ()
    return codes_in(picture.image.decode_as_image().convert("L"))


def drawn_codes(content: PageContent) -> tuple[QrCode, ...]:
    """The QR codes that a page draws with filled rectangles."""
    picture = _tiles(content)
    return codes_in(picture) if picture else ()


def _tiles(content: PageContent) -> Image | None:
    from PIL import Image, ImageDraw

    tiles = [one for one in content.tiles if one[2] - one[0] <= _MAX_TILE and one[3] - one[1] <= _MAX_TILE]
    if len(tiles) < _MIN_TILES:
        return None
    left, bottom, right, top = bounds(corner for one in tiles for corner in (one[:2], one[2:]))
    scale = min(_SCALE, _MAX_SIDE / max(right - left, top - bottom, 1.0))
    width, height = (round(side * scale) + 2 * _MARGIN for side in (right - left, top - bottom))
    picture = Image.new("L", (width, height), 255)
    draw = ImageDraw.Draw(picture)
    for one in tiles:
        x, end = (round((value - left) * scale) + _MARGIN for value in (one[0], one[2]))
        y, last = (round((top - value) * scale) + _MARGIN for value in (one[3], one[1]))
        draw.rectangle((x, y, max(x, end - 1), max(y, last - 1)), fill=0)
    return picture
