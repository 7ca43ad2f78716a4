"""The paper and the columns of the table: where each begins and how wide it is, from what will stand in them.

All lengths are typographic points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from orbat.outputs.pdf.blocks import Block, ColumnHeads, Heading, Total, UnitRow
from orbat.outputs.pdf.fonts import Style, measure, measure_figures, shown

PaperName = Literal["a4", "letter"]

NAME = Style("regular", 9.6, 11.6)
ARMS = Style("regular", 8.8, 10.6)
SUM = Style("regular", 7.2, 8.8)
NOTE = Style("italic", 8.2, 10.0)
LABEL = Style("italic", 7.6, 9.2)
FIGURE = Style("regular", 9.6, 11.6)
SUBTOTAL = Style("bold", 9.6, 11.6)

INDENT = 11.0
DEEPEST = 6
"""Formations deeper than this are not indented further."""

GAP = 9.0
_WIDEST_WORD = 62.0
_NAMES_LEAST, _NAMES_MOST = 0.38, 0.5
"""The share of names in the room for names and arms; within it sums are kept on one line."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper and its margins."""

    width: float
    height: float
    side: float = 45.0
    top: float = 42.0
    bottom: float = 40.0

    @property
    def right(self) -> float:
        """The right margin's place."""
        return self.width - self.side


PAPERS: dict[PaperName, Paper] = {"a4": Paper(595.276, 841.89), "letter": Paper(612.0, 792.0)}


@dataclass(frozen=True, slots=True)
class Columns:
    """The left ends and widths of the columns; `points` and `total` are the right ends of columns of figures.

    `count` is the right end of the figures of a size, `counted` the left end of what they count.
    """

    left: float
    right: float
    rating: float
    rating_width: float
    count: float
    counted: float
    counted_width: float
    arms: float
    arms_width: float
    points: float
    total: float

    def indent(self, depth: int) -> float:
        """Where a line of this depth in the tree begins; the army's formations have depth 1."""
        return self.left + INDENT * (min(depth, DEEPEST) - 1)

    def name_width(self, depth: int) -> float:
        """The room for a unit's name at this depth."""
        return self.rating - GAP - self.indent(depth)

    def heading_width(self, depth: int) -> float:
        """The room for a heading at this depth: as far as the arms, whose place its sum takes."""
        return self.arms - GAP - self.indent(depth)


def columns_for(blocks: Sequence[Block], paper: Paper) -> Columns:
    """Columns as wide as their contents need; what is left is shared by names and arms."""
    units = [block for block in blocks if isinstance(block, UnitRow)]
    heads = next((block for block in blocks if isinstance(block, ColumnHeads)), ColumnHeads("", False))
    points, total = _figures(blocks, heads.priced)
    rating = max(measure(shown(heads.rating), LABEL), _widest_word((unit.rating for unit in units), NAME))
    count = max(measure_figures(size, FIGURE) for size in ("00", *(shown(unit.size) for unit in units)))
    counted = max(measure("size", LABEL) - count, _widest_word((unit.counted_in for unit in units), ARMS))
    total_left = paper.right - (total + GAP if total else 0.0)
    arms_right = total_left - (points + GAP if points else 0.0)
    free = arms_right - paper.side - rating - count - counted - 3 * GAP - 3
    sums = max((measure(shown(block.reason), SUM) for block in units), default=0.0)
    names = min(max(free - sums, _NAMES_LEAST * free), _NAMES_MOST * free)
    rating_left = paper.side + names + GAP
    count_right = rating_left + rating + GAP + count
    arms_left = count_right + 3 + counted + GAP
    return Columns(
        left=paper.side,
        right=paper.right,
        rating=rating_left,
        rating_width=rating,
        count=count_right,
        counted=count_right + 3,
        counted_width=counted,
        arms=arms_left,
        arms_width=arms_right - arms_left,
        points=total_left if points else paper.right,
        total=paper.right,
    )


def _figures(blocks: Sequence[Block], priced: bool) -> tuple[float, float]:
    """The widths of the columns for points and for totals; nothing where the sheet has no prices."""
    if not priced:
        return 0.0, 0.0
    points = [block.points for block in blocks if isinstance(block, UnitRow | Heading)]
    totals = [block.subtotal for block in blocks if isinstance(block, Heading)]
    totals += [block.points for block in blocks if isinstance(block, Total)]
    return (
        max(measure("points", LABEL), *(measure_figures(text, FIGURE) for text in ("", *points))),
        max(measure("total", LABEL), *(measure_figures(text, LARGEST_FIGURE) for text in ("", *totals))),
    )


LARGEST_FIGURE = Style("bold", 12.0, 14.4)


def _widest_word(texts: Iterable[str], style: Style) -> float:
    """The width of the widest word, up to a limit beyond which words are broken."""
    words = {word for text in set(texts) for word in shown(text).split()}
    return min(_WIDEST_WORD, max((measure(word, style) for word in words), default=0.0))
