"""Colours of texts and backgrounds: can a text be read?"""

from __future__ import annotations

import re
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, from 0 to 255."""

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
_MIN_CONTRAST = 1.1
"""Minimum contrast between a text and its background, whatever their hues."""
_MIN_CONTRAST_ALIKE = 1.25
"""Minimum contrast between two similar colours."""
_ALIKE = 64
"""Maximum difference of each channel of similar colours."""

_HEX = re.compile(r"#?(?:[0-9a-f]{2})?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\Z", re.IGNORECASE)
_SHORT_HEX = re.compile(r"#([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?\Z", re.IGNORECASE)
_FUNCTION = re.compile(r"rgba?\(\s*([0-9]{1,3})[\s,]+([0-9]{1,3})[\s,]+([0-9]{1,3})", re.IGNORECASE)
_NAMES: dict[str, Colour] = {
    **dict.fromkeys(("white", "window", "canvas"), WHITE),
    **dict.fromkeys(("black", "auto", "windowtext", "canvastext"), BLACK),
    "snow": (255, 250, 250),
    "ivory": (255, 255, 240),
    "ghostwhite": (248, 248, 255),
    "whitesmoke": (245, 245, 245),
    "floralwhite": (255, 250, 240),
    "mintcream": (245, 255, 250),
    "azure": (240, 255, 255),
    "red": (255, 0, 0),
    "green": (0, 128, 0),
    "blue": (0, 0, 255),
    "yellow": (255, 255, 0),
    "navy": (0, 0, 128),
    "gray": (128, 128, 128),
    "grey": (128, 128, 128),
    "darkblue": (0, 0, 139),
    "darkgreen": (0, 100, 0),
    "darkred": (139, 0, 0),
    "maroon": (128, 0, 0),
}


def parse_colour(text: str) -> Colour | None:
    """Parse a hexadecimal colour, `rgb(...)` or a common colour name. None for anything else."""
    text = text.strip().casefold()
    if text in _NAMES:
        return _NAMES[text]
    if found := _SHORT_HEX.match(text):
        return (int(found[1] * 2, 16), int(found[2] * 2, 16), int(found[3] * 2, 16))
    if found := _HEX.match(text):
        return (int(found[1], 16), int(found[2], 16), int(found[3], 16))
    if found := _FUNCTION.match(text):
        return (min(int(found[1]), 255), min(int(found[2]), 255), min(int(found[3]), 255))
    return None


def tinted(colour: Colour, tint: float) -> Colour:
    """Make a colour darker or lighter. `tint` ranges from -1 (black) to 1 (white)."""
    tint = max(-1.0, min(tint, 1.0))
    red, green, blue = (round(value * (1 + tint) if tint < 0 else value + (255 - value) * tint) for value in colour)
    return (red, green, blue)


def is_unreadable(text: Colour, background: Colour) -> bool:
    """Whether text and background have nearly the same colour."""
    bright, dark = sorted((_luminance(text), _luminance(background)), reverse=True)
    contrast = (bright + 0.05) / (dark + 0.05)
    alike = all(abs(one - other) <= _ALIKE for one, other in zip(text, background, strict=True))
    return contrast < (_MIN_CONTRAST_ALIKE if alike else _MIN_CONTRAST)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in colour)
    )
    # relative luminance of WCAG 2
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
