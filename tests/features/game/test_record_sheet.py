"""The record sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import pytest
from tests.examples import sampled
from tests.render.pdf.conftest import LAYOUTS, assert_clear, pages_of, words

from orbat.model.sheet import Block
from orbat.render.pdf.flow import Page
from orbat.render.pdf.marks import Frame, ShapeMark
from orbat.report.report import Report

Make = Callable[..., Report]
Keys = Callable[..., dict[str, Any]]
PATH = ("formations", 0, "units", 0)


def of_blocks(report: Report, *blocks: Block, **wishes: Any) -> Page:
    (page,) = pages_of(report, layout=replace(LAYOUTS["record"], body=blocks), **wishes)
    return page


def text(page: Page) -> str:
    return " ".join(word.text for word in words(page))


def ticks(page: Page) -> int:
    return sum(isinstance(mark, Frame) and mark.width == pytest.approx(mark.height) for mark in page.marks)


@pytest.fixture
def army(make: Make, brigade: Keys) -> Report:
    return make(title="Sample", game_size=400, commander={"name": "Lord Raglan"}, formations=[brigade("Adams", 2)])


def test_each_turn_has_a_line_and_two_boxes(army: Report) -> None:
    page = of_blocks(army, Block(block="turns", rows=5))
    assert [word.text for word in words(page) if word.figures] == ["1", "2", "3", "4", "5"]
    assert ticks(page) == 10


def test_generals_are_replaced_except_the_players(army: Report) -> None:
    """Three fates for each of two generals, and two qualities of one successor."""
    page = of_blocks(army, Block(block="generals"))
    said = text(page)
    assert "[DOE 14.3]" in said
    assert said.count("captured") == 1 + 2, "the effect of captivity, and a box for each"
    assert said.count("replaced in turn") == said.count("inept (1–3)") == said.count("capable (4–6)") == 1
    assert ticks(page) == 2 * 3 + 2


def test_units_score_in_full_or_half_and_generals_in_full(army: Report) -> None:
    page = of_blocks(army, Block(block="losses"))
    said = text(page)
    assert "Adams 1 60 30 Adams 2 60 30" in said
    assert "General Adams 30" in said
    assert "lost of 150" in said
    assert "captured generals" in said
    assert ticks(page) == 1 + 1 + 2 * 2
    assert "command stand: each unit has one, the last stand to be removed [DOE 4, 17.3]" in said


def test_notes_are_for_troops_in_the_army(make: Make) -> None:
    """Guns have no command stand."""
    guns = {"name": "Battery", "entry": "brit_field_battery", "size": 1}
    page = of_blocks(make(units=[guns]), Block(block="losses"))
    assert "Full points for units destroyed" in text(page)
    assert "command stand" not in text(page)


def test_the_losses_of_a_hidden_army_have_boxes_only(army: Report) -> None:
    page = of_blocks(army, Block(block="losses"), hide_points=True)
    assert not any(word.figures for word in words(page))
    assert "lost of" not in text(page)
    assert ticks(page) == 1 + 1 + 2 * 2


@pytest.mark.parametrize(("lost", "column"), [(7, None), (8, "half"), (13, "full")])
def test_existing_losses_are_ticked(army: Report, lost: int, column: str | None) -> None:
    """15 stands are under half with 7 remaining, and removed with 2."""
    page = of_blocks(army, Block(block="losses"), boxes="as-is", losses=((PATH, lost),))
    strokes = [mark for mark in page.marks if isinstance(mark, ShapeMark)]
    assert len(strokes) == (2 if column else 0)
    if column:
        head = next(word for word in words(page) if word.text == column)
        assert all(head.x - 2 < stroke.x < head.right for stroke in strokes)


def test_existing_losses_fill_the_sums(army: Report) -> None:
    """A unit of 60 points under half, and one removed."""
    other = ("formations", 0, "units", 1)
    lost = ((PATH, 8), (other, 13))
    said = text(of_blocks(army, Block(block="losses"), boxes="as-is", losses=lost))
    assert "in full 60 for half 30 lost of 150 90" in said
    assert "in full for half lost of 150" in text(of_blocks(army, Block(block="losses"), losses=lost))
    assert "our points lost 90 theirs" in text(of_blocks(army, Block(block="margins"), boxes="as-is", losses=lost))
    assert "our points lost theirs" in text(of_blocks(army, Block(block="margins"), losses=lost))


@pytest.mark.parametrize("column", ["half", "full"])
def test_scores_by_state_are_ticked(army: Report, column: Literal["half", "full"]) -> None:
    """A routing unit without losses scores half."""
    for boxes, strokes in (("as-is", 2), ("clean", 0)):
        page = of_blocks(army, Block(block="losses"), boxes=boxes, counts=((PATH, column),))
        found = [mark for mark in page.marks if isinstance(mark, ShapeMark)]
        assert len(found) == strokes
        head = next(word for word in words(page) if word.text == column)
        assert all(head.x - 2 < stroke.x < head.right for stroke in found)


def test_the_margins_follow_the_game_size(army: Report) -> None:
    said = text(of_blocks(army, Block(block="margins")))
    assert "Margins of victory for 400 points" in said
    assert "draw 0 to 75 minor victory 76 to 125 major victory 126 to 200 massacre 201 or more" in said
    assert "[DOE 18.2, house]" in said
    assert "house" not in text(of_blocks(army, Block(block="margins"), hide_house=True))


def test_an_empty_army_has_a_record_without_generals_and_losses(make: Make) -> None:
    said = " ".join(text(page) for page in pages_of(make(title="Empty"), "record"))
    assert "Turns" in said
    assert "Margins" in said
    assert "Generals" not in said
    assert "Losses" not in said


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("landscape", sampled([False, True], 1))
@pytest.mark.parametrize("wishes", [{}, {"large": True}, {"hide_points": True}])
def test_odd_texts_fit(odd_texts: Report, paper: str, landscape: bool, wishes: dict[str, Any]) -> None:
    assert_clear(pages_of(odd_texts, "record", paper=paper, landscape=landscape, **wishes))


def test_lists_continue_under_their_headings(make: Make, brigade: Keys) -> None:
    """Generals on the next page, and losses in the next column."""
    army = make(title="Large", formations=[brigade(f"B{number}", 1) for number in range(30)])
    second = text(pages_of(army, "record")[1])
    assert "Generals lost and replaced, continued" in second
    whole = make(title="Large", formations=[brigade("Eighty", 80)])
    assert "Brigade Eighty, continued" in " ".join(map(text, pages_of(whole, "record")))
