"""A plan of the table at scale, to sketch the ground and the deployment on. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from orbat.model.play import PlayingTable
from orbat.model.sheet import Block
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import Style, measure
from orbat.render.pdf.marks import Disc, Frame, Mark, Panel, Rule, line
from orbat.render.pdf.setter import HAIR, STRONG, THIN, Setter, baseline_of

FOOT = 12
"""Inches to the foot; the grid has a line at every foot."""

_TALLEST = 0.56
"""The most of a page's height that the plan may take."""
_HEAD = 16
"""How many lines are left for the head of the sheet and the legend where a page is not high."""
_ZONE = ("deployment zone", "zone")
"""What stands in the zones, between two lines of the grid; the first that has room there."""
_WIND = 40.0
_LINE = 20.0
_GAP = 6.0


def plan(press: BlockContext, block: Block) -> tuple[Panel, ...]:
    """The table with its grid, both deployment zones, both edges and a rose for the wind; below it the block's `rows`
    ruled lines for the plan. Nothing where the ruleset does not say how large the table is."""
    book = press.report.book
    table = book.ruleset.table if book else None
    if table is None:
        return ()
    return (_plan(press, table), *([_lines(press, block.rows)] if block.rows else []))


def _plan(press: BlockContext, table: PlayingTable) -> Panel:
    label = press.styles.label
    tallest = min(press.height * _TALLEST, press.height - _HEAD * press.styles.text.leading - _WIND)
    scale = min((press.width - 2 * _GAP) / table.length, tallest / table.depth)
    width, height = table.length * scale, table.depth * scale
    left = (press.width - width) / 2
    setter = Setter()
    feet = f"{_feet(table.length)} by {_feet(table.depth)} feet"
    title = f"{feet}; a line at every foot; each deploys up to {table.zone} inches in"
    setter.centred("Opponent's edge", 0.0, press.width, baseline_of(label), press.styles.strong)
    top = press.styles.strong.leading + 2
    setter.marks += [Frame(left, top, width, height, 2 * STRONG), *_grid(table, scale, left, top)]
    zone = table.zone * scale
    words = next((words for words in _ZONE if measure(words, label) <= FOOT * scale - _GAP), "")
    setter.words(words, left + _GAP / 2, top + zone - 3, label)
    setter.words(words, left + _GAP / 2, top + height - zone + baseline_of(label) + 1, label)
    setter.y = top + height + 2
    setter.centred("Your edge", 0.0, press.width, setter.baseline(press.styles.strong), press.styles.strong)
    setter.y += press.styles.strong.leading + _GAP
    _legend(setter, press, left, width, FOOT * scale, title)
    return setter.panel(before=10)


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


def _legend(setter: Setter, press: BlockContext, left: float, width: float, foot: float, title: str) -> None:
    """A bar of one foot with what the plan shows on the left; the rose on the right."""
    style, top = press.styles.label, setter.y
    middle = top + _WIND / 2
    setter.marks.append(Frame(left, middle - 5, foot / 2, 4.0, THIN, solid=True))
    setter.marks.append(Frame(left + foot / 2, middle - 5, foot / 2, 4.0, THIN))
    setter.words("1 foot", left + foot + _GAP, middle - 5 + style.size * 0.6, style)
    setter.words(title, left, middle + 2 + style.leading, style)
    _wind(setter, left + width - _WIND, top, style)
    setter.y = top + _WIND


def _wind(setter: Setter, left: float, top: float, style: Style) -> None:
    """A rose of eight points, to draw the wind's arrow in."""
    words = "wind"
    setter.words(words, left - _GAP - measure(words, style), top + _WIND / 2 + style.size * 0.3, style)
    setter.marks.append(Disc(left, top, _WIND, THIN))
    centre, outer = _WIND / 2, _WIND / 2
    for number in range(8):
        angle, inner = number * pi / 4, outer * (0.62 if number % 2 == 0 else 0.8)
        ends = [(left + centre + r * sin(angle), top + centre - r * cos(angle)) for r in (inner, outer)]
        setter.marks.append(line(*ends[0], *ends[1], STRONG if number == 0 else THIN))


def _lines(press: BlockContext, count: int) -> Panel:
    setter, style = Setter(), press.styles.strong
    setter.words("Plan", 0.0, setter.baseline(style), style)
    for _ in range(count):
        setter.y += _LINE
        setter.rule(0.0, press.width, HAIR)
    return setter.panel(before=8, below=2)
