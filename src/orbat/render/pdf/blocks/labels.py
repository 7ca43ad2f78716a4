"""Labels for bases and movement trays, with cut lines. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from orbat.model.sheet import MIN_TYPE_SIZE, Block
from orbat.model.wording import phrase
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.flags import SHAPE, flag_marks
from orbat.render.pdf.fonts import ASCENT, Style, Styles, drawable, fit_text, measure, wrap
from orbat.render.pdf.marks import Bookmark, Frame, Panel, moved
from orbat.render.pdf.symbols import symbol, symbol_width
from orbat.render.pdf.typesetter import HAIR, Typesetter
from orbat.report.labels import Label, labels_of

_MM = 72 / 25.4
_BASE, _TRAY = (30, 30), (80, 12)
"""The sizes of labels in millimetres: for bases without a size in the ruleset, and for trays."""
_PAD = 2.5
_GAP = 3.0
_STRIP = 2.5
"""Labels that are wider than this multiple of their depth begin with the name."""
_LARGE = 35 * _MM
"""Labels of this width or wider have the name in larger type."""
_BETWEEN = 10.0
"""The space above the head of labels of another size."""


def labels(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Render labels for all units and generals, in rows without gaps.

    Labels are grouped by size. With `show: [trays]`, the labels are for movement trays.
    """
    trays = "trays" in block.show
    found = sorted(((_size(context, label, trays), label) for label in labels_of(context.report)), key=_area)
    panels: list[Panel] = []
    for size, group in groupby(found, key=lambda one: one[0]):
        panels += _of_size(context, size, [label for _, label in group], trays)
    return tuple(panels)


def _area(sized: tuple[tuple[int, int], Label]) -> tuple[int, int]:
    (width, depth), _ = sized
    return width * depth, width


def _size(context: BlockContext, label: Label, trays: bool) -> tuple[int, int]:
    """The width and height of a label in millimetres. No label is larger than the page."""
    if context.printing.label_size:
        width, depth = context.printing.label_size
    elif trays:
        width, depth = _TRAY
    else:
        width = label.base.width or _BASE[0] if label.base else _BASE[0]
        depth = label.base.depth or width if label.base else _BASE[1]
    head = 2 * context.styles.small.leading
    return min(width, int(context.width / _MM)), min(depth, int((context.later_height - head) / _MM))


def _of_size(context: BlockContext, size: tuple[int, int], found: Sequence[Label], trays: bool) -> Iterator[Panel]:
    width, depth = size[0] * _MM, size[1] * _MM
    across = max(1, int(context.width / width))
    head = _head(context, size, trays)
    yield replace(head, keep=True, before=_BETWEEN)
    drawer = _LabelDrawer(context.styles, width, depth, black=context.printing.black)
    for first in range(0, len(found), across):
        row = [drawer.panel(label) for label in found[first : first + across]]
        marks = [moved(mark, number * width, 0.0) for number, panel in enumerate(row) for mark in panel.marks]
        cut = tuple(text for panel in row for text in panel.cut)
        yield Panel(depth, tuple(marks), heads=head, cut=cut)


def _head(context: BlockContext, size: tuple[int, int], trays: bool) -> Panel:
    typesetter, (width, depth) = Typesetter(), size
    text = (
        phrase("Movement trays, {width} x {depth} mm. Print at 100%.", width=width, depth=depth)
        if trays
        else phrase("Bases, {width} x {depth} mm. Print at 100%.", width=width, depth=depth)
    )
    typesetter.lines(text, 0.0, context.width, context.styles.small)
    typesetter.marks.append(Bookmark(0.0, 0.0, 0, drawable(context.layout.title)))
    return typesetter.panel()


