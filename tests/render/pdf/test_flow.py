from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.render.pdf.conftest import assert_clear, pages_of, words

from orbat.model.sheet import PaperName
from orbat.render.pdf.flow import PageBand, PageSpace, PlacedPanel, lay_out
from orbat.render.pdf.fonts import ASCENT, Style
from orbat.render.pdf.marks import Panel, TextMark, split
from orbat.report.report import Report

Make = Callable[..., Report]
Keys = Callable[..., dict[str, Any]]
LINE = Style("regular", 10, 10)


RUNNING = 19.0


def panel(height: float, *, depth: int = 0, keep: bool = False, heads: Panel | None = None) -> Panel:
    lines = tuple(TextMark(0, y * 10 + 10 * ASCENT, "x", LINE) for y in range(int(height // 10)))
    return Panel(height, lines, depth=depth, keep=keep, heads=heads)


def paginate(panels: list[Panel], room: float, columns: int = 1) -> tuple[tuple[PlacedPanel, ...], ...]:
    return lay_out([PageBand(tuple(panels), columns)], PageSpace(300, room, RUNNING, 10))


def places(panels: list[Panel], room: float = 200) -> list[list[int]]:
    """The numbers of the panels on each page."""
    numbers = {id(one): number for number, one in enumerate(panels)}
    return [[numbers.get(id(one.panel), -1) for one in page] for page in paginate(panels, room)]


def test_a_heading_stays_with_its_first_unit() -> None:
    panels = [panel(170), panel(20, depth=1, keep=True), panel(20, depth=2), panel(20, depth=2)]
    assert places(panels) == [[0], [1, 2, 3]]


def test_a_heading_stays_with_the_heading_below() -> None:
    panels = [panel(150), panel(20, depth=1, keep=True), panel(20, depth=2, keep=True), panel(20, depth=3)]
    assert places(panels) == [[0], [1, 2, 3]]


def test_a_formation_is_kept_together_if_little_stays_empty() -> None:
    panels = [panel(150), panel(10, depth=1, keep=True), *(panel(20, depth=2) for _ in range(4))]
    assert places(panels) == [[0], [1, 2, 3, 4, 5]]


def test_a_formation_is_split_if_much_would_stay_empty() -> None:
    panels = [panel(100), panel(10, depth=1, keep=True), *(panel(20, depth=2) for _ in range(6))]
    assert places(panels) == [[0, 1, 2, 3, 4, 5], [6, 7]]


def test_a_formation_larger_than_a_page_starts_no_new_page() -> None:
    panels = [panel(140), panel(10, depth=1, keep=True), *(panel(20, depth=2) for _ in range(12))]
    assert places(panels)[0] == [0, 1, 2, 3]


def test_heads_are_repeated_over_the_table_only() -> None:
    heads = panel(10)
    rows = [panel(100, depth=1, heads=heads), panel(100, depth=1, heads=heads), panel(100), panel(100)]
    pages = paginate(rows, 150)
    assert [page[0].panel is heads for page in pages] == [False, True, False, False]


def band(height: float, number: int) -> PageBand:
    heading = replace(panel(20), again=panel(10), wide=True)
    return PageBand(tuple(panel(height) for _ in range(number)), 2, heading=heading)


def test_a_heading_over_all_columns_is_repeated_on_each_page() -> None:
    """It is not repeated at the top of the second column."""
    one = band(30, 30)
    assert one.heading
    first, *others = lay_out([one], PageSpace(300, 200, RUNNING, 10))
    assert first[0].panel is one.heading
    for page in others:
        assert page[0].panel is one.heading.again
        assert page[0].x == page[0].y == 0
    lefts = [{placed.x for placed in page[1:] if placed.y == page[0].panel.height} for page in (first, *others)]
    assert lefts == [{0, 155}] * len(lefts), "both columns begin below the heading"
    assert sum(len(page) - 1 for page in (first, *others)) == 30


@pytest.mark.parametrize(("above", "starts_page"), [(100, False), (140, True)])
def test_a_heading_starts_a_page_if_its_columns_do_not_fit_into_a_small_rest(above: float, starts_page: bool) -> None:
    one = band(30, 6)
    pages = lay_out([PageBand((panel(above),)), one], PageSpace(300, 200, RUNNING, 10))
    assert (pages[0][-1].panel.height == above) == starts_page
    small = lay_out([PageBand((panel(140),)), band(20, 2)], PageSpace(300, 200, RUNNING, 10))
    assert len(small) == 1, "they fit into the rest"


def test_a_panel_higher_than_a_page_is_split_between_lines() -> None:
    pages = paginate([panel(500)], 200)
    assert sum(len(one.panel.marks) for page in pages for one in page) == 50
    for number, page in enumerate(pages):
        assert all(one.y + one.panel.height <= 200 - (RUNNING if number else 0) for one in page)
    upper, lower = split(panel(50), 25)
    assert (len(upper.marks), len(lower.marks)) == (2, 3)
    assert lower.marks[0].top == pytest.approx(0)
    again = panel(10)
    assert split(replace(panel(50), again=again), 25)[1].heads is again, "the rest repeats the heading"


def test_a_new_page_is_started_once() -> None:
    first, second = panel(20), replace(panel(20), new_page=True)
    assert places([first, second]) == [[0], [1]]
    assert places([second, first]) == [[0, 1]]


def test_columns_are_balanced_on_their_last_page() -> None:
    """This holds if all columns continue on that page, and if only some do."""
    tall = [panel(60) for _ in range(4)]
    for before, count in ((170, 4), (80, 4), (140, 3)):
        pages = lay_out(
            [PageBand((panel(before),)), PageBand(tuple(tall[:count]), 2)], PageSpace(300, 200, RUNNING, 10)
        )
        assert len(pages) == 2
        left = sum(one.x == 0.0 for one in pages[1])
        assert 0 <= left - (len(pages[1]) - left) <= 1


def test_no_panel_is_split_to_balance_columns() -> None:
    (page,) = paginate([panel(120), panel(20)], 200, columns=2)
    assert [one.panel.height for one in page] == [120, 20]
    assert [one.y for one in page] == [0, 0]


def test_columns_are_side_by_side_and_balanced() -> None:
    (page,) = paginate([panel(20) for _ in range(6)], 200, columns=2)
    assert [(one.x, one.y) for one in page] == [(0, 0), (0, 20), (0, 40), (155, 0), (155, 20), (155, 40)]


def test_columns_continue_on_the_next_page() -> None:
    pages = paginate([panel(20) for _ in range(25)], 200, columns=2)
    assert [len(page) for page in pages] == [20, 5]
    assert {one.x for one in pages[0]} == {0, 155}


def test_columns_start_below_earlier_panels() -> None:
    bands = [PageBand((panel(30),)), PageBand(tuple(panel(20) for _ in range(4)), 2), PageBand((panel(30),))]
    (page,) = lay_out(bands, PageSpace(300, 200, RUNNING, 10))
    tops = [one.y for one in page]
    assert tops[1] == tops[3] > 30
    assert page[-1].x == 0
    assert page[-1].y >= tops[2] + 20


def test_kept_panels_are_not_split_by_a_column_that_starts_low() -> None:
    chain = [panel(50, keep=True), panel(60)]
    pages = lay_out([PageBand((panel(120),)), PageBand(tuple(chain), 2)], PageSpace(300, 200, RUNNING, 10))
    assert [[one.panel for one in page] for page in pages][1] == chain


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("hidden", [False, True])
def test_nothing_crosses_a_margin_or_other_words(odd_texts: Report, paper: PaperName, hidden: bool) -> None:
    assert_clear(pages_of(odd_texts, paper=paper, hide_points=hidden))


def test_the_longest_texts_a_file_may_hold_fit(make: Make, unit: Keys) -> None:
    long = "x" * 4000
    units = [unit(long, note=long, options=["y" * 3000, "z" * 3000])]
    formations = [{"level": "division", "name": long, "note": "n " * 2000, "units": units}]
    pages = pages_of(make(title=long, note=long, formations=formations), paper="letter")
    assert_clear(pages)
    drawn = "".join(word.text for page in pages for word in words(page))
    assert drawn.count("y") >= 3000
    assert drawn.count("z") >= 3000


@pytest.mark.parametrize("sizes", [(3, 7, 4, 9, 2, 6, 5, 8, 1, 4), (1,) * 40, (5, 40, 5), (13, 13, 13, 13)])
def test_headings_are_never_alone_and_figures_are_aligned(make: Make, brigade: Keys, sizes: tuple[int, ...]) -> None:
    formations = [
        {
            "level": "division",
            "name": f"Wing {number}",
            "commander": {"name": f"Leader {number}"},
            "formations": [brigade(f"Brig{number}", size)],
        }
        for number, size in enumerate(sizes)
    ]
    pages = pages_of(make(title="Many", formations=formations), paper="a4")
    assert len(pages) > 1
    assert_clear(pages)
    for page in pages:
        bold = {word.y for word in words(page) if word.style.face == "bold" and "Brigade" in word.text}
        rows = [word.y for word in words(page) if word.text.startswith("Brig") and word.style.face == "regular"]
        assert all(any(row > heading for row in rows) for heading in bold)
        ends = {round(word.right, 1) for word in words(page) if word.figures and word.right > 500}
        assert len(ends) <= 2


def test_pages_have_numbers_and_running_heads(make: Make, brigade: Keys) -> None:
    report = make(title="Headed", formations=[brigade(f"B{number}", 6) for number in range(12)])
    pages = pages_of(report, paper="a4")
    for number, page in enumerate(pages, 1):
        texts = [word.text for word in words(page)]
        assert f"page {number} of {len(pages)}" in texts
        assert "orbat" in texts
        assert ("“Headed”" if number == 1 else "“Headed” – Order of battle") in texts
        assert (f"{report.rows[0].points} points" in texts) == (number > 1)
    for page in pages[:2]:
        assert {"name", "class", "size", "points", "total"} <= {word.text for word in words(page)}


def test_a_unit_stays_on_one_page(make: Make, brigade: Keys) -> None:
    report = make(title="Rows", formations=[brigade("Row", 60)])
    for page in pages_of(report, paper="letter"):
        texts = [word.text for word in words(page)]
        names = [text for text in texts if text.startswith("Row ")]
        assert len(names) == sum(text.startswith("15 stands x") for text in texts)


def test_several_columns_are_balanced_on_their_last_page() -> None:
    pages = paginate([panel(20) for _ in range(26)], 200, columns=2)
    assert [len([one for one in page if one.x == 0]) for page in pages] == [10, 3]
