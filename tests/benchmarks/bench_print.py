"""How long sheets take: all of them for a large army, and the ORBAT's against a bare canvas with the same strings."""

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
from orbat.render.pdf.marks import TextMark
from orbat.render.pdf.render import render, sheet_pages, with_page_numbers
from orbat.report.report import Report

ROOT = Path(__file__).resolve().parents[2]
Against = Callable[[Callable[[], object], int], tuple[float, float]]
BAR = 600
"""3 seconds in yardsticks of 5 ms."""


def _report(army: Callable[..., str], units: int) -> Report:
    return report_on("army.yaml", read_orbat(army(units)), Library(ROOT / "army_lists"))


def test_every_sheet_of_a_large_army(army: Callable[..., str], against_yardstick: Against) -> None:
    """Every sheet of 250 units, as one PDF, in 3 seconds."""
    report, library = _report(army, 250), Library(ROOT / "army_lists")
    wanted = [layout for layout in layouts().values() if not layout.for_opponent]
    assert len(wanted) >= 6
    taken, yard = against_yardstick(lambda: print_sheets(report, wanted, PrintOptions(), library), 3)
    print(f"\nevery sheet of 250 units: {taken:.0f} ms, {taken / yard:.0f} yardsticks (bar {BAR})")
    assert taken / yard <= BAR


def test_the_orbat_sheet_against_a_bare_canvas(army: Callable[..., str], against_yardstick: Against) -> None:
    """The ORBAT sheet of 60 units takes at most 3 times as long as a canvas that draws the same strings.

    Its QR code is left out: no string, but thousands of small boxes that a bare canvas would have to draw as well.
    """
    report, whole, printing = _report(army, 60), layouts()["orbat"], PrintOptions()
    layout = replace(whole, body=tuple(block for block in whole.body if block.block != "qr"))
    strings = _strings(report, layout, printing)
    draw(
        [page for page, _ in with_page_numbers(sheet_pages(report, layout, printing))], title="", author="", creator=""
    )
    bare, _ = against_yardstick(lambda: _bare(strings), 15)
    taken, _ = against_yardstick(lambda: render(report, [layout], printing), 15)
    print(f"the ORBAT sheet of 60 units: {taken:.0f} ms; a bare canvas: {bare:.0f} ms")
    assert taken <= 3 * bare


def _strings(report: Report, layout: Layout, printing: PrintOptions) -> list[list[TextMark]]:
    pages = with_page_numbers(sheet_pages(report, layout, printing))
    return [[mark for mark in page.marks if isinstance(mark, TextMark)] for page, _ in pages]


def _bare(strings: list[list[TextMark]]) -> None:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(io.BytesIO(), invariant=1, pageCompression=1)
    for page in strings:
        for words in page:
            canvas.setFont(font_name(words.style.face), words.style.size)
            canvas.drawString(words.x, 842 - words.y, words.text)
        canvas.showPage()
    canvas.save()
