"""The printed roster."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.examples import sampled
from tests.render.pdf.conftest import assert_clear, pages_of, words

from orbat.render.pdf.flow import Page
from orbat.render.pdf.marks import Frame, ShapeMark
from orbat.report.report import Report

Make = Callable[..., Report]
Keys = Callable[..., dict[str, Any]]


def text(page: Page) -> str:
    return " ".join(word.text for word in words(page))


def boxes(page: Page) -> list[Frame]:
    """The loss boxes. Boxes for states are smaller."""
    frames = [mark for mark in page.marks if isinstance(mark, Frame) and not mark.solid]
    return [one for one in frames if one.width == pytest.approx(one.height) and one.width > 8]


@pytest.fixture
def army(make: Make, unit: Keys, brigade: Keys) -> Report:
    units = [
        unit("Foot", size=12, rating=2, options=["rifles"], note="A note."),
        unit("Horse", size=4, entry="brit_light_cavalry"),
        unit("Guns", size=3, entry="brit_field_battery", rating=None),
        unit("Works", size=60, entry="earthworks", rating=None),
    ]
    division = {
        "level": "division",
        "name": "2nd Division",
        "commander": {"name": "Evans"},
        "formations": [brigade("Adams", 0, units=units, off_board=True)],
    }
    return make(title="Sample", commander={"name": "Lord Raglan"}, formations=[division])


def test_a_brigade_has_its_formation_and_commander(army: Report) -> None:
    content = text(pages_of(army, "roster")[0])
    for what in (
        "2nd Division 833 points",
        "Brigade Adams 2nd Division",
        "off the board",
        "General Adams, capable, dice 3",
        "Evans, not diced inept (1) capable (2–5) exceptional (6)",
        "Lord Raglan, capable, the player",
        "command radius: 16 inches [DOE 14.2]",
        "Foot Line infantry with rifle-musket, rifles",
        "2 12 stands 36",
        "under half: 5 · removed at: 2",
        "shaken disordered routing first fire close assault routed before",
        "Horse Light Brigade regiment, cavalry skirmish, dismount, squadrons 3 4 stands 32",
        "removed at: 1",
        "Guns evade, by hand, no charge under half: 1 3 guns 105",
        'Works Earthworks or field defences 240 inches of works 60 4" lengths 600',
        "A note.",
    ):
        assert what in content, (what, content)


def test_there_is_a_box_for_each_stand_and_none_for_works(army: Report) -> None:
    """Units have 12 stands, 4 guns and 3 guns. Infantry is removed at 2 stands, cavalry at 1."""
    found = boxes(pages_of(army, "roster")[0])
    assert len(found) == 12 + 4 + 3
    assert sum(box.dashed for box in found) == 2 + 1


def test_the_key_explains_each_mark_once(army: Report) -> None:
    content = text(pages_of(army, "roster")[0])
    for what in ("[DOE 18.2]", "[DOE 17.5.8]", "[DOE 14.2]", "may form square, at size 4 or more [DOE 12.3]"):
        assert content.count(what) == 1, what
    assert "volley" not in content, "nobody here may"


def test_history_of_units_and_generals_is_printed_if_it_fits(make: Make, unit: Keys, brigade: Keys) -> None:
    """Beside the lines of a unit and of a general. Long histories are shortened, and names never."""
    units = [
        unit("7th Royal Fusiliers", note="Colours captured at the last battle"),
        unit("C Troop RHA", entry="brit_rha_troop", size=3, rating=None),
    ]
    reserve = brigade("Reserve", 0, units=units, commander={"name": "Sir Colin Campbell", "quality": "capable"})
    army = make(date="1854-09", formations=[reserve])
    content = text(pages_of(army, "roster")[0])
    for what in (
        "historically 1st Brigade, Light Division",
        "historically Light Division",
        "historically Highland Brigade, 1st Division, with the army 1854-06 to",
    ):
        assert content.count(what) == 1, what
    small = text(pages_of(army, "roster", large=True, paper="letter")[0])
    assert "7th Royal Fusiliers" in small
    assert "historically 1st Brigade" not in small


def test_losses_are_crossed_if_requested(army: Report) -> None:
    losses = ((("formations", 0, "formations", 0, "units", 0), 3),)

    def strokes(**options: Any) -> int:
        page = pages_of(army, "roster", losses=losses, **options)[0]
        left = next(word.x for word in words(page) if word.text == "losses")
        return sum(isinstance(mark, ShapeMark) and mark.x > left for mark in page.marks)

    assert strokes(boxes="as-is") == 3 * 2
    assert strokes(boxes="clean") == 0


def test_hidden_points_and_notes_are_not_printed(army: Report) -> None:
    content = text(pages_of(army, "roster", hide_points=True, notes=False)[0])
    assert "points" not in content.replace("800 points", "")
    assert "rifles square, skirmish 2 12 stands under half" in content
    assert "A note." not in content


@pytest.mark.parametrize("first", range(1, 8))
def test_small_brigades_stay_on_one_page_and_others_continue(make: Make, brigade: Keys, first: int) -> None:
    """Brigades of two battalions are kept together. Of a larger one, at least two rows continue."""
    sizes = [first, *(2 + number % 4 for number in range(9))]
    formations = [brigade(name, size) for name, size in zip("ABCDEFGHIJ", sizes, strict=True)]
    pages = pages_of(make(title="Brigades", formations=formations), "roster")
    assert len(pages) > 1
    for page in pages[1:]:
        continued = [word.text.removeprefix("Brigade ")[0] for word in words(page) if word.text.endswith(", continued")]
        for letter in continued:
            assert sizes["ABCDEFGHIJ".index(letter)] > 2
            assert sum(word.text.startswith(f"{letter} ") for word in words(page)) >= 2


def test_pages_are_filled_except_the_last(make: Make, brigade: Keys) -> None:
    pages = pages_of(make(title="Brigades", formations=[brigade(name, 3) for name in "ABCDEFGHIJKLMNOP"]), "roster")
    for page in pages[:-1]:
        lowest = max(word.bottom for word in words(page)[:-2])
        assert lowest > 0.8 * page.paper.height


def test_stands_that_do_not_shoot_are_advised(make: Make, unit: Keys) -> None:
    """17.3: stands shoot in fours, and two or three that remain; a single one does not."""
    page, *_ = pages_of(make(units=[unit("Foot", size=size) for size in (12, 13, 14, 16)]), "roster")
    assert text(page).count("1 stand does not shoot") == 1


def test_a_long_name_is_whole_above_the_rest_of_its_brigade(make: Make, brigade: Keys) -> None:
    pages = pages_of(
        make(title="Long", formations=[brigade("of the Guards and the Grenadiers of the Line", 40)]), "roster"
    )
    assert "of the Guards and the Grenadiers of the Line, continued" in text(pages[1])


def test_the_title_is_never_alone_on_a_page(make: Make, brigade: Keys) -> None:
    """A formation of 24 battalions would fit on the next page, but not below the title."""
    first, second = pages_of(make(title="Large", formations=[brigade("Large", 24)]), "roster")
    assert "Large 1" in [word.text for word in words(first)]
    assert "Brigade Large, continued" in text(second)


def test_with_whole_pages_each_brigade_has_one(make: Make, brigade: Keys) -> None:
    report = make(title="Brigades", formations=[brigade(name, 2) for name in "ABC"])
    usual = pages_of(report, "roster")
    assert all(f"Brigade {name}" in text(usual[0]) for name in "ABC")
    pages = pages_of(report, "roster", whole_pages=True)
    assert [f"Brigade {name}" in text(page) for page, name in zip(pages, "ABC", strict=False)] == [True] * 3
    assert "Brigade B" not in text(pages[0]) + text(pages[2])
    assert_clear(pages)


def test_a_brigade_of_several_pages_is_marked_as_continued(make: Make, brigade: Keys) -> None:
    pages = pages_of(make(title="Long", formations=[brigade("Eighty", 80)]), "roster")
    assert_clear(pages)
    assert len(pages) > 2
    assert all("Brigade Eighty, continued" in text(page) for page in pages[1:])
    assert sum(len(boxes(page)) for page in pages) == 80 * 15


def test_an_empty_army_has_no_roster(make: Make) -> None:
    assert pages_of(make(title="Empty"), "roster") == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("landscape", sampled([False, True], 1))
@pytest.mark.parametrize("options", [{}, {"large": True}, {"whole_pages": True, "hide_points": True}])
def test_odd_texts_fit(odd_texts: Report, paper: str, landscape: bool, options: dict[str, Any]) -> None:
    pages = pages_of(odd_texts, "roster", paper=paper, landscape=landscape, **options)
    assert_clear(pages)


def test_what_comes_with_a_unit_is_below_its_name(make: Make) -> None:
    """The kind of troops is shortened, because what comes with it follows."""
    units = [
        {"name": "Sappers", "entry": "brit_engineers", "size": 1},
        {"name": "Battery", "entry": "brit_field_battery", "size": 1},
    ]
    (page,) = pages_of(make(units=units), "roster")
    content = " ".join(" ".join(word.text for word in words(page)).split())
    assert "Miners, engineer officer, with 6 pioneers, 1 pontoon bridge, 1 wagon" in content
    assert "with 1 limber team of 4 horses" in content
    assert "each unit has one" not in content, "there are neither foot nor horse"


@pytest.mark.slow
def test_ninety_units_in_thirty_brigades_take_seven_pages(make: Make, brigade: Keys) -> None:
    report = make(title="Large", formations=[brigade(f"No. {number}", 3) for number in range(30)])
    pages = pages_of(report, "roster")
    assert len(pages) <= 7
    assert_clear(pages)


def test_the_key_says_what_the_boxes_mean(army: Report) -> None:
    content = " ".join(text(page) for page in pages_of(army, "roster"))
    for what in (
        "cross off losses",
        "when a box after the bar is crossed off, the unit is under half strength [DOE",
        "when only boxes of this kind are left, the unit is removed [DOE",
    ):
        assert what in content
