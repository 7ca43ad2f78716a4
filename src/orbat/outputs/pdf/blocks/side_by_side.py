"""The figures of two ORBATs beside one another, and their arms and ratings with bars. All lengths are typographic
points."""

from __future__ import annotations

from collections.abc import Sequence

from orbat.model.sheet import SMALLEST, Block
from orbat.outputs.pdf.blocks.heads import BEFORE
from orbat.outputs.pdf.fills import filled
from orbat.outputs.pdf.marks import Panel
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import THIN, Setter
from orbat.pricing.quote import Points
from orbat.report.difference import signed
from orbat.report.measures import (
    ARMS,
    NONE,
    Measures,
    Part,
    counted_label,
    difference_of,
    measures,
    paired,
    side_by_side,
)

NAMES = ("A", "B")
"""What the two are called in columns."""

_FIGURES = (0.54, 0.7, 0.86)
"""Where the columns of figures end, as shares of the width: A, B, and their difference."""
_COUNTS = (0.34, 0.4, 0.47, 0.54, 0.62, 0.7)
"""Where the columns of units, pieces and points end, those of A and of B beside each other."""
_BARS = 0.73
_GAP, _BETWEEN = 6.0, 1.5


def side_by_side_block(press: Press, block: Block) -> tuple[Panel, ...]:
    """A table of all figures, one of the arms, one of the ratings; nothing on a sheet for one."""
    if press.compared is None:
        return ()
    one, other = measures(press.compared.before), measures(press.compared.after)
    word = one.rating_word if one.rating_word == other.rating_word else "rating"
    return (
        _figures(press, block.title or "Side by side", one, other),
        *_parts(press, ARMS, one.arms, other.arms),
        *_parts(press, f"By {word}", one.ratings, other.ratings),
    )


def _figures(press: Press, title: str, one: Measures, other: Measures) -> Panel:
    setter, style = _headed(press, title, _FIGURES, (*NAMES, "B – A")), press.styles.detail
    for label, left, right in side_by_side(one, other):
        baseline = setter.baseline(style)
        cells = (left.shown if left else NONE, right.shown if right else NONE, signed(difference_of(left, right)))
        for text, end in zip(cells, _FIGURES, strict=True):
            setter.figures(text, end * press.width, baseline, style)
        setter.fit(label, 0.0, 0.4 * press.width, style, 1, SMALLEST)
    return setter.panel(before=BEFORE)


def _headed(press: Press, title: str, ends: Sequence[float], names: Sequence[str]) -> Setter:
    """A setter that has begun with a head and the names of columns."""
    setter = Setter()
    baseline = setter.baseline(press.styles.subheading)
    for text, end in zip(names, ends, strict=True):
        setter.figures(text, end * press.width, baseline, press.styles.label)
    setter.fit(title, 0.0, 0.26 * press.width, press.styles.subheading, 1, SMALLEST)
    setter.y += 1
    setter.rule(0.0, press.width, THIN)
    setter.y += 2
    return setter


def _parts(press: Press, title: str, left: Sequence[Part], right: Sequence[Part]) -> tuple[Panel, ...]:
    rows = tuple(paired(left, right))
    if not rows:
        return ()
    names = ("units A", "B", "pieces A", "B", "points A", "B", "points: A black, B white")
    setter = _headed(press, title, (*_COUNTS, 1.0), names)
    most = max(part.points for part in (*left, *right))
    for label, one, other in rows:
        name = counted_label(label, one, other) if title == ARMS else label
        _row(press, setter, name, (one, other), most)
        setter.y += _BETWEEN
    return (setter.panel(before=BEFORE),)


def _row(press: Press, setter: Setter, label: str, both: tuple[Part | None, Part | None], most: Points) -> None:
    """A part's counts, and its points as two bars, A's black over B's white one."""
    style = press.styles.detail
    baseline, top = setter.baseline(style), setter.y
    ends = iter(_COUNTS)
    for pair in zip(*(part.counts if part else ("0", NONE, "0") for part in both), strict=True):
        for text in pair:
            setter.figures(text, next(ends) * press.width, baseline, style)
    setter.fit(label, 0.0, _COUNTS[0] * press.width - 24, style, 1, SMALLEST)
    room, tall = (1 - _BARS) * press.width - _GAP, (style.leading - 3) / 2
    for number, part in enumerate(both):
        if part and part.points > 0 and most > 0:
            length = max(1.0, float(part.points) / float(most) * room)
            y = top + 1.2 + number * tall
            setter.marks += filled("white" if number else "black", _BARS * press.width + _GAP, y, length, tall)
