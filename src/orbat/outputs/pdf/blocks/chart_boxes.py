"""The boxes of an organisation chart: sign, name, general, strength and points. All lengths are typographic points."""

from __future__ import annotations

from dataclasses import dataclass

from orbat.model.sheet import SMALLEST
from orbat.outputs.pdf.fonts import ASCENT, measure_figures, shown
from orbat.outputs.pdf.marks import Bookmark, Frame, Mark, moved
from orbat.outputs.pdf.setter import STRONG, THIN, Setter, baseline_of
from orbat.outputs.pdf.styles import Styles
from orbat.outputs.pdf.symbols import symbol, width_of
from orbat.report.chart import Node

_PAD = 3.0
_GAP = 5.0
_NAME_LINES, _DETAIL_LINES, _STRENGTH_LINES = 2, 2, 3


@dataclass(frozen=True, slots=True)
class Box:
    """A box with its text set, from its left upper corner; `cut` are texts that had to be shortened."""

    width: float
    height: float
    weight: float
    dashed: bool
    marks: tuple[Mark, ...]
    cut: tuple[str, ...]

    def at(self, x: float, y: float) -> tuple[Mark, ...]:
        """The box where it stands."""
        frame = Frame(x, y, self.width, self.height, self.weight, dashed=self.dashed)
        return (frame, *(moved(mark, x, y) for mark in self.marks))


class BoxMaker:
    """Sets boxes in one type, with or without points; the wider a formation's command, the stronger its box."""

    def __init__(self, styles: Styles, *, hide_points: bool) -> None:
        self.styles = styles
        self.hide_points = hide_points

    def box(self, node: Node, width: float, depth: int) -> Box:
        """A node's box."""
        unit = node.sort == "unit"
        style = self.styles.text if unit else self.styles.heading_at(depth)
        left = _PAD + width_of(style.size) + _GAP
        room = width - left - _PAD
        setter = Setter(_PAD - 1)
        if not unit:
            setter.marks.append(Bookmark(0.0, 0.0, max(1, depth), shown(node.name)))
        middle = setter.baseline(style) - ASCENT * style.size / 2
        setter.marks += symbol(node.symbol, _PAD, middle - style.size / 2, style.size)
        second = setter.y + style.leading
        setter.fit(node.name, left, room, style, _NAME_LINES, SMALLEST)
        if node.who:
            setter.fit(node.who, left, room, self.styles.note if unit else self.styles.detail, _DETAIL_LINES, SMALLEST)
        words = "; ".join(part for part in (node.strength, node.reserve) if part)
        setter.fit(words, left, room, self.styles.detail, _STRENGTH_LINES, SMALLEST)
        if not self.hide_points:
            self._points(setter, node.points, left, second, width)
        return Box(
            width=width,
            height=setter.y + _PAD,
            weight=THIN if unit else STRONG * (1.0 if depth > 1 else 1.6),
            dashed=node.off_board,
            marks=tuple(setter.marks),
            cut=tuple(setter.cut),
        )

    def _points(self, setter: Setter, points: str, left: float, second: float, width: float) -> None:
        """The points below the sign, or on a line of their own where they are too wide for that."""
        style = self.styles.detail.bold
        taken = measure_figures(points, style)
        if taken > left - _PAD:
            setter.figures(points, width - _PAD, setter.baseline(style), style)
            setter.y += style.leading
            return
        setter.figures(points, _PAD + max(taken, (left - _GAP - _PAD + taken) / 2), second + baseline_of(style), style)
        setter.y = max(setter.y, second + style.leading)
