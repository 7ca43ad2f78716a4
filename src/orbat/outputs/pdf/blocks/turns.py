"""The track of turns. All lengths are typographic points."""

from __future__ import annotations

from orbat.model.sheet import Block
from orbat.outputs.pdf.blocks.forms import Tick, part
from orbat.outputs.pdf.fonts import measure
from orbat.outputs.pdf.marks import Panel
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import HAIR, THIN, Setter

_ROWS = 12
"""How many turns there are where the layout does not say."""
_HIGH = 1.9
"""The height of a turn, in leadings."""
_GAP = 14.0
_OURS, _THEIRS = Tick("ours"), Tick("theirs")


def turns(press: Press, block: Block) -> tuple[Panel, ...]:
    """A line for each turn, as many as the block's `rows`: who has the initiative, and room for what happened."""
    number = measure("turn", press.styles.label) + _GAP
    ours = _OURS.width(press.styles.text) + _GAP
    happened = number + ours + _THEIRS.width(press.styles.text) + 2 * _GAP
    heads = _heads(press, number, happened)
    rows = [_row(press, one, number, ours, heads) for one in range(1, (block.rows or _ROWS) + 1)]
    return (part(press, block.title or "Turns"), heads, *rows)


def _heads(press: Press, initiative: float, happened: float) -> Panel:
    setter, style = Setter(), press.styles.label
    baseline = setter.baseline(style)
    setter.words("turn", 0.0, baseline, style)
    setter.words("initiative", initiative, baseline, style)
    setter.words("what happened", happened, baseline, style)
    setter.y = style.leading + 1
    setter.rule(0.0, press.width, THIN)
    return setter.panel(keep=True)


def _row(press: Press, turn: int, initiative: float, ours: float, heads: Panel) -> Panel:
    setter, style = Setter(), press.styles.text
    setter.y = style.leading * (_HIGH - 1) / 2
    baseline = setter.baseline(style)
    setter.figures(str(turn), measure("turn", press.styles.label), baseline, style.bold)
    _OURS.set(setter, initiative, baseline, style)
    _THEIRS.set(setter, initiative + ours, baseline, style)
    setter.y = style.leading * _HIGH
    setter.rule(0.0, press.width, HAIR)
    return setter.panel(heads=heads)
