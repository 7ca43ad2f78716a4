"""A scale plan of the gaming table, for sketching terrain and deployment. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from orbat.model.play import PlayingTable
from orbat.model.sheet import Block
from orbat.model.wording import phrase
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import Style, measure
from orbat.render.pdf.marks import Disc, Frame, Mark, Panel, Rule, line
from orbat.render.pdf.typesetter import HAIR, STRONG, THIN, Typesetter, baseline_of

FOOT = 12
"""Inches per foot. Grid lines on the plan are one foot apart."""

_MAX_HEIGHT = 0.56
"""The maximum height of the plan, as a fraction of the page height."""
_HEAD_LINES = 16
"""The number of text lines kept free for the sheet's title and the legend. On a low page, this limits the plan's
height."""
_ZONE_LABELS = ("deployment zone", "zone")
"""Labels of the deployment zones, longest first. The first label that fits between two grid lines is used."""
_WIND = 40.0
_LINE = 20.0
_GAP = 6.0


def plan(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Draw the gaming table with a grid, deployment zones, edge names and a compass rose for the wind.

    `rows` of the block sets the number of lines to write on. Returns () if the ruleset gives no table size.
    """
    book = context.report.book
    table = book.ruleset.table if book else None
    if table is None:
        return ()
    return (_plan(context, table), *([_lines(context, block.rows)] if block.rows else []))


def _plan(context: BlockContext, table: PlayingTable) -> Panel:
    label = context.styles.label
    tallest = min(context.height * _MAX_HEIGHT, context.height - _HEAD_LINES * context.styles.text.leading - _WIND)
    scale = min((context.width - 2 * _GAP) / table.length, tallest / table.depth)
    width, height = table.length * scale, table.depth * scale
    left = (context.width - width) / 2
    typesetter = Typesetter()
    title = phrase(
        "{length} by {depth} feet; grid of one foot; deploy within {zone} inches of your edge",
        length=_feet(table.length),
        depth=_feet(table.depth),
        zone=table.zone,
    )
    typesetter.centred("Opponent's edge", 0.0, context.width, baseline_of(label), context.styles.strong)
    top = context.styles.strong.leading + 2
    typesetter.marks += [Frame(left, top, width, height, 2 * STRONG), *_grid(table, scale, left, top)]
    zone = table.zone * scale
    words = next((words for words in _ZONE_LABELS if measure(words, label) <= FOOT * scale - _GAP), "")
    typesetter.words(words, left + _GAP / 2, top + zone - 3, label)
    typesetter.words(words, left + _GAP / 2, top + height - zone + baseline_of(label) + 1, label)
    typesetter.y = top + height + 2
    typesetter.centred(
        "Your edge", 0.0, context.width, typesetter.baseline(context.styles.strong), context.styles.strong
    )
    typesetter.y += context.styles.strong.leading + _GAP
    _legend(typesetter, context, left, width, FOOT * scale, title)
    return typesetter.panel(before=10)


def _feet(inches: int) -> str:
    feet, over = divmod(inches, FOOT)
    return f"{feet}" if not over else f"{feet} {over}/{FOOT}"


def _grid(table: PlayingTable, scale: float, left: float, top: float) -> Iterator[Mark]:
    right, bottom = left + table.length * scale, top + table.depth * scale
    for inches in range(FOOT, table.length, FOOT):
        yield line(left + inches * scale, top, left + inches * scale, bottom, HAIR)
    for inches in range(FOOT, table.depth, FOOT):
        yield Rule(left, top + inches * scale, right - left, HAIR)
    for inches in (table.zone, table.depth - table.zone):
        yield line(left, top + inches * scale, right, top + inches * scale, 2 * STRONG, dashed=True)


def _legend(typesetter: Typesetter, context: BlockContext, left: float, width: float, foot: float, title: str) -> None:
    style, top = context.styles.label, typesetter.y
    middle = top + _WIND / 2
    typesetter.marks.append(Frame(left, middle - 5, foot / 2, 4.0, THIN, solid=True))
    typesetter.marks.append(Frame(left + foot / 2, middle - 5, foot / 2, 4.0, THIN))
    typesetter.words("1 foot", left + foot + _GAP, middle - 5 + style.size * 0.6, style)
    typesetter.words(title, left, middle + 2 + style.leading, style)
    _wind(typesetter, left + width - _WIND, top, style)
    typesetter.y = top + _WIND


def _wind(typesetter: Typesetter, left: float, top: float, style: Style) -> None:
    words = "wind"
    typesetter.words(words, left - _GAP - measure(words, style), top + _WIND / 2 + style.size * 0.3, style)
    typesetter.marks.append(Disc(left, top, _WIND, THIN))
    centre, outer = _WIND / 2, _WIND / 2
    for number in range(8):
        angle, inner = number * pi / 4, outer * (0.62 if number % 2 == 0 else 0.8)
        ends = [(left + centre + r * sin(angle), top + centre - r * cos(angle)) for r in (inner, outer)]
        typesetter.marks.append(line(*ends[0], *ends[1], STRONG if number == 0 else THIN))


def _lines(context: BlockContext, count: int) -> Panel:
    typesetter, style = Typesetter(), context.styles.strong
    typesetter.words("Plan", 0.0, typesetter.baseline(style), style)
    for _ in range(count):
        typesetter.y += _LINE
        typesetter.rule(0.0, context.width, HAIR)
    return typesetter.panel(before=8, below=2)
