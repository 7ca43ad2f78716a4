"""The blocks of printed sheets, by the names that layouts use."""

from __future__ import annotations

from collections.abc import Mapping

from orbat.registry import blocks, load
from orbat.render.pdf.blocks.cards import cards
from orbat.render.pdf.blocks.chart import organisation
from orbat.render.pdf.blocks.deployment import deployment_order, reserves
from orbat.render.pdf.blocks.labels import labels
from orbat.render.pdf.blocks.map import plan
from orbat.render.pdf.blocks.order_table import order_table
from orbat.render.pdf.blocks.play_notes import play_notes_block
from orbat.render.pdf.blocks.qr import qr
from orbat.render.pdf.blocks.reference import reference
from orbat.render.pdf.blocks.roster import roster_block
from orbat.render.pdf.blocks.summary import (
    arms,
    at_home,
    check_code_block,
    findings,
    rules_notes,
    scouting_points,
    signatures,
)
from orbat.render.pdf.blocks.title import title
from orbat.render.pdf.context import BlockFunction

BLOCKS: Mapping[str, BlockFunction] = {
    "title": title,
    "order": order_table,
    "at_home": at_home,
    "chart": organisation,
    "arms": arms,
    "scouting": scouting_points,
    "deployment_order": deployment_order,
    "check_code": check_code_block,
    "signatures": signatures,
    "rules_notes": rules_notes,
    "play_notes": play_notes_block,
    "qr": qr,
    "findings": findings,
    "roster": roster_block,
    "map": plan,
    "reserves": reserves,
    "cards": cards,
    "labels": labels,
    "reference": reference,
}
"""The core's blocks: for each block name in layouts, the function that renders the block."""


def block_function(name: str) -> BlockFunction:
    """The function that renders the block with this name."""
    if name in BLOCKS:
        return BLOCKS[name]
    maker: BlockFunction = load(blocks()[name])
    return maker
