"""The ORBAT sheet: an order of battle on paper, priced so that an opponent can check every sum.

A report becomes blocks (what is said), blocks become panels (set in type), panels become pages, pages are drawn.
"""

from __future__ import annotations

from orbat.outputs.pdf.attach import attach
from orbat.outputs.pdf.blocks import ColumnHeads, blocks_of
from orbat.outputs.pdf.columns import PAPERS, PaperName, columns_for
from orbat.outputs.pdf.draw import draw
from orbat.outputs.pdf.fonts import shown
from orbat.outputs.pdf.layout import Page, Running, pages_of
from orbat.outputs.pdf.setting import column_heads, panels_of
from orbat.report.report import Report

MAKER = "orbat"
"""What the foot of every page says."""


def render_sheet(
    report: Report,
    *,
    paper: PaperName,
    yaml_text: bytes,
    hide_points: bool = False,
    attachment: str = "orbat.yaml",
) -> bytes:
    """The sheet as a PDF with `yaml_text` attached under the name `attachment`; empty text is not attached.

    `hide_points` leaves out prices, sums, totals and findings. It does not look into `yaml_text`: whoever hides
    points gives a text without them.
    """
    pages = sheet_pages(report, paper=paper, hide_points=hide_points)
    player = report.orbat.player if report.orbat else ""
    pdf = draw(pages, title=shown(report.title), author=shown(player), creator=MAKER)
    return attach(pdf, attachment, yaml_text) if yaml_text else pdf


def sheet_pages(report: Report, *, paper: PaperName, hide_points: bool = False) -> tuple[Page, ...]:
    """The pages of the sheet, set but not drawn."""
    blocks = blocks_of(report, hide_points=hide_points)
    columns = columns_for(blocks, PAPERS[paper])
    heads = next((column_heads(block, columns) for block in blocks if isinstance(block, ColumnHeads)), None)
    total = f"{report.rows[0].points} points" if report.rows and not hide_points else ""
    return pages_of(panels_of(blocks, columns), heads, columns, PAPERS[paper], Running(report.title, total, MAKER))
