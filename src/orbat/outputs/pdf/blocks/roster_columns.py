"""The columns of a roster: where each begins and how wide it is, from what will stand in them.

All lengths are typographic points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orbat.outputs.pdf.blocks.boxes import MOST, BoxRow
from orbat.outputs.pdf.blocks.forms import Tick, side_by_side
from orbat.outputs.pdf.blocks.size_column import SizeColumn, size_widths, widest_word
from orbat.outputs.pdf.fonts import measure, measure_figures, shown
from orbat.outputs.pdf.styles import Styles
from orbat.report.roster import Troop

GAP = 10.0
SIZE, NAMED, HALF, REMOVED, POINTS, BOXES = "strength", "size", "half", "out", "points", "losses"
"""What stands over the columns; sizes that all have names stand below the second."""

_NAMES_LEAST, _BOXES_LEAST = 0.27, 0.45
"""The share of the width that names have where boxes would crowd them, and that of what is left which boxes have."""


@dataclass(frozen=True, slots=True)
class RosterColumns:
    """`name` is the width of the names, which begin at the left edge; `rating` and `boxes` are left ends.

    `half`, `removed` and `points` are the right ends of columns of figures, and None where they are not printed. A
    column in which nothing stands has no width. The boxes take the rest, and `ticked` stands over them.
    """

    name: float
    rating: float
    rating_width: float
    size: SizeColumn
    half: float | None
    removed: float | None
    points: float | None
    boxes: float
    ticked: str
    row: BoxRow
    right: float


def columns_for(
    troops: Sequence[Troop], rating_word: str, styles: Styles, width: float, *, priced: bool
) -> RosterColumns:
    """Columns as wide as their contents need; names have what is left."""
    rows = [troop.row for troop in troops]
    strengths = [one.strength for one in troops if one.strength and one.strength.size <= MOST]
    sizes = [(row.size, row.counted_in) for row in rows]
    figures, sized = size_widths(sizes, size_head(sizes), styles.text, styles.detail, styles.label)
    rating = max(measure(shown(rating_word), styles.label), widest_word((row.rating for row in rows), styles.text))
    half = _figures(HALF, [str(one.half) for one in strengths if one.half is not None], styles)
    removed = _figures(REMOVED, [str(one.removed) for one in strengths if one.removed], styles)
    points = _figures(POINTS, [row.points for row in rows] if priced else [], styles)
    beside = sum(GAP + column for column in (rating, sized) if column)
    free = width - beside - half - removed - points - GAP
    ticked = ticked_head(troops)
    needed = max(_boxes(troops, styles, width), measure(ticked, styles.label))
    boxes = min(needed, max(free - _NAMES_LEAST * width, _BOXES_LEAST * free))
    rating_left = free - boxes + GAP
    size = SizeColumn(rating_left + (rating + GAP if rating else 0.0), figures, sized)
    half_right = free - boxes + beside + half
    return RosterColumns(
        name=free - boxes,
        rating=rating_left,
        rating_width=rating,
        size=size,
        half=half_right if half else None,
        removed=half_right + removed if removed else None,
        points=half_right + removed + points if points else None,
        boxes=width - boxes,
        ticked=ticked,
        row=BoxRow(styles.text, boxes),
        right=width,
    )


def _figures(head: str, texts: Sequence[str], styles: Styles) -> float:
    """The width of a column of figures with the gap before it; nothing where it has none."""
    widths = [measure_figures(shown(text), styles.text) for text in texts]
    return GAP + max(measure(head, styles.label), *widths) if widths else 0.0


def size_head(sizes: Sequence[tuple[str, str]]) -> str:
    """What stands over the sizes: another word where all of them have names."""
    return SIZE if any(number for number, _ in sizes) or not any(name for _, name in sizes) else NAMED


def ticked_head(troops: Sequence[Troop]) -> str:
    """What stands over the boxes: what all of them are called, where it is one thing; shown as it can be drawn."""
    labels = {troop.ticks.label if troop.ticks else BOXES for troop in troops if troop.ticks or troop.strength}
    return shown(labels.pop()) if len(labels) == 1 else BOXES


def _boxes(troops: Sequence[Troop], styles: Styles, width: float) -> float:
    """The room that the boxes of every unit want in one row."""
    strengths = (one.strength for one in troops if one.strength and one.strength.size <= MOST)
    states = {troop.ticks.states for troop in troops if troop.ticks}
    return max(
        (
            *(BoxRow(styles.text, width).needed(one) for one in strengths),
            *(side_by_side([Tick(state) for state in one], styles.detail) for one in states),
        ),
        default=0.0,
    )
