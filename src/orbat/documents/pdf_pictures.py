"""Pictures on the pages of a PDF: their decoded size and mean colour."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from orbat.documents.pdf_colour import Colour, colour_space

_MAX_DECODED = 20_000_000
"""Maximum decoded size of a picture whose colour is calculated, in bytes."""


def decoded_size(image: Any) -> int:
    """Approximate memory for decoding a picture, in bytes."""
    space = colour_space(image["/ColorSpace"], {}).kind if "/ColorSpace" in image else "gray"
    # Pillow needs one byte per colour channel of a pixel.
    colours = {"gray": 1, "indexed": 1, "rgb": 3}.get(space, 4)
    return int(image["/Width"] * image["/Height"] * colours)


def mean_colour(image: Any) -> Colour | None:
    """The mean colour of a picture. None if the picture is too large or damaged."""
    with suppress(Exception):  # Pillow raises many types of errors for a damaged picture
        if 0 < decoded_size(image) <= _MAX_DECODED:
            red, green, blue = image.decode_as_image().convert("RGB").resize((1, 1)).getpixel((0, 0))
            image.decoded_self = None  # pypdf keeps the decoded picture otherwise
            return red / 255, green / 255, blue / 255
    return None
