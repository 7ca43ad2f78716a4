from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from orbat.outputs.pdf.columns import PaperName
from orbat.outputs.pdf.fonts import ASCENT, Style
from orbat.outputs.pdf.layout import RUNNING_HEIGHT, Page, paginate
from orbat.outputs.pdf.marks import Panel, Words, split
from orbat.outputs.pdf.sheet import sheet_pages
from orbat.report.report import Report

Make = Callable[..., Report]
Keys = Callable[..., dict[str, Any]]
LINE = Style("regular", 10, 10)


def panel(height: float, *, depth: int = 0, keep: bool = False, table: bool = True) -> Panel:
    lines = tuple(Words(0, y * 10 + 10 * ASCENT, "x", LINE) for y in range(int(height // 10)))
    return Panel(height, lines, depth=depth, keep=keep, table=table)


def places(panels: list[Panel], room: float = 200) -> list[list[int]]:
    """Which panels stand on each page, by number."""
    numbers = {id(one): number for number, one in enumerate(panels)}
    return [[numbers.get(id(one), -1) for _, one in page] for page in paginate(panels, None, room)]


def test_a_heading_goes_with_its_first_unit() -> None:
    panels = [panel(170), panel(20, depth=1, keep=True), panel(20, depth=2), panel(20, depth=2)]
    assert places(panels) == [[0], [1, 2, 3]]


def test_a_heading_of_a_formation_goes_with_the_heading_below() -> None:
    panels = [panel(150), panel(20, depth=1, keep=True), panel(20, depth=2, keep=True), panel(20, depth=3)]
    assert places(panels) == [[0], [1, 2, 3]]


def test_a_formation_is_kept_whole_where_little_stays_empty() -> None:
    panels = [panel(150), panel(10, depth=1, keep=True), *(panel(20, depth=2) for _ in range(4))]
    assert places(panels) == [[0], [1, 2, 3, 4, 5]]


def test_a_formation_is_divided_where_much_would_stay_empty() -> None:
    panels = [panel(100), panel(10, depth=1, keep=True), *(panel(20, depth=2) for _ in range(6))]
    assert places(panels) == [[0, 1, 2, 3, 4, 5], [6, 7]]


def test_a_formation_larger_than_a_page_begins_where_it_stands() -> None:
    panels = [panel(140), panel(10, depth=1, keep=True), *(panel(20, depth=2) for _ in range(12))]
    assert places(panels)[0] == [0, 1, 2, 3]


def test_heads_are_repeated_over_the_table_only() -> None:
    heads = panel(10)
    rows = [panel(100, depth=1), panel(100, depth=1), panel(100, table=False), panel(100, table=False)]
    pages = paginate(rows, heads, 150)
    assert [page[0][1] is heads for page in pages] == [False, True, False, False]


def test_what_no_page_holds_is_cut_between_lines() -> None:
    pages = paginate([panel(500)], None, 200)
    assert sum(len(one.marks) for page in pages for _, one in page) == 50
    room = 200 - RUNNING_HEIGHT
    assert all(y + one.height <= room + RUNNING_HEIGHT for page in pages for y, one in page)
    upper, lower = split(panel(50), 25)
    assert (len(upper.marks), len(lower.marks)) == (2, 3)
    assert lower.marks[0].top == pytest.approx(0)


def words(page: Page) -> list[Words]:
    return [mark for mark in page.marks if isinstance(mark, Words)]


def assert_clear(pages: tuple[Page, ...]) -> None:
    """Nothing passes a margin and no words are printed over others."""
    for page in pages:
        paper = page.paper
        for mark in page.marks:
            assert mark.x >= paper.side - 0.01, mark
            assert mark.right <= paper.right + 0.01, mark
            assert mark.top >= paper.top - 0.01, mark
            assert mark.bottom <= paper.height - paper.bottom + 0.01, mark
        lines: dict[float, list[Words]] = {}
        for word in words(page):
            lines.setdefault(round(word.y, 1), []).append(word)
        for line in lines.values():
            for one, two in pairwise(sorted(line, key=lambda word: word.x)):
                assert one.right <= two.x + 0.01, (one, two)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("hidden", [False, True])
def test_nothing_passes_a_margin_or_other_words(nasty: Report, paper: PaperName, hidden: bool) -> None:
    assert_clear(sheet_pages(nasty, paper=paper, hide_points=hidden))


def test_the_longest_texts_a_file_may_hold_fit(make: Make, unit: Keys) -> None:
    long = "x" * 4000
    units = [unit(long, note=long, options=["y" * 3000, "z" * 3000])]
    formations = [{"level": "division", "name": long, "note": "n " * 2000, "units": units}]
    pages = sheet_pages(make(title=long, note=long, formations=formations), paper="letter")
    assert_clear(pages)
    drawn = "".join(word.text for page in pages for word in words(page))
    assert drawn.count("y") >= 3000
    assert drawn.count("z") >= 3000


@pytest.mark.parametrize("sizes", [(3, 7, 4, 9, 2, 6, 5, 8, 1, 4), (1,) * 40, (5, 40, 5), (13, 13, 13, 13)])
def test_headings_are_never_alone_and_figures_end_in_line(make: Make, brigade: Keys, sizes: tuple[int, ...]) -> None:
    formations = [
        {
            "level": "division",
            "name": f"Wing {number}",
            "commander": {"name": f"Leader {number}"},
            "formations": [brigade(f"Brig{number}", size)],
        }
        for number, size in enumerate(sizes)
    ]
    pages = sheet_pages(make(title="Many", formations=formations), paper="a4")
    assert len(pages) > 1
    assert_clear(pages)
    for page in pages:
        bold = {word.y for word in words(page) if word.style.face == "bold" and "Brigade" in word.text}
        rows = [word.y for word in words(page) if word.text.startswith("Brig") and word.style.face == "regular"]
        assert all(any(row > heading for row in rows) for heading in bold)
        ends = {round(word.right, 1) for word in words(page) if word.figures and word.right > 500}
        assert len(ends) <= 2


def test_pages_are_numbered_and_headed(make: Make, brigade: Keys) -> None:
    report = make(title="Headed", formations=[brigade(f"B{number}", 6) for number in range(12)])
    pages = sheet_pages(report, paper="a4")
    for number, page in enumerate(pages, 1):
        texts = [word.text for word in words(page)]
        assert f"page {number} of {len(pages)}" in texts
        assert "orbat" in texts
        assert "Headed" in texts
        assert (f"{report.rows[0].points} points" in texts) == (number > 1)
    for page in pages[:2]:
        assert {"name", "class", "size", "points", "total"} <= {word.text for word in words(page)}


def test_a_unit_stays_on_one_page(make: Make, brigade: Keys) -> None:
    report = make(title="Rows", formations=[brigade("Row", 60)])
    for page in sheet_pages(report, paper="letter"):
        texts = [word.text for word in words(page)]
        names = [text for text in texts if text.startswith("Row ")]
        assert len(names) == sum(text.startswith("15 stands x") for text in texts)
