"""The check code, to be compared with that of a file. All lengths are typographic points."""

from __future__ import annotations

from orbat.model.sheet import Block
from orbat.outputs.pdf.blocks.heads import BEFORE, headed
from orbat.outputs.pdf.marks import Panel
from orbat.outputs.pdf.press import Press
from orbat.report.check_code import check_code

_SAYS = "orbat check shows the code of a file: the same code, the same army."


def check_code_block(press: Press, block: Block) -> tuple[Panel, ...]:
    """The check code of what is printed, and what it is for."""
    if press.report.orbat is None:
        return ()
    setter = headed(press, block.title or "Check code", check_code(press.report.orbat))
    setter.lines(_SAYS, 0.0, press.width, press.styles.note)
    return (setter.panel(before=BEFORE),)
