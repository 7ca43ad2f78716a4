"""Fonts of printed sheets: measuring and wrapping text, and making any text drawable.

All lengths are typographic points (1/72 inch), never army points.
"""

from __future__ import annotations

import io
import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from orbat.model.sheet import MIN_TYPE_SIZE, Face, TextStyle, TextStyles

PACKAGE = "fontpkg_fira_sans_condensed"
"""The installed package with the font family."""

FILES: dict[Face, str] = {
    "regular": "FiraSansCondensed-Regular.ttf",
    "bold": "FiraSansCondensed-Bold.ttf",
    "italic": "FiraSansCondensed-Italic.ttf",
}
"""The font file of each face."""

ASCENT, DESCENT = 0.76, 0.24
"""The height of letters above and below the baseline, as shares of the type size."""

_SPACES = frozenset("\t\n\r\v\f\x85")
_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
_LETTER = re.compile(r"\[U\+[0-9A-F]{4,6}\]|.", re.DOTALL)
_FIGURES = "0123456789"
_STEP = 0.95
"""The scale of each step while type shrinks until a text fits."""
_LOOSEST = 0.085
"""The widest gap between two digits, as a share of the type size. From about 0.1 on, PDF readers extract a space."""


@dataclass(frozen=True, slots=True)
class Style:
    """A face at a size, and the distance between the baselines of two lines, in typographic points."""

    face: Face
    size: float
    leading: float

    @property
    def bold(self) -> Style:
        """The same in bold."""
        return replace(self, face="bold")

    @property
    def italic(self) -> Style:
        """The same in italics."""
        return replace(self, face="italic")

    def scaled(self, by: float) -> Style:
        """The same style at another scale."""
        return replace(self, size=self.size * by, leading=self.leading * by)


@cache
def font(face: Face) -> Any:
    """The font of a face, registered with reportlab once."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    file = files(PACKAGE) / "files" / FILES[face]
    made = TTFont(font_name(face), io.BytesIO(file.read_bytes()))
    pdfmetrics.registerFont(made)
    return made


def font_name(face: Face) -> str:
    """The registered name of a face."""
    return FILES[face].removesuffix(".ttf")


@cache
def _widths(face: Face) -> dict[str, float]:
    """The advance width of each letter that all faces have, in thousandths of the size."""
    others = [font(other).face.charToGlyph for other in FILES]
    own = font(face).face
    return {chr(code): own.getCharWidth(code) for code in own.charToGlyph if all(code in other for other in others)}


@lru_cache(maxsize=4096)
def drawable(text: str) -> str:
    """The text made drawable: white space as spaces; missing and invisible letters as codes such as `[U+4E2D]`."""
    known = _widths("regular")
    letters = []
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        if letter in _SPACES or category[0] == "Z":
            letters.append(" ")
        elif letter in known and category not in _HIDDEN:
            letters.append(letter)
        else:
            letters.append(f"[U+{ord(letter):04X}]")
    return "".join(letters)


@lru_cache(maxsize=1 << 15)
def measure(text: str, style: Style) -> float:
    """The width of drawable text."""
    widths = _widths(style.face)
    return sum(widths.get(letter, 0.0) for letter in text) * style.size / 1000


@lru_cache(maxsize=256)
def figure_width(style: Style) -> float:
    """The width of every digit in a column of figures.

    It is limited so that PDF readers do not split numbers with narrow digits.
    """
    return min(measure(figure, style) for figure in _FIGURES) + _LOOSEST * style.size


def measure_figures(text: str, style: Style) -> float:
    """The width of text with digits of equal width."""
    return sum(figure_width(style) if letter in _FIGURES else measure(letter, style) for letter in text)


def figure_spacing(text: str, style: Style) -> tuple[float, tuple[float, ...]]:
    """The spacing for digits of equal width: the space before the first letter, and after each letter."""
    spare = [(figure_width(style) - measure(letter, style)) / 2 if letter in _FIGURES else 0.0 for letter in text]
    after = tuple(one + following for one, following in zip(spare, [*spare[1:], 0.0], strict=True))
    return (spare[0] if spare else 0.0), after


def wrap(text: str, style: Style, width: float) -> tuple[str, ...]:
    """The text in lines no wider than `width`, broken at spaces; only words that are too wide are split."""
    lines: list[str] = []
    line = ""
    for word in drawable(text).split():
        longer = f"{line} {word}" if line else word
        if measure(longer, style) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _chopped(word, style, width)
        lines += full
    return (*lines, line) if line else tuple(lines)


def _chopped(word: str, style: Style, width: float) -> list[str]:
    """A word in pieces no wider than `width`; codes such as `[U+4E2D]` are never split."""
    if measure(word, style) <= width:
        return [word]
    pieces: list[str] = []
    piece, used = "", 0.0
    for letter in _LETTER.findall(word):
        more = measure(letter, style)
        if piece and used + more > width:
            pieces.append(piece)
            piece, used = "", 0.0
        piece += letter
        used += more
    return [*pieces, piece]


def clip(text: str, style: Style, width: float) -> str:
    """The text on one line, cut with `…` if it is wider than `width`."""
    text = " ".join(drawable(text).split())
    if measure(text, style) <= width:
        return text
    kept, used = "", measure("…", style)
    for letter in text:
        used += measure(letter, style)
        if used > width:
            break
        kept += letter
    return f"{kept.rstrip()}…"


def fit_text(text: str, style: Style, width: float, lines: int, smallest: float) -> tuple[tuple[str, ...], Style, bool]:
    """Fit text into at most `lines` lines: wrap it, shrink the type down to `smallest`, then cut it with `…`.

    Returns the lines, their style, and whether the text was cut.
    """
    wrapped = wrap(text, style, width)
    while len(wrapped) > lines and style.size > smallest:
        style = style.scaled(max(_STEP, smallest / style.size))
        wrapped = wrap(text, style, width)
    if len(wrapped) <= lines:
        return wrapped, style, False
    return (*wrapped[: lines - 1], clip(" ".join(wrapped[lines - 1 :]), style, width)), style, True


LARGE = 1.25
"""The scale of large print."""
_LEADING = 1.2
"""The default leading, in sizes of type."""


@dataclass(frozen=True, slots=True)
class Styles:
    """The styles of a sheet, named as in the layout's `type`."""

    title: Style
    subtitle: Style
    strong: Style
    heading: Style
    subheading: Style
    minor: Style
    text: Style
    detail: Style
    small: Style
    note: Style
    label: Style
    total: Style
    box: Style
    foot: Style

    def heading_at(self, depth: int) -> Style:
        """The style of a formation's heading; the army's own formations have depth 1."""
        return (self.heading, self.subheading, self.minor)[min(max(depth, 1), 3) - 1]


def styles_of(types: TextStyles, scale: float = 1.0) -> Styles:
    """The styles of a layout at a scale, none smaller than the minimum size."""

    def style(one: TextStyle) -> Style:
        size = max(one.size * scale, float(MIN_TYPE_SIZE))
        leading = (one.leading or _LEADING * one.size) / one.size
        return Style(one.face, size, size * leading)

    return Styles(**{name: style(getattr(types, name)) for name in Styles.__slots__})
