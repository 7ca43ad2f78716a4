"""Cards: one for each unit, eight on a page, with the relevant rows of tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.render.pdf.conftest import LAYOUTS, Make, assert_clear, pages_of, words

from orbat.model.sheet import PrintOptions
from orbat.render.pdf.flow import Page
from orbat.render.pdf.marks import Bookmark, ShapeMark
from orbat.render.pdf.render import sheet_pages
from orbat.report.report import Report

Keys = Callable[..., dict[str, Any]]


def _texts(page: Page) -> list[str]:
    return [word.text for word in words(page)]


def _content(page: Page) -> str:
    return " ".join(" ".join(_texts(page)).split())


@pytest.fixture
def gun() -> dict[str, Any]:
    return {"name": "E Battery", "entry": "brit_field_battery", "size": 3}


@pytest.mark.parametrize(("units", "count"), [(8, 1), (9, 2)])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_eight_battalions_to_a_page(make: Make, unit: Keys, units: int, count: int, paper: Any) -> None:
    """A battalion with rifles needs one card on either paper."""
    battalions = [unit(f"{number}th Foot", options=["rifles"]) for number in range(units)]
    pages = pages_of(make(title="Eight", units=battalions), "cards", paper=paper)
    assert len(pages) == count
    assert_clear(pages, 9.0)
    texts = [text for page in pages for text in _texts(page)]
    assert [texts.count(f"{number}th Foot") for number in range(units)] == [1] * units
    assert not any(" of 2" in text for text in texts)


def test_a_battalion_s_card_has_its_own_rows_only(make: Make, unit: Keys) -> None:
    (page,) = pages_of(make(units=[unit("Rifles", options=["rifles"])]), "cards")
    content = _content(page)
    assert "class 3 (good), 15 stands, rifles" in content
    assert "Class 3 −1" in content
    assert "4 3 3456H 234H 56HH 234H 56HH 23456H 456H 56H" in content, "a rifled musket at 3 inches"
    assert "Square v. cavalry 6" in content
    for another in ("Class 4", "Crew", "Siege", "Wagons", "Frontal charge"):
        assert another not in content


def test_a_card_shows_abilities_unless_they_need_another_card(make: Make, unit: Keys, gun: dict[str, Any]) -> None:
    (page,) = pages_of(make(units=[gun]), "cards")
    assert "evade, by hand, no charge" in _content(page)
    battalion = make(units=[unit("Rifles", options=["rifles"])])
    (wide,) = pages_of(battalion, "cards")
    assert "15 stands, rifles, square, skirmish" in _content(wide)
    (narrow,) = pages_of(battalion, "cards", paper="letter")
    assert "15 stands, rifles" in _content(narrow)
    assert ", square" not in _content(narrow)


def test_a_card_shows_history_if_it_fits(make: Make, unit: Keys) -> None:
    """At the bottom, or else in the last line of the description. It never needs another line there."""
    units = [
        unit("7th Royal Fusiliers", options=["rifles"]),
        {"name": "C Troop RHA", "entry": "brit_rha_troop", "size": 3},
    ]
    general = {"name": "Sir Colin Campbell", "quality": "capable"}
    reserve = {"level": "brigade", "name": "Reserve", "commander": general, "units": units}
    (page,) = pages_of(make(date="1854-09", formations=[reserve]), "cards")
    content = _content(page)
    assert "Historically Highland Brigade, 1st Division, with the army 1854-03 to" in content
    assert "square, skirmish, historically 1st Brigade, Light Division Stands" in content, "without the dates"
    assert content.count("istorically") == 2, "the card of the horse battery is full"
    assert_clear([page], 9.0)


def test_a_smoothbore_has_its_own_ranges(make: Make, unit: Keys) -> None:
    muskets = unit("Muskets", entry="brit_line_smoothbore", options=[])
    (page,) = pages_of(make(units=[muskets]), "cards")
    assert "4 2 3456H" in _content(page)
    assert "4 3 3456H" not in _content(page)


def test_guns_have_the_artillery_s_ranges_with_every_die_face(make: Make, gun: dict[str, Any]) -> None:
    (page,) = pages_of(make(units=[gun]), "cards")
    content = _content(page)
    assert "Medium 24 – 56H 56H 6H 6H 6" in content
    assert "8–36" in content
    assert "Stands" not in content


def test_a_general_has_a_card_with_the_rows_of_their_quality(make: Make, brigade: Keys) -> None:
    (page,) = pages_of(make(formations=[brigade("Brown", 1)]), "cards")
    assert "general, capable (3), command radius 16 inches" in _content(page)
    assert "Rallying (not routing) −2" in _content(page)
    assert "Rallying (not routing) −3" not in _content(page), "the exceptional general's"


def test_a_card_has_what_comes_with_the_unit_and_the_notes_for_it(make: Make, gun: dict[str, Any]) -> None:
    """Notes on building and demolishing are on the card of engineers only."""
    engineers = {"name": "Sappers", "entry": "brit_engineers", "size": 1}
    (page,) = pages_of(make(units=[engineers]), "cards")
    content = _content(page)
    assert "1 party, with 6 pioneers, 1 pontoon bridge, 1 wagon" in content
    assert "Building a pontoon bridge An engineer, 4 pioneers and 4 other foot stands" in content
    assert "Demolishing a bridge" in content
    assert_clear([page])
    (page,) = pages_of(make(units=[gun]), "cards")
    assert "3 guns, with 1 limber team of 4 horses" in _content(page)
    assert "bridge" not in _content(page)


def test_works_and_unknown_entries_have_a_small_card(make: Make, unit: Keys) -> None:
    works = {"name": "The ditch", "entry": "earthworks", "size": 3}
    (page,) = pages_of(make(units=[works, unit("Ghosts", entry="nobody")]), "cards")
    assert {"The ditch", "Ghosts"} <= set(_texts(page))


def test_a_long_card_continues_on_a_second_one(make: Make, unit: Keys) -> None:
    """The type is not made smaller to avoid that."""
    report = make(units=[unit("Large", options=["rifles"])])
    (page,) = pages_of(report, "cards", large=True)
    assert_clear([page], 9.0 * 1.25)
    assert _texts(page).count("Large") == 2
    assert {"1 of 2", "2 of 2"} <= set(_texts(page))
    assert _texts(page).count("Heavy") == 2, "the heads stand over the rest of the table too"


def test_cards_in_the_other_orientation_have_about_the_same_shape(make: Make, unit: Keys) -> None:
    report = make(units=[{"name": f"Ditch {number}", "entry": "earthworks", "size": 1} for number in range(10)])
    upright, turned = pages_of(report, "cards"), pages_of(report, "cards", landscape=True)
    assert [sum("Ditch" in text for text in _texts(page)) for page in upright] == [8, 2]
    assert [sum("Ditch" in text for text in _texts(page)) for page in turned] == [9, 1]


def test_cut_marks_are_at_the_corners_of_every_card(make: Make, unit: Keys) -> None:
    (page,) = pages_of(make(units=[unit("One"), unit("Two")]), "cards")
    corners = {(round(mark.x), round(mark.y)) for mark in page.marks if isinstance(mark, ShapeMark)}
    side, top = page.paper.side, page.paper.top
    assert (round(side), round(top)) in corners
    assert len({x for x, _ in corners}) >= 3


def test_prices_can_be_hidden(make: Make, unit: Keys) -> None:
    report = make(units=[unit("Priced", options=["rifles"])])
    assert "60" in _texts(pages_of(report, "cards")[0])
    assert "60" not in _texts(pages_of(report, "cards", hide_points=True)[0])


@pytest.mark.slow
def test_odd_and_very_long_names_fit(odd_texts: Report) -> None:
    for options in ({}, {"large": True}, {"paper": "letter", "landscape": True}):
        assert_clear(pages_of(odd_texts, "cards", **options), 9.0)


def test_a_shortened_name_is_in_full_at_the_end(make: Make, unit: Keys) -> None:
    name = "Word " * 60
    pages = pages_of(make(units=[unit(name)]), "cards")
    assert "Full texts" in _texts(pages[-1])
    assert _content(pages[-1]).count("Word") > 60


def test_formations_are_bookmarked_once(make: Make, brigade: Keys) -> None:
    division = {"level": "division", "name": "Light", "formations": [brigade("A", 9), brigade("B", 1)]}
    pages = pages_of(make(formations=[division]), "cards")
    found = [(mark.level, mark.title) for page in pages for mark in page.marks if isinstance(mark, Bookmark)]
    assert found == [(0, "Cards"), (2, "Brigade A"), (2, "Brigade B")]


def test_a_ruleset_without_tables_has_no_cards(make: Make, unit: Keys) -> None:
    pages = sheet_pages(make(units=[unit("Alone")]), LAYOUTS["cards"], PrintOptions(), None)
    assert not any(words(page) for page, _ in pages)


def test_a_layout_sets_the_number_of_cards_on_a_page(make: Make, unit: Keys) -> None:
    block = replace(LAYOUTS["cards"].body[0], across=1, down=2)
    layout = replace(LAYOUTS["cards"], body=(block,))
    assert len(pages_of(make(units=[unit("A"), unit("B"), unit("C")]), "cards", layout)) == 2
