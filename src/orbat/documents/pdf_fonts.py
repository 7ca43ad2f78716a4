"""Fonts in PDFs: the widths of characters, and whether a program can read the displayed letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from orbat.model.record import Value

_USUAL_WIDTH, _FIXED_WIDTH = 500.0, 600.0
_MAX_WIDTHS = 70_000
"""Maximum number of widths that are read from a font."""


class FontWidths(Value):
    """The widths of a font's characters, in thousandths of the font size."""

    widths: Mapping[int, float]
    default: float
    code_length: int = 1
    """The length of a character code, in bytes."""
    is_drawn: bool = False
    """Whether the characters are small drawings (Type 3). Their size on the page is not the font size."""

    def codes(self, text: bytes) -> Iterator[int]:
        """The character codes of a text."""
        if self.code_length == 1:
            yield from text
        else:
            for at in range(0, len(text) - 1, 2):
                yield text[at] << 8 | text[at + 1]

    def width(self, text: bytes) -> float:
        """The width of a text, without extra spacing between its letters."""
        widths, default = self.widths, self.default
        return sum(widths.get(code, default) for code in self.codes(text))


def font_widths(font: Any) -> FontWidths:
    """Read the widths of a font's characters. Unknown widths become a typical width."""
    if font.get("/Subtype") == "/Type0":
        inner = font["/DescendantFonts"].get_object()[0].get_object()
        return FontWidths(dict(_wide_widths(inner)), float(inner.get("/DW", 1000)), code_length=2)
    is_drawn = font.get("/Subtype") == "/Type3"
    default = _FIXED_WIDTH if "Courier" in str(font.get("/BaseFont", "")) else _USUAL_WIDTH
    descriptor = font.get("/FontDescriptor")
    if descriptor is not None:
        default = float(descriptor.get_object().get("/MissingWidth", 0)) or default
    first, several = int(font.get("/FirstChar", 0)), font.get("/Widths")
    scale = 1000 * abs(float(font["/FontMatrix"].get_object()[0])) if is_drawn and "/FontMatrix" in font else 1.0
    if several is None:
        return FontWidths({}, default, is_drawn=is_drawn)
    widths = {first + at: float(width.get_object()) * scale for at, width in enumerate(several.get_object()[:256])}
    return FontWidths(widths, default, is_drawn=is_drawn)


def _wide_widths(font: Any) -> Iterator[tuple[int, float]]:
    entries = [entry.get_object() for entry in font.get("/W", ())] if "/W" in font else []
    # two forms: `first [width width ...]` and `first last width`
    at = count = 0
    while at + 1 < len(entries) and count < _MAX_WIDTHS:
        first, second = int(entries[at]), entries[at + 1]
        if isinstance(second, list):
            for more, width in enumerate(second):
                yield first + more, float(width.get_object())
            count += len(second)
            at += 2
        else:
            last = min(int(second), first + 65_535)
            width = float(entries[at + 2])
            for code in range(first, last + 1):
                yield code, width
            count += last - first + 1
            at += 3


# Characters that stand for other letters than they show.


_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_NAMED = {
    **{chr(code): chr(code) for code in range(128) if chr(code).isalpha()},
    **dict(zip(_DIGITS, "0123456789", strict=True)),
}
"""The letters and digits, by the names that fonts have for them."""
_CODEPAGES = {"/WinAnsiEncoding": "cp1252", "/MacRomanEncoding": "mac_roman", "/StandardEncoding": "ascii"}
_SECTION = re.compile(rb"begin(bfchar|bfrange)(.*?)endbf(?:char|range)", re.DOTALL)
_TOKEN = re.compile(rb"<([0-9A-Fa-f\s]*)>|(\[)|(\])")
_MAX_MAP = 1_000_000
"""Maximum size, in bytes, of the map from characters to letters."""


def is_unreadable(font: Any) -> bool:
    """Whether a PDF does not say which letters the character codes of a font stand for."""
    is_coded = font.get("/Subtype") == "/Type0" and str(font.get("/Encoding", "")).startswith("/Identity")
    return is_coded and "/ToUnicode" not in font


def is_remapped(font: Any) -> bool:
    """Whether the font displays one letter or digit, but copying the text gives another."""
    stream = font.get("/ToUnicode")
    # Only fonts with one-byte codes are tested.
    if font.get("/Subtype") not in ("/Type1", "/TrueType", "/MMType1") or not hasattr(stream, "get_data"):
        return False
    data = stream.get_data()
    copied = dict(_copied(data)) if len(data) <= _MAX_MAP else {}
    return any(copied.get(code, letter) != letter for code, letter in _shown(font).items())


def _shown(font: Any) -> dict[int, str]:
    encoding = font.get("/Encoding")
    encoding = encoding.get_object() if encoding is not None else None
    is_symbolic = bool(int(_flags(font)) & 4) and font.get("/Subtype") == "/TrueType"
    base = encoding.get("/BaseEncoding") if isinstance(encoding, dict) else encoding
    if base is None and "/FontDescriptor" not in font:
        base = "/StandardEncoding"
    codepage = None if is_symbolic else _CODEPAGES.get(str(base))
    shown = {ord(letter): letter for letter in _NAMED.values()} if codepage else {}
    if isinstance(encoding, dict) and "/Differences" in encoding:
        code = 0
        for entry in encoding["/Differences"].get_object():
            if isinstance(entry, str):
                shown.pop(code, None)
                if letter := _NAMED.get(entry.removeprefix("/")):
                    shown[code] = letter
                code += 1
            else:
                code = int(entry)
    return shown


def _flags(font: Any) -> int:
    descriptor = font.get("/FontDescriptor")
    return int(descriptor.get_object().get("/Flags", 0)) if descriptor is not None else 0


def _copied(data: bytes) -> Iterator[tuple[int, str]]:
    for kind, section in _SECTION.findall(data):
        tokens = [bytes.fromhex(found[1].decode()) if found[1] else found[0] for found in _TOKEN.finditer(section)]
        if kind == b"bfchar":
            pairs = zip(tokens[::2], tokens[1::2], strict=False)  # a damaged map may lack the last text
            yield from ((int.from_bytes(code, "big"), _utf16(text)) for code, text in pairs)
        else:
            yield from _ranges(iter(tokens))


def _ranges(tokens: Iterator[bytes]) -> Iterator[tuple[int, str]]:
    for token in tokens:
        first, last = int.from_bytes(token, "big"), int.from_bytes(next(tokens, b""), "big")
        start = next(tokens, b"")
        if start == b"[":
            for code, text in enumerate(iter(lambda: next(tokens, b"]"), b"]"), first):
                yield code, _utf16(text)
        else:
            number = int.from_bytes(start, "big")
            for code in range(first, min(last, first + 255) + 1):
                yield code, _utf16((number + code - first).to_bytes(max(2, len(start)), "big"))


def _utf16(text: bytes) -> str:
    return text.decode("utf-16-be", "replace")
