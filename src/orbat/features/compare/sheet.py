"""The PDF of a comparison."""

from __future__ import annotations

from dataclasses import replace

from orbat.features.compare.difference import Difference
from orbat.model.sheet import Block, Layout, PaperName, PrintOptions
from orbat.render.pdf.render import render, sheet_pages

_ROWS = (120, 90, 70, 55, 42, 32, 24, 16, 8, 4)
"""Values for the maximum number of difference rows. They are tried in this order until the sheet fits on one page."""


def print_comparison(comparison: Difference, layout: Layout, paper: PaperName) -> bytes:
    """Render a comparison as a PDF, with a layout for two ORBATs. The PDF contains no ORBAT file."""
    printing = PrintOptions(paper=paper)
    return render(comparison.before, [fit_on_page(comparison, layout, printing)], printing, subject=comparison)


def fit_on_page(comparison: Difference, layout: Layout, printing: PrintOptions) -> Layout:
    """Reduce the rows of the `differences` block until the sheet fits on one page."""
    if layout.on_one_page:
        for rows in _ROWS:
            if len(sheet_pages(comparison.before, layout, printing, subject=comparison)) == 1:
                break
            layout = replace(layout, body=tuple(_with_rows(block, rows) for block in layout.body))
    return layout


def _with_rows(block: Block, rows: int) -> Block:
    return replace(block, rows=rows) if block.block == "differences" else block
