"""Cards: one for each unit or for identical units, with boxes and the relevant rows of tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.render.pdf.conftest import LAYOUTS, Make, assert_clear, pages_of, words

from orbat.model.sheet import PrintOptions
from orbat.render.pdf.blocks.forms import BAR
from orbat.render.pdf.flow import Page
from orbat.render.pdf.marks import Bookmark, Frame, ShapeMark, TextMark
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


@pytest.mark.parametrize(("units", "count"), [(4, 1), (5, 2)])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_four_battalions_to_a_page(make: Make, unit: Keys, units: int, count: int, paper: Any) -> None:
    """A battalion with rifles needs one card on either paper."""
    battalions = [unit(f"{number}th Foot", options=["rifles"]) for number in range(units)]
    pages = pages_of(make(title="Four", units=battalions), "cards", paper=paper, own_cards=True)
    assert len(pages) == count
    assert_clear(pages, 9.0)
    texts = [text for page in pages for text in _texts(page)]
    assert [texts.count(f"{number}th Foot") for number in range(units)] == [1] * units
    assert "1 of 2" not in texts


@pytest.mark.parametrize(("units", "cards"), [(5, 1), (6, 2)])
def test_identical_units_share_a_card_while_it_has_room(make: Make, unit: Keys, units: int, cards: int) -> None:
    battalions = [unit(f"{number}th Foot", options=["rifles"]) for number in range(units)]
    pages = pages_of(make(title="Shared", units=[*battalions, unit("Larger", options=["rifles"], size=16)]), "cards")
    texts = [text for page in pages for text in _texts(page)]
    assert texts.count("Line infantry with rifle-musket") == cards
    assert [texts.count(f"{number}th Foot") for number in range(units)] == [1] * units
    assert texts.count("first fire") == units + 1, "boxes for each unit"
    assert texts.count("Larger") == 1
    assert "60 each" in texts
    assert "1 of 2" not in texts, "with too many units, a second card, not a second face"
    assert_clear(pages, 9.0)


def test_modifiers_for_all_troops_are_on_cards_with_room(make: Make, unit: Keys, gun: dict[str, Any]) -> None:
    battalions = [unit(f"{number}th Foot", options=["rifles"]) for number in range(5)]
    (one,) = pages_of(make(units=battalions[:1]), "cards")
    assert "Routing +3" in _content(one)
    assert "Charging (once) +2" in _content(one)
    (shared,) = pages_of(make(units=battalions), "cards")
    assert "Routing +3" not in _content(shared)
    assert "Class 3 −1" in _content(shared)
    (guns,) = pages_of(make(units=[gun]), "cards")
    assert "Below 50% of start −2" in _content(guns)
    assert "Charging" not in _content(guns), "guns cannot charge"


def test_a_unit_left_over_has_a_card_with_its_own_name(make: Make, unit: Keys) -> None:
    """Two battalions share a poker card of several faces, and the third has its own."""
    battalions = [unit(f"{number}th Foot", options=["rifles"]) for number in range(3)]
    pages = pages_of(make(units=battalions), "cards", card_size="poker")
    texts = [text for page in pages for text in _texts(page)]
    assert [texts.count(f"{number}th Foot") for number in range(3)] == [1, 1, 2]
    assert texts.count("60 each") == 2
    assert texts.count("60") == 2


def test_a_card_has_a_box_for_each_stand_and_its_thresholds_in_words(make: Make, unit: Keys) -> None:
    (page,) = pages_of(make(units=[unit("Foot", size=12), unit("Small", entry="brit_line", size=4)]), "cards")
    frames = [mark for mark in page.marks if isinstance(mark, Frame)]
    boxes = [box for box in frames if not box.solid and box.width == pytest.approx(box.height) and box.width > 9]
    assert len(boxes) == 12 + 4
    assert len([box for box in boxes if box.dashed]) == 2 + 2, "17.5.8: removed at 2 stands"
    bars = [bar for bar in frames if bar.solid and bar.width == BAR]
    assert len(bars) == 2 + 1, "a unit of 4 stands is removed before it is under half"
    assert "under half: 5 · removed at: 2" in _content(page)
    assert _content(page).count("removed at: 2") == 2


def test_losses_are_crossed_on_a_shared_card(make: Make, unit: Keys) -> None:
    report = make(units=[unit("Red"), unit("Grey")])
    losses = ((("units", 1), 3),)
    (page,) = pages_of(report, "cards", losses=losses, boxes="as-is")
    (clean,) = pages_of(report, "cards", losses=losses)
    assert len(page.marks) == len(clean.marks) + 2 * 3, "two strokes for each lost stand"


def test_poker_cards_are_63_by_88_mm_and_split_no_word(make: Make, unit: Keys, gun: dict[str, Any]) -> None:
    report = make(units=[unit("Rifles", options=["rifles"]), gun])
    (page,) = pages_of(report, "cards", card_size="poker")
    corners = {
        (round(mark.x - page.paper.side), round(mark.y - page.paper.top))
        for mark in page.marks
        if isinstance(mark, ShapeMark)
    }
    assert {(0, 0), (179, 0), (357, 0), (0, 249)} <= corners
    assert "Point blank" in _texts(page)
    assert_clear([page], 8.0)


def test_blank_cards_have_lines_for_the_tables_of_the_ruleset(make: Make, unit: Keys) -> None:
    (page,) = pages_of(make(units=[unit("Only")]), "cards", blank_cards=2)
    (one,) = pages_of(make(units=[unit("Only")]), "cards")
    added = Counter(_texts(page)) - Counter(_texts(one))
    assert added["Movement"] == added["Morale"] == added["Close assault"] == 2
    assert added["first fire"] == added["routed before"] == 2
    assert_clear([page], 9.0)


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_cut_marks_end_above_the_foot(make: Make, unit: Keys, paper: Any) -> None:
    (page,) = pages_of(make(units=[unit("Only")]), "cards", paper=paper, blank_cards=2)
    foot = max(words(page), key=lambda word: word.bottom)
    lowest = max(mark.bottom for mark in page.marks if not isinstance(mark, TextMark))
    assert lowest + 3.0 < foot.top


def test_a_battalion_s_card_has_its_own_rows_only(make: Make, unit: Keys) -> None:
    (page,) = pages_of(make(units=[unit("Rifles", options=["rifles"])]), "cards")
    content = _content(page)
    assert "class 3 (good), 15 stands, rifles" in content
    assert "Class 3 −1" in content
    assert "4 3 3456H 234H 56HH 234H 56HH 23456H 456H 56H" in content, "a rifled musket at 3 inches"
    assert "Square v. cavalry +6" in content
    for another in ("Class 4", "Crew", "Siege", "Wagons", "Frontal charge"):
        assert another not in content


def test_a_card_shows_abilities_unless_they_need_another_card(make: Make, unit: Keys, gun: dict[str, Any]) -> None:
    (page,) = pages_of(make(units=[gun]), "cards")
    assert "evade, by hand, no charge" in _content(page)
    report = make(units=[unit("Rifles", options=["rifles"])])
    (page,) = pages_of(report, "cards")
    assert "15 stands, rifles, square, skirmish" in _content(page)
    small = replace(LAYOUTS["cards"].body[0], across=2, down=4)
    page, *_ = pages_of(report, "cards", replace(LAYOUTS["cards"], body=(small,)))
    assert "15 stands, rifles" in _content(page)


def test_a_card_shows_history_if_it_fits(make: Make, unit: Keys) -> None:
    """At the bottom, or else in the last line of the description. It never needs another line there."""
    units = [
        unit("7th Royal Fusiliers", options=["rifles"]),
        {"name": "E Field Battery", "entry": "brit_field_battery", "size": 3},
    ]
    general = {"name": "Sir Colin Campbell", "quality": "capable"}
    reserve = {"level": "brigade", "name": "Reserve", "commander": general, "units": units}
    (page,) = pages_of(make(date="1854-09", formations=[reserve]), "cards")
    content = _content(page)
    assert "Historically Highland Brigade, 1st Division, with the army 1854-06 to" in content
    assert content.count("istorically") == 3
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
    assert "General, capable (3), command radius 16 inches" in _content(page)
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


def test_works_have_no_card_and_unknown_entries_a_small_one(make: Make, unit: Keys) -> None:
    works = {"name": "The ditch", "entry": "earthworks", "size": 3}
    (page,) = pages_of(make(units=[works, unit("Ghosts", entry="nobody")]), "cards")
    assert "Ghosts" in _texts(page)
    assert "The ditch" not in _texts(page)


def test_a_long_card_continues_on_others(make: Make, unit: Keys) -> None:
    """The type is not made smaller to avoid that."""
    report = make(units=[unit("Large", options=["rifles"])])
    small = replace(LAYOUTS["cards"], body=(replace(LAYOUTS["cards"].body[0], across=2, down=4),))
    (page,) = pages_of(report, "cards", small, large=True)
    assert_clear([page], 9.0 * 1.25)
    assert _texts(page).count("Large") == 3
    assert {"1 of 3", "2 of 3", "3 of 3"} <= set(_texts(page))


def test_cards_in_the_other_orientation_have_about_the_same_shape(make: Make, unit: Keys) -> None:
    report = make(units=[unit(f"Ghost {number}", entry="nobody") for number in range(5)])
    upright, turned = pages_of(report, "cards"), pages_of(report, "cards", landscape=True)
    assert [sum("Ghost" in text for text in _texts(page)) for page in upright] == [4, 1]
    assert [sum("Ghost" in text for text in _texts(page)) for page in turned] == [3, 2]


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
    whole: tuple[dict[str, Any], ...] = (
        {},
        {"large": True},
        {"paper": "letter", "landscape": True},
        {"own_cards": True},
    )
    for options in whole:
        assert_clear(pages_of(odd_texts, "cards", **options), 9.0)
    small: tuple[dict[str, Any], ...] = (
        {},
        {"large": True, "blank_cards": 1},
        {"landscape": True, "own_cards": True},
    )
    for options in small:
        assert_clear(pages_of(odd_texts, "cards", card_size="poker", **options), 8.0)


def test_a_shortened_name_is_in_full_at_the_end(make: Make, unit: Keys) -> None:
    name = "Word " * 60
    pages = pages_of(make(units=[unit(name)]), "cards")
    assert "Full texts" in _texts(pages[-1])
    assert _content(pages[-1]).count("Word") > 60


def test_formations_are_bookmarked_once(make: Make, brigade: Keys) -> None:
    division = {"level": "division", "name": "Light", "formations": [brigade("A", 9), brigade("B", 1)]}
    pages = pages_of(make(formations=[division]), "cards", own_cards=True)
    found = [(mark.level, mark.title) for page in pages for mark in page.marks if isinstance(mark, Bookmark)]
    assert found == [(0, "Cards"), (2, "Brigade A"), (2, "Brigade B")]


def test_a_ruleset_without_tables_has_no_cards(make: Make, unit: Keys) -> None:
    pages = sheet_pages(make(units=[unit("Alone")]), LAYOUTS["cards"], PrintOptions(), None)
    assert not any(words(page) for page, _ in pages)


def test_a_layout_sets_the_number_of_cards_on_a_page(make: Make, unit: Keys) -> None:
    block = replace(LAYOUTS["cards"].body[0], across=1, down=2)
    layout = replace(LAYOUTS["cards"], body=(block,))
    assert len(pages_of(make(units=[unit("A"), unit("B"), unit("C")]), "cards", layout, own_cards=True)) == 2


def test_cards_of_undiced_generals_name_the_qualities(make: Make, brigade: Keys) -> None:
    """The modifiers depend on the quality, DOE 14.1: one row for a known quality, and one for each otherwise."""
    known = _content(pages_of(make(formations=[brigade("Adams", 1)]), "cards")[0])
    assert "Attached +1" in known
    assert "Attached, exceptional" not in known
    general = {"name": "Buller"}
    undiced = _content(pages_of(make(formations=[brigade("Adams", 1, commander=general)]), "cards")[0])
    assert "Attached, exceptional +2 · Attached, capable +1" in undiced
    assert "Rallying, exceptional (not routing) −3" in undiced


def test_notes_for_commanders_are_on_their_cards(sized_army: Report) -> None:
    page = pages_of(sized_army, "cards")[0]
    assert _content(page).count("takes 1 hit off one unit within 5 cm") == 1
    assert _content(page).count("always causes at least 1 hit") == 1


@pytest.fixture
def sized_army(make: Make) -> Report:
    units = [{"name": "IR1", "entry": "pr_musketeer", "size": "standard", "rating": "standard"}]
    one = {"level": "brigade", "name": "A", "commander": {"name": "Wedell"}, "units": units}
    return make(ruleset="honours_of_war", army_list="prussian", formations=[one])
