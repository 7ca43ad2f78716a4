"""The blocks for the order of deployment and for the reserves. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from orbat.model.finding import format_cites
from orbat.model.points import show
from orbat.model.sheet import MIN_TYPE_SIZE, Block
from orbat.model.wording import phrase
from orbat.render.pdf.blocks.forms import (
    BLOCK_GAP,
    block_heading,
    continued_heading,
    tick,
    tick_side,
    widest_word,
)
from orbat.render.pdf.blocks.play_notes import play_notes
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import drawable, measure, measure_figures
from orbat.render.pdf.marks import Panel, Rule
from orbat.render.pdf.typesetter import HAIR, THIN, Typesetter
from orbat.report.deployment import ArrivalMethod, DeployedUnit, Deployment, DeploymentGroup, deployment

_GAP = 8.0
_MAX_ARM_NAMES = 0.32
"""The maximum width of the names of arms, as a fraction of the page width."""
_MAX_KEPT = 20
"""A list of at most this many formations is never split."""
_BESIDE, _ABOVE = 4.0, 2.5
"""The space to the right of a box to tick, and the space above the box."""


def deployment_order(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """List the formations of each arm in deployment order, then the reserves.

    With `ticks` in the block's `show`, formations have boxes to tick, and the reserves are omitted. Returns () if the
    ruleset has no deployment order.
    """
    found = deployment(context.report)
    if not found.cites or not found.groups:
        return ()
    cites = "" if context.hide_points else context.citation(format_cites(found.cites))
    head = block_heading(context, block.title or "Order of deployment", cites=cites).panel(before=BLOCK_GAP, keep=True)
    return (head, *(_tick_columns(context, found.groups) if "ticks" in block.show else _arm_lists(context, found)))


def _arm_lists(context: BlockContext, found: Deployment) -> tuple[Panel, ...]:
    groups = [(_label(number, group), group.formations) for number, group in enumerate(found.groups, 1)]
    groups += [("off the board", found.reserves)] if found.reserves else []
    style = context.styles.detail.bold
    left = min(_MAX_ARM_NAMES * context.width, max(measure(drawable(label), style) for label, _ in groups)) + _GAP
    short = sum(len(placed) for _, placed in groups) <= _MAX_KEPT
    panels = [_group(context, label, placed, left, first=not one) for one, (label, placed) in enumerate(groups)]
    return (*(replace(panel, keep=short) for panel in panels[:-1]), panels[-1])


def _label(number: int, group: DeploymentGroup) -> str:
    return f"{number}  {group.label}"


def _tick_columns(context: BlockContext, groups: tuple[DeploymentGroup, ...]) -> tuple[Panel, ...]:
    columns = _columns(context, groups)

    def heads(after: int) -> Panel:
        # the arms that have formations after this line
        typesetter, style = Typesetter(), context.styles.detail.bold
        for number, group in enumerate(groups):
            if len(group.formations) > after:
                typesetter.y = 0.0
                left, width = columns[number]
                typesetter.fit(_label(number + 1, group), left, width, style, 1, MIN_TYPE_SIZE)
        typesetter.y = style.leading
        return typesetter.panel(keep=True)

    lines = zip_longest(*(group.formations for group in groups))
    return (heads(0), *(_line(context, line, columns, heads(number)) for number, line in enumerate(lines)))


def _columns(context: BlockContext, groups: tuple[DeploymentGroup, ...]) -> list[tuple[float, float]]:
    """The left edge and the width of each column. Columns with much text are wider."""
    style, gap = context.styles.detail, context.layout.column_gap
    beside = tick_side(style) + _BESIDE
    least, texts = [], []
    for number, group in enumerate(groups, 1):
        lines = [_tick_text(placed) for placed in group.formations]
        label = measure(drawable(_label(number, group)), style.bold)
        least.append(max(label, beside + widest_word(lines, style)))
        texts.append(sum(measure(drawable(line), style) for line in lines))
    free = context.width - gap * (len(groups) - 1)
    spare = free - sum(least)
    if spare < 0:
        widths = [free / len(groups)] * len(groups)
    else:
        widths = [one + spare * text / sum(texts) for one, text in zip(least, texts, strict=True)]
    lefts = [sum(widths[:number]) + number * gap for number in range(len(groups))]
    return list(zip(lefts, widths, strict=True))


def _tick_text(placed: DeployedUnit) -> str:
    return phrase("{formation}: {units}", formation=placed.name, units=", ".join(placed.details))


def _line(
    context: BlockContext,
    line: tuple[DeployedUnit | None, ...],
    columns: Sequence[tuple[float, float]],
    heads: Panel,
) -> Panel:
    typesetter, style, lowest = Typesetter(), context.styles.detail, 0.0
    beside = tick_side(style) + _BESIDE
    for placed, (left, width) in zip(line, columns, strict=True):
        if placed is None:
            continue
        typesetter.y = _ABOVE
        tick(typesetter, left, typesetter.baseline(style), style)
        typesetter.lines(_tick_text(placed), left + beside, width - beside, style)
        lowest = max(lowest, typesetter.y)
    typesetter.y = lowest
    return typesetter.panel(heads=heads)


def _group(
    context: BlockContext, label: str, formations: tuple[DeployedUnit, ...], left: float, *, first: bool
) -> Panel:
    typesetter, style = Typesetter(0.0 if first else 2.0), context.styles.detail
    top = typesetter.y
    typesetter.lines(label, 0.0, left - _GAP, style.bold)
    lowest, typesetter.y = typesetter.y, top
    for placed in formations:
        baseline = typesetter.baseline(style)
        points = "" if context.hide_points else show(placed.points)
        taken = measure_figures(points, style) + _GAP if points else 0.0
        typesetter.lines(placed.name, left, context.width - left - taken, style)
        typesetter.figures(points, context.width, baseline, style)
    typesetter.y = max(typesetter.y, lowest)
    if not first:
        typesetter.marks.insert(0, Rule(0.0, 0.5, context.width, HAIR))
    return typesetter.panel(below=1)


# Reserves, with blanks for the turn and edge of arrival.


_BLANK = 34.0


def reserves(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """List the formations in reserve, with units and blanks for the turn and edge of arrival.

    Returns () without reserves.
    """
    book, found = context.report.book, deployment(context.report)
    if book is None or not found.reserves:
        return ()
    rule = book.ruleset.rules.off_board
    return (
        _head(context, block.title or "Off the board", rule.citations if rule else (), found.methods),
        *(_reserve_line(context, one) for one in found.reserves),
    )


def _head(context: BlockContext, text: str, cites: tuple[str, ...], methods: tuple[ArrivalMethod, ...]) -> Panel:
    typesetter, style = Typesetter(), context.styles.subheading
    baseline = typesetter.baseline(style)
    end = typesetter.words(text, 0.0, baseline, style)
    typesetter.words(context.citation(format_cites(cites)), end + _GAP, baseline, context.styles.small)
    typesetter.y += style.leading + 1
    typesetter.rule(0.0, context.width, THIN)
    if methods:
        typesetter.y += 2
        words = "; ".join(f"{method.words} {context.citation(method.cites)}".rstrip() for method in methods)
        typesetter.lines(words, 0.0, context.width, context.styles.note)
    for note in play_notes(context, "deployment"):
        typesetter.lines(note, 0.0, context.width, context.styles.note)
    typesetter.again = continued_heading(text, context.width, style)
    return typesetter.panel(before=12, keep=True, below=2)


def _reserve_line(context: BlockContext, reserve: DeployedUnit) -> Panel:
    styles = context.styles
    typesetter, left = Typesetter(1.5), context.width
    baseline = typesetter.baseline(styles.text)
    for word in ("edge", "turn"):
        left -= _BLANK
        typesetter.y = baseline + 1.5
        typesetter.rule(left, left + _BLANK, THIN)
        left -= measure(word, styles.label) + 3
        typesetter.words(word, left, baseline, styles.label)
        left -= _GAP
    typesetter.y = 1.5
    typesetter.lines(
        f"{reserve.name} ({reserve.reserve})" if reserve.reserve else reserve.name, 0.0, left, styles.text.bold
    )
    units = ", ".join(reserve.details)
    typesetter.lines(units, 0.0, left, styles.detail)
    typesetter.rule(0.0, context.width, HAIR)
    return typesetter.panel(below=1.5)
