"""The text of a code on a sheet reads back as the same army."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.examples import sampled
from tests.random_armies import orbats

from orbat.data import folders
from orbat.data.library import Library
from orbat.data.loaded import Loaded
from orbat.formats.abbreviations import MAX_TEXT_BYTES, fold_units, split_text, unfold_line
from orbat.formats.orbat_file import read_orbat
from orbat.formats.qr_text import compact_text
from orbat.formats.text import plain_text
from orbat.formats.text_reader import read_plain
from orbat.model.orbat import Commander, Formation, Orbat, Unit, units_of
from orbat.model.text import Pin
from orbat.pipeline import check, report_on
from orbat.report.check_code import check_code
from orbat.report.report import Report

SHIPPED = sorted((folders.shipped() / "templates/orbats").rglob("*.yaml"))
ROOM = 10**9
"""A limit above the length of any text."""


def test_units_at_home_are_not_in_the_code(library: Library) -> None:
    """The other units keep their points."""
    home, line = (
        Unit(name="Home", entry="brit_line", size=10, fielded=False),
        Unit(entry="brit_line", size=12, rating="3"),
    )
    brigade = Formation(level="brigade", commander=Commander(), units=(home, line))
    army = Orbat(
        ruleset=Pin("days_of_empire"),
        army_list=Pin("british"),
        formations=(Formation(level="brigade", fielded=False, units=(line, line)), brigade),
        units=(home, replace(line, size=14)),
    )
    text = compact_text(report_on("army.yaml", Loaded(army, ()), library))
    back = read_plain(text).orbat
    assert back is not None
    assert check_code(back) == check_code(army)
    assert [(one.unit.size, one.unit.points) for one in units_of(back)] == [(12, 48), (14, 56)]
    assert "Home" not in text


@pytest.mark.parametrize("path", sampled(SHIPPED, 20), ids=lambda path: path.stem)
def test_every_shipped_army_fits_two_codes_and_round_trips(library: Library, path: Path) -> None:
    """The total is a claim, and so are the points of units if there is room."""
    report = check(path, library)
    assert report.orbat is not None
    assert report.quote is not None
    text = compact_text(report)
    back = read_plain(text).orbat
    assert back is not None
    assert check_code(back) == check_code(report.orbat)
    assert back.total == report.quote.total
    assert f"Verdict: {report.verdict.short}\n" in text
    assert len(text) < len(plain_text(report))
    assert len(text.encode()) <= MAX_TEXT_BYTES
    claims = [one.unit.points for one in units_of(back)]
    right = [line.sum.points for line in report.quote.all_units]
    assert claims == right if len(compact_text(report, max_bytes=ROOM).encode()) <= MAX_TEXT_BYTES else not any(claims)


@given(orbats())
def test_any_army_round_trips(reported: Callable[[Orbat], Report], orbat: Orbat) -> None:
    back = read_plain(compact_text(reported(orbat))).orbat
    assert back is not None
    assert check_code(back) == check_code(orbat)


@given(orbats(), st.integers(300, 2000), st.booleans())
def test_any_army_round_trips_through_a_shortened_text(
    reported: Callable[[Orbat], Report], orbat: Orbat, most: int, hide_points: bool
) -> None:
    """The text fits, or it is the longest form."""
    report = reported(orbat)
    text = compact_text(report, hide_points=hide_points, max_bytes=most)
    assert len(text.encode()) <= most or text == compact_text(report, hide_points=hide_points, max_bytes=ROOM)
    back = read_plain(text).orbat
    assert back is not None
    assert check_code(back) == check_code(orbat)


def test_order_of_shortening(library: Library) -> None:
    """First the points of units, then repeated phrases, then the points of formations."""
    report = check(next(path for path in SHIPPED if path.stem == "balaklava_russian"), library)
    longest = len(compact_text(report, max_bytes=ROOM).encode())
    texts = [compact_text(report, max_bytes=most) for most in (longest, longest - 1, 2600, 2200)]
    backs = [read_plain(text).orbat for text in texts]
    claimed = [(any(one.unit.points for one in units_of(back)), back.formations[0].points) for back in backs if back]
    assert claimed == [(True, 1578), (False, 1578), (False, 1578), (False, None)]
    assert [text.count("~") > 0 for text in texts] == [False, False, True, True]
    assert all("Total: 2971 points" in text for text in texts)


def test_hidden_points_are_omitted(library: Library) -> None:
    report = check(next(path for path in SHIPPED if path.stem == "british_800"), library)
    assert report.orbat is not None
    text = compact_text(report, hide_points=True)
    back = read_plain(text).orbat
    assert back is not None
    assert check_code(back) == check_code(report.orbat)
    assert all(place.unit.points is None for place in units_of(back))
    assert "Total" not in text
    assert not any(line.endswith(" 60") for line in text.splitlines())


@pytest.mark.slow
@given(orbats(), st.integers(600, 1200))
def test_parts_of_a_text_round_trip(reported: Callable[[Orbat], Report], orbat: Orbat, most: int) -> None:
    """They may be joined in any order, and none exceeds the limit."""
    parts = split_text(compact_text(reported(orbat)), most)
    assume(parts)
    assert all(len(part.encode()) <= most for part in parts)
    back = read_plain("\n".join(reversed(parts))).orbat
    assert back is not None
    assert check_code(back) == check_code(orbat)


def test_named_sizes_and_reserves_round_trip(reported: Callable[[Orbat], Report]) -> None:
    """This holds for every text form."""
    unit = Unit(name="IR13", entry="brit_line", size="very_large", rating="2", off_board="left_flank")
    brigade = Formation(level="brigade", name="Left", commander=Commander(), off_board="rear", units=(unit,))
    report = reported(Orbat(ruleset=Pin("days_of_empire"), army_list=Pin("british"), formations=(brigade,)))
    for text in (compact_text(report), compact_text(report, max_bytes=100), plain_text(report)):
        back = read_plain(text)
        assert not back.findings
        assert back.orbat is not None
        assert back.orbat.formations[0].off_board == "rear"
        assert back.orbat.formations[0].units[0].off_board == "left_flank"
        assert back.orbat.formations[0].units[0].size == "very_large"


def test_shared_data_of_units_is_defined_once() -> None:
    """It is defined under a letter; a unit with unique data keeps its own."""
    lines = [
        "Brigade: 1st - no general - 130",
        " 7th Foot - 15 stands, class 3 [brit_line] - 60",
        " 19th Foot - 10 stands, class 3 [brit_line] - 40",
        " A Battery - 1 gun [brit_field_battery] - 35",
    ]
    short = fold_units(lines)
    assert short == ["a = stands, class 3 [brit_line]", lines[0], " 7th Foot 15a 60", " 19th Foot 10a 40", lines[3]]
    assert [unfold_line(line, {"a": "stands, class 3 [brit_line]"}) for line in short[1:]] == lines


def test_unit_without_points_ends_with_its_letter() -> None:
    lines = ["Brigade: 1st - no general - ?", " 7th - 15 stands [brit_line] - ?", " 9th - 12 stands [brit_line] - ?"]
    assert fold_units(lines) == ["a = stands [brit_line]", lines[0], " 7th 15a", " 9th 12a"]
    assert unfold_line(" 7th 15a", {"a": "stands [brit_line]"}) == lines[1]


def test_unit_without_indent_belongs_to_the_previous_formation() -> None:
    """This holds for lines with a letter; complete lines follow their indent."""
    lines = ["Division: D - no general - ?", " Brigade: B - no general - ?", "7th 15a", "8th - 9 guns [x] - ?"]
    text = "\n".join(["Title", "orbat 1; ruleset days_of_empire", "", "a = stands [brit_line]", *lines])
    back = read_plain(text).orbat
    assert back is not None
    assert [unit.name for unit in back.formations[0].formations[0].units] == ["7th"]
    assert [unit.name for unit in back.units] == ["8th"]


def test_title_like_a_part_number_is_escaped(library: Library) -> None:
    text = compact_text(
        report_on("list", read_orbat("orbat: 1\ntitle: 1/3 of an army\nruleset: days_of_empire\n"), library)
    )
    assert not text.startswith("1/3")
    back = read_plain(text).orbat
    assert back is not None
    assert back.title == "1/3 of an army"
