"""Booklets: two pages on each side of a sheet, in the order for folding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from orbat.render.pdf.flow import Page
from orbat.render.pdf.marks import Bookmark, moved

_PAGES = 4
"""The number of pages on the two sides of a sheet."""


def booklet(pages: Sequence[Page]) -> tuple[Page, ...]:
    """Put pages of equal size side by side, for printing on both sides and folding in the middle.

    Empty pages at the end complete the last sheet. The result has no bookmarks: the pages are not in reading order.
    """
    count = -(-len(pages) // _PAGES) * _PAGES
    pairs = [
        pair
        for first in range(0, count // 2, 2)
        for pair in ((count - 1 - first, first), (first + 1, count - 2 - first))
    ]
    return tuple(_side(pages, *pair) for pair in pairs)


def _side(pages: Sequence[Page], left: int, right: int) -> Page:
    paper = pages[0].paper
    marks = [
        moved(mark, shift, 0.0)
        for number, shift in ((left, 0.0), (right, paper.width))
        if number < len(pages)
        for mark in pages[number].marks
        if not isinstance(mark, Bookmark)
    ]
    return replace(pages[0], paper=replace(paper, width=2 * paper.width), marks=tuple(marks))
