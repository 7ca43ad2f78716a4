"""Place panels in columns and on pages. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace

from orbat.model.sheet import Layout, PaperName
from orbat.render.pdf.marks import Mark, Panel, moved, split
from orbat.report.origin import NO_ORIGIN, Origin

SIZES: dict[PaperName, tuple[float, float]] = {
    "a4": (595.276, 841.89),
    "letter": (612.0, 792.0),
    "a5": (419.528, 595.276),
}
"""The width and height of each paper size in portrait."""
_HALF: dict[PaperName, tuple[float, float]] = {"a4": SIZES["a5"], "letter": (396.0, 612.0), "a5": SIZES["a5"]}
"""The sizes of the pages of a booklet."""
_MIN_MARGIN = 17.0
"""The least margin on small pages, unless the layout has a smaller one. Most printers cannot print nearer the edge."""


def part_of_a4(width: float) -> float:
    """The width of a page divided by the width of A4, but at most 1."""
    return min(1.0, width / SIZES["a4"][0])


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size with margins."""

    width: float
    height: float
    side: float
    top: float
    bottom: float

    @property
    def right(self) -> float:
        """The right edge of the printed area."""
        return self.width - self.side


def paper_for(layout: Layout, name: PaperName, landscape: bool | None, *, booklet: bool = False) -> Paper:
    """The paper for a layout. If `landscape` is None, the layout decides the orientation.

    On paper narrower than A4, the margins are narrower too. The pages of a booklet are always in portrait.
    """
    width, height = _HALF[name] if booklet else SIZES[name]
    part = part_of_a4(width)
    side, top, bottom = (
        min(one, max(_MIN_MARGIN, one * part))
        for one in (layout.margins.side, layout.margins.top, layout.margins.bottom)
    )
    if not booklet and (layout.landscape if landscape is None else landscape):
        width, height = height, width
    return Paper(width, height, side, top, bottom)


_MAX_EMPTY = 1 / 3
"""A formation that does not fit in the rest of a column may start a new column. Such a formation starts a new column
only if at most this fraction of the page's height stays empty."""
_UNDER_HEADS = 3.0
"""The space below column heads."""
_BETWEEN = 10.0
"""The space above a band with several columns."""
_STEPS = 24
"""The number of bisection steps when searching for the lowest common height of columns."""


@dataclass(frozen=True, slots=True)
class PageBand:
    """A part of a sheet with a fixed number of columns.

    The band starts below the previous band, or on a new page.
    """

    panels: tuple[Panel, ...]
    columns: int = 1
    new_page: bool = False
    heading: Panel | None = None
    """A heading over all columns. Its `again` is at the top of later pages."""


@dataclass(frozen=True, slots=True)
class PlacedPanel:
    """A panel with a position on a page, measured from the upper left corner inside the margins."""

    x: float
    y: float
    panel: Panel


@dataclass(frozen=True, slots=True)
class PageSpace:
    """The space for panels on a page."""

    width: float
    height: float
    """The height of the first page."""
    running: float
    """The height of the running head, the line at the top of later pages."""
    gap: float
    """The distance between columns."""

    def column(self, number: int, of: int) -> float:
        """The left edge of a column. `of` is the number of columns; `number` counts from 0."""
        return number * (self.width + self.gap) / of

    def height_of(self, page: int) -> float:
        """The height available on a page. The first page is number 0."""
        return self.height - (self.running if page else 0.0)


@dataclass(frozen=True, slots=True)
class Page:
    """A page, and everything drawn on it. Positions are measured from the upper left corner of the paper."""

    paper: Paper
    marks: tuple[Mark, ...]
    bare: bool = False
    """Whether the page has no running head, and no legend of price signs above its footer."""
    title: str = ""
    """The title in the footer."""
    origin: Origin = NO_ORIGIN
    """What identifies the ORBAT in the footer: check code, versions and date."""


