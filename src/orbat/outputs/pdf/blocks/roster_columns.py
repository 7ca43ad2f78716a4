"""The columns of a roster: where each begins and how wide it is, from what will stand in them.

All lengths are typographic points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orbat.outputs.pdf.blocks.boxes import MOST, BoxRow
from orbat.outputs.pdf.fonts import Style, measure, measure_figures, shown
from orbat.outputs.pdf.styles import Styles
from orbat.report.roster import Troop

GAP = 10.0
BESIDE = 3.0
"""The space between a figure and what it counts."""
SIZE, HALF, REMOVED, POINTS, BOXES = "strength", "half", "out", "points", "losses"
"""What stands over the columns."""

_NAMES_LEAST, _BOXES_LEAST = 0.27, 0.45
"""The share of the width that names have where boxes would crowd them, and that of what is left which boxes have."""
_WIDEST_WORD = 6.5
"""The widest word a narrow column is made for, in sizes of type."""


@dataclass(frozen=True, slots=True)
class RosterColumns:
    """`name` is the width of the names, which begin at the left edge; `rating` and `counted` are left ends.

    `count`, `half`, `removed` and `points` are the right ends of columns of figures, and None where they are not
    printed. The boxes take the rest.
    """

    name: float
    rating: float
    rating_width: float
    count: float
    counted: float
    counted_width: float
    half: float | None
    removed: float | None
    points: float | None
    boxes: float
    row: BoxRow
    right: float


def columns_for(
    troops: Sequence[Troop], rating_word: str, styles: Styles, width: float, *, priced: bool
) -> RosterColumns:
    """Columns as wide as their contents need; names have what is left."""
    rows = [troop.row for troop in troops]
    strengths = [one.strength for one in troops if one.strength and one.strength.size <= MOST]
    count = max(measure_figures(shown(text), styles.text) for text in ("00", *(row.size for row in rows)))
    counted = max(_words([row.counted_in for row in rows], styles.detail), measure(SIZE, styles.label) - count)
    rating = max(measure(shown(rating_word), styles.label), _words([row.rating for row in rows], styles.text))
    half = _figures(HALF, [str(one.half) for one in strengths if one.half is not None], styles)
    removed = _figures(REMOVED, [str(one.removed) for one in strengths if one.removed], styles)
    points = _figures(POINTS, [row.points for row in rows] if priced else [], styles)
    free = width - rating - count - BESIDE - counted - half - removed - points - 3 * GAP
    needed = max((BoxRow(styles.text, width).needed(one) for one in strengths), default=measure(BOXES, styles.label))
    boxes = min(needed, max(free - _NAMES_LEAST * width, _BOXES_LEAST * free))
    rating_left = free - boxes + GAP
    count_right = rating_left + rating + GAP + count
    half_right = count_right + BESIDE + counted + half
    return RosterColumns(
        name=free - boxes,
        rating=rating_left,
        rating_width=rating,
        count=count_right,
        counted=count_right + BESIDE,
        counted_width=counted,
        half=half_right if half else None,
        removed=half_right + removed if removed else None,
        points=half_right + removed + points if points else None,
        boxes=width - boxes,
        row=BoxRow(styles.text, boxes),
        right=width,
    )


def _figures(head: str, texts: Sequence[str], styles: Styles) -> float:
    """The width of a column of figures with the gap before it; nothing where it has none."""
    widths = [measure_figures(shown(text), styles.text) for text in texts]
    return GAP + max(measure(head, styles.label), *widths) if widths else 0.0


def _words(texts: Sequence[str], style: Style) -> float:
    """The width of the widest word, up to a limit beyond which words are broken."""
    words = {word for text in set(texts) for word in shown(text).split()}
    return min(_WIDEST_WORD * style.size, max((measure(word, style) for word in words), default=0.0))
