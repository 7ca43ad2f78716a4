"""The blocks that sheets are made of, one module each, and their names in layouts."""

from __future__ import annotations

from collections.abc import Mapping

from orbat.outputs.pdf.blocks.arms import arms
from orbat.outputs.pdf.blocks.breaking import breaking_block
from orbat.outputs.pdf.blocks.cards import cards
from orbat.outputs.pdf.blocks.chart import organisation
from orbat.outputs.pdf.blocks.check_code import check_code_block
from orbat.outputs.pdf.blocks.deployment_order import deployment_order
from orbat.outputs.pdf.blocks.differences import differences
from orbat.outputs.pdf.blocks.findings import findings
from orbat.outputs.pdf.blocks.generals import generals_block
from orbat.outputs.pdf.blocks.losses import losses_block
from orbat.outputs.pdf.blocks.map import plan
from orbat.outputs.pdf.blocks.margins import margins_block
from orbat.outputs.pdf.blocks.order_setting import order_table
from orbat.outputs.pdf.blocks.qr import qr
from orbat.outputs.pdf.blocks.reference import reference
from orbat.outputs.pdf.blocks.reserves import reserves
from orbat.outputs.pdf.blocks.roster import roster_block
from orbat.outputs.pdf.blocks.rules_notes import rules_notes
from orbat.outputs.pdf.blocks.scouting import scouting_points
from orbat.outputs.pdf.blocks.side_by_side import side_by_side_block
from orbat.outputs.pdf.blocks.title import title
from orbat.outputs.pdf.blocks.turns import turns
from orbat.outputs.pdf.blocks.two_titles import two_titles
from orbat.outputs.pdf.press import Maker

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
    "turns": turns,
    "generals": generals_block,
    "losses": losses_block,
    "margins": margins_block,
    "breaking": breaking_block,
    "two_titles": two_titles,
    "side_by_side": side_by_side_block,
    "differences": differences,
    "map": plan,
    "reserves": reserves,
    "cards": cards,
    "reference": reference,
}
"""Every block by the name that layouts give it."""
