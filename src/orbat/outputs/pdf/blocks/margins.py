"""The margins of victory. All lengths are typographic points."""

from __future__ import annotations

from orbat.model.sheet import Block
from orbat.outputs.pdf.blocks.forms import Blank, fill_in, part
from orbat.outputs.pdf.marks import Frame, Panel
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import THIN, Setter
from orbat.report.margins import Margins, margins

_INSET = 4.0
_POINTS, _RESULT = 4.5, 10.0
"""The lengths of the lines for points and for the result, in sizes of type."""


def margins_block(press: Press, block: Block) -> tuple[Panel, ...]:
    """What each difference in points lost comes to in a game of this size, and lines for the sums."""
    found = margins(press.report)
    if found is None:
        return ()
    title = block.title or f"Margins of victory, {found.size} points"
    return (part(press, title, f"{found.says} {press.rests(found.cites)}".strip()), _scale(press, found), _sums(press))


def _scale(press: Press, found: Margins) -> Panel:
    """The results side by side, the least first, each over its differences."""
    setter, styles = Setter(), press.styles
    width, top, lowest = press.width / len(found.bands), 2.0, 0.0
    for number, band in enumerate(found.bands):
        setter.y = top + _INSET
        left, room = number * width + _INSET, width - 2 * _INSET
        setter.lines(band.label, left, room, styles.text.bold)
        setter.lines(band.words, left, room, styles.text)
        lowest = max(lowest, setter.y + _INSET)
    frames = (Frame(number * width, top, width, lowest - top, THIN) for number in range(len(found.bands)))
    setter.marks += frames
    setter.y = lowest
    return setter.panel(keep=True, below=4)


def _sums(press: Press) -> Panel:
    setter = Setter()
    blanks = (
        Blank("our points lost", _POINTS),
        Blank("theirs", _POINTS),
        Blank("difference", _POINTS),
        Blank("result", _RESULT),
    )
    fill_in(setter, blanks, 0.0, press.width, press.styles.text)
    return setter.panel(below=3)
