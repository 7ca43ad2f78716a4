"""Booklets and small paper: sizes, margins, columns, and the order of pages for folding."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.render.pdf.conftest import LAYOUTS, Make, assert_clear, pages_of

from orbat.data.library import Library
from orbat.model.sheet import PrintOptions
from orbat.pipeline import check
from orbat.printing import print_sheets
from orbat.render.pdf.booklet import booklet
from orbat.render.pdf.flow import Page, Paper, paper_for
from orbat.render.pdf.fonts import Style
from orbat.render.pdf.marks import Bookmark, TextMark

Keys = Callable[..., dict[str, Any]]
STYLE = Style("regular", 9.0, 10.0)


def _page(number: int) -> Page:
    paper = Paper(400.0, 600.0, 30.0, 20.0, 20.0)
    return Page(paper, (Bookmark(0.0, 0.0, 0, "x"), TextMark(30.0, 50.0, str(number), STYLE)))


def _sides(count: int) -> list[tuple[int, int]]:
    """The numbers of the pages at the left and at the right of each side; 0 for an empty page."""
    found = []
    for side in booklet([_page(number) for number in range(1, count + 1)]):
        assert (side.paper.width, side.paper.height) == (800.0, 600.0)
        at = {mark.x: int(mark.text) for mark in side.marks if isinstance(mark, TextMark)}
        assert len(at) == len(side.marks), "no bookmarks"
        assert at.keys() <= {30.0, 430.0}
        found.append((at.get(30.0, 0), at.get(430.0, 0)))
    return found


@pytest.mark.parametrize(
    ("count", "sides"),
    [
        (1, [(0, 1), (0, 0)]),
        (4, [(4, 1), (2, 3)]),
        (5, [(0, 1), (2, 0), (0, 3), (4, 5)]),
        (8, [(8, 1), (2, 7), (6, 3), (4, 5)]),
    ],
)
def test_pages_are_in_the_order_for_folding(count: int, sides: list[tuple[int, int]]) -> None:
    assert _sides(count) == sides


@pytest.mark.parametrize(("paper", "size"), [("a4", (420, 595)), ("a5", (420, 595)), ("letter", (396, 612))])
def test_pages_of_a_booklet_are_half_the_paper_in_portrait(paper: Any, size: tuple[int, int]) -> None:
    found = paper_for(LAYOUTS["orbat"], paper, True, booklet=True)
    assert (round(found.width), round(found.height)) == size


def test_small_paper_has_smaller_margins_and_fewer_columns(make: Make, brigade: Keys) -> None:
    layout = LAYOUTS["record"]
    small = paper_for(layout, "a5", None)
    assert 17.0 <= small.side < layout.margins.side == paper_for(layout, "letter", None).side
    cards = paper_for(LAYOUTS["cards"], "a5", None)
    assert (cards.side, cards.top) == (17.0, 12.0), "margins that are already small stay"
    report = make(title="Small", formations=[brigade("Adams", 4), brigade("Buller", 4)])
    pages = pages_of(report, "record", paper="a5")
    assert_clear(pages)
    losses = {mark.x for page in pages for mark in page.marks if isinstance(mark, TextMark) and "Buller 1" in mark.text}
    assert losses == {small.side}


ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("ruleset", ["days_of_empire", "honours_of_war"])
def test_booklet_is_read_in_the_order_of_its_pages(tmp_path: Path, ruleset: str, paper: Any) -> None:
    """The pages of a booklet are compared with the attached ORBAT as those of other PDFs."""
    library = Library(ROOT / "army_lists")
    file = sorted((ROOT / "templates" / "orbats" / ruleset / "historical").glob("*.yaml"))[0]
    report = check(file, library)
    made = tmp_path / "made.pdf"
    sheets = [LAYOUTS[one] for one in ("orbat", "roster", "record")]
    made.write_bytes(print_sheets(report, sheets, PrintOptions(paper=paper, booklet=True), library))
    read = check(made, library)
    assert [one.code for one in read.findings] == [one.code for one in report.findings]
    assert read.check_code == report.check_code
