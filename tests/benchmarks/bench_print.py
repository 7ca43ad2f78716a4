"""Time of sheets: all sheets of a large army, and the ORBAT sheet compared with a plain canvas."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.model.sheet import Layout, PrintOptions
from orbat.pipeline import report_on
from orbat.printing import layouts, print_sheets
from orbat.render.pdf.draw import draw
from orbat.render.pdf.fonts import font_name
from orbat.render.pdf.foot import with_page_numbers
from orbat.render.pdf.marks import TextMark
from orbat.render.pdf.render import render, sheet_pages
from orbat.report.report import Report

ROOT = Path(__file__).resolve().parents[2]
Against = Callable[[Callable[[], object], int], tuple[float, float]]
BAR = 600
"""Limit in yardsticks of 5 ms: 3 seconds."""


def _report(army: Callable[..., str], units: int) -> Report:
    return report_on("army.yaml", read_orbat(army(units)), Library(ROOT / "army_lists"))


def test_every_sheet_of_a_large_army(army: Callable[..., str], against_yardstick: Against) -> None:
    """All sheets of 250 units, as one PDF, in 3 seconds."""
    report, library = _report(army, 250), Library(ROOT / "army_lists")
    wanted = [layout for layout in layouts().values() if not layout.for_opponent]
    assert len(wanted) >= 6
    taken, yard = against_yardstick(lambda: print_sheets(report, wanted, PrintOptions(), library), 3)
    print(f"\nevery sheet of 250 units: {taken:.0f} ms, {taken / yard:.0f} yardsticks (bar {BAR})")
    assert taken / yard <= BAR


def test_the_orbat_sheet_compared_with_a_plain_canvas(army: Callable[..., str], against_yardstick: Against) -> None:
    """The ORBAT sheet of 60 units takes at most 3 times as long as a canvas that draws the same strings.

    Without the QR code, which is thousands of small boxes.
    """
    report, complete, printing = _report(army, 60), layouts()["orbat"], PrintOptions()
    layout = replace(complete, body=tuple(block for block in complete.body if block.block != "qr"))
    strings = _strings(report, layout, printing)
    draw(
        [page for page, _ in with_page_numbers(sheet_pages(report, layout, printing))], title="", author="", creator=""
    )
    plain, _ = against_yardstick(lambda: _plain_canvas(strings), 15)
    taken, _ = against_yardstick(lambda: render(report, [layout], printing), 15)
    print(f"the ORBAT sheet of 60 units: {taken:.0f} ms; a plain canvas: {plain:.0f} ms")
    assert taken <= 3 * plain


def _strings(report: Report, layout: Layout, printing: PrintOptions) -> list[list[TextMark]]:
    pages = with_page_numbers(sheet_pages(report, layout, printing))
    return [[mark for mark in page.marks if isinstance(mark, TextMark)] for page, _ in pages]


def _plain_canvas(strings: list[list[TextMark]]) -> None:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(io.BytesIO(), invariant=1, pageCompression=1)
    for page in strings:
        for words in page:
            canvas.setFont(font_name(words.style.face), words.style.size)
            canvas.drawString(words.x, 842 - words.y, words.text)
        canvas.showPage()
    canvas.save()
