"""The blocks that sheets are made of, one module each, and their names in layouts."""

from __future__ import annotations

from collections.abc import Mapping

from orbat.outputs.pdf.blocks.findings import findings
from orbat.outputs.pdf.blocks.order_setting import order_table
from orbat.outputs.pdf.blocks.title import title
from orbat.outputs.pdf.press import Maker

BLOCKS: Mapping[str, Maker] = {
    "title": title,
    "order": order_table,
    "findings": findings,
}
"""Every block by the name that layouts give it."""
