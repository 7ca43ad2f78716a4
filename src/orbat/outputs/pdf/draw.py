"""Pages drawn as a PDF, in black only. The same pages give the same bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from orbat.outputs.pdf.fonts import bearings, font, font_name
from orbat.outputs.pdf.layout import Page
from orbat.outputs.pdf.marks import Frame, Mark, Rule, Words


def draw(pages: Sequence[Page], *, title: str, author: str, creator: str) -> bytes:
    """The pages as a PDF; `title`, `author` and `creator` must be drawable text."""
    from reportlab.pdfgen.canvas import Canvas

    for face in ("regular", "bold", "italic"):
        font(face)
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(pages[0].paper.width, pages[0].paper.height), invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setAuthor(author)
    canvas.setCreator(creator)
    canvas.setSubject("")
    for page in pages:
        for mark in page.marks:
            _mark(canvas, mark, page.paper.height)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _mark(canvas: Any, mark: Mark, height: float) -> None:
    match mark:
        case Words():
            _words(canvas, mark, height)
        case Rule():
            canvas.setLineWidth(mark.weight)
            canvas.line(mark.x, height - mark.y, mark.right, height - mark.y)
        case Frame():
            canvas.setLineWidth(mark.weight)
            canvas.rect(mark.x, height - mark.bottom, mark.width, mark.height)


def _words(canvas: Any, words: Words, height: float) -> None:
    canvas.setFont(font_name(words.style.face), words.style.size)
    if not words.figures:
        canvas.drawString(words.x, height - words.y, words.text)
        return
    before, after = bearings(words.text, words.style)
    line = canvas.beginText(words.x + before, height - words.y)
    for letter, space in zip(words.text, after, strict=True):
        line.setCharSpace(space)
        line.textOut(letter)
    line.setCharSpace(0)  # it would hold for all that is drawn after
    canvas.drawText(line)
