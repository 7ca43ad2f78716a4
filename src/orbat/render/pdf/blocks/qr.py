"""The block with the ORBAT as QR codes, which contain text. All lengths are typographic points."""

from __future__ import annotations

from functools import lru_cache

from orbat.formats.abbreviations import MAX_CODE_BYTES, MAX_PART_BYTES, read_phrases, split_text
from orbat.formats.qr_text import compact_text
from orbat.model.sheet import Block
from orbat.model.wording import phrase
from orbat.render.pdf.blocks.forms import BLOCK_GAP, block_heading
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.marks import Panel, Tiles

_MM = 72 / 25.4
_MIN_MODULE = 0.35 * _MM
"""The minimum printed width of a module (a single square of a QR code)."""
_USUAL_WIDTH = 50 * _MM
"""The usual printed width of a code. A code with many modules is wider."""
_QUIET_ZONE = 4
"""The width of the white margin around a code, called the quiet zone, in modules."""
_CAPACITY = {"m": MAX_PART_BYTES, "l": MAX_CODE_BYTES}
"""The most bytes of a code, by error correction level. `m`, the stronger level, comes first."""
_CONTENT = "A phone shows the army as text; orbat check reads a photograph."
_PART = "A part of the army as text; orbat check reads a photograph of all codes."
_ABBREVIATED = "Frequent words are abbreviated, with a key at the top."
_MASK = 2
"""The mask pattern of every code. A mask breaks up large areas of one colour.

QR codes have eight mask patterns. Which one is used makes no difference here, because codes of text have no such
areas.
"""

Matrix = tuple[tuple[int, ...], ...]


def qr(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Render QR codes that contain the ORBAT as text. If the text is too long, a message says so."""
    if context.report.orbat is None:
        return ()
    text = compact_text(context.report, hide_points=context.hide_points)
    title = block.title or "The ORBAT as text"
    codes = codes_of(text)
    if not codes or max(map(_width, codes)) * _MIN_MODULE > context.width:
        typesetter = block_heading(context, title)
        message = phrase(
            "The text is too long for QR codes: {bytes} bytes. Write a text file with orbat convert instead.",
            bytes=len(text.encode()),
        )
        typesetter.lines(message, 0.0, context.width, context.styles.note)
        return (typesetter.panel(before=BLOCK_GAP),)
    note = _CONTENT if len(codes) == 1 else _PART
    if any(map(read_phrases, text.split("\n"))):
        note = f"{note} {_ABBREVIATED}"
    if len(codes) == 1:
        return (_panel(context, title, note, codes[0]),)
    return tuple(
        _panel(context, phrase("{title}, {number} of {count}", title=title, number=at, count=len(codes)), note, code)
        for at, code in enumerate(codes, 1)
    )


def _panel(context: BlockContext, title: str, note: str, matrix: Matrix) -> Panel:
    typesetter = block_heading(context, title)
    module = min(context.width, max(_USUAL_WIDTH, _MIN_MODULE * _width(matrix))) / _width(matrix)
    typesetter.lines(note, 0.0, context.width, context.styles.note)
    typesetter.marks.append(Tiles(_QUIET_ZONE * module, typesetter.y + _QUIET_ZONE * module, module, matrix))
    typesetter.y += _width(matrix) * module
    return typesetter.panel(before=BLOCK_GAP)


def codes_of(text: str) -> tuple[Matrix, ...]:
    """Encode a text as one or more QR codes; () if the text is too long."""
    one = matrix_of(text)
    if one is not None:
        return (one,)
    # Several codes have the stronger error correction.
    return tuple(code for part in split_text(text, MAX_PART_BYTES) if (code := matrix_of(part)))


@lru_cache(maxsize=16)
def matrix_of(text: str) -> Matrix | None:
    """The squares of a QR code as rows of 1 (black) and 0 (white). None if the text is too long."""
    import segno

    length = len(text.encode())
    # The stronger error correction is used if the text leaves enough room.
    error = next((level for level, most in _CAPACITY.items() if length <= most), None)
    if error is None:
        return None
    made = segno.make_qr(text, error=error, mode="byte", encoding="utf-8", mask=_MASK, boost_error=False)
    return tuple(tuple(row) for row in made.matrix)


def _width(matrix: Matrix) -> int:
    return len(matrix) + 2 * _QUIET_ZONE
