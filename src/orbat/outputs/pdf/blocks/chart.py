"""The command tree as an organisation chart. All lengths are typographic points.

What fits side by side is drawn whole: a formation over its brigades, units hanging under each. What does not is
spread: its box, and below it rows of what it commands, hung on a trunk at the left that runs on over pages.
"""

from __future__ import annotations

from collections.abc import Iterable

from orbat.model.sheet import Block
from orbat.outputs.pdf.blocks.chart_boxes import BoxMaker
from orbat.outputs.pdf.blocks.chart_drawing import GAP, Columns, Draughtsman
from orbat.outputs.pdf.blocks.chart_strips import spread
from orbat.outputs.pdf.fonts import measure
from orbat.outputs.pdf.marks import Panel
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import Setter
from orbat.outputs.pdf.symbols import symbol, width_of
from orbat.report.chart import Node, chart

_NARROWEST = 13.0
"""The least width of a column, in sizes of type."""
_TRUNKS = 2
"""For how many trunks beside each other the columns leave room."""


def organisation(press: Press, block: Block) -> tuple[Panel, ...]:
    """The army in boxes with lines from each to what it commands, in the block's number of columns `across`, or in as
    many as there is room for; above it the signs in use, with their meaning."""
    army = chart(press.report, merge=press.printing.merge)
    if army is None or not (army.nodes or army.who):
        return ()
    columns = Columns.of(press.width, _NARROWEST * press.styles.text.size, block.across, _TRUNKS)
    draughtsman = Draughtsman(BoxMaker(press.styles, hide_points=press.hide_points), columns, 0.8 * press.height)
    strips = spread(army, draughtsman, 0.0, press.width)
    panels = [Panel(strip.height, strip.marks, keep=strip.keep, cut=strip.cut) for strip in strips]
    return (*_key(press, army), *panels)


def _key(press: Press, army: Node) -> tuple[Panel, ...]:
    """The signs in use, with what they mean."""
    used = dict.fromkeys(node.symbol for node in _all(army) if node.symbol)
    style, setter, x = press.styles.label, Setter(), 0.0
    sign = style.size
    for name in used:
        words = name.replace("_", " ")
        width = width_of(sign) + 4 + measure(words, style)
        if x and x + width > press.width:
            x, setter.y = 0.0, setter.y + style.leading * 1.3
        baseline = setter.baseline(style)
        setter.marks += symbol(name, x, baseline - 0.88 * sign, sign)
        setter.words(words, x + width_of(sign) + 4, baseline, style)
        x += width + 2 * GAP
    setter.y += style.leading
    return (setter.panel(before=6, keep=True, below=12),) if used else ()


def _all(node: Node) -> Iterable[Node]:
    yield node
    for inner in node.nodes:
        yield from _all(inner)
