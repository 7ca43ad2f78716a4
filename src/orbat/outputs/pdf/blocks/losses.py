"""What is lost, unit by unit. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from orbat.model.points import show
from orbat.model.sheet import SMALLEST, Block
from orbat.model.sourced import Mark
from orbat.outputs.pdf.blocks.forms import Blank, fill_in, part, tick, tick_side
from orbat.outputs.pdf.blocks.price_marks import room_for, set_points
from orbat.outputs.pdf.fonts import DESCENT, Style, measure, measure_figures
from orbat.outputs.pdf.marks import Panel, Rule
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import HAIR, THIN, Setter
from orbat.pricing.quote import Points
from orbat.report.losses import Loss, Losses, LossGroup, losses

_GAP = 9.0
_BESIDE = 4.0
"""The space between points and their box."""
_LINES = 2
"""How many lines a name may take before it is set smaller."""
_LOST = 3.4
"""The length of the line for points lost, in sizes of type."""
_SUM = 4.5
"""The length of the line for a sum, in sizes of type."""
_HIGH = 1.3
"""The height of a line, in leadings."""


def losses_block(press: Press, block: Block) -> tuple[Panel, ...]:
    """Every unit and general with the points it counts in full and for half, a box for each, and lines for sums."""
    found = losses(press.report)
    if found is None or not found.groups:
        return ()
    setting = LossSetting(press, found)
    heading = part(press, block.title or "Losses", _says(press, found))
    return (heading, *setting.panels())


def _says(press: Press, found: Losses) -> str:
    """What counts, in the rulebook's words."""
    generals = f"; {found.generals}" if found.generals else ""
    return f"Full: {found.full}{generals}. Half: {found.half}. {press.rests(found.cites)}".rstrip()


@dataclass(frozen=True, slots=True)
class _Column:
    """The right end of a column of points, and the left end of its boxes."""

    points: float
    box: float


class LossSetting:
    """Sets the losses in columns as wide as their contents need; names have what is left."""

    def __init__(self, press: Press, found: Losses) -> None:
        self.press = press
        self.found = found
        self.losses = press.losses
        self.counts = press.counts
        self.style = press.styles.text
        all_of = [loss for group in found.groups for loss in group.losses]
        priced = not press.hide_points
        side = tick_side(self.style)
        beside = _BESIDE + (max(room_for(loss.mark, self.style) for loss in all_of) if priced else 0.0)
        self.lost = press.width - (_LOST * self.style.size if priced else 0.0)
        half_box = self.lost - (_GAP if priced else 0.0) - side
        half = _widest([loss.half for loss in all_of] if priced else [], self.style)
        self.half = _Column(half_box - beside, half_box)
        full_box = half_box - beside - max(half, measure("half", press.styles.label) - side - beside) - _GAP - side
        full = _widest([loss.full for loss in all_of] if priced else [], self.style)
        self.full = _Column(full_box - beside, full_box)
        self.name = full_box - beside - max(full, measure("full", press.styles.label) - side - beside) - _GAP

    def panels(self) -> Iterator[Panel]:
        """Every formation's losses, and the sums."""
        for group in self.found.groups:
            yield self._heading(group)
            for number, loss in enumerate(group.losses):
                last = number == len(group.losses) - 1
                yield self._loss(loss, keep=last and group is self.found.groups[-1])
        yield self._sums()

    def _heading(self, group: LossGroup) -> Panel:
        setter, styles = Setter(), self.press.styles
        baseline = setter.baseline(styles.minor)
        setter.fit(group.title, 0.0, self.name, styles.minor, _LINES, SMALLEST)
        side = tick_side(self.style)
        for head, column in (("full", self.full), ("half", self.half)):
            setter.words(head, column.box + side - measure(head, styles.label), baseline, styles.label)
        if not self.press.hide_points:
            setter.words("lost", self.press.width - measure("lost", styles.label), baseline, styles.label)
        setter.y += 1
        setter.rule(0.0, self.press.width, THIN)
        return setter.panel(before=8, depth=1, keep=True, below=1)

    def _loss(self, loss: Loss, *, keep: bool) -> Panel:
        setter, style = Setter(), self.style
        setter.y = style.leading * (_HIGH - 1) / 2
        baseline = setter.baseline(style)
        face = style.italic if loss.general else style
        setter.fit(loss.name, 0.0, self.name, face, _LINES, SMALLEST)
        state = self.counts.get(loss.path) or loss.after(self.losses.get(loss.path, 0))
        self._count(setter, loss.full, loss.mark, self.full, baseline, crossed=state == "full")
        if loss.halves:
            self._count(setter, loss.half, loss.mark, self.half, baseline, crossed=state == "half")
        setter.y += style.leading * (_HIGH - 1) / 2
        if not self.press.hide_points:
            setter.marks.append(Rule(self.lost, baseline + DESCENT * style.size, self.press.width - self.lost, HAIR))
        return setter.panel(depth=2, keep=keep)

    def _count(
        self, setter: Setter, points: Points | None, mark: Mark, column: _Column, baseline: float, *, crossed: bool
    ) -> None:
        """Points, unless they are hidden, and the box beside them."""
        if not self.press.hide_points:
            set_points(setter, _shown(points), mark, column.points, baseline, self.style)
        tick(setter, column.box, baseline, self.style, crossed=crossed)

    def _sums(self) -> Panel:
        setter = Setter()
        if self.press.hide_points:
            return setter.panel()
        total = show(self.found.total)
        setter.rule(0.0, self.press.width, THIN)
        setter.y = 2
        blanks = (Blank("in full", _SUM), Blank("for half", _SUM), Blank(f"lost of {total}", _SUM))
        fill_in(setter, blanks, 0.0, self.press.width, self.style)
        return setter.panel(before=6, depth=2, below=2)


def _shown(points: Points | None) -> str:
    return "?" if points is None else show(points)


def _widest(numbers: Sequence[Points | None], style: Style) -> float:
    return max((measure_figures(_shown(number), style) for number in numbers), default=0.0)
