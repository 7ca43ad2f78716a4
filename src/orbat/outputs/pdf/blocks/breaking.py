"""The losses at which the army is beaten, with a box for each unit. All lengths are typographic points."""

from __future__ import annotations

from orbat.model.sheet import Block
from orbat.outputs.pdf.blocks.boxes import MOST, BoxRow
from orbat.outputs.pdf.blocks.forms import Blank, fill_in, part
from orbat.outputs.pdf.marks import Panel
from orbat.outputs.pdf.press import Press
from orbat.outputs.pdf.setter import Setter
from orbat.report.breaking import Breaking, breaking, counted
from orbat.report.roster import Strength

_LOST = 4.5
"""The length of the line for what is lost, in sizes of type."""


def breaking_block(press: Press, block: Block) -> tuple[Panel, ...]:
    """How many units may be lost, with a box for each and a bar before the one that is too many; or a line for points.

    Nothing where the ruleset has no breaking point, or where it is in points that may not be seen.
    """
    found = breaking(press.report)
    if found is None or (press.hide_points and found.counted == "points"):
        return ()
    says = f"{found.reason.removesuffix(found.cites)}{press.rests(found.cites)}".rstrip()
    heading = part(press, block.title or f"Breaking point: {found.words} lost", f"{says[:1].upper()}{says[1:]}")
    return (heading, _lost(press, found))


def _lost(press: Press, found: Breaking) -> Panel:
    setter, style = Setter(), press.styles.text
    if found.counted == "points" or found.of > MOST:
        fill_in(setter, (Blank(f"{found.counted} lost", _LOST),), 0.0, press.width, style)
        return setter.panel()
    size = int(found.of)
    row, strength = BoxRow(style, press.width), Strength(size, size - found.point, 0)
    setter.y += style.leading / 2
    setter.marks += row.marks(strength, int(counted(press.report, press.gone)), 0.0, setter.y)
    setter.y += row.height(strength)
    return setter.panel(below=3)
