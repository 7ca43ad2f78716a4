"""In which order the formations are placed on the table. All lengths are typographic points."""

from __future__ import annotations

from dataclasses import replace

from orbat.model.finding import cited
from orbat.model.points import show
from orbat.model.sheet import Block
from orbat.outputs.pdf.blocks.heads import BEFORE, headed
from orbat.outputs.pdf.fonts import measure, measure_figures, shown
from orbat.outputs.pdf.marks import Panel, Rule
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import HAIR, Setter
from orbat.report.deployment import Placed, deployment

_GAP = 8.0
_WIDEST = 0.32
"""The most of the width that the names of arms may take."""
_SHORT = 20
"""A list of so many formations is kept together."""


def deployment_order(press: Press, block: Block) -> tuple[Panel, ...]:
    """The formations of each arm, those placed first at the top, then what is held off the board. Nothing where the
    ruleset gives no order."""
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
    panels = [_group(press, label, placed, left, first=not one) for one, (label, placed) in enumerate(groups)]
    kept = [replace(panel, keep=short) for panel in panels[:-1]]
    return (head.panel(before=BEFORE, keep=True), *kept, panels[-1])


def _group(press: Press, label: str, formations: tuple[Placed, ...], left: float, *, first: bool) -> Panel:
    setter, style = Setter(0.0 if first else 2.0), press.styles.detail
    top = setter.y
    setter.lines(label, 0.0, left - _GAP, style.bold)
    lowest, setter.y = setter.y, top
    for placed in formations:
        baseline = setter.baseline(style)
        points = "" if press.hide_points else show(placed.points)
        taken = measure_figures(points, style) + _GAP if points else 0.0
        setter.lines(placed.name, left, press.width - left - taken, style)
        setter.figures(points, press.width, baseline, style)
    setter.y = max(setter.y, lowest)
    if not first:
        setter.marks.insert(0, Rule(0.0, 0.5, press.width, HAIR))
    return setter.panel(below=1)
