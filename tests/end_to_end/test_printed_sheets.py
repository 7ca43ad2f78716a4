"""Printed sheets: nothing is lost, cut off or wrong."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from tests.examples import sampled
from tests.render.pdf.conftest import assert_clear, words

from orbat.data.library import Library
from orbat.formats.orbat_file import read_orbat
from orbat.formats.text import plain_text
from orbat.model.sheet import Layout, PrintOptions
from orbat.pipeline import report_on
from orbat.printing import layouts, print_sheets, reference_for
from orbat.render.pdf.flow import Page
from orbat.render.pdf.foot import with_page_numbers
from orbat.render.pdf.marks import Frame
from orbat.render.pdf.marks import ShapeMark as Drawn
from orbat.render.pdf.render import sheet_pages
from orbat.report.report import Report

ROOT = Path(__file__).resolve().parents[2]
LIBRARY = Library(ROOT / "army_lists")
ALL = [layout for layout in layouts().values() if not layout.for_opponent]
PAPERS = [(paper, lies) for paper in ("a4", "letter") for lies in (False, True)]


def unit(name: str, **keys: Any) -> dict[str, Any]:
    return {"name": name, "entry": "brit_line", "size": 15, "rating": 3, **keys}


def army(units: list[dict[str, Any]], **keys: Any) -> Report:
    brigade = {"level": "brigade", "name": "Adams", "commander": {"name": "Henry Adams"}, "units": units}
    data = {"orbat": 1, "title": "Printed", "ruleset": "days_of_empire", "army_list": "british", "game_size": 800}
    return report_on("army.yaml", read_orbat(json.dumps({**data, "formations": [brigade], **keys})), LIBRARY)


def pages(report: Report, layout: Layout, **options: Any) -> list[Page]:
    sheets = sheet_pages(report, layout, PrintOptions(**options), reference_for(report, LIBRARY))
    return [page for page, _ in with_page_numbers(sheets)]


def printed(report: Report, *ids: str, **options: Any) -> PdfReader:
    wanted = [layouts()[one] for one in ids] if ids else ALL
    return PdfReader(io.BytesIO(print_sheets(report, wanted, PrintOptions(**options), LIBRARY)))


def text_of(reader: PdfReader) -> str:
    return "\n".join(page.extract_text() for page in reader.pages)


def run_on(text: str) -> str:
    return "".join(text.split())


NOTE = ("A note that goes on, with ½ a battery, № 3 and the rest of it. " * 10)[:600]
NAME = "Х" * 45 + "W" * 45


@pytest.mark.parametrize(("paper", "landscape"), sampled(PAPERS, 1))
def test_long_names_and_notes_fit_and_are_complete(paper: str, landscape: bool) -> None:
    """A note of 600 characters and a name of 90 without spaces."""
    report = army([unit(NAME, note=NOTE), unit("é ł 中", note="short")], note=NOTE)
    for layout in ALL:
        assert_clear(pages(report, layout, paper=paper, landscape=landscape))
    text = run_on(text_of(printed(report, "orbat", paper=paper, landscape=landscape)))
    assert run_on(NAME) in text
    assert text.count(run_on(NOTE)) == 2
    assert "éł[U+4E2D]" in text


@pytest.mark.parametrize(("paper", "landscape"), sampled(PAPERS, 2))
def test_sheets_fit_their_paper(paper: str, landscape: bool) -> None:
    """Every mark is within the margins, for both paper sizes and orientations."""
    report = army([unit(f"{number}th Foot") for number in range(1, 40)])
    for layout in ALL:
        assert_clear(pages(report, layout, paper=paper, landscape=landscape))


def test_units_are_not_split_and_headings_stay_with_a_unit() -> None:
    """The lines of a unit are on one page, and the heading of a brigade has a unit below it."""
    brigades = [
        {
            "level": "brigade",
            "name": f"Brig{number}",
            "commander": {"name": f"Leader {number}"},
            "units": [unit(f"Row {number}-{one}", note=f"Note {number}-{one} " * 8) for one in range(3)],
        }
        for number in range(12)
    ]
    report = army([], formations=brigades)
    for sheet in ("orbat", "roster"):
        for page in pages(report, layouts()[sheet]):
            lines = [word.text for word in words(page)]
            heads = {word for one in words(page) if one.style.face == "bold" for word in one.text.split()}
            joined = " ".join(lines)
            for number in range(12):
                here = [one for one in range(3) if any(line == f"Row {number}-{one}" for line in lines)]
                assert all(joined.count(f"Note {number}-{one} ") >= 7 for one in here), (sheet, number)
                assert here or f"Brig{number}" not in heads, (sheet, number)


def test_column_headings_are_repeated_on_each_page() -> None:
    """A brigade of three pages has its column headings and the page number on each."""
    report = army([unit(f"{number}th Foot") for number in range(1, 81)])
    found = pages(report, layouts()["orbat"])
    table = [page for page in found if any(word.text.endswith("th Foot") for word in words(page))]
    assert len(table) >= 3
    for page in table:
        assert {"name", "class", "size", "points"} <= {word.text for word in words(page)}
    for number, page in enumerate(found, 1):
        assert f"page {number} of {len(found)}" in {word.text for word in words(page)}


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "landscape"), sampled(PAPERS, 2))
def test_long_names_of_brigades_and_generals_stay_within_the_margins(paper: str, landscape: bool) -> None:
    """Names of 60 characters each."""
    brigade = {
        "level": "brigade",
        "name": "Brigade of the " + "very " * 9 + "long",
        "commander": {"name": "General " + "Montmorency-" * 4 + "Smith"},
        "units": [unit("33rd Foot")],
    }
    for layout in ALL:
        assert_clear(pages(army([], formations=[brigade]), layout, paper=paper, landscape=landscape))


def _colours(reader: PdfReader) -> set[bytes]:
    """The operands of all instructions that set a colour."""
    found: set[bytes] = set()
    for page in reader.pages:
        content = page.get_contents()
        assert content is not None
        data = content.get_data()
        assert b" gs" not in data, "no transparency"
        found |= {
            one for line in re.findall(rb"^(.*) (?:rg|RG|g|G|k|K|sc|SC)$", data, re.M) for one in line.split()[-3:]
        }
    return found


@pytest.mark.slow
def test_sheets_use_only_black_except_flags() -> None:
    """No backgrounds and no grey. With `black`, flags are black too, on white."""
    report = army([unit("33rd Foot")])
    with_flags = {"labels", "trays"}
    others = [layout.id for layout in ALL if layout.id not in with_flags]
    assert _colours(printed(report, *others)) <= {b"0"}
    assert b".8" in _colours(printed(report, *with_flags)), "red"
    assert _colours(printed(report, *with_flags, black=True)) <= {b"0", b"1"}


def test_sheets_keep_the_order_of_the_file() -> None:
    """The sheets and the text are not sorted."""
    names = ["Zulu", "Alpha", "Mike", "Bravo"]
    report = army([unit(name) for name in names])
    for text in (text_of(printed(report, "orbat")), text_of(printed(report, "roster")), plain_text(report)):
        places = [text.index(name) for name in names]
        assert places == sorted(places)


def _boxes(page: Page, size: int) -> tuple[int, int]:
    """Number of boxes beside the unit of that size, and number of crossed ones."""
    frames = [mark for mark in page.marks if isinstance(mark, Frame) and mark.width == mark.height and not mark.solid]
    row = max({frame.y for frame in frames}, key=lambda y: len([one for one in frames if one.y == y]))
    beside = [frame for frame in frames if frame.y == row]
    crosses = [mark for mark in page.marks if isinstance(mark, Drawn) and not mark.dashed and len(mark.points) == 2]
    crossed = [
        one
        for one in beside
        if any(one.x <= cross.x <= one.right and one.y <= cross.y <= one.bottom for cross in crosses)
    ]
    assert len(beside) == size
    return len(beside), len(crossed)


def test_losses_are_crossed_or_left_out() -> None:
    """3 losses of 12 are 3 crossed boxes and 9 empty ones. An option prints all boxes empty."""
    report = army([unit("33rd Foot", size=12)])
    lost: Mapping[Any, int] = {("formations", 0, "units", 0): 3}
    layout = layouts()["roster"]
    base = PrintOptions(losses=tuple(lost.items()))
    for boxes, crossed in (("as-is", 3), ("clean", 0)):
        made = sheet_pages(report, layout, replace(base, boxes=boxes), None)  # type: ignore[arg-type]  # both are ways
        assert _boxes(made[0][0], 12) == (12, crossed)


def test_each_brigade_can_have_its_own_page() -> None:
    """With the option `whole_pages`."""
    brigades = [
        {"level": "brigade", "name": name, "commander": {"name": name}, "units": [unit(f"{name} 1"), unit(f"{name} 2")]}
        for name in ("Adams", "Buller", "Codrington")
    ]
    found = pages(army([], formations=brigades), layouts()["roster"], whole_pages=True)
    having = [
        [name for name in ("Adams", "Buller", "Codrington") if f"{name} 1" in {w.text for w in words(page)}]
        for page in found
    ]
    assert [names for names in having if names] == [["Adams"], ["Buller"], ["Codrington"]]


def test_sheets_for_the_opponent_have_one_page_and_may_hide_points() -> None:
    """One sheet has every total. The other has neither points nor units off the board."""
    brigades = [
        {"level": "brigade", "name": "Shown", "commander": {"name": "A"}, "units": [unit("33rd Foot")]},
        {
            "level": "brigade",
            "name": "Held",
            "commander": {"name": "B"},
            "units": [unit("7th Foot")],
            "off_board": True,
        },
    ]
    report = army([], formations=brigades)
    for layout in (one for one in layouts().values() if one.for_opponent):
        reader = printed(report, layout.id)
        assert len(reader.pages) == 1
        text = text_of(reader)
        assert "33rd Foot" in text
        hides = bool(layout.hides)
        assert ("7th Foot" in text) != hides
        assert ("180" in text) != hides, "the army's total"


@pytest.mark.slow
def test_units_at_home_are_printed_only_on_request_and_never_for_the_opponent() -> None:
    report = army([unit("33rd Foot"), {**unit("7th Foot"), "fielded": False}])
    for layout in layouts().values():
        for at_home in (False, True):
            reader = printed(report, layout.id, at_home=at_home)
            text = text_of(reader)
            assert ("7th Foot" in text) == (at_home and layout.id == "orbat")
            (attached,) = (data[0] for data in reader.attachments.values())
            assert (b"7th Foot" in attached) != layout.for_opponent


def test_rules_notes_are_printed_once_or_not_at_all() -> None:
    """With and without the option `rules_notes`."""
    report = army([unit(f"{number}th Foot") for number in range(1, 9)])
    without, with_notes = (run_on(text_of(printed(report, "orbat", rules_notes=on))) for on in (False, True))
    assert len(with_notes) > len(without)
    (square,) = {ability.label for ability in report.book.ruleset.abilities if ability.id == "square"}  # type: ignore[union-attr]
    assert run_on(square) not in without
    assert with_notes.count(run_on(square)) == 1


@pytest.mark.slow
def test_no_page_is_blank() -> None:
    """Every page has text other than its footer, for armies of one unit and of none."""
    for report in (army([unit("33rd Foot")]), army([])):
        for page in printed(report).pages:
            assert len(run_on(page.extract_text())) > 30


@pytest.mark.parametrize("list_id", sampled(LIBRARY.list_ids("days_of_empire"), 1))
def test_every_entry_is_printed_with_rating_options_and_price(list_id: str) -> None:
    """For a unit of each entry."""
    file = LIBRARY.army_list("days_of_empire", list_id)
    assert file
    assert file.value
    units = [
        {
            "name": f"Unit{number}x",
            "entry": entry.id,
            "size": entry.size.typical,
            **({"rating": entry.ratings.typical} if entry.ratings else {}),
        }
        for number, entry in enumerate(file.value.entries)
    ]
    report = army(units, army_list=list_id)
    text = run_on(text_of(printed(report, "orbat")))
    for row in report.rows:
        if row.sort == "unit":
            assert run_on(row.name + row.rating) in text, row.name
            assert run_on(row.entry) in text
            assert run_on(row.reason) in text
            assert row.points.isdecimal()


def test_the_free_general_is_printed_with_a_price_of_zero() -> None:
    """The army's commander costs 0, on the sheet and in the text."""
    report = army([unit("33rd Foot")], commander={"name": "Lord Raglan"})
    for text in (text_of(printed(report, "orbat")), plain_text(report)):
        assert "Lord Raglan" in text
    assert "0 the player's General = 0" in text_of(printed(report, "orbat"))


def test_an_illegal_army_is_printed_and_marked_not_legal() -> None:
    """On page 1 of the sheet, and in the text."""
    report = army([unit("33rd Foot", size=2)])
    assert not report.legal
    assert report.verdict.headline in printed(report, "orbat").pages[0].extract_text()
    assert "Not legal" in plain_text(report)
