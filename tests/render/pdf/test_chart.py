"""The organisation chart: every formation and unit has a box and a line, in armies of every size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from tests.render.pdf.conftest import assert_clear, pages_of, words

from orbat.render.pdf.flow import Page
from orbat.render.pdf.marks import Frame, Rule, ShapeMark
from orbat.report.report import Report

Make = Callable[..., Report]
Keys = Callable[..., dict[str, Any]]


def pages(report: Report, **options: Any) -> list[Page]:
    return pages_of(report, "chart", **options)


def boxes(page: Page) -> list[Frame]:
    return [mark for mark in page.marks if isinstance(mark, Frame) and not mark.solid and mark.height > 15]


def text(found: list[Page]) -> str:
    return " ".join(word.text for page in found for word in words(page))


def division(name: str, *formations: dict[str, Any], **keys: Any) -> dict[str, Any]:
    return {"level": "division", "name": name, "commander": {"name": f"{name}'s"}, "formations": [*formations], **keys}


def deep(levels: int) -> dict[str, Any]:
    return division(f"Level {levels}", *([deep(levels - 1)] if levels else []))


@pytest.fixture
def armies(make: Make, unit: Keys, brigade: Keys) -> dict[str, Report]:
    many = [division(f"D{d}", *[brigade(f"D{d}B{b}", 5) for b in range(5)]) for d in range(10)]
    own = [unit(f"Own {number}") for number in range(45)]
    return {
        "one unit": make(units=[unit("One")]),
        "a brigade": make(formations=[brigade("Adams", 3)]),
        "250 units": make(formations=many),
        "a brigade of 80": make(formations=[brigade("Adams", 80)]),
        "a division of all sorts": make(formations=[division("Light", brigade("A", 80), brigade("B", 3), units=own)]),
        "deep": make(formations=[deep(12)]),
    }


@pytest.mark.parametrize(
    "name",
    ["one unit", "a brigade", "250 units", "a brigade of 80", "a division of all sorts", "deep"],
)
def test_every_formation_and_unit_has_a_box_of_its_own(armies: dict[str, Report], name: str) -> None:
    """The army and the independent units have boxes too. Boxes do not overlap and are not split."""
    report = armies[name]
    rows = report.rows
    independent = any(len(row.path) == 2 and row.sort == "unit" for row in rows)
    for landscape, large in ((False, False), (True, True)):
        found = pages(report, landscape=landscape, large=large)
        assert_clear(found)
        assert sum(len(boxes(page)) for page in found) == len(rows) + independent
        for page in found:
            for one, two in combinations(boxes(page), 2):
                assert one.right <= two.x or two.right <= one.x or one.bottom <= two.y or two.bottom <= one.y
        names = Counter(row.name for row in rows if row.sort == "unit")
        content = text(found)
        assert all(content.count(unit) >= count for unit, count in names.items())


def test_every_box_but_the_army_s_has_a_line(armies: dict[str, Report]) -> None:
    """A line ends at the upper or left edge of each box."""
    for report in armies.values():
        missing = 0
        for page in pages(report):
            ends = [
                (end_x, end_y)
                for mark in page.marks
                if isinstance(mark, ShapeMark | Rule) and not getattr(mark, "solid", False)
                for end_x, end_y in (
                    (mark.x, mark.y),
                    (mark.right, mark.bottom if isinstance(mark, ShapeMark) else mark.y),
                )
            ]
            for box in boxes(page):
                reached = any(
                    (abs(y - box.y) < 0.1 and box.x <= x <= box.right)
                    or (abs(x - box.x) < 0.1 and box.y <= y <= box.bottom)
                    for x, y in ends
                )
                missing += not reached
        assert missing == 1


def test_an_empty_army_has_no_chart(make: Make) -> None:
    assert pages(make(title="Empty")) == []
    assert pages(make(title="Raglan alone", commander={"name": "Lord Raglan"}))


def test_a_reserve_has_a_broken_frame_and_a_text(make: Make, brigade: Keys) -> None:
    found = pages(make(formations=[brigade("Adams", 2, off_board=True), brigade("Buller", 1)]))
    assert [box.dashed for page in found for box in boxes(page)].count(True) == 3
    assert text(found).count("off the board") == 2, "once in the head of the sheet"


def test_hidden_points_are_not_in_the_boxes(make: Make, brigade: Keys) -> None:
    report = make(game_size=None, formations=[brigade("Adams", 2, units=[])])
    assert "30" in text(pages(report)).split()
    assert "30" not in text(pages(report, hide_points=True)).split()


def test_equal_units_share_a_box_if_requested(make: Make, unit: Keys, brigade: Keys) -> None:
    report = make(formations=[brigade("Adams", 0, units=[unit("7th"), unit("23rd"), unit("33rd", size=12)])])
    content = text(pages(report, merge=True))
    assert "2 × Line infantry" in content
    assert "7th, 23rd" in content
    assert "33rd" in content


def test_the_symbols_in_use_are_explained(make: Make, brigade: Keys) -> None:
    content = text(pages(make(formations=[brigade("Adams", 1)])))
    assert "staff infantry" in content
    assert "siege artillery" not in content


def test_shortened_names_are_in_full_at_the_end(odd_texts: Report) -> None:
    found = pages(odd_texts)
    assert_clear(found)
    assert "Full texts" in text(found)
    assert "a long name of many words " * 5 in text(found)


@pytest.mark.slow
def test_a_top_formation_stays_on_one_page(make: Make, brigade: Keys) -> None:
    """Three divisions that fit on a page each, but not together, and no page that is nearly empty."""
    names = ("First", "Second", "Third")
    divisions = [
        {"level": "division", "name": name, "formations": [brigade(f"{name} {number}", 5) for number in range(6)]}
        for name in names
    ]
    pages = pages_of(make(title="Large", formations=divisions), "chart")
    assert len(pages) > 1
    for name in names:
        with_units = [page for page in pages if any(word.text.startswith(f"{name} 0") for word in words(page))]
        last = [page for page in pages if any(word.text.startswith(f"{name} 5") for word in words(page))]
        assert with_units == last, "the first and the last brigade are on one page"
    for page in pages:
        assert max(mark.bottom for mark in page.marks if mark.bottom < 780) > 0.3 * page.paper.height
