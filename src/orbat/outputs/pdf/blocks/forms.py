"""What players fill in: headed parts of a sheet, boxes to tick and lines to write on.

All lengths are typographic points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from orbat.model.path import Path
from orbat.outputs.pdf.blocks.boxes import box
from orbat.outputs.pdf.fonts import DESCENT, Style, measure, shown
from orbat.outputs.pdf.marks import Bookmark, Panel, Rule
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import HAIR, STRONG, Setter, baseline_of

LINE = 1.55
"""The height of a line that is written on, in leadings."""

_AFTER, _BETWEEN = 4.0, 11.0
"""The space after a box or before a line, and that between two things to fill in."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A box to tick, and what it stands for."""

    label: str
    crossed: bool = False

    def width(self, style: Style) -> float:
        """The room it takes."""
        return tick_side(style) + _AFTER + measure(shown(self.label), style)

    def set(self, setter: Setter, x: float, baseline: float, style: Style) -> None:
        """Sets it at a place."""
        tick(setter, x, baseline, style, crossed=self.crossed)
        setter.words(self.label, x + tick_side(style) + _AFTER, baseline, style)


@dataclass(frozen=True, slots=True)
class Blank:
    """A line to write on, so many sizes of type long, and what belongs there."""

    label: str
    ems: float

    def width(self, style: Style) -> float:
        """The room it takes."""
        return (measure(shown(self.label), style) + _AFTER if self.label else 0.0) + self.ems * style.size

    def set(self, setter: Setter, x: float, baseline: float, style: Style) -> None:
        """Sets it at a place."""
        end = setter.words(self.label, x, baseline, style)
        left = end + _AFTER if self.label else x
        setter.marks.append(Rule(left, baseline + DESCENT * style.size, x + self.width(style) - left, HAIR))


def fill_in(setter: Setter, things: Sequence[Tick | Blank], x: float, width: float, style: Style) -> None:
    """Things to fill in, side by side, in as many lines as they take."""
    left = x
    for thing in things:
        if left > x and left + thing.width(style) > x + width:
            left = x
            setter.y += style.leading * LINE
        thing.set(setter, left, setter.y + style.leading * (LINE - 1) / 2 + baseline_of(style), style)
        left += thing.width(style) + _BETWEEN
    setter.y += style.leading * LINE


def side_by_side(things: Sequence[Tick | Blank], style: Style) -> float:
    """The room that things to fill in take on one line."""
    return sum(thing.width(style) + _BETWEEN for thing in things) - _BETWEEN if things else 0.0


def tick_side(style: Style) -> float:
    """The side of a box to tick."""
    return 0.92 * style.size


def tick(setter: Setter, x: float, baseline: float, style: Style, *, crossed: bool = False) -> None:
    """A box to tick beside words of a style."""
    side = tick_side(style)
    setter.marks += box(x, baseline - side + 0.12 * style.size, side, crossed=crossed)


def states_of(press: Press, path: Path, states: Sequence[str]) -> list[Tick]:
    """A box for each state of the unit at a path, those crossed in which it is; or that it is gone."""
    if path in press.gone:
        return [Tick("gone", crossed=True)]
    return [Tick(state, state in press.ticked.get(path, ())) for state in states]


def part(press: Press, title: str, says: str = "") -> Panel:
    """The heading of a part of a sheet, with what there is to say about it."""
    setter = Setter()
    setter.marks.append(Bookmark(0.0, 0.0, 1, shown(title)))
    setter.lines(title, 0.0, press.width, press.styles.heading)
    setter.y += 1
    setter.rule(0.0, press.width, STRONG)
    setter.y += 2
    setter.lines(says, 0.0, press.width, press.styles.note)
    return setter.panel(before=16, keep=True, below=2)
