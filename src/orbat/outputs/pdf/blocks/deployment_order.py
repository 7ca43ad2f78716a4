"""In which order the formations are placed on the table. All lengths are typographic points."""

from __future__ import annotations

from dataclasses import dataclass, replace

from orbat.model.finding import cited
from orbat.model.points import show
from orbat.model.sheet import Block
from orbat.outputs.pdf.blocks.forms import tick, tick_side
from orbat.outputs.pdf.blocks.heads import BEFORE, headed
from orbat.outputs.pdf.fonts import measure, measure_figures, shown
from orbat.outputs.pdf.marks import Panel, Rule
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import HAIR, Setter
from orbat.report.deployment import Placed, deployment

_GAP = 8.0
_WIDEST = 0.32
"""The most of the width that the names of arms may take."""
_BESIDE, _TICK_ABOVE = 4.0, 0.14
"""The space after a box to tick, and that above it, in sizes of type."""
_SHORT = 20
"""A list of so many formations is kept together."""


def deployment_order(press: Press, block: Block) -> tuple[Panel, ...]:
    """The formations of each arm, those placed first at the top, then what is held off the board. Nothing where the
    ruleset gives no order. The block shows `points`, unless it shows other things: `ticks` are boxes to tick.
    """
    found = deployment(press.report)
    if not found.cites or not found.groups:
        return ()
    cites = "" if press.hide_points else cited(found.cites)
    head = headed(press, f"{block.title or 'Order of deployment'} {cites}".rstrip())
    groups = [(f"{number}  {group.label}", group.formations) for number, group in enumerate(found.groups, 1)]
    groups += [("off the board", found.reserves)] if found.reserves else []
    style = press.styles.detail.bold
    left = min(_WIDEST * press.width, max(measure(shown(label), style) for label, _ in groups)) + _GAP
    short = sum(len(placed) for _, placed in groups) <= _SHORT
    wanted = block.show or ("points",)
    priced = "points" in wanted and not press.hide_points
    setting = _Setting(press, left, priced=priced, ticks="ticks" in wanted)
    panels = [setting.group(label, placed, first=not one) for one, (label, placed) in enumerate(groups)]
    kept = [replace(panel, keep=short) for panel in panels[:-1]]
    return (head.panel(before=BEFORE, keep=True), *kept, panels[-1])


@dataclass(frozen=True, slots=True)
class _Setting:
    """Sets groups; the formations begin at `left`."""

    press: Press
    left: float
    priced: bool
    ticks: bool

    def group(self, label: str, formations: tuple[Placed, ...], *, first: bool) -> Panel:
        """An arm with its formations below one another."""
        setter, style = Setter(0.0 if first else 2.0), self.press.styles.detail
        top = setter.y
        setter.lines(label, 0.0, self.left - _GAP, style.bold)
        lowest, setter.y = setter.y, top
        for placed in formations:
            self._formation(setter, placed)
        setter.y = max(setter.y, lowest)
        if not first:
            setter.marks.insert(0, Rule(0.0, 0.5, self.press.width, HAIR))
        return setter.panel(below=1)

    def _formation(self, setter: Setter, placed: Placed) -> None:
        style, width, left = self.press.styles.detail, self.press.width, self.left
        setter.y += _TICK_ABOVE * style.size if self.ticks else 0.0
        baseline = setter.baseline(style)
        if self.ticks:
            tick(setter, left, baseline, style)
            left += tick_side(style) + _BESIDE
        points = show(placed.points) if self.priced else ""
        taken = measure_figures(points, style) + _GAP if points else 0.0
        setter.lines(placed.name, left, width - left - taken, style)
        setter.figures(points, width, baseline, style)
