"""A card for each unit and general, so many across and down a page, to be cut apart. Lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from orbat.model.sheet import Block
from orbat.outputs.pdf.blocks.card_setting import CardSetter, Grid
from orbat.outputs.pdf.fonts import shown
from orbat.outputs.pdf.marks import Bookmark, Mark, Panel, line, moved
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import HAIR
from orbat.report.cards import Card, cards_of

_ACROSS, _DOWN = 2, 4
_SIDE, _TOP = 6.0, 4.0
"""The white edge of a card."""
_SHY = 0.01
"""How much lower a card is than its share of a page, so that reckoning with floats never makes it too high."""
_CUT = 5.0
"""How long a cut mark is."""


def cards(press: Press, block: Block) -> tuple[Panel, ...]:
    """The cards of all units, `across` and `down` a page that lies as the layout says; nothing without tables."""
    if press.reference is None:
        return ()
    grid = grid_for(press, block)
    setter = CardSetter(press, grid)
    faces: list[Panel] = []
    for card, marks in _marked(cards_of(press.report, press.reference), press):
        first, *others = setter.faces(card, len(faces))
        left = grid.left(len(faces))
        faces += [replace(first, marks=(*(moved(mark, left, 0.0) for mark in marks), *first.marks)), *others]
    return tuple(_row(faces[first : first + grid.across], grid) for first in range(0, len(faces), grid.across))


def grid_for(press: Press, block: Block) -> Grid:
    """The cards of a page; on paper that lies the other way, cards of about the same shape."""
    across, down = block.across or _ACROSS, block.down or _DOWN
    width, height = press.width, press.later_height
    if press.printing.landscape not in (None, press.layout.landscape):
        across, down = max(1, round(width / (height / across))), max(1, round(height / (width / down)))
    return Grid(across, width / across, height / down - _SHY, _SIDE, _TOP)


def _marked(found: Sequence[Card], press: Press) -> Iterator[tuple[Card, tuple[Mark, ...]]]:
    """Each card, and with the first of each formation a bookmark."""
    place: tuple[str, ...] = ()
    for number, card in enumerate(found):
        sheet = () if number else (Bookmark(0.0, 0.0, 0, shown(press.layout.title)),)
        own = () if card.within == place else (Bookmark(0.0, 0.0, len(card.within), shown(card.within[0])),)
        place = card.within
        yield card, (*sheet, *own)


def _row(faces: Sequence[Panel], grid: Grid) -> Panel:
    """Cards beside each other with the marks to cut them apart."""
    marks = [mark for face in faces for mark in face.marks]
    for corner in range(len(faces) + 1):
        x = corner * grid.width
        for y, inwards in ((0.0, 1), (grid.height, -1)):
            marks.append(line(x, y, x, y + inwards * _CUT, HAIR))
            left = max(0.0, x - _CUT)
            marks.append(line(left, y, min(x + _CUT, len(faces) * grid.width), y, HAIR))
    return Panel(grid.height, tuple(marks), cut=tuple(text for face in faces for text in face.cut))
