"""The ORBAT as a QR code that any telephone reads as text. All lengths are typographic points."""

from __future__ import annotations

from functools import lru_cache

from orbat.formats.abbreviations import MAX_CODE_BYTES, read_phrases, split_text
from orbat.formats.qr_text import compact_text
from orbat.model.sheet import Block
from orbat.render.pdf.blocks.forms import BLOCK_GAP, block_heading
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.marks import Panel, Tiles

_MM = 72 / 25.4
_LEAST = 0.35 * _MM
"""The least width of a module that is printed."""
_USUAL = 50 * _MM
"""How wide a code is where its modules need no more."""
_QUIET = 4
"""The white modules around a code."""
_HOLDS = {"m": 2331, "l": MAX_CODE_BYTES}
"""How many bytes the largest code holds at each level of error correction, the better first."""
_SHORTENED = " To have it in one code, words that come often have a mark and a letter, told at its top."
_MASK = 2
"""The pattern that breaks up even areas. Text has none, so that trying all eight would gain nothing."""

Matrix = tuple[tuple[int, ...], ...]


def qr(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The text form of what is printed as a QR code, or as several; where it is too long for those, that is said."""
    if context.report.orbat is None:
        return ()
    text = compact_text(context.report, hide_points=context.hide_points)
    title = block.title or "The ORBAT as text"
    codes = codes_of(text)
    if not codes or max(map(_width, codes)) * _LEAST > context.width:
        typesetter = block_heading(context, title)
        says = f"Too long for QR codes: {len(text.encode())} bytes. orbat convert writes it."
        typesetter.lines(says, 0.0, context.width, context.styles.note)
        return (typesetter.panel(before=BLOCK_GAP),)
    if len(codes) == 1:
        shortened = any(map(read_phrases, text.split("\n")))
        says = "Point a telephone at it; orbat check reads the text." + (_SHORTENED if shortened else "")
        return (_panel(context, title, says, codes[0]),)
    says = "Point a telephone at each of them; orbat check reads their texts put together."
    return tuple(_panel(context, f"{title}, {at} of {len(codes)}", says, code) for at, code in enumerate(codes, 1))


def _panel(context: BlockContext, title: str, says: str, matrix: Matrix) -> Panel:
    typesetter = block_heading(context, title)
    module = min(context.width, max(_USUAL, _LEAST * _width(matrix))) / _width(matrix)
    typesetter.lines(says, 0.0, context.width, context.styles.note)
    typesetter.marks.append(Tiles(_QUIET * module, typesetter.y + _QUIET * module, module, matrix))
    typesetter.y += _width(matrix) * module
    return typesetter.panel(before=BLOCK_GAP)


def codes_of(text: str) -> tuple[Matrix, ...]:
    """The codes that the text takes: one where it fits, otherwise several with the better error correction."""
    one = matrix_of(text)
    if one is not None:
        return (one,)
    return tuple(code for part in split_text(text, _HOLDS["m"]) if (code := matrix_of(part)))


@lru_cache(maxsize=16)
def matrix_of(text: str) -> Matrix | None:
    """The modules of a code, row by row, 1 for black, with the better error correction where there is room for it;
    None where the text is too long."""
    import segno

    length = len(text.encode())
    error = next((level for level, most in _HOLDS.items() if length <= most), None)
    if error is None:
        return None
    made = segno.make_qr(text, error=error, mode="byte", encoding="utf-8", mask=_MASK, boost_error=False)
    return tuple(tuple(row) for row in made.matrix)


def _width(matrix: Matrix) -> int:
    return len(matrix) + 2 * _QUIET
