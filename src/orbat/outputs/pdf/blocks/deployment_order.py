"""In which order the formations are placed on the table. All lengths are typographic points."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

from orbat.model.finding import cited
from orbat.model.points import show
from orbat.model.sheet import SMALLEST, Block
from orbat.outputs.pdf.blocks.forms import tick, tick_side
from orbat.outputs.pdf.blocks.heads import BEFORE, headed
from orbat.outputs.pdf.fonts import measure, measure_figures, shown
from orbat.outputs.pdf.marks import Panel, Rule
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import HAIR, Setter
from orbat.report.deployment import Deployment, Group, Placed, deployment

_GAP = 8.0
_WIDEST = 0.32
"""The most of the width that the names of arms may take."""
_SHORT = 20
"""A list of so many formations is kept together."""
_BESIDE, _ABOVE = 4.0, 2.5
"""The space after a box to tick, and that above it."""


def deployment_order(press: Press, block: Block) -> tuple[Panel, ...]:
    """The formations of each arm, those placed first at the top, then what is held off the board. With `ticks` among
    what the block shows, the arms stand side by side, with a box for each formation that is placed and none for
    others. Nothing where the ruleset gives no order.
    """
    found = deployment(press.report)
    if not found.cites or not found.groups:
        return ()
    cites = "" if press.hide_points else press.rests(cited(found.cites))
    head = headed(press, f"{block.title or 'Order of deployment'} {cites}".rstrip()).panel(before=BEFORE, keep=True)
    return (head, *(_to_tick(press, found.groups) if "ticks" in block.show else _listed(press, found)))


def _listed(press: Press, found: Deployment) -> tuple[Panel, ...]:
    """An arm below the other, with the points of each formation."""
    groups = [(_label(number, group), group.formations) for number, group in enumerate(found.groups, 1)]
    groups += [("off the board", found.reserves)] if found.reserves else []
    style = press.styles.detail.bold
    left = min(_WIDEST * press.width, max(measure(shown(label), style) for label, _ in groups)) + _GAP
    short = sum(len(placed) for _, placed in groups) <= _SHORT
    panels = [_group(press, label, placed, left, first=not one) for one, (label, placed) in enumerate(groups)]
    return (*(replace(panel, keep=short) for panel in panels[:-1]), panels[-1])


def _label(number: int, group: Group) -> str:
    return f"{number}  {group.label}"


def _to_tick(press: Press, groups: tuple[Group, ...]) -> tuple[Panel, ...]:
    """An arm beside the other, line by line."""
    column, step = press.in_columns(len(groups)), (press.width + press.layout.column_gap) / len(groups)
    setter, style = Setter(), press.styles.detail.bold
    for number, group in enumerate(groups):
        setter.y = 0.0
        setter.fit(_label(number + 1, group), number * step, column.width, style, 1, SMALLEST)
    setter.y = style.leading
    heads = setter.panel(keep=True)
    lines = zip_longest(*(group.formations for group in groups))
    return (heads, *(_line(column, line, step, heads) for line in lines))


def _line(column: Press, line: tuple[Placed | None, ...], step: float, heads: Panel) -> Panel:
    """One formation of each arm, each in its column, with a box to tick."""
    setter, style, lowest = Setter(), column.styles.detail, 0.0
    beside = tick_side(style) + _BESIDE
    for number, placed in enumerate(line):
        if placed is None:
            continue
        setter.y = _ABOVE
        tick(setter, number * step, setter.baseline(style), style)
        setter.lines(placed.name, number * step + beside, column.width - beside, style)
        lowest = max(lowest, setter.y)
    setter.y = lowest
    return setter.panel(heads=heads)


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
