"""Labels for bases and movement trays: their sizes, texts and flags."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.render.pdf.conftest import Make, assert_clear, pages_of, words

from orbat.model.national_flag import FlagCross, NationalFlag
from orbat.render.pdf.flags import flag_marks
from orbat.render.pdf.flow import Page
from orbat.render.pdf.marks import ColourArea, Frame, ShapeMark

Keys = Callable[..., dict[str, Any]]
MM = 72 / 25.4


def _outlines(pages: list[Page]) -> list[tuple[float, float]]:
    """The sizes of the cut lines in millimetres. Small frames belong to signs and flags."""
    frames = [one for page in pages for one in page.marks if isinstance(one, Frame) and one.height > 9 * MM]
    return [(round(one.width / MM, 2), round(one.height / MM, 2)) for one in frames]


def test_each_unit_and_general_has_a_label_in_the_size_of_its_base(make: Make, brigade: Keys) -> None:
    report = make(title="Two", formations=[brigade("Adams", 2)], units=[{"entry": "earthworks", "size": 2}])
    pages = pages_of(report, "labels")
    assert _outlines(pages) == [(25, 25)] * 3, "bases of 1 inch, DOE 4.1; works have no label"
    texts = " ".join(word.text for word in words(pages[0]))
    assert "General Adams" in texts
    assert "class 3 Adams 1 15 stands, rifles, Brigade Adams" in texts
    assert_clear(pages, 8.0)


@pytest.mark.parametrize("sheet", ["labels", "trays"])
def test_labels_of_a_chosen_size(make: Make, brigade: Keys, sheet: str) -> None:
    report = make(title="Chosen", formations=[brigade("Adams", 2)])
    assert _outlines(pages_of(report, sheet, label_size=(40, 20))) == [(40, 20)] * 3
    wide = pages_of(report, sheet, label_size=(200, 30))
    assert all(width <= 210 and height == 30 for width, height in _outlines(wide))
    assert_clear(wide, 8.0)


def test_tray_labels_are_80_by_12_mm(make: Make, brigade: Keys) -> None:
    assert _outlines(pages_of(make(title="T", formations=[brigade("Adams", 1)]), "trays")) == [(80, 12)] * 2


def test_details_that_do_not_fit_are_omitted_from_the_end(make: Make, unit: Keys) -> None:
    one = {"level": "brigade", "name": "of a very long name " * 3, "units": [unit("20th Foot", options=["rifles"])]}
    texts = [word.text for word in words(pages_of(make(title="L", formations=[one]), "labels", label_size=(20, 15))[0])]
    assert "stands, rifles" in texts
    assert not any("very long" in text for text in texts)


def test_a_small_label_has_the_whole_name_before_anything_else(make: Make, unit: Keys) -> None:
    report = make(title="L", units=[unit("23rd Royal Welch Fusiliers"), unit("20th")])
    (page,) = pages_of(report, "labels", label_size=(20, 10))
    texts = [word.text for word in words(page)]
    assert "Full texts" not in texts
    assert "23rd Royal Welch Fusiliers" in " ".join(texts)
    assert_clear([page], 8.0)


def test_flags_have_colours_or_patterns() -> None:
    flag = NationalFlag(vertical=("blue", "white", "red"))
    coloured = [mark for mark in flag_marks(flag, 0.0, 0.0, 10.0, black=False) if isinstance(mark, ColourArea)]
    assert [mark.colour for mark in coloured] == ["blue", "white", "red"]
    assert [(mark.x, mark.right) for mark in coloured] == [(0, 5), (5, 10), (10, 15)]
    black = flag_marks(flag, 0.0, 0.0, 10.0, black=True)
    assert {mark.colour for mark in black if isinstance(mark, ColourArea)} == {"white"}
    lines = [mark for mark in black if isinstance(mark, ShapeMark)]
    assert lines, "blue has level lines, red has upright ones"
    assert {mark.bottom - mark.top > 0 for mark in lines if mark.x < 4.9} == {False}
    assert {mark.right - mark.x > 0 for mark in lines if mark.x > 9.9} == {False}


@pytest.mark.parametrize("black", [False, True])
@pytest.mark.parametrize("shape", ["upright", "nordic", "saltire"])
def test_crosses_stay_inside_the_flag(shape: Any, black: bool) -> None:
    flag = NationalFlag(
        horizontal=("green", "gold"), crosses=(FlagCross(shape=shape, colour="red", width=30),), canton="black"
    )
    for mark in flag_marks(flag, 0.0, 0.0, 10.0, black=black):
        assert -0.3 <= mark.x <= mark.right <= 15.3
        assert -0.3 <= mark.top <= mark.bottom <= 10.3
