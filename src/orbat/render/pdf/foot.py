"""The footers of pages. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from orbat.model.wording import phrase
from orbat.render.pdf.blocks.price_marks import sign_legend
from orbat.render.pdf.flow import Page, with_marks
from orbat.render.pdf.fonts import DESCENT, Style, Styles, clip, drawable, measure
from orbat.render.pdf.marks import Mark, TextMark
from orbat.report.origin import Origin

CREATOR = "orbat"
"""The name of the program that made the PDF, also printed in the footer of every page."""

FOOT_LINES = 2.4
"""The height of a footer, as a multiple of its line height: the footer, the legend of price signs, and space."""
BARE_FOOT_LINES = 1.1
"""The height of a footer without a legend, as a multiple of its line height."""
_GAP = 14.0
"""The minimum space between two texts of the footer."""
_MIN_TITLE = 40.0
"""The least width for a title. With less room, the footer has no title."""

Sheet = tuple[Page, Styles]
"""A page, and the styles for its footer."""


def with_page_numbers(pages: Sequence[Sheet]) -> list[Sheet]:
    """Add a footer: the name of the program, the title of the page, check code, versions, date, and page number."""
    return [
        (with_marks(page, *_foot(page, styles, number, len(pages))), styles)
        for number, (page, styles) in enumerate(pages, 1)
    ]


def _foot(page: Page, styles: Styles, number: int, count: int) -> Iterator[Mark]:
    paper, style = page.paper, styles.foot
    words = phrase("page {number} of {count}", number=number, count=count)
    baseline = paper.height - paper.bottom - DESCENT * style.size
    left, right = paper.side + measure(CREATOR, style) + _GAP, paper.right - measure(words, style)
    origin = _origin(page.origin, style, right - _GAP - left)
    end = right - _GAP - measure(origin, style)
    # from left to right, as readers of PDF files expect
    yield TextMark(paper.side, baseline, CREATOR, style)
    if page.title and end - _GAP - left >= _MIN_TITLE:
        yield TextMark(left, baseline, clip(drawable(page.title), style, end - _GAP - left), style)
    if origin:
        yield TextMark(end, baseline, origin, style)
    yield TextMark(right, baseline, words, style)
    if not page.bare:
        texts = {mark.text for mark in page.marks if isinstance(mark, TextMark)}
        signs = clip(sign_legend(texts), style, paper.right - paper.side)
        if signs:
            yield TextMark(paper.right - measure(signs, style), baseline - style.leading, signs, style)


def _origin(origin: Origin, style: Style, room: float) -> str:
    if measure(drawable(origin.text), style) <= room:
        return drawable(origin.text)
    head, title, tail = map(drawable, origin.short)
    title = clip(title, style, room - measure(head, style) - measure(tail, style)) if title else ""
    return clip(f"{head}{title}{tail}", style, room)
