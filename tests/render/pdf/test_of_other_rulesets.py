"""Sheets for rulesets with named sizes, boxes to tick, marked prices or arrival methods, or without staff quality."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.examples import sampled
from tests.render.pdf.conftest import LAYOUTS, assert_clear, pages_of, words

from orbat.model.reference import Column, ReferenceRow, ReferenceTable
from orbat.render.pdf.blocks.reference import ColumnStyles, fit_columns, printed
from orbat.render.pdf.flow import Page
from orbat.render.pdf.fonts import measure, styles_of
from orbat.render.pdf.marks import Frame
from orbat.report.redacted import without_house_marks
from orbat.report.report import Report

Make = Callable[..., Report]
HOUSE, INFERRED = "°", "ʹ"
SIZES = {"ruleset": "honours_of_war", "army_list": "russian", "game_size": 500}
NONE = {"ruleset": "fast_play_napoleonic", "army_list": "france_1815", "game_size": 100}


def _battalion(name: str, **keys: Any) -> dict[str, Any]:
    return {"name": name, "entry": "ru_grenadier", "size": "standard", "rating": "superior", **keys}


@pytest.fixture(scope="module")
def sized(make: Make) -> Report:
    """An army with a price from a source, a house price for a size, and a commander inferred to be free."""
    units = [_battalion("Known"), _battalion("Grand", size="large")]
    brigade = {"level": "brigade", "name": "Golitsyn", "commander": {"name": "Golitsyn"}, "units": units}
    return make(formations=[brigade], **SIZES)


@pytest.fixture(scope="module")
def sizeless(make: Make) -> Report:
    """An army of a division on the table and a division in reserve."""
    divisions = [
        {"level": "division", "name": name, "commander": {"name": name}, "off_board": off, "units": [unit]}
        for name, off in (("Foy", False), ("Bachelu", "flank"))
        for unit in [{"name": f"Foot of {name}", "entry": "fr15_line"}]
    ]
    return make(formations=[{"level": "corps", "name": "II Corps", "formations": divisions}], **NONE)


def _texts(pages: list[Page]) -> list[str]:
    return [word.text for page in pages for word in words(page)]


def _content(pages: list[Page]) -> str:
    return " ".join(_texts(pages))


def _boxes(page: Page) -> list[Frame]:
    return [
        mark
        for mark in page.marks
        if isinstance(mark, Frame) and not mark.solid and mark.width == pytest.approx(mark.height)
    ]


@pytest.mark.parametrize("sheet", ["orbat", "roster"])
def test_house_and_inferred_prices_have_signs_explained_in_the_footer(sized: Report, sheet: str) -> None:
    (page, *_) = pages_of(sized, sheet)
    points = {mark.text: mark for mark in words(page) if mark.figures and mark.text in ("120", "140")}
    signs = [mark for mark in words(page) if mark.text == HOUSE]
    assert [(sign.x, sign.y) for sign in signs] == [(points["140"].right, points["140"].y)]
    foot = f"{HOUSE} house price, not from a rulebook"
    assert any(text.startswith(foot) for text in _texts([page]))
    assert (f"; {INFERRED} price inferred from known ones" in _content([page])) == (sheet == "orbat")


def test_a_page_without_marked_prices_has_no_explanation_of_signs(make: Make, sized: Report) -> None:
    unmarked = make(units=[_battalion("Known")], **SIZES)
    for pages in (pages_of(unmarked, "orbat"), pages_of(sized, "orbat", hide_points=True)):
        assert not {HOUSE, INFERRED} & set(_texts(pages))
        assert "not from a rulebook" not in _content(pages)
    assert "not from a rulebook" not in _content(pages_of(without_house_marks(sized), "orbat"))


def test_losses_and_cards_have_signs_too(make: Make, sized: Report) -> None:
    corps = {"level": "corps", "name": "I", "commander": {"name": "Reynolds"}}
    report = make(ruleset="days_of_empire", army_list="british", formations=[corps])
    assert HOUSE in _texts(pages_of(report, "record"))
    (page,) = pages_of(sized, "cards")
    assert _texts([page]).count(HOUSE) == 1
    assert f"{HOUSE} house" in _content([page])
    assert f"{INFERRED} inferred" in _content([page])


def test_a_named_size_is_short_on_the_order_of_battle_and_full_on_the_roster(sized: Report) -> None:
    assert {"size", "standard", "large"} <= set(_texts(pages_of(sized, "orbat")))
    assert "large battalion" not in _texts(pages_of(sized, "orbat"))
    roster = pages_of(sized, "roster")
    assert {"size", "standard battalion", "large battalion"} <= set(_texts(roster))
    assert "strength" not in _texts(roster)


@pytest.mark.parametrize("sheet", ["orbat", "roster"])
def test_without_sizes_and_ratings_there_are_no_columns_for_them(sizeless: Report, sheet: str) -> None:
    assert not {"rating", "size", "strength", "grade", "class"} & set(_texts(pages_of(sizeless, sheet)))


def test_each_unit_has_boxes_for_hits(sized: Report) -> None:
    (page,) = pages_of(sized, "roster")
    assert len(_boxes(page)) == 2 * (5 + 1) + 4, "hits and reforming; qualities of an undiced commander; one in the key"
    assert "hits" in _texts([page])
    (cards,) = pages_of(sized, "cards")
    assert len(_boxes(cards)) == 2 * 5


def test_each_unit_has_a_box_for_each_state(sizeless: Report) -> None:
    (page,) = pages_of(sizeless, "roster")
    assert _texts([page]).count("pinned") == _texts([page]).count("disrupted") == 2
    assert len(_boxes(page)) == 2 * 2 + 1, "pinned and disrupted; one in the key"
    assert _texts(pages_of(sizeless, "cards")).count("pinned") == 2


def test_tables_for_the_roster_are_below_the_units(make: Make, sized: Report) -> None:
    (page,) = pages_of(sized, "roster")
    title = next(mark for mark in words(page) if mark.text == "Command performance")
    assert title.y > max(box.y for box in _boxes(page))
    assert "Command performance" not in _content(pages_of(make(**SIZES), "roster"))


def test_the_title_block_has_breaking_point_and_flags(sized: Report) -> None:
    for sheet in ("orbat", "roster", "record"):
        content = _content(pages_of(sized, sheet))
        assert "Breaking point: 1 of 2 units [P5]" in content
        assert "Army: deducts half a move for flank or rear movement; takes a full move" in content
    assert "Breaking point" not in _content(pages_of(sized, "opponent_hidden"))


def test_the_record_has_a_box_for_each_unit_up_to_the_breaking_point(make: Make) -> None:
    report = make(units=[_battalion(f"{number}th") for number in range(9)], **SIZES)
    page = pages_of(report, "record")[0]
    heading = next(mark for mark in words(page) if mark.text == "Breaking point: 5 of 9 units lost")
    below = [box for box in _boxes(page) if box.y > heading.y]
    (bar,) = (mark for mark in page.marks if isinstance(mark, Frame) and mark.solid)
    assert len(below) == 9
    assert sum(box.x < bar.x for box in below) == 4


def test_sheets_use_the_ruleset_s_word_for_commanders(sized: Report, sizeless: Report) -> None:
    assert "Commanders lost and replaced" in _content(pages_of(sized, "record"))
    assert "Commander, not diced" in _content(pages_of(sized, "cards"))
    record = _content(pages_of(sizeless, "record"))
    assert "HQs lost" in record, "nobody replaces them during a game"
    assert not any(word in record for word in (" die ", "quality", "not diced", "replaced", "Losses", "Margins"))


def test_reserves_have_arrival_methods_with_requirements(sizeless: Report) -> None:
    (page,) = pages_of(sizeless, "deployment")
    content = _content([page])
    assert "flank: reserve from a flank, 4+ on 1d6 [FPN Reinforcements]" in content
    assert "Division Bachelu (flank)" in content
    assert not any(word in content for word in ("inches", "edge's", "third"))
    for sheet in ("orbat", "roster", "chart"):
        assert "off the board: flank" in _content(pages_of(sizeless, sheet))


@pytest.mark.parametrize(
    "options", sampled([{}, {"large": True}, {"paper": "letter"}, {"landscape": True}, {"merge": True}], 2)
)
@pytest.mark.parametrize("sheet", ["orbat", "chart", "roster", "cards", "deployment", "record", "opponent"])
def test_every_sheet_fits(sized: Report, sizeless: Report, sheet: str, options: dict[str, Any]) -> None:
    for report in (sized, sizeless):
        assert_clear(pages_of(report, sheet, **options))


@pytest.mark.parametrize(
    ("ruleset", "most"), [("honours_of_war", 1), ("fast_play_napoleonic", 1), ("days_of_glory", 2)]
)
@pytest.mark.parametrize("paper", sampled(["a4", "letter"], 1))
def test_all_tables_of_a_ruleset_fit_their_pages(make: Make, ruleset: str, most: int, paper: str) -> None:
    pages = pages_of(make(ruleset=ruleset, army_list=None), "reference", paper=paper)
    assert 1 <= len(pages) <= most
    assert_clear(pages)


def test_a_range_in_a_column_head_is_not_broken() -> None:
    """With its dash it is wider than in the data."""
    columns = tuple(Column(head=head, figures=True) for head in ("0-30", "30-60", "60-90"))
    table = ReferenceTable(id="t", title="T", columns=columns, rows=(ReferenceRow(cells=("1", "2", "3")),))
    styles = styles_of(LAYOUTS["reference"].type)
    types = ColumnStyles(styles.text, styles.label, 6.0)
    found = fit_columns(table, types, 200.0, spread=False)
    wide = [measure(printed(column.head), types.head) for column in columns]
    assert [place.width >= width for place, width in zip(found.columns, wide, strict=True)] == [True] * 3


def test_a_table_of_dice_has_its_title_on_a_card(sized: Report) -> None:
    assert "Performance" in _texts(pages_of(sized, "cards"))


def test_many_states_take_several_lines(sizeless: Report) -> None:
    assert sizeless.book
    kinds = sizeless.book.ruleset.kinds
    track = kinds["infantry"].track
    assert track
    many = replace(track, states=tuple(f"a long state {number}" for number in range(12)))
    changed = {**kinds, "infantry": replace(kinds["infantry"], track=many)}
    book = replace(sizeless.book, ruleset=replace(sizeless.book.ruleset, kinds=changed))
    for sheet in ("roster", "cards"):
        assert_clear(pages_of(replace(sizeless, book=book), sheet))


def test_hidden_marks_are_on_no_sheet(make: Make) -> None:
    brigade = {"level": "brigade", "name": "B", "commander": {"name": "Sherman"}, "off_board": True}
    units = [{"name": "13th", "entry": "up_line", "size": 17, "rating": 2}]
    report = make(ruleset="days_of_glory", army_list="union_potomac", formations=[{**brigade, "units": units}])
    for sheet in ("opponent", "roster", "record", "deployment"):
        assert "[house]" in _content(pages_of(report, sheet)), sheet
        assert "house]" not in _content(pages_of(without_house_marks(report), sheet, hide_house=True)), sheet
    scaled = make(units=[{"name": "7th", "entry": "brit_line", "size": 12, "rating": 3}], game_size=1200)
    assert "[DOE 18.2, house]" in _content(pages_of(scaled, "record"))
    hidden = _content(pages_of(scaled, "record", hide_house=True))
    assert "[DOE 18.2]" in hidden
    assert "house" not in hidden


def test_cards_say_what_hits_mean(sized: Report, sizeless: Report) -> None:
    content = _content(pages_of(sized, "cards"))
    assert "3: −1 in fire and melee · 4: retreats, then reforms · 5: routs, then removed" in content
    fast = _content(pages_of(sizeless, "cards"))
    assert "pinned disrupted Unit" in fast
    assert "light infantry" not in fast
