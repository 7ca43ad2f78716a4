"""The sheets for the opponent: one page with every calculation, or pages without points and reserves."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.examples import sampled
from tests.render.pdf.conftest import assert_clear, pages_of, words

from orbat.data import folders
from orbat.data.library import Library
from orbat.pipeline import check
from orbat.render.pdf.flow import Page
from orbat.report.redacted import without_reserves
from orbat.report.report import Report

Make = Callable[..., Report]
Keys = Callable[..., dict[str, Any]]

STARTERS = sorted((folders.shipped() / "templates/orbats/days_of_empire/starters").glob("*.yaml"))


def text(pages: list[Page]) -> str:
    return "\n".join(word.text for page in pages for word in words(page))


@pytest.mark.parametrize("path", sampled(STARTERS, 5), ids=lambda path: path.stem)
def test_a_usual_army_fits_on_one_page_with_every_calculation(library: Library, path: Any) -> None:
    report = check(path, library)
    pages = pages_of(report, "opponent")
    assert len(pages) == 1
    assert_clear(pages)
    content = "".join(text(pages).split())
    for row in report.rows:
        assert "".join(row.reason.split()) in content
        assert "".join(row.commander_reason.split()) in content
        assert row.points in content


def test_the_qr_code_is_dropped_before_a_second_page_is_needed(library: Library) -> None:
    """The sheet then has one page, with the check code."""
    small, full = (check(path, library) for path in STARTERS if path.stem in ("british_400", "sardinian_1200"))
    assert "The ORBAT as text" in text(pages_of(small, "opponent"))
    content = text(pages_of(full, "opponent"))
    assert "The ORBAT as text" not in content
    assert "Check code" in content


def test_a_sheet_of_two_pages_has_the_usual_type_and_all_blocks(make: Make, brigade: Keys) -> None:
    """Nothing is made smaller or dropped if the sheet needs a second page anyway."""
    small, large = (make(title="Army", formations=[brigade("Adams", count)]) for count in (3, 80))
    (one,), several = pages_of(small, "opponent"), pages_of(large, "opponent")
    assert len(several) > 1
    assert "Points by arm" in text(several)
    sizes = [{word.style.size for word in words(page) if word.text == "Adams 1"} for page in (one, several[0])]
    assert sizes[0] == sizes[1]


def test_the_player_s_notes_are_not_for_the_opponent(make: Make, brigade: Keys, unit: Keys) -> None:
    report = make(
        note="Secret plan", formations=[brigade("A", 0, note="Secret too", units=[unit("7th", note="Secret")])]
    )
    for sheet in ("opponent", "opponent_hidden"):
        assert "Secret" not in text(pages_of(report, sheet))


def test_the_hidden_sheet_has_neither_points_nor_reserves(make: Make, brigade: Keys) -> None:
    whole = make(title="Army", formations=[brigade("Adams", 2), brigade("Held", 1, off_board=True)])
    content = text(pages_of(without_reserves(whole), "opponent_hidden"))
    assert "Adams 2" in content
    assert "Line infantry with rifle-musket" in content
    assert "Held" not in content
    assert not re.search(r"\b(?:240|150|90|60|30)\b|Total|total", content)
