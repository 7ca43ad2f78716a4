"""In which order the formations are placed on the table. All lengths are typographic points."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

from orbat.model.finding import format_cites
from orbat.model.points import show
from orbat.model.sheet import MIN_TYPE_SIZE, Block
from orbat.render.pdf.blocks.forms import BEFORE, headed, tick, tick_side
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import measure, measure_figures, shown
from orbat.render.pdf.marks import Panel, Rule
from orbat.render.pdf.setter import HAIR, THIN, Setter
from orbat.report.deployment import Arrivals, DeployedUnit, Deployment, DeploymentGroup, deployment

_GAP = 8.0
_WIDEST = 0.32
"""The most of the width that the names of arms may take."""
_SHORT = 20
"""A list of so many formations is kept together."""
_BESIDE, _ABOVE = 4.0, 2.5
"""The space after a box to tick, and that above it."""


def deployment_order(press: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The formations of each arm, those placed first at the top, then what is held off the board. With `ticks` among
    what the block shows, the arms stand side by side, with a box for each formation that is placed and none for
    others. Nothing where the ruleset gives no order.
    """
    found = deployment(press.report)
    if not found.cites or not found.groups:
        return ()
    cites = "" if press.hide_points else press.rests(format_cites(found.cites))
    head = headed(press, f"{block.title or 'Order of deployment'} {cites}".rstrip()).panel(before=BEFORE, keep=True)
    return (head, *(_to_tick(press, found.groups) if "ticks" in block.show else _listed(press, found)))


def _listed(press: BlockContext, found: Deployment) -> tuple[Panel, ...]:
    """An arm below the other, with the points of each formation."""
    groups = [(_label(number, group), group.formations) for number, group in enumerate(found.groups, 1)]
    groups += [("off the board", found.reserves)] if found.reserves else []
    style = press.styles.detail.bold
    left = min(_WIDEST * press.width, max(measure(shown(label), style) for label, _ in groups)) + _GAP
    short = sum(len(placed) for _, placed in groups) <= _SHORT
    panels = [_group(press, label, placed, left, first=not one) for one, (label, placed) in enumerate(groups)]
    return (*(replace(panel, keep=short) for panel in panels[:-1]), panels[-1])


def _label(number: int, group: DeploymentGroup) -> str:
    return f"{number}  {group.label}"


def _to_tick(press: BlockContext, groups: tuple[DeploymentGroup, ...]) -> tuple[Panel, ...]:
    """An arm beside the other, line by line."""
    column, step = press.in_columns(len(groups)), (press.width + press.layout.column_gap) / len(groups)
    setter, style = Setter(), press.styles.detail.bold
    for number, group in enumerate(groups):
        setter.y = 0.0
        setter.fit(_label(number + 1, group), number * step, column.width, style, 1, MIN_TYPE_SIZE)
    setter.y = style.leading
    heads = setter.panel(keep=True)
    lines = zip_longest(*(group.formations for group in groups))
    return (heads, *(_line(column, line, step, heads) for line in lines))


def _line(column: BlockContext, line: tuple[DeployedUnit | None, ...], step: float, heads: Panel) -> Panel:
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


def _group(press: BlockContext, label: str, formations: tuple[DeployedUnit, ...], left: float, *, first: bool) -> Panel:
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


# What is held off the table, with room for when and where it arrives.


_BLANK = 34.0


def reserves(press: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Each formation off the board on a line of its own, with its units and blanks for its turn and its edge; nothing
    where all of the army is on the table."""
    book, found = press.report.book, deployment(press.report)
    if book is None or not found.reserves:
        return ()
    rule = book.ruleset.rules.off_board
    return (
        _head(press, block.title or "Off the board", rule.citations if rule else (), found.ways),
        *(_reserve_line(press, one) for one in found.reserves),
    )


def _head(press: BlockContext, text: str, cites: tuple[str, ...], ways: tuple[Arrivals, ...]) -> Panel:
    """What follows with its sections, and the ways in which it comes on."""
    setter, style = Setter(), press.styles.subheading
    baseline = setter.baseline(style)
    end = setter.words(text, 0.0, baseline, style)
    setter.words(press.rests(format_cites(cites)), end + _GAP, baseline, press.styles.small)
    setter.y += style.leading + 1
    setter.rule(0.0, press.width, THIN)
    if ways:
        setter.y += 2
        words = "; ".join(f"{way.words} {press.rests(way.cites)}".rstrip() for way in ways)
        setter.lines(words, 0.0, press.width, press.styles.note)
    return setter.panel(before=12, keep=True, below=2)


def _reserve_line(press: BlockContext, held: DeployedUnit) -> Panel:
    styles = press.styles
    setter, left = Setter(1.5), press.width
    baseline = setter.baseline(styles.text)
    for word in ("edge", "turn"):
        left -= _BLANK
        setter.y = baseline + 1.5
        setter.rule(left, left + _BLANK, THIN)
        left -= measure(word, styles.label) + 3
        setter.words(word, left, baseline, styles.label)
        left -= _GAP
    setter.y = 1.5
    setter.lines(f"{held.name} ({held.reserve})" if held.reserve else held.name, 0.0, left, styles.text.bold)
    units = ", ".join(unit.name for unit in held.units)
    setter.lines(units, 0.0, left, styles.detail)
    setter.rule(0.0, press.width, HAIR)
    return setter.panel(below=1.5)
