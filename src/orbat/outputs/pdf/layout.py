"""Panels on pages: where each page ends, and what is repeated on the next. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orbat.outputs.pdf.columns import Columns, Paper
from orbat.outputs.pdf.fonts import DESCENT, Style, clip, measure
from orbat.outputs.pdf.marks import Mark, Panel, Rule, Words, lowered, split

RUNNING = Style("regular", 8.4, 10.0)
FOOT = Style("regular", 7.6, 9.0)
RUNNING_HEIGHT = 19.0
FOOT_HEIGHT = 18.0
_EMPTY = 1 / 3
"""How much of a page may stay empty to keep a formation whole."""
_UNDER_HEADS = 3.0
"""The space between the heads of the columns and what follows."""


@dataclass(frozen=True, slots=True)
class Running:
    """What every page says: the title and the total from the second on, the maker's name at the foot."""

    title: str
    total: str
    maker: str


class _Pages:
    """Pages being filled. `y` is how much of the last one is used."""

    def __init__(self, room: float, heads: Panel | None) -> None:
        self.full = room
        self.heads = heads
        self.pages: list[list[tuple[float, Panel]]] = [[]]
        self.y = 0.0

    @property
    def room(self) -> float:
        """The height of the last page's body; from the second on the running head takes its share."""
        return self.full - (RUNNING_HEIGHT if len(self.pages) > 1 else 0.0)

    @property
    def left(self) -> float:
        """The height that is still free."""
        return self.room - self.y

    @property
    def fresh(self) -> float:
        """The height of a page with nothing on it but what is repeated."""
        return self.full - RUNNING_HEIGHT - (self.heads.height + _UNDER_HEADS if self.heads else 0.0)

    def turn(self, table: bool) -> None:
        """A new page, with the heads of the columns where it goes on with the table."""
        self.pages.append([])
        self.y = 0.0
        if table and self.heads:
            self.put(self.heads)

    def above(self, panel: Panel) -> float:
        """The space above a panel if it comes next: none at the top of a page, little under the heads."""
        if not self.pages[-1]:
            return 0.0
        return min(panel.before, _UNDER_HEADS) if self.pages[-1][-1][1] == self.heads else panel.before

    def put(self, panel: Panel) -> None:
        """The panel next on the page."""
        self.y += self.above(panel)
        self.pages[-1].append((self.y, panel))
        self.y += panel.height


def paginate(panels: Sequence[Panel], heads: Panel | None, room: float) -> tuple[tuple[tuple[float, Panel], ...], ...]:
    """The panels of each page with their distance from the top of its body."""
    pages = _Pages(room, heads)
    kept = False
    for number, panel in enumerate(panels):
        if pages.pages[-1] and _turns(panels, number, pages, kept):
            pages.turn(panel.table)
        while pages.above(panel) + panel.height > pages.left:
            upper, lower = split(panel, pages.left - pages.above(panel))
            if upper.marks:
                pages.put(upper)
                panel = lower
            elif pages.y < pages.full / 2:
                break  # a single line higher than a page: nothing is gained by another page
            pages.turn(panel.table)
        pages.put(panel)
        kept = panel.keep
    return tuple(tuple(page) for page in pages.pages)


def _height(panel: Panel) -> float:
    return panel.before + panel.height


def _turns(panels: Sequence[Panel], number: int, pages: _Pages, kept: bool) -> bool:
    """Whether a page ends before this panel: it and what it is kept with would not fit, or a formation that begins
    in it would be divided, fits on a page of its own, and leaves little empty. `kept` says that the panel belongs
    to the one before; one that no page can hold is not worth a new page either."""
    if panels[number].height > pages.fresh:
        return False
    if kept:
        return _height(panels[number]) > pages.left
    last = number
    while panels[last].keep and last + 1 < len(panels):
        last += 1
    chain = sum(_height(panel) for panel in panels[number : last + 1])
    if chain > pages.left:
        return chain <= pages.fresh or _height(panels[number]) > pages.left
    if pages.left > pages.full * _EMPTY:
        return False
    return any(pages.left < _whole(panels, number, start, pages) <= pages.fresh for start in range(number, last))


def _whole(panels: Sequence[Panel], number: int, start: int, pages: _Pages) -> float:
    """The height from a panel to the end of the formation whose heading stands at `start`."""
    height = sum(_height(panel) for panel in panels[number : start + 1])
    depth = panels[start].depth
    for panel in panels[start + 1 :]:
        if not depth or panel.depth <= depth or height > pages.fresh:
            break
        height += _height(panel)
    return height


@dataclass(frozen=True, slots=True)
class Page:
    """One page of marks, measured from the top left corner of the paper."""

    paper: Paper
    marks: tuple[Mark, ...]


def pages_of(
    panels: Sequence[Panel], heads: Panel | None, columns: Columns, paper: Paper, running: Running
) -> tuple[Page, ...]:
    """The finished pages."""
    room = paper.height - paper.top - paper.bottom - FOOT_HEIGHT
    bodies = paginate(panels, heads, room)
    return tuple(
        Page(
            paper,
            (
                *(_running_head(running, columns, paper) if number > 1 else ()),
                *(
                    lowered(mark, paper.top + y + (RUNNING_HEIGHT if number > 1 else 0.0))
                    for y, panel in body
                    for mark in panel.marks
                ),
                *_foot(running, number, len(bodies), columns, paper),
            ),
        )
        for number, body in enumerate(bodies, 1)
    )


def _running_head(running: Running, columns: Columns, paper: Paper) -> tuple[Mark, ...]:
    baseline = paper.top + RUNNING.size
    width = measure(running.total, RUNNING)
    title = clip(running.title, RUNNING, columns.right - columns.left - width - 20)
    return (
        Words(columns.left, baseline, title, RUNNING),
        Words(columns.right - width, baseline, running.total, RUNNING),
        Rule(columns.left, baseline + 4, columns.right - columns.left, 0.5),
    )


def _foot(running: Running, number: int, count: int, columns: Columns, paper: Paper) -> tuple[Mark, ...]:
    baseline = paper.height - paper.bottom - DESCENT * FOOT.size
    words = f"page {number} of {count}"
    return (
        Words(columns.left, baseline, running.maker, FOOT),
        Words(columns.right - measure(words, FOOT), baseline, words, FOOT),
    )