class _LabelDrawer:
    """Draws labels of one size."""

    def __init__(self, styles: Styles, width: float, depth: float, *, black: bool) -> None:
        self.styles = styles
        self.width = width
        self.depth = depth
        self.black = black

    def panel(self, label: Label) -> Panel:
        typesetter = Typesetter(_PAD)
        if self.width > _STRIP * self.depth:
            self._strip(label, typesetter)
        else:
            self._block(label, typesetter)
        frame = Frame(0.0, 0.0, self.width, self.depth, HAIR)
        return Panel(self.depth, (frame, *typesetter.marks), cut=tuple(typesetter.cut))

    def _strip(self, label: Label, typesetter: Typesetter) -> None:
        """Draw the arm sign, name and flag on the first line. The details follow below."""
        style, right = self.styles.heading, self.width - _PAD
        sign = min(style.size, self.depth - 2 * _PAD)
        left = self._sign(label, typesetter, style, sign)
        right = self._flag(label, typesetter, style, sign, left)
        lines = 1
        if fit_text(label.name, style, right - left, lines, MIN_TYPE_SIZE)[-1]:
            style, lines = self.styles.text.bold, 2
        typesetter.fit(label.name, left, right - left, style, lines, MIN_TYPE_SIZE)
        self._details((label.grade, *label.details, label.formation), typesetter)

    def _block(self, label: Label, typesetter: Typesetter) -> None:
        """Typeset arm sign, class and flag in the first line, and the name and the rest below.

        If the whole name does not fit below the first line, the first line is omitted.
        """
        room = self.width - 2 * _PAD
        name = self.styles.heading if self.width >= _LARGE else self.styles.subheading
        top = self.styles.text.leading
        if fit_text(label.name, name, room, self._name_lines(label, name, _PAD + top), MIN_TYPE_SIZE)[-1]:
            own, lines = (label.grade, *label.details), max(1, int((self.depth - 2 * _PAD) / name.leading))
        else:
            has_grade = self._first_line(label, typesetter)
            own = (*(() if has_grade else (label.grade,)), *label.details)
            typesetter.y += top
            lines = self._name_lines(label, name, typesetter.y)
        typesetter.fit(label.name, _PAD, room, name, lines, MIN_TYPE_SIZE)
        self._details((*own, label.formation), typesetter)

    def _name_lines(self, label: Label, name: Style, y: float) -> int:
        below = self.styles.detail.leading if label.grade or label.details else 0.0
        return max(1, int((self.depth - _PAD - y - below) / name.leading))

    def _first_line(self, label: Label, typesetter: Typesetter) -> bool:
        """Draw the arm sign, the class of the unit, and the flag.

        Returns whether there is room for the class.
        """
        style = self.styles.text
        left = self._sign(label, typesetter, style, style.size)
        right = self._flag(label, typesetter, style, style.size, left)
        fits = bool(label.grade) and left + measure(drawable(label.grade), style) <= right
        if fits:
            typesetter.words(label.grade, left, typesetter.baseline(style), style)
        return fits

    def _sign(self, label: Label, typesetter: Typesetter, style: Style, size: float) -> float:
        """Draw the arm sign at the left. Returns the left edge of what follows."""
        if not label.symbol:
            return _PAD
        typesetter.marks += symbol(label.symbol, _PAD, typesetter.baseline(style) - ASCENT * size, size)
        return _PAD + symbol_width(size) + _GAP

    def _flag(self, label: Label, typesetter: Typesetter, style: Style, size: float, left: float) -> float:
        """Draw the flag at the right, if there is room. Returns the right edge of the remaining space."""
        right = self.width - _PAD
        start = right - SHAPE * size
        if label.flag is None or start < left:
            return right
        typesetter.marks += flag_marks(
            label.flag, start, typesetter.baseline(style) - ASCENT * size, size, black=self.black
        )
        return start - _GAP

    def _details(self, parts: Sequence[str], typesetter: Typesetter) -> None:
        """Typeset the details below the name, in order, until the space is full."""
        style, room = self.styles.detail, self.width - 2 * _PAD
        most = int((self.depth - _PAD - typesetter.y + 0.01) / style.leading)
        text = ""
        for part in (one for one in parts if one):
            longer = f"{text}, {part}" if text else part
            if len(wrap(longer, style, room)) > most:
                break
            text = longer
        typesetter.lines(text[:1].upper() + text[1:], _PAD, room, style)
