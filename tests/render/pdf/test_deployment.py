"""The plan of the table and the reserves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.render.pdf.conftest import assert_clear, pages_of, words

from orbat.render.pdf.flow import Page
from orbat.render.pdf.marks import Disc, Frame, Rule, ShapeMark
from orbat.report.report import Report

Make = Callable[..., Report]
Keys = Callable[..., dict[str, Any]]


def table_on(page: Page) -> Frame:
    """The frame of the table: the largest on the page."""
    return max((mark for mark in page.marks if isinstance(mark, Frame)), key=lambda frame: frame.width * frame.height)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("landscape", [False, True])
@pytest.mark.parametrize("large", [False, True])
def test_the_table_is_at_scale(make: Make, brigade: Keys, paper: str, landscape: bool, large: bool) -> None:
    report = make(title="Plan", formations=[brigade("Adams", 3)])
    pages = pages_of(report, "deployment", paper=paper, landscape=landscape, large=large)
    assert_clear(pages)
    table = table_on(pages[0])
    assert table.width / table.height == pytest.approx(72 / 48)
    foot = table.width / 6
    dashed = sorted(mark.y for mark in pages[0].marks if isinstance(mark, ShapeMark) and mark.dashed)
    assert dashed == pytest.approx([table.y + foot, table.bottom - foot])
    upright = [
        mark for mark in pages[0].marks if isinstance(mark, ShapeMark) and mark.x == mark.right and mark.top == table.y
    ]
    assert len(upright) == 5
    across = [mark for mark in pages[0].marks if isinstance(mark, Rule) and mark.x == table.x and mark.y < table.bottom]
    assert len([mark for mark in across if mark.y > table.y]) == 3
    assert any(isinstance(mark, Disc) for mark in pages[0].marks), "the rose for the wind"
    assert {"Your edge", "Opponent's edge"} <= {word.text for word in words(pages[0])}


def test_reserves_have_blanks_for_turn_and_edge(make: Make, brigade: Keys) -> None:
    formations = [brigade("Adams", 3), brigade("Buller", 2, off_board=True), brigade("Codrington", 1, off_board=True)]
    (page,) = pages_of(make(title="Plan", formations=formations), "deployment")
    texts = [word.text for word in words(page)]
    head = texts.index("Off the board")
    assert texts[head:].count("turn") == texts[head:].count("edge") == 2
    after = " ".join(texts[head:])
    assert "Brigade Buller" in after
    assert "Buller 1, Buller 2" in after
    assert "25 inches from visible enemies" in after
    assert "Brigade Adams" not in after


def test_without_reserves_there_is_no_block(make: Make, brigade: Keys) -> None:
    (page,) = pages_of(make(title="Plan", formations=[brigade("Adams", 3)]), "deployment")
    assert "Off the board" not in {word.text for word in words(page)}


def test_formations_have_boxes_to_tick_below_their_arm(make: Make, brigade: Keys, unit: Keys) -> None:
    """The arms are in columns in deployment order, without reserves."""
    guns = [{"name": "Battery", "entry": "brit_field_battery", "size": 3}]
    formations = [brigade("Adams", 1), brigade("Buller", 1), brigade("Cathcart", 1, off_board=True)]
    (page,) = pages_of(make(title="Plan", formations=formations, units=guns), "deployment")
    content = [word.text for word in words(page)]
    start = content.index("Order of deployment [DOE 16.1]") + 1
    assert content[start : start + 5] == [
        "1 artillery",
        "2 infantry",
        "Independent units: Battery",
        "Brigade Adams: Adams 1",
        "Brigade Buller: Buller 1",
    ]
    ticks = [mark for mark in page.marks if isinstance(mark, Frame) and mark.width == pytest.approx(mark.height)]
    assert len(ticks) == 3
    by_arm = {word.text: word.x for word in words(page)}
    assert (
        by_arm["Brigade Adams: Adams 1"]
        == by_arm["Brigade Buller: Buller 1"]
        > by_arm["2 infantry"]
        > by_arm["Independent units: Battery"]
    )


def test_eighty_brigades_continue_over_pages_with_repeated_heads(make: Make, brigade: Keys) -> None:
    pages = pages_of(make(title="Plan", formations=[brigade(f"B{one}", 1) for one in range(80)]), "deployment")
    assert_clear(pages)
    assert len(pages) > 1
    assert all("1 infantry" in {word.text for word in words(page)} for page in pages)


def test_works_have_their_length(make: Make) -> None:
    """Lengths of 4 inches on the plan and the roster."""
    units = [{"name": "Redoubt", "entry": "earthworks", "size": 4}, {"name": "Sappers", "entry": "brit_engineers"}]
    army = make(title="Works", units=units)
    assert "Redoubt (16 inches of works)" in " ".join(word.text for word in words(pages_of(army, "deployment")[0]))
    assert "16 inches of works" in {word.text for word in words(pages_of(army, "roster")[0])}


def test_a_ruleset_without_deployment_zones_has_a_plan_without_them(make: Make) -> None:
    army = make(ruleset="fast_play_napoleonic", army_list="france_1815", units=[{"name": "1er", "entry": "fr15_line"}])
    (page,) = pages_of(army, "deployment")
    assert not [mark for mark in page.marks if isinstance(mark, ShapeMark) and mark.dashed]
    assert "6 by 4 feet; grid of one foot" in {word.text for word in words(page)}


def test_lengths_on_the_plan_are_in_the_unit_of_the_ruleset(make: Make) -> None:
    army = make(ruleset="honours_of_war", army_list="prussian", units=[{"name": "IR1", "entry": "pr_line"}])
    content = " ".join(word.text for word in words(pages_of(army, "deployment")[0]))
    assert "6 by 5 feet; grid of one foot; deploy within 30 cm of your edge" in content


def test_arms_without_further_formations_have_no_heading_on_the_next_page(make: Make, brigade: Keys) -> None:
    guns = [{"name": "Battery", "entry": "brit_field_battery", "size": 3}]
    army = make(title="Plan", formations=[brigade(f"B{number}", 3) for number in range(20)], units=guns)
    first, second, *_ = pages_of(army, "deployment")
    assert {"1 artillery", "2 infantry"} <= {word.text for word in words(first)}
    assert "1 artillery" not in {word.text for word in words(second)}
    assert "2 infantry" in {word.text for word in words(second)}


def test_players_may_face_each_other_along_the_table(make: Make, brigade: Keys) -> None:
    """With `base_edge: short`, the plan is upright."""
    army = make(title="Plan", formations=[brigade("Adams", 1)])
    assert army.book
    assert army.book.ruleset.table
    table = replace(army.book.ruleset.table, base_edge="short")
    book = replace(army.book, ruleset=replace(army.book.ruleset, table=table))
    plan = table_on(pages_of(replace(army, book=book), "deployment")[0])
    assert plan.width / plan.height == pytest.approx(48 / 72)


def test_without_a_table_size_the_plan_is_empty(make: Make, brigade: Keys) -> None:
    report = make(title="Plan", formations=[brigade("Adams", 1)])
    assert report.book
    book = replace(report.book, ruleset=replace(report.book.ruleset, table=None))
    (page,) = pages_of(replace(report, book=book), "deployment")
    content = " ".join(word.text for word in words(page))
    assert "Your edge" in content
    assert "foot" not in content
    assert not [mark for mark in page.marks if isinstance(mark, ShapeMark) and mark.dashed]
    assert_clear([page])


def test_columns_of_ticks_are_as_wide_as_their_text(make: Make, brigade: Keys) -> None:
    """Eight battalions need more room than one battery."""
    guns = [{"name": "Battery", "entry": "brit_field_battery", "size": 3}]
    (page,) = pages_of(make(title="Plan", formations=[brigade("Adams", 8)], units=guns), "deployment")
    left = {word.text: word.x for word in words(page)}
    assert left["2 infantry"] - left["1 artillery"] < 0.4 * (page.paper.right - page.paper.side)
