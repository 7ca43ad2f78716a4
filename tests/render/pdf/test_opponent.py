"""The sheets for the opponent: one page with every calculation, or pages without points and reserves."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.examples import sampled
from tests.render.pdf.conftest import LAYOUTS, assert_clear, pages_of, words

from orbat.data import folders
from orbat.data.library import Library
from orbat.documents.read import read_raw
from orbat.model.sheet import PrintOptions
from orbat.pipeline import check
from orbat.printing import print_sheets
from orbat.render.pdf.flow import Page
from orbat.report.redacted import without_reserves
from orbat.report.report import Report

Make = Callable[..., Report]
Keys = Callable[..., dict[str, Any]]

STARTERS = sorted((folders.shipped() / "templates/orbats/days_of_empire/starters").glob("*.yaml"))


def text(pages: list[Page]) -> str:
    return "\n".join(word.text for page in pages for word in words(page))


@pytest.mark.parametrize("path", sampled(STARTERS, 2), ids=lambda path: path.stem)
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
    small, large = (
        make(title="Army", formations=[brigade("Adams", 2), *(brigade(f"B{number}", 2) for number in range(count))])
        for count in (0, 60)
    )
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


def test_both_players_sign_with_the_date(make: Make, brigade: Keys) -> None:
    content = text(pages_of(make(formations=[brigade("Adams", 2)]), "opponent")).split("\n")
    place = content.index("Agreed")
    assert content[place + 1 : place + 5] == ["player", "date", "opponent", "date"]


@pytest.mark.slow
def test_the_largest_usual_armies_fit_on_one_page(library: Library) -> None:
    """The armies with the most units of each ruleset, on both papers."""
    paths = sorted((folders.shipped() / "templates/orbats").glob("*/*/*.yaml"))
    largest: dict[str, list[Report]] = {}
    for report in (check(path, library) for path in paths):
        assert report.book
        usual = report.book.ruleset.rules.usual_size
        if usual and report.total <= usual.max:
            largest.setdefault(report.book.ruleset.id, []).append(report)
    assert len(largest) == 4
    for reports in largest.values():
        for report in sorted(reports, key=lambda one: len(one.rows))[-5:]:
            for paper in ("a4", "letter"):
                (page,) = pages_of(report, "opponent", paper=paper)
                content = text([page])
                assert all(row.points in content for row in report.rows if row.sort == "formation")


def test_equal_units_are_merged_and_then_unnamed_to_stay_on_one_page(make: Make, unit: Keys) -> None:
    """Some sums have one line each, and with more units, equal ones share a line. Points are never left out."""
    few, more = (
        make(game_size=2500, units=[unit(f"{number}th Foot", size=8 + number % 9) for number in range(count)])
        for count in (30, 75)
    )
    assert "29th Foot" in text(pages_of(few, "opponent"))
    (page,) = pages_of(more, "opponent")
    assert "9 × Line infantry with rifle-musket" in text([page])
    assert "29th Foot" not in text([page]).split("\n")
    assert more.rows[0].points in text([page])


@pytest.mark.slow
def test_an_optional_block_has_no_page_of_its_own(make: Make, brigade: Keys) -> None:
    """The QR code is omitted if it would be the only block of a further page."""
    for count in range(30, 120, 15):
        pages = pages_of(make(title="Army", formations=[brigade("Adams", count)]), "opponent")
        last = text(pages[-1:])
        assert "The ORBAT as text" not in last or "Army total" in last or "Adams" in last, count


def test_the_attachment_for_the_opponent_has_no_notes(make: Make, brigade: Keys, library: Library) -> None:
    report = make(note="Secret plan", tags=["secret"], formations=[brigade("A", 1, note="Secret too")])
    for sheet, hidden in (("opponent", True), ("opponent_hidden", True), ("orbat", False)):
        raw = print_sheets(report, [LAYOUTS[sheet]], PrintOptions(), library)
        attached = read_raw(raw, "sheet.pdf", library)[0].orbat
        assert attached
        assert (attached.note == "") == hidden
        assert (attached.formations[0].note == "") == hidden
        assert (attached.tags == ()) == hidden
