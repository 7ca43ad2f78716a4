"""The columns of the table: where each begins and how wide it is, from what will stand in them.

All lengths are typographic points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from orbat.outputs.pdf.blocks.order_lines import ColumnHeads, Heading, Line, Total, UnitRow
from orbat.outputs.pdf.blocks.size_column import SizeColumn, size_widths, widest_word
from orbat.outputs.pdf.fonts import measure, measure_figures, shown
from orbat.outputs.pdf.styles import Styles

INDENT = 11.0
DEEPEST = 6
"""Formations deeper than this are not indented further."""

GAP = 9.0
SIZE = "size"
"""What stands over the column for sizes."""
_NAMES_LEAST, _NAMES_MOST = 0.38, 0.5
"""The share of names in the room for names and arms."""
_TRIED = 6
"""How many steps from the least to the most are tried."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The left ends and widths of the columns; `points` and `total` are the right ends of columns of figures.

    A column in which nothing stands has no width.
    """

    left: float
    right: float
    rating: float
    rating_width: float
    size: SizeColumn
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


def columns_for(lines: Sequence[Line], styles: Styles, width: float) -> Columns:
    """Columns as wide as their contents need; what is left of the width is shared by names and arms."""
    units = [line for line in lines if isinstance(line, UnitRow)]
    heads = next((line for line in lines if isinstance(line, ColumnHeads)), ColumnHeads("", False, ""))
    points, total = _figures(lines, heads.priced, styles)
    rating = max(measure(shown(heads.rating), styles.label), widest_word((unit.rating for unit in units), styles.text))
    sizes = [(unit.size, unit.counted_in) for unit in units]
    figures, sized = size_widths(sizes, SIZE, styles.text, styles.detail, styles.label)
    total_left = width - (total + GAP if total else 0.0)
    arms_right = total_left - (points + GAP if points else 0.0)
    beside = sum(column + GAP for column in (rating, sized) if column)
    free = arms_right - beside - GAP
    names = _names(units, styles, free)
    rating_left = names + GAP
    size_left = rating_left + (rating + GAP if rating else 0.0)
    arms_left = names + beside + GAP
    return Columns(
        left=0.0,
        right=width,
        rating=rating_left,
        rating_width=rating,
        size=SizeColumn(size_left, figures, sized),
        arms=arms_left,
        arms_width=arms_right - arms_left,
        points=total_left if points else width,
        total=width,
    )


def _names(units: Sequence[UnitRow], styles: Styles, free: float) -> float:
    """The width for names that makes the units take the fewest lines, with sums beside them in what is left."""
    widths = [
        (
            measure(shown(unit.name), styles.text) + INDENT * (min(unit.depth, DEEPEST) - 1),
            bool(unit.arms),
            measure(shown(unit.reason), styles.small),
        )
        for unit in units
    ]

    def lines(width: float) -> int:
        return sum(max(ceil(name / width), arms + ceil(reason / (free - width))) for name, arms, reason in widths)

    step = (_NAMES_MOST - _NAMES_LEAST) / _TRIED
    return min((free * (_NAMES_LEAST + number * step) for number in range(_TRIED + 1)), key=lines)


def _figures(lines: Sequence[Line], priced: bool, styles: Styles) -> tuple[float, float]:
    """The widths of the columns for points and for totals; nothing where the sheet has no prices."""
    if not priced:
        return 0.0, 0.0
    points = [line.points for line in lines if isinstance(line, UnitRow | Heading)]
    totals = [line.subtotal for line in lines if isinstance(line, Heading)]
    totals += [line.points for line in lines if isinstance(line, Total)]
    return (
        max(measure("points", styles.label), *(measure_figures(text, styles.text) for text in ("", *points))),
        max(measure("total", styles.label), *(measure_figures(text, styles.total) for text in ("", *totals))),
    )
