"""The fonts of printed sheets: measure, wrap, shorten and clean text.

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
"""The Python package that contains the font files."""

FILES: dict[Face, str] = {
    "regular": "FiraSansCondensed-Regular.ttf",
    "bold": "FiraSansCondensed-Bold.ttf",
    "italic": "FiraSansCondensed-Italic.ttf",
}
"""The font file of each face."""

ASCENT, DESCENT = 0.76, 0.24
"""The heights of letters above and below the baseline, as fractions of the type size."""

_SPACES = frozenset("\t\n\r\v\f\x85")
_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
_LETTER = re.compile(r"\[U\+[0-9A-F]{4,6}\]|.", re.DOTALL)
_FIGURES = "0123456789"
_SHRINK = 0.95
"""The factor by which the type size is multiplied in each step, until a text fits."""
_MAX_DIGIT_GAP = 0.085
"""The maximum gap between two digits, in ems. PDF readers take gaps of about 0.1 or more for spaces."""


@dataclass(frozen=True, slots=True)
class Style:
    """A font face, the type size and the leading (the distance between baselines), in typographic points."""

    face: Face
    size: float
    leading: float

    @property
    def bold(self) -> Style:
        """The same style in bold."""
        return replace(self, face="bold")

    @property
    def italic(self) -> Style:
        """The same style in italics."""
        return replace(self, face="italic")

    def scaled(self, by: float) -> Style:
        """The style scaled by a factor."""
        return replace(self, size=self.size * by, leading=self.leading * by)


@cache
def font(face: Face) -> Any:
    """The font of a face, registered with reportlab on first use."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    file = files(PACKAGE) / "files" / FILES[face]
    made = TTFont(font_name(face), io.BytesIO(file.read_bytes()))
    pdfmetrics.registerFont(made)
    return made


def font_name(face: Face) -> str:
    """The name under which a face is registered with reportlab."""
    return FILES[face].removesuffix(".ttf")


@cache
def _widths(face: Face) -> dict[str, float]:
    others = [font(other).face.charToGlyph for other in FILES]
    own = font(face).face
    return {chr(code): own.getCharWidth(code) for code in own.charToGlyph if all(code in other for other in others)}


@lru_cache(maxsize=4096)
def drawable(text: str) -> str:
    """Write a code, such as `[U+4E2D]`, for each character that is missing from the fonts.

    White space becomes ordinary spaces. Invisible characters become codes.
    """
    letters = []
    for letter in unicodedata.normalize("NFC", text):
        if _is_space(letter):
            letters.append(" ")
        else:
            letters.append(letter if _is_known(letter) else _code(letter))
    return "".join(letters)


def missing_letters(text: str) -> tuple[str, ...]:
    """The characters of a text for which `drawable` writes a code, each once."""
    letters = dict.fromkeys(unicodedata.normalize("NFC", text))
    return tuple(letter for letter in letters if not _is_space(letter) and not _is_known(letter))


def _is_space(letter: str) -> bool:
    return letter in _SPACES or unicodedata.category(letter)[0] == "Z"


def _is_known(letter: str) -> bool:
    return letter in _widths("regular") and unicodedata.category(letter) not in _HIDDEN


def _code(letter: str) -> str:
    return f"[U+{ord(letter):04X}]"


@lru_cache(maxsize=1 << 15)
def measure(text: str, style: Style) -> float:
    """The width of a text. The text must come from `drawable`."""
    widths = _widths(style.face)
    return sum(widths.get(letter, 0.0) for letter in text) * style.size / 1000


@lru_cache(maxsize=256)
def figure_width(style: Style) -> float:
    """The width of a digit in a column of numbers, in which all digits are equally wide."""
    # The width has a limit: PDF readers mistake wide gaps around narrow digits for spaces.
    return min(measure(figure, style) for figure in _FIGURES) + _MAX_DIGIT_GAP * style.size


def measure_figures(text: str, style: Style) -> float:
    """The width of a text if all digits get the same width."""
    return sum(figure_width(style) if letter in _FIGURES else measure(letter, style) for letter in text)


def figure_spacing(text: str, style: Style) -> tuple[float, tuple[float, ...]]:
    """The additional space that makes all digits of a text equally wide.

    Returns the space before the first character, and a tuple with the space after each character.
    """
    spare = [(figure_width(style) - measure(letter, style)) / 2 if letter in _FIGURES else 0.0 for letter in text]
    after = tuple(one + following for one, following in zip(spare, [*spare[1:], 0.0], strict=True))
    return (spare[0] if spare else 0.0), after


def wrap(text: str, style: Style, width: float) -> tuple[str, ...]:
    """Wrap text in lines of at most `width`. A word wider than a line is split."""
    lines: list[str] = []
    line = ""
    for word in drawable(text).split():
        longer = f"{line} {word}" if line else word
        if measure(longer, style) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _split_word(word, style, width)
        lines += full
    return (*lines, line) if line else tuple(lines)


def _split_word(word: str, style: Style, width: float) -> list[str]:
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
    """Shorten text to one line of at most `width`. Shortened text ends with `…`."""
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
    """Fit text into at most `lines` lines: wrap, then reduce the type size, and finally shorten.

    The type is never smaller than `smallest`. Returns the lines, the style, and whether the text was shortened.
    """
    wrapped = wrap(text, style, width)
    while len(wrapped) > lines and style.size > smallest:
        style = style.scaled(max(_SHRINK, smallest / style.size))
        wrapped = wrap(text, style, width)
    if len(wrapped) <= lines:
        return wrapped, style, False
    return (*wrapped[: lines - 1], clip(" ".join(wrapped[lines - 1 :]), style, width)), style, True


LARGE = 1.25
"""The factor by which type is enlarged in large print."""
_LEADING = 1.2
"""The default leading, in ems."""


@dataclass(frozen=True, slots=True)
class Styles:
    """The type styles of a sheet. Fields are named like the keys below `type` in a layout."""

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
        """The style of a formation's heading. `depth` is 1 for top formations, 2 for the formations below, and so
        on."""
        return (self.heading, self.subheading, self.minor)[min(max(depth, 1), 3) - 1]


def styles_of(types: TextStyles, scale: float = 1.0) -> Styles:
    """The styles of a layout, multiplied by a factor. No style is smaller than the minimum type size."""

    def style(one: TextStyle) -> Style:
        size = max(one.size * scale, float(MIN_TYPE_SIZE))
        leading = (one.leading or _LEADING * one.size) / one.size
        return Style(one.face, size, size * leading)

    return Styles(**{name: style(getattr(types, name)) for name in Styles.__slots__})
