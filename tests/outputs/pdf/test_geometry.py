"""Every sheet of every shipped ORBAT, on both papers, both ways: nothing outside, nothing over anything, all there."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from tests.outputs.pdf.conftest import assert_clear, words

from orbat.model.sheet import Printing
from orbat.outputs.pdf.flow import Page
from orbat.outputs.pdf.render import numbered, sheet_pages
from orbat.pipeline import check
from orbat.printing import layouts, reference_for
from orbat.report.report import Report
from orbat.report.seen import without_reserves
from orbat.sources.library import Library

ROOT = Path(__file__).resolve().parents[3]
ORBATS = sorted((ROOT / "templates" / "orbats").rglob("*.yaml"))
LIBRARY = Library(ROOT / "army_lists")
WAYS = [("a4", False), ("a4", True), ("letter", False), ("letter", True)]
CARD = 9.0
"""The least size of type on a card, in typographic points."""


@cache
def report_of(path: Path) -> Report:
    return check(path, LIBRARY)


def pages(report: Report, sheet: str, printing: Printing) -> list[Page]:
    layout = layouts()[sheet]
    seen = without_reserves(report) if "off_board" in layout.hides else report
    return [page for page, _ in numbered(sheet_pages(seen, layout, printing, reference_for(report, LIBRARY)))]


def blocks_in(sheet: str) -> set[str]:
    return {block.block for block in layouts()[sheet].body}


def least_type(sheet: str) -> float:
    return CARD if "cards" in blocks_in(sheet) else 8.0


@pytest.mark.parametrize("path", ORBATS, ids=lambda path: path.stem)
def test_every_sheet_fits_its_paper(path: Path) -> None:
    report = report_of(path)
    for sheet in layouts():
        for paper, landscape in WAYS:
            found = pages(report, sheet, Printing(paper=paper, landscape=landscape))  # type: ignore[arg-type]  # papers
            assert found, sheet
            assert_clear(found, least_type(sheet))


@pytest.mark.parametrize("path", ORBATS, ids=lambda path: path.stem)
def test_every_unit_stands_once_on_each_sheet_of_units(path: Path) -> None:
    """Its name is bookmarked, or printed, as often as there are units of that name."""
    report = report_of(path)
    names = Counter(row.name for row in report.rows if row.sort == "unit")
    for sheet in layouts():
        blocks = blocks_in(sheet)
        if not blocks & {"order", "roster", "losses"} or layouts()[sheet].hides:
            continue
        text = " ".join(word.text for page in pages(report, sheet, Printing()) for word in words(page))
        whole = "".join(text.split())
        for name, count in names.items():
            assert whole.count("".join(name.split())) >= count, (sheet, name)


@pytest.mark.parametrize("sheet", list(layouts()))
def test_large_type_fits_too(sheet: str) -> None:
    for path in ORBATS[::9]:
        found = pages(report_of(path), sheet, Printing(large=True))
        assert_clear(found, least_type(sheet))


@pytest.mark.parametrize("sheet", list(layouts()))
def test_the_same_report_gives_the_same_pages(sheet: str) -> None:
    path = ORBATS[0]
    assert pages(report_of(path), sheet, Printing()) == pages(check(path, Library()), sheet, Printing())