class _PageFiller:
    """Fills columns and pages with panels. Positions are measured from the top of the page."""

    def __init__(self, room: PageSpace) -> None:
        self.room = room
        self.pages: list[list[PlacedPanel]] = [[]]
        self.columns, self.column = 1, 0
        self.top = self.y = self.lowest = 0.0
        """The bottom of the current band."""
        """The top of the current band."""
        """The position in the current column."""
        self.end: float | None = None
        """The bottom of columns of about equal height; None if columns may fill the page."""
        self.again: Panel | None = None
        """The heading over all columns at the top of later pages."""
        self.start = 0.0
        """The top of the first column of a page, below the heading."""
        self.bare = True
        self.last: Panel | None = None
        self.is_trial = self.ended = False

    def trial(self, end: float) -> _PageFiller:
        trial = copy(self)
        trial.pages = [[]] * len(self.pages)
        trial.pages[-1] = []
        trial.lowest = self.top
        trial.end = end
        trial.is_trial = True
        return trial

    @property
    def overflowed(self) -> bool:
        return self.is_trial and self.ended

    def begin(self, band: PageBand) -> None:
        self.again, self.start = None, 0.0
        if band.new_page and self.pages[-1]:
            self._new_page()
        self.columns, self.column = band.columns, 0
        self.end = None
        if band.columns > 1 and not band.heading:
            self.last, self.bare = None, True
            self.lowest += _BETWEEN if self.lowest else 0.0
        self.top = self.y = self.lowest
        if band.heading:
            if _starts_page(band, self):
                self._new_page()
            self.place_heading(band.heading)
            self.again = band.heading.again

    def place_heading(self, heading: Panel) -> None:
        self.start = heading.height
        if self.lowest:
            self.lowest += heading.before
            self.start = 0.0
        self.pages[-1].append(PlacedPanel(0.0, self.lowest, heading))
        self.top = self.y = self.lowest = self.lowest + heading.height
        self.last, self.bare = None, True

    @property
    def is_empty(self) -> bool:
        return self.bare and self.top == self.start

    @property
    def left(self) -> float:
        full = self.room.height_of(len(self.pages) - 1)
        return (full if self.end is None else min(full, self.end)) - self.y

    def new_page_height(self, panel: Panel) -> float:
        above = self.again.height if self.again else 0.0
        return self.room.height_of(1) - above - (panel.heads.height + _UNDER_HEADS if panel.heads else 0.0)

    def next_column(self, panel: Panel) -> None:
        if self.column + 1 < self.columns:
            self.column += 1
            self.y = self.top
        else:
            self._new_page()
        self.last, self.bare = None, True
        if panel.heads:
            self.place(panel.heads)
            self.bare = True

    def _new_page(self) -> None:
        if self.is_trial:
            self.ended = True
        self.pages.append([])
        self.column = 0
        self.top = self.y = self.lowest = self.start = 0.0
        self.end = None
        self.last, self.bare = None, True
        if self.again:
            self.place_heading(self.again)

    def gap_above(self, panel: Panel) -> float:
        if self.last is None:
            return 0.0
        return min(panel.before, _UNDER_HEADS) if self.bare else panel.before

    def place(self, panel: Panel) -> None:
        self.y += self.gap_above(panel)
        self.pages[-1].append(PlacedPanel(self.room.column(self.column, self.columns), self.y, panel))
        self.y += panel.height
        self.lowest = max(self.lowest, self.y)
        self.last, self.bare = panel, False


def lay_out(bands: Sequence[PageBand], room: PageSpace) -> tuple[tuple[PlacedPanel, ...], ...]:
    """Place the panels of all bands on pages. Returns a list of placed panels for each page."""
    filler = _PageFiller(room)
    for band in bands:
        filler.begin(band)
        filler.end = _even_end(band.panels, filler)
        _fill(band.panels, filler)
    return tuple(tuple(page) for page in filler.pages)


