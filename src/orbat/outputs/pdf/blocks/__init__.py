"""The blocks that sheets are made of, one module each, and their names in layouts."""

from __future__ import annotations

from collections.abc import Mapping

from orbat.outputs.pdf.blocks.arms import arms
from orbat.outputs.pdf.blocks.cards import cards
from orbat.outputs.pdf.blocks.chart import organisation
from orbat.outputs.pdf.blocks.check_code import check_code_block
from orbat.outputs.pdf.blocks.deployment_order import deployment_order
from orbat.outputs.pdf.blocks.findings import findings
from orbat.outputs.pdf.blocks.map import plan
from orbat.outputs.pdf.blocks.order_setting import order_table
from orbat.outputs.pdf.blocks.qr import qr
from orbat.outputs.pdf.blocks.reference import reference
from orbat.outputs.pdf.blocks.reserves import reserves
from orbat.outputs.pdf.blocks.roster import roster_block
from orbat.outputs.pdf.blocks.rules_notes import rules_notes
from orbat.outputs.pdf.blocks.scouting import scouting_points
from orbat.outputs.pdf.blocks.title import title
from orbat.outputs.pdf.press import Maker
from orbat.registry import blocks, load

BLOCKS: Mapping[str, Maker] = {
    "title": title,
    "order": order_table,
    "chart": organisation,
    "arms": arms,
    "scouting": scouting_points,
    "deployment_order": deployment_order,
    "check_code": check_code_block,
    "rules_notes": rules_notes,
    "qr": qr,
    "findings": findings,
    "roster": roster_block,
    "map": plan,
    "reserves": reserves,
    "cards": cards,
    "reference": reference,
}
"""The core's blocks, by the names that layouts give them."""


def maker_of(name: str) -> Maker:
    """What sets a block of the core or of a feature."""
    if name in BLOCKS:
        return BLOCKS[name]
    maker: Maker = load(blocks()[name])
    return maker
