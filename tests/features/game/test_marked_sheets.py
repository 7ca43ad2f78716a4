"""Losses are crossed in the right boxes of sheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.render.pdf.conftest import LAYOUTS, assert_clear, words

from orbat.data.library import Library
from orbat.features.game.losses_text import parse_losses
from orbat.features.game.model import Game
from orbat.features.game.score import score, with_marks
from orbat.model.sheet import PrintOptions
from orbat.printing import reference_for
from orbat.render.pdf.flow import Page
from orbat.render.pdf.foot import with_page_numbers
from orbat.render.pdf.marks import Frame, ShapeMark
from orbat.render.pdf.render import sheet_pages
from orbat.report.redacted import losses_without_reserves, without_reserves
from orbat.report.report import Report

Make = Callable[..., Report]
Keys = Callable[..., dict[str, Any]]
HITS = {"ruleset": "honours_of_war", "army_list": "russian", "game_size": 500}
STATES = {"ruleset": "fast_play_napoleonic", "army_list": "france_1815", "game_size": 100}


@pytest.fixture
def hit(make: Make) -> Report:
    """Three battalions, each with boxes for its hits."""
    units = [{"name": f"{name} Foot", "entry": "ru_grenadier", "size": "standard"} for name in ("Red", "Grey", "Blue")]
    return make(formations=[{"level": "brigade", "name": "B", "commander": {"name": "Brown"}, "units": units}], **HITS)


@pytest.fixture
def stated(make: Make) -> Report:
    """Three units, each with a box for each state."""
    units = [{"name": f"{name} Foot", "entry": "fr15_line"} for name in ("Red", "Grey", "Blue")]
    return make(formations=[{"level": "division", "name": "D", "commander": {"name": "Foy"}, "units": units}], **STATES)


def sheet(report: Report, name: str, losses: str, **wishes: Any) -> list[Page]:
    printing = with_marks(PrintOptions(**wishes), score(report, parse_losses(losses, report, Game())))
    pages = [
        page
        for page, _ in with_page_numbers(sheet_pages(report, LAYOUTS[name], printing, reference_for(report, Library())))
    ]
    assert_clear(pages)
    return pages


def boxes(pages: list[Page]) -> list[tuple[Page, Frame, bool]]:
    """All boxes in order, and whether they are crossed."""
    return [
        (page, box, any(box.x < cross.x < box.right and box.y < cross.y < box.bottom for cross in strokes))
        for page in pages
        for strokes in [[mark for mark in page.marks if isinstance(mark, ShapeMark)]]
        for box in page.marks
        if isinstance(box, Frame) and not box.solid and box.width == pytest.approx(box.height)
    ]


def crossed_boxes(pages: list[Page]) -> list[str]:
    """The words beside crossed boxes, in order."""
    found = []
    for page, box, is_crossed in boxes(pages):
        beside = [word for word in words(page) if word.x > box.x and word.top < box.bottom and word.bottom > box.y]
        if is_crossed:
            found.append(min(beside, key=lambda word: word.x).text if beside else "")
    return found


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", ["roster", "cards"])
def test_states_are_crossed_and_units_gone_are_marked(stated: Report, name: str, paper: str) -> None:
    pages = sheet(stated, name, "Red: disrupted; Grey: destroyed, pinned", paper=paper)
    assert crossed_boxes(pages) == [*(["ticked already"] if name == "roster" else []), "disrupted", "gone"]
    assert sum(word.text == "pinned" for page in pages for word in words(page)) == 2
    clean = sheet(stated, name, "Red: steady")
    assert crossed_boxes(clean) == []
    assert not any("already" in word.text or word.text == "gone" for page in clean for word in words(page))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", ["roster", "cards"])
def test_hits_are_crossed_and_all_boxes_of_units_gone(hit: Report, name: str, paper: str) -> None:
    pages = sheet(hit, name, "Red: 3 hits; Grey: destroyed", paper=paper)
    states = [crossed for _, box, crossed in boxes(pages) if box.width > 9]  # boxes for states are smaller
    assert states == [True] * 3 + [False] * 2 + [True] * 5 + [False] * 5


@pytest.mark.parametrize(("losses", "gone"), [("Red: routing", 0), ("Red: destroyed", 1), ("Red: 5; Grey: 4 hits", 1)])
def test_units_gone_are_crossed_at_the_breaking_point(hit: Report, losses: str, gone: int) -> None:
    page, *_ = sheet(hit, "record", losses)
    heading = next(word for word in words(page) if word.text == "Breaking point: 2 of 3 units lost")
    below = [is_crossed for _, box, is_crossed in boxes([page]) if box.y > heading.y][:3]
    assert below == [True] * gone + [False] * (3 - gone)


def test_fates_and_successors_of_generals_are_crossed(make: Make, brigade: Keys) -> None:
    army = make(title="S", commander={"name": "Raglan"}, formations=[brigade("Adams", 1), brigade("Buller", 1)])
    losses = "Raglan: wounded; General Adams: captured, promoted 5; General Buller: promoted 1"
    found = crossed_boxes(sheet(army, "record", losses))
    assert found[:4] == ["wounded", "captured", "capable (4–6)", "inept (1–3)"]
    assert len(found) == 5, "one of them scores in the loss table"


def test_losses_keep_their_units_when_reserves_are_hidden(make: Make, brigade: Keys) -> None:
    """Paths after a hidden reserve change; losses of the reserve itself are dropped."""
    formations = [brigade("Adams", 2, off_board=True), brigade("Buller", 2)]
    formations[1]["units"].insert(0, {**formations[1]["units"][0], "name": "Held", "off_board": True})
    army = make(title="S", formations=formations)
    losses = "Adams 1: 3 lost; Held: destroyed; Buller 2: 4 lost; Buller 1: destroyed; General Buller: killed"
    printing = with_marks(PrintOptions(), score(army, parse_losses(losses, army, Game())))
    assert army.orbat
    seen, there = without_reserves(army), losses_without_reserves(printing, army.orbat)
    assert seen.orbat
    assert [unit.name for unit in seen.orbat.formations[0].units] == ["Buller 1", "Buller 2"]
    first, second = (("formations", 0, "units", number) for number in (0, 1))
    assert dict(there.losses) == {first: 15, second: 4}
    assert (dict(there.counts), there.removed_units) == ({first: "full"}, (first,))
    assert dict(there.ticked) == {("formations", 0, "commander"): ("killed",), first: ("destroyed",)}


def test_marks_of_a_game_are_crossed_on_its_cards(make: Make, brigade: Keys) -> None:
    army = make(title="S", formations=[brigade("Adams", 1)])
    losses = "Adams 1: first fire, routed before, shaken"
    assert crossed_boxes(sheet(army, "cards", losses)) == ["first fire", "routed before"]


def test_the_record_has_the_dice_and_fates_of_its_ruleset(hit: Report, stated: Report) -> None:
    """Two initiatives in one ruleset; two dice for reinforcements, and only destroyed HQs, in another."""
    first, second = (" ".join(word.text for word in words(sheet(one, "record", "")[0])) for one in (hit, stated))
    assert "movement initiative" in first
    assert "firing initiative" in first
    assert "reinforcement dice" in second
    assert "initiative" not in second
    assert "wounded" in first
    assert "wounded" not in second
    assert "destroyed" in second