def _fill(panels: Sequence[Panel], filler: _PageFiller) -> None:
    kept = False
    for number, panel in enumerate(panels):
        if panel.new_page and not filler.is_empty:
            filler.column = filler.columns
            _next_column(panels[number:], filler)
        while not filler.is_empty and _must_break(panels, number, filler, kept):
            _next_column(panels[number:], filler)
        while filler.gap_above(panel) + panel.height > filler.left and not filler.overflowed:
            upper, lower = split(panel, filler.left - filler.gap_above(panel))
            if upper.marks:
                filler.place(upper)
                panel = lower
            elif filler.is_empty:
                break  # a line higher than a column does not fit the next one either
            _next_column((panel, *panels[number + 1 :]), filler)
        if filler.overflowed:
            return
        filler.place(panel)
        kept = panel.keep


def _next_column(panels: Sequence[Panel], filler: _PageFiller) -> None:
    pages = len(filler.pages)
    filler.next_column(panels[0])
    if len(filler.pages) > pages and not filler.is_trial:
        filler.end = _even_end(panels, filler)


def _even_end(panels: Sequence[Panel], filler: _PageFiller) -> float | None:
    if filler.columns == 1:
        return None

    left = filler.left + filler.y - filler.top
    tallest = max((panel.height for panel in panels), default=0.0)
    if tallest > left or not _fits(panels, filler, left):
        return None
    low, high = tallest, left  # balancing never splits a panel
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if _fits(panels, filler, middle) else (middle, high)
    return filler.top + high


def _fits(panels: Sequence[Panel], filler: _PageFiller, height: float) -> bool:
    trial = filler.trial(filler.top + height)
    _fill(panels, trial)
    return not trial.overflowed and trial.lowest <= filler.top + height


def _starts_page(band: PageBand, filler: _PageFiller) -> bool:
    """Whether a band starts a new page: it has a heading, little of this page is left, and the band does not fit."""
    left = filler.left
    if band.heading is None or not filler.pages[-1] or left > filler.room.height * _MAX_EMPTY:
        return False
    trial = filler.trial(filler.top + left)
    trial.place_heading(band.heading)
    return trial.left <= 0 or not _fits(band.panels, trial, trial.left)


def _height(panel: Panel) -> float:
    return panel.before + panel.height


def _must_break(panels: Sequence[Panel], number: int, filler: _PageFiller, kept: bool) -> bool:
    """Whether panel `number` must start a new column or page, for one of two reasons:

    - The panels that must stay together do not all fit into the rest of the column.
    - The rest of the column is small, and would cut a formation that fits into an empty column.
    """
    fresh = filler.new_page_height(panels[number])
    if panels[number].height > fresh:
        return False
    # A kept panel should be on the same page as the previous panel.
    if kept:
        return _height(panels[number]) > filler.left
    last = number
    while panels[last].keep and last + 1 < len(panels):
        last += 1
    chain = sum(_height(panel) for panel in panels[number : last + 1])
    if chain > filler.left:
        return chain <= fresh or _height(panels[number]) > filler.left
    if filler.left > filler.room.height * _MAX_EMPTY:
        return False
    return any(filler.left < _height_to_end(panels, number, start, fresh) <= fresh for start in range(number, last))


def _height_to_end(panels: Sequence[Panel], number: int, start: int, fresh: float) -> float:
    height = sum(_height(panel) for panel in panels[number : start + 1])
    depth = panels[start].depth
    for panel in panels[start + 1 :]:
        if not depth or panel.depth <= depth or height > fresh:
            break
        height += _height(panel)
    return height


def on_paper(page: Sequence[PlacedPanel], number: int, paper: Paper, running: float) -> Page:
    """Move the panels of a page to their positions on the paper.

    `number` counts pages from 0. Page 0 has no running head.
    """
    top = paper.top + (running if number else 0.0)
    marks = (moved(mark, paper.side + one.x, top + one.y) for one in page for mark in one.panel.marks)
    return Page(paper, tuple(marks))


def with_marks(page: Page, *marks: Mark) -> Page:
    """Add drawing marks to a page."""
    return replace(page, marks=(*page.marks, *marks))
