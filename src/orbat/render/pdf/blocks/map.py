"""A scale plan of the gaming table, for sketching terrain and deployment. All lengths are typographic points."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from orbat.model.play import LENGTHS_PER_FOOT, PlayingTable
from orbat.model.ruleset import Ruleset
from orbat.model.sheet import Block
from orbat.model.wording import phrase
from orbat.render.pdf.context import BlockContext
from orbat.render.pdf.fonts import Style, measure
from orbat.render.pdf.marks import Disc, Frame, Mark, Panel, Rule, line
from orbat.render.pdf.typesetter import HAIR, STRONG, THIN, Typesetter, baseline_of

_MAX_HEIGHT = 0.56
"""The maximum height of the plan, as a fraction of the page height."""
_HEAD_LINES = 16
"""The number of text lines kept free for the sheet's title and the legend. On a low page, this limits the plan's
height."""
_ZONE_LABELS = ("deployment zone", "zone")
"""Labels of the deployment zones, longest first. The first label that fits between two grid lines is used."""
_UNKNOWN = PlayingTable(length=6, depth=4, house=True)
"""The shape of a table of unknown size."""
_WIND = 40.0
_LINE = 20.0
_GAP = 6.0


def plan(context: BlockContext, block: Block) -> tuple[Panel, ...]:
    """Draw the gaming table with a grid, deployment zones, edge names and a compass rose for the wind.

    The block's `rows` sets the number of lines to write on. If the ruleset gives no table size, the plan is an empty
    gaming table without a scale.
    """
    book = context.report.book
    if book is None:
        return ()
    plan = _Plan(context, book.ruleset)
    return (plan.panel(), *([_lines(context, block.rows)] if block.rows else []))


class _Plan:
    # Lengths of the table are in the ruleset's unit. The players' edges are at the top and at the bottom of the plan.

    def __init__(self, context: BlockContext, ruleset: Ruleset) -> None:
        self.context = context
        self.ruleset = ruleset
        self.has_scale = ruleset.table is not None
        self.table = table = ruleset.table or _UNKNOWN
        turned = table.base_edge == "short"
        self.across, self.down = (table.depth, table.length) if turned else (table.length, table.depth)
        self.foot = LENGTHS_PER_FOOT[ruleset.length_unit]
        styles = context.styles
        # where smaller type saves a page, the plan is lower too
        smaller = min(1.0, styles.text.size / context.layout.type.text.size) ** 2
        tallest = min(
            context.height * _MAX_HEIGHT * smaller, context.height - _HEAD_LINES * styles.text.leading - _WIND
        )
        self.scale = min((context.width - 2 * _GAP) / self.across, tallest / self.down)
        self.left = (context.width - self.across * self.scale) / 2

    def panel(self) -> Panel:
        """Draw the plan with its legend."""
        typesetter, styles = Typesetter(), self.context.styles
        strong, label = styles.strong, styles.label
        typesetter.centred("Opponent's edge", 0.0, self.context.width, baseline_of(label), strong)
        top, width, height = strong.leading + 2, self.across * self.scale, self.down * self.scale
        typesetter.marks += [
            Frame(self.left, top, width, height, 2 * STRONG),
            *(self._grid(top) if self.has_scale else ()),
        ]
        if self.table.zone:
            zone = self.table.zone * self.scale
            fitting = (words for words in _ZONE_LABELS if measure(words, label) <= self.foot * self.scale - _GAP)
            words = next(fitting, "")
            typesetter.words(words, self.left + _GAP / 2, top + zone - 3, label)
            typesetter.words(words, self.left + _GAP / 2, top + height - zone + baseline_of(label) + 1, label)
        typesetter.y = top + height + 2
        typesetter.centred("Your edge", 0.0, self.context.width, typesetter.baseline(strong), strong)
        typesetter.y += strong.leading + _GAP
        if self.has_scale:
            _scale(typesetter, self.context, self.left, self.foot * self.scale, self._title())
        _wind(typesetter, self.left + width - _WIND, typesetter.y, label)
        typesetter.y += _WIND
        return typesetter.panel(before=10)

    def _title(self) -> str:
        fields = {"length": self._feet(self.table.length), "depth": self._feet(self.table.depth)}
        if not self.table.zone:
            return phrase("{length} by {depth} feet; grid of one foot", **fields)
        return phrase(
            "{length} by {depth} feet; grid of one foot; deploy within {zone} {unit} of your edge",
            zone=self.table.zone,
            unit=self.ruleset.length_unit,
            **fields,
        )

    def _feet(self, length: int) -> str:
        feet, over = divmod(length, self.foot)
        return f"{feet}" if not over else f"{feet} {over}/{self.foot}"

    def _grid(self, top: float) -> Iterator[Mark]:
        left, scale = self.left, self.scale
        right, bottom = left + self.across * scale, top + self.down * scale
        for place in range(self.foot, self.across, self.foot):
            yield line(left + place * scale, top, left + place * scale, bottom, HAIR)
        for place in range(self.foot, self.down, self.foot):
            yield Rule(left, top + place * scale, right - left, HAIR)
        for place in (self.table.zone, self.down - self.table.zone) if self.table.zone else ():
            yield line(left, top + place * scale, right, top + place * scale, 2 * STRONG, dashed=True)


def _scale(typesetter: Typesetter, context: BlockContext, left: float, foot: float, title: str) -> None:
    style, top = context.styles.label, typesetter.y
    middle = top + _WIND / 2
    typesetter.marks.append(Frame(left, middle - 5, foot / 2, 4.0, THIN, solid=True))
    typesetter.marks.append(Frame(left + foot / 2, middle - 5, foot / 2, 4.0, THIN))
    typesetter.words("1 foot", left + foot + _GAP, middle - 5 + style.size * 0.6, style)
    typesetter.words(title, left, middle + 2 + style.leading, style)


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
