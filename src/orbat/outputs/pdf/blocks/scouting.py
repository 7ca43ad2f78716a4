"""The scouting points of the army, with their sum. All lengths are typographic points."""

from __future__ import annotations

from orbat.model.points import show
from orbat.model.sheet import Block
from orbat.outputs.pdf.blocks.heads import BEFORE, headed
from orbat.outputs.pdf.marks import Panel
from orbat.outputs.pdf.press import Press
from orbat.report.scouting import scouting


def scouting_points(press: Press, block: Block) -> tuple[Panel, ...]:
    """The sum with the units that scout and the reading in force; nothing where the ruleset has no scouting, or where
    no sum may be seen."""
    found = scouting(press.report)
    if found is None or press.hide_points:
        return ()
    setter, styles = headed(press, block.title or "Scouting points", show(found.points)), press.styles
    setter.lines(found.sum, 0.0, press.width, styles.detail)
    for scouts in reversed(found.scouts):
        words = f"{found.rating_word} {scouts.rating}: {', '.join(scouts.units)}"
        setter.lines(words, 0.0, press.width, styles.small)
    setter.lines(found.remark, 0.0, press.width, styles.note)
    return (setter.panel(before=BEFORE),)
