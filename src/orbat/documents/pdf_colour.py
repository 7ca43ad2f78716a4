"""Colours in PDFs, to decide whether a text stands out from its background."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from orbat.model.record import Value

Colour = tuple[float, float, float]
"""Red, green and blue, from 0 to 1."""
WHITE: Colour = (1.0, 1.0, 1.0)
BLACK: Colour = (0.0, 0.0, 0.0)

MIN_CONTRAST = 1.2
"""Texts with less contrast to their background are hard to see. Black on white has a contrast of 21 (WCAG 2)."""


class ColourSpace(Value):
    """A colour space of a PDF."""

    kind: str
    """`gray`, `rgb`, `cmyk`, `ink` (amounts of inks), `indexed` or `unknown`."""
    palette: tuple[Colour | None, ...] = ()
    """The colours of an indexed colour space."""


GREY = ColourSpace("gray")
UNKNOWN = ColourSpace("unknown")
_BY_NAME = {
    **dict.fromkeys(("/DeviceGray", "/G", "/CalGray"), GREY),
    **dict.fromkeys(("/DeviceRGB", "/RGB", "/CalRGB"), ColourSpace("rgb")),
    **dict.fromkeys(("/DeviceCMYK", "/CMYK"), ColourSpace("cmyk")),
}
_BY_COMPONENTS = {1: GREY, 3: ColourSpace("rgb"), 4: ColourSpace("cmyk")}


def colour_space(found: Any, named: Any) -> ColourSpace:
    """The colour space that a name or an array defines."""
    found = found.get_object()
    if isinstance(found, str):
        if found in _BY_NAME:
            return _BY_NAME[found]
        if found not in named:
            return UNKNOWN
        found = named[found].get_object()
    if isinstance(found, str):
        return _BY_NAME.get(found, UNKNOWN)
    kind = found[0].get_object()
    if kind == "/ICCBased":
        return _BY_COMPONENTS.get(found[1].get_object().get("/N"), UNKNOWN)
    if kind in ("/Separation", "/DeviceN"):
        return ColourSpace("ink")
    if kind == "/Indexed":
        return ColourSpace("indexed", _palette(found, named))
    return _BY_NAME.get(kind, UNKNOWN)


def _palette(found: Any, named: Any) -> tuple[Colour | None, ...]:
    base, table = colour_space(found[1], named), found[3].get_object()
    data = table.get_data() if hasattr(table, "get_data") else getattr(table, "original_bytes", b"")
    width = {"gray": 1, "rgb": 3, "cmyk": 4}.get(base.kind, 0)
    if not width:
        return ()
    several = (data[at : at + width] for at in range(0, min(len(data), 256 * width), width))
    return tuple(colour_of(base, [byte / 255 for byte in one]) for one in several)


def colour_of(space: ColourSpace, values: Sequence[Any]) -> Colour | None:
    """The colour that a PDF operator sets. None for a pattern or an unknown colour."""
    try:
        numbers = [min(1.0, max(0.0, float(value))) for value in values]
        match space.kind, numbers:
            case "gray", [level]:
                return level, level, level
            case "rgb", [red, green, blue]:
                return red, green, blue
            case "cmyk", [cyan, magenta, yellow, black]:
                return tuple((1 - ink) * (1 - black) for ink in (cyan, magenta, yellow))  # type: ignore[return-value]  # three
            case "ink", _:
                return None if any(numbers) else WHITE
            case "indexed", _:
                return space.palette[int(values[0])]
    except (TypeError, ValueError, IndexError):
        pass
    return None


def is_alike(first: Colour | None, second: Colour | None) -> bool:
    """Whether text in one colour is hard to see on the other colour. False if a colour is unknown."""
    if first is None or second is None:
        return False
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05) < MIN_CONTRAST


def _luminance(colour: Colour) -> float:
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in colour)
    # relative luminance of WCAG 2
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
